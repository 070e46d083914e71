package simlib

import (
	"time"

	"locklab/simlib/history"
	"locklab/simlib/words"
)

// LostUpdate asks what goes wrong when several workers change the same thing
// and nothing keeps them apart.
//
// Workers add one to a shared counter, again and again. The counter cannot add
// by itself, so a worker reads it, thinks for a while, writes what it has read
// plus one, and waits before it reads again. A worker that writes puts back
// the past: whatever others have written since its read is overwritten, without
// an error. A guard prevents that: a lock, a compare-and-set, or an addition
// that the storage makes itself.
//
// Left out: workers that crash and locks that expire, which is what the rest
// of the lesson is about, and the time that the storage and the lock take.
type LostUpdate struct {
	// Workers is how many add to the counter at the same time.
	// 1 to 50; default 5.
	Workers int
	// Increments is how many times each worker adds one. 1 to 1,000;
	// default 200.
	Increments int
	// Think is the mean time from a worker's read to its write; the times are
	// exponential. At 0 the read and the write are one step, and nobody comes
	// between them. 0 to 20 ms; default 2 ms.
	Think time.Duration
	// Wait is the mean time from a worker's write to its next read; the times
	// are exponential. At 0 the write and the next read are one step.
	// 0 to 20 ms; default 2 ms.
	Wait time.Duration
	// Guard keeps the workers from overwriting each other. Default NoGuard.
	Guard Guard
	// Seed chooses the random draws; the same seed gives the same result.
	// 0 to 4,294,967,295; default 1.
	Seed uint64
}

// DefaultLostUpdate is five workers who add 200 times each, unguarded.
func DefaultLostUpdate() LostUpdate {
	return LostUpdate{
		Workers:    5,
		Increments: 200,
		Think:      2 * time.Millisecond,
		Wait:       2 * time.Millisecond,
		Guard:      NoGuard,
		Seed:       1,
	}
}

// Guard is what keeps workers from overwriting each other's updates.
type Guard int

const (
	// NoGuard lets everybody write at any time.
	NoGuard Guard = iota
	// LockGuard is a lock, held from before the read until after the write.
	// Who finds it taken queues; the first in the queue gets it next.
	LockGuard
	// CompareAndSet makes the storage refuse a write when the counter is no
	// longer what the worker has read. The worker then reads and thinks again.
	// It compares for equality: the counter only ever rises under this guard,
	// so an equal counter is one that nobody has touched.
	CompareAndSet
	// AtomicAdd makes the storage read and write in one step. The worker
	// thinks as long as ever, but nothing that it writes depends on a read.
	AtomicAdd
)

var guards = options{
	{word: "none", goName: "NoGuard"},
	{word: "lock", goName: "LockGuard"},
	{word: "compare-and-set", goName: "CompareAndSet"},
	{word: "atomic", goName: "AtomicAdd"},
}

// String is "none", "lock", "compare-and-set" or "atomic".
func (g Guard) String() string { return guards.of(int(g)).word }

// MarshalText writes the word of String.
func (g Guard) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Name is "lostupdate".
func (LostUpdate) Name() string { return "lostupdate" }

// About says what the simulation asks.
func (LostUpdate) About() string { return "why a lock: what unguarded workers overwrite" }

// Knobs lists the fields of p.
func (p LostUpdate) Knobs() []Knob { return p.knobs() }

func (p *LostUpdate) knobs() []Knob {
	return []Knob{
		{Name: "Workers", Caption: "workers at the same time", Min: 1, Max: 50, Log: true, field: &p.Workers},
		chooses("Guard", "what keeps them apart", &p.Guard, guards),
		{Name: "Think", Caption: "mean time from read to write", Unit: "ms", Max: 20, field: &p.Think},
		{Name: "Wait", Caption: "mean time from write to next read", Unit: "ms", Max: 20, field: &p.Wait},
		{Name: "Increments", Caption: "increments by each worker", Min: 1, Max: 1000, Log: true, Role: RoleTrials, field: &p.Increments},
		{Name: "Seed", Caption: "chooses the random draws", Max: 1<<32 - 1, Role: RoleSeed, field: &p.Seed},
	}
}

// With returns a copy of p with one knob set.
func (p LostUpdate) With(knob, value string) (Sim[LostUpdateResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p LostUpdate) Validate() error { return validate(p.Name(), p.knobs()) }

// CounterEvent is one thing that happened to the counter.
type CounterEvent struct {
	// At is when, from the beginning of the run.
	At time.Duration
	// Worker is who, counted from 0.
	Worker int
	// Kind is what.
	Kind CounterStep
	// Value is the counter that was read or written; of a refused write what
	// it would have written, and of a worker that queues the counter then.
	Value int
	// Stale says of a write that others had written since the worker's read.
	// It overwrote them, or was refused.
	Stale bool
	// Lost says of a write that the final counter does not contain it: it was
	// overwritten, or built upon a write that was.
	Lost bool

	read int // the number of the write whose value the worker had read; 0: the first 0
}

// CounterStep is what happened.
type CounterStep int

const (
	CounterRead    CounterStep = iota // a worker read the counter
	CounterQueue                      // a worker found the lock taken, and queues
	CounterWrite                      // a worker wrote what it had read plus one
	CounterRefused                    // a write was refused by the compare-and-set
	CounterAdd                        // the storage added one
)

var counterWords = []string{"read", "queue", "write", history.Refused.String(), "add"}

// String is "read", "queue", "write", "refused" or "add".
func (k CounterStep) String() string { return words.Of(counterWords, int(k)) }

// MarshalText writes the word of String.
func (k CounterStep) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// writes says whether the event changed the counter.
func (k CounterStep) writes() bool { return k == CounterWrite || k == CounterAdd }

// LostUpdateResult is what a run of LostUpdate found.
type LostUpdateResult struct {
	// Params are the knobs of the run.
	Params LostUpdate
	// GuardOutcome is what the run came to.
	GuardOutcome
	// Expected is the number of increments that the workers made: what the
	// counter should say.
	Expected int
	// LostBy is how many updates of each worker are lost.
	LostBy []int
	// Course is the counter over time, thinned to about 300 points: the
	// beginning, writes at equal steps of Done, and the last write.
	Course []CounterPoint
	// First are the first 60 events.
	First []CounterEvent
	// FirstStale is the place of the first event that is stale, for Trace to
	// replay; -1 if none is.
	FirstStale int
	// Guards are the four guards in turn, on the same draws; in a brief run only
	// the first, NoGuard.
	Guards []GuardOutcome
	// Spread is how the share lost varies at the knobs of the run.
	Spread LostShare
	// ByWorkers and ByThink are the share lost without a guard under other
	// numbers of workers, and other think times. A brief run leaves them out.
	ByWorkers, ByThink []LostShare
}

// CounterPoint is the counter at one instant.
type CounterPoint struct {
	At      time.Duration
	Counter int // what it says
	Done    int // how many increments have been made: what it should say
}

// GuardOutcome is what a run under one guard came to.
type GuardOutcome struct {
	Guard Guard
	// Final is what the counter says in the end, and Lost how many updates it
	// does not contain.
	Final, Lost int
	// Refused is how many writes the compare-and-set refused; the worker tried
	// again each time.
	Refused int
	// Took is the time until the last write.
	Took time.Duration
}

// LostShare is the share of all updates that is lost without a guard.
type LostShare struct {
	Workers int
	Think   time.Duration
	// Runs is how many runs were made, each with draws of its own; Mean is
	// the mean of their shares, Low the smallest and High the greatest. The
	// updates of one run hang together, so an interval for independent trials
	// would be too narrow.
	Runs            int
	Mean, Low, High float64
	// LongRun is the exact share while all workers are at work (see longRun).
	// A run loses a little less: the last workers are alone.
	LongRun float64
}

const (
	courseSteps  = 300
	firstEvents  = 60
	sharesOfRuns = 3 // runs to a LostShare; the first is the run itself
)
