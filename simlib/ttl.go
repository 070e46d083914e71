package simlib

import (
	"time"

	"locklab/simlib/stat"
)

// TTL asks what it costs to let a lock expire.
//
// A lock service grants the lock for a fixed duration, the TTL. Each holder
// works for a while; now and then one also stalls: a garbage collection, a
// long query, a machine that swaps. A hold that takes longer than the TTL is
// unsafe: its holder still works when the lock is free again, and the next one
// begins. A holder that crashes keeps the next one waiting until its TTL has
// passed. So a short TTL overlaps often, a long one recovers slowly, and no TTL
// does neither.
//
// Every JobEvery a job begins that has a lock of its own. One worker takes the
// lock, and a second one waits for it: it begins when the lock expires, and has
// nothing to do when the lock is released, since the job is done. So an unsafe
// hold is an overlap, always, and the jobs do not get in each other's way,
// however long the TTL.
//
// Left out: the network and clocks that drift, renewal, jobs that share a lock,
// and what becomes of the second worker's own lock.
type TTL struct {
	// TTL is the duration from the grant of the lock to its expiry.
	// 100 ms to 10 min; default 10 s.
	TTL time.Duration
	// Work is the median time that a holder needs when it does not stall; half
	// of all holders need longer. 1 ms to 1 min; default 200 ms.
	Work time.Duration
	// Spread is the standard deviation of the logarithm of the work; 0 makes
	// all holders alike, and at 0.5 one in six needs more than 1.6 times the
	// median. 0 to 2; default 0.5.
	Spread float64
	// StallChance is the share of holds in which the holder stalls once.
	// 0 to 1; default 0.002.
	StallChance float64
	// StallMean is the mean length of a stall; lengths are exponential.
	// 10 ms to 1 min; default 5 s.
	StallMean time.Duration
	// JobEvery is the time from the beginning of one job to the next, which
	// turns a share of holds into a number a day. 100 ms to 1 h; default 10 s.
	JobEvery time.Duration
	// Holds is the number of trials: simulated holds of the lock.
	// 1 to 10,000,000; default 60,000.
	Holds int
	// Seed chooses the random draws; the same seed gives the same result.
	// 0 to 4,294,967,295; default 1.
	Seed uint64
}

// DefaultTTL is a lock of 10 s over work of 200 ms that stalls twice in a
// thousand times.
func DefaultTTL() TTL {
	return TTL{
		TTL:         10 * time.Second,
		Work:        200 * time.Millisecond,
		Spread:      0.5,
		StallChance: 0.002,
		StallMean:   5 * time.Second,
		JobEvery:    10 * time.Second,
		Holds:       60_000,
		Seed:        1,
	}
}

// Name is "ttl".
func (TTL) Name() string { return "ttl" }

// About says what the simulation asks.
func (TTL) About() string { return "what a lock that expires costs: overlaps against waiting" }

// Knobs lists the fields of p.
func (p TTL) Knobs() []Knob { return p.knobs() }

func (p *TTL) knobs() []Knob {
	return []Knob{
		{Name: "TTL", Caption: "from grant to expiry", Unit: "s", Min: 0.1, Max: 600, Log: true, field: &p.TTL},
		{Name: "StallChance", Caption: "share of holds that stall", Max: 1, field: &p.StallChance},
		{Name: "StallMean", Caption: "mean length of a stall", Unit: "s", Min: 0.01, Max: 60, Log: true, field: &p.StallMean},
		{Name: "JobEvery", Caption: "time between jobs", Unit: "s", Min: 0.1, Max: 3600, Log: true, field: &p.JobEvery},
		{Name: "Work", Caption: "median time of the work", Unit: "ms", Min: 1, Max: 60_000, Log: true, field: &p.Work},
		{Name: "Spread", Caption: "spread of the work (sigma of its logarithm)", Max: 2, field: &p.Spread},
		{Name: "Holds", Caption: "trials: simulated holds", Min: 1, Max: 10_000_000, Log: true, Role: RoleTrials, field: &p.Holds},
		{Name: "Seed", Caption: "chooses the random draws", Max: 1<<32 - 1, Role: RoleSeed, field: &p.Seed},
	}
}

// With returns a copy of p with one knob set.
func (p TTL) With(knob, value string) (Sim[TTLResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p TTL) Validate() error { return validate(p.Name(), p.knobs()) }

// TTLResult is what a run of TTL found.
type TTLResult struct {
	// Params are the knobs of the run.
	Params TTL
	// Unsafe is the share of holds that outlived their lock: at the instant at
	// which its TTL ended they were not done yet, or just then.
	Unsafe stat.Proportion
	// Exact is that share by integration, with no simulation.
	Exact float64
	// FirstUnsafe is the first such trial, for Hold to replay; -1 if none was.
	FirstUnsafe int
	// Curve is the share of holds that took at least a given time, and so the
	// share that would be unsafe if that time were the TTL, from 100 ms to
	// 10 min.
	Curve []TTLPoint
}

// TTLPoint is one point of TTLResult.Curve.
type TTLPoint struct {
	stat.Tail
	Exact float64 // the share by integration
}

// PerDay turns a share of holds into a number a day, at one job every JobEvery.
func (r TTLResult) PerDay(share float64) float64 {
	return share * float64(24*time.Hour) / float64(r.Params.JobEvery)
}
