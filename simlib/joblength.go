package simlib

import (
	"time"

	"locklab/simlib/stat"
)

// JobLength asks what to do about a job that may outlive its lock.
//
// A worker gets the lock, reads, works, and when it is done sends an e-mail
// and writes. The length of the work is log-normal; now and then the worker
// stalls at some moment of it. When the lock is lost before the worker is done,
// a second worker gets it and runs the same job again, with a length and luck
// of its own. What harm that does depends on the defence, the Mode:
//
//   - TTL only: the lock expires a TTL after the grant, done or not.
//   - Renewal: a thread of the worker extends the lock every third of the TTL.
//     Long work no longer loses it; what does is a stall that is longer than
//     what is left of the TTL at its start, which is between two thirds of the
//     TTL and all of it, and stops the renewal as well.
//   - Renewal and fencing: the storage refuses the write of the older worker
//     when it has seen the younger's token. It does not stop duplicates: if the
//     older one writes first, both writes count, unless the younger one claims
//     its token before it reads. And nothing outside the storage compares
//     tokens: the e-mail goes out twice in any case.
//   - Renewal and an idempotent job: the write and the e-mail carry the job's
//     key, and the storage does nothing under a key that it knows, nor does
//     the mail service. That takes a service that honours keys for as long as
//     a repeat may come; plain mail has none. The repeat costs work, and
//     nothing happens twice; nor would it under a TTL alone.
//
// Left out: other ways to lose a renewed lock (a partition, an outage of the
// lock service, a renewer that died or runs in another process), a service that
// holds a grant for longer than its TTL, the second worker's own lock, which may
// expire too, and a worker that stops when a renewal fails. Each should, and
// harm is then rarer but not excluded, since a stall may come after the last
// look. A renewer that goes on while its worker hangs keeps the lock for ever,
// so tie it to progress or cap the time.
type JobLength struct {
	// Mode is the defence that Summary and Trace tell of; the result has all.
	// Default TTLOnly.
	Mode JobMode
	// Spread is the standard deviation of the logarithm of the work; 0 makes
	// all jobs alike. 0 to 2; default 0.6.
	Spread float64
	// TTL is the duration from a grant or a renewal of the lock to its expiry.
	// 1 s to 10 min; default 30 s.
	TTL time.Duration
	// Work is the median length of the work. 100 ms to 10 min; default 5 s.
	Work time.Duration
	// StallChance is the share of runs in which the worker stalls once, at a
	// moment of its work that is uniformly random. 0 to 1; default 0.002.
	StallChance float64
	// StallMean is the mean length of a stall; lengths are exponential.
	// 10 ms to 10 min; default 20 s.
	StallMean time.Duration
	// Runs is the number of trials: runs of the job. 1 to 10,000,000; default
	// 50,000.
	Runs int
	// Seed chooses the random draws; the same seed gives the same result.
	// 0 to 4,294,967,295; default 1.
	Seed uint64
}

// DefaultJobLength is a job of mostly 5 s under a lock of 30 s that nobody
// renews.
func DefaultJobLength() JobLength {
	return JobLength{
		Mode:        TTLOnly,
		Spread:      0.6,
		TTL:         30 * time.Second,
		Work:        5 * time.Second,
		StallChance: 0.002,
		StallMean:   20 * time.Second,
		Runs:        50_000,
		Seed:        1,
	}
}

// JobMode is a defence against a job that outlives its lock.
type JobMode int

const (
	TTLOnly          JobMode = iota // the lock expires, and that is all
	Renewal                         // the lock is renewed every third of its TTL
	RenewalFencing                  // and the storage refuses lower tokens
	RenewalClaim                    // and each worker claims its token before it reads
	RenewalOnce                     // renewal, and an idempotent job; no fencing
	numberOfJobModes int     = iota
)

var jobModes = options{
	{"ttl", "TTLOnly", "TTL only"},
	{"renewal", "Renewal", ""},
	{"fencing", "RenewalFencing", "renewal and fencing"},
	{"claim", "RenewalClaim", "renewal, fencing and claim"},
	{"idempotent", "RenewalOnce", "renewal and idempotent job"},
}

// String is "ttl", "renewal", "fencing", "claim" or "idempotent".
func (m JobMode) String() string { return jobModes.of(int(m)).word }

// Label says in a few words what the mode consists of.
func (m JobMode) Label() string { return chosen[JobMode]{&m, jobModes}.label() }

// MarshalText writes the word of String.
func (m JobMode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Name is "joblength".
func (JobLength) Name() string { return "joblength" }

// About says what the simulation asks.
func (JobLength) About() string { return "break it: the job that outlives its lock, and four defences" }

// Knobs lists the fields of p.
func (p JobLength) Knobs() []Knob { return p.knobs() }

func (p *JobLength) knobs() []Knob {
	return []Knob{
		chooses("Mode", "the defence", &p.Mode, jobModes),
		{Name: "Spread", Caption: "spread of the work (sigma of its logarithm)", Max: 2, field: &p.Spread},
		{Name: "TTL", Caption: "from grant to expiry", Unit: "s", Min: 1, Max: 600, Log: true, field: &p.TTL},
		{Name: "StallChance", Caption: "share of runs that stall", Max: 1, field: &p.StallChance},
		{Name: "StallMean", Caption: "mean length of a stall", Unit: "s", Min: 0.01, Max: 600, Log: true, field: &p.StallMean},
		{Name: "Work", Caption: "median length of the work", Unit: "s", Min: 0.1, Max: 600, Log: true, field: &p.Work},
		{Name: "Runs", Caption: "trials: runs of the job", Min: 1, Max: 10_000_000, Log: true, Role: RoleTrials, field: &p.Runs},
		{Name: "Seed", Caption: "chooses the random draws", Max: 1<<32 - 1, Role: RoleSeed, field: &p.Seed},
	}
}

// With returns a copy of p with one knob set.
func (p JobLength) With(knob, value string) (Sim[JobLengthResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p JobLength) Validate() error { return validate(p.Name(), p.knobs()) }

// JobLengthResult is what a run of JobLength found.
type JobLengthResult struct {
	// Params are the knobs of the run.
	Params JobLength
	// Modes is every mode, on the same runs; Modes[m] is that of mode m.
	Modes [numberOfJobModes]JobModeResult
	// BySpread is the share of repeated runs for other spreads of the work,
	// from 0 to 2, and ByTTL for other TTLs, from 1 s to 10 min, on the same
	// draws. A brief run leaves them out.
	BySpread, ByTTL []JobPoint
}

// Selected is the result of the mode that the run was asked for.
func (r JobLengthResult) Selected() JobModeResult { return r.Modes[r.Params.Mode] }

// JobModeResult is what became of the runs in one mode. A share of runs times
// 10,000 is the number per 10,000 runs.
type JobModeResult struct {
	Mode JobMode
	// Repeated is the share of runs that a second worker repeats since the
	// lock was lost.
	Repeated stat.Proportion
	// Exact is that share by integration, with no simulation.
	Exact float64
	// FirstWins is the share of the repeated runs in which the first worker
	// writes before the second. It has no closed form, and its integral is too
	// slow to come with each run; at the defaults it is exactly 48.1% under TTL
	// only and 15.2% under renewal (joblength_test.go).
	FirstWins stat.Proportion
	// WrittenTwice is the share of runs that change the storage twice: harmful
	// duplicates in what the storage guards.
	WrittenTwice stat.Proportion
	// SentTwice is the share of runs whose e-mail, or other effect outside the
	// storage, happens twice: harmful duplicates in what no token guards.
	SentTwice stat.Proportion
	// Refused is the share of runs with a write that the storage refuses.
	Refused stat.Proportion
	// Wasted is the work, stalls not counted, of those who were refused or
	// else came second, per run on average.
	Wasted time.Duration
	// Blocked is the longest time for which a crashed worker's lock keeps the
	// others waiting.
	Blocked time.Duration
	// FirstBad is the first run that was repeated, for Trace; -1 if none was.
	FirstBad int
}

// WastedSeconds is the work wasted in 10,000 runs, in seconds.
func (m JobModeResult) WastedSeconds() float64 { return 10_000 * m.Wasted.Seconds() }

// JobPoint is one point of a curve: the share of repeated runs with and without
// renewal at one TTL and one spread.
type JobPoint struct {
	TTL                        time.Duration
	Spread                     float64
	TTLOnly, Renewal           stat.Proportion
	TTLOnlyExact, RenewalExact float64
}
