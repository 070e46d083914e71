package simlib

import (
	"context"
	"fmt"
	"slices"
	"time"

	"locklab/simlib/rnd"
	"locklab/simlib/stat"
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

var guardWords = []string{"none", "lock", "compare-and-set", "atomic"}

// String is "none", "lock", "compare-and-set" or "atomic".
func (g Guard) String() string { return wordOf(guardWords, int(g)) }

// GoString is the choice's name in Go, such as "simlib.LockGuard".
func (g Guard) GoString() string {
	return goNameOf([]string{"NoGuard", "LockGuard", "CompareAndSet", "AtomicAdd"}, "Guard", int(g))
}

// MarshalText writes the word of String.
func (g Guard) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads the word of String.
func (g *Guard) UnmarshalText(text []byte) error {
	i, err := choiceOf(guardWords, text)
	*g = Guard(i)
	return err
}

// Name is "lostupdate".
func (LostUpdate) Name() string { return "lostupdate" }

// About says what the simulation asks.
func (LostUpdate) About() string { return "why a lock: what unguarded workers overwrite" }

// Knobs lists the fields of p.
func (p LostUpdate) Knobs() []Knob { return p.knobs() }

func (p *LostUpdate) knobs() []Knob {
	return []Knob{
		{Name: "Workers", Caption: "workers at the same time", Min: 1, Max: 50, Log: true, field: &p.Workers},
		{Name: "Guard", Caption: "what keeps them apart", Max: float64(len(guardWords) - 1), Options: guardWords, field: &p.Guard},
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

// counterRun is the shared counter and all who add to it, at one instant of a
// run.
type counterRun struct {
	p    LostUpdate
	tell func(CounterEvent) // hears of every event; nil if nobody listens

	counter int // what everybody reads and writes
	writes  int // how many writes it has taken
	refused int // how many writes it has refused

	adders []adder
	line   []turn // whose step comes when; the next in turn is the last, where a slice is quick
	holder int    // who has the lock; nobody if none has, and under other guards
	queue  []int  // who waits for the lock, the first in front

	now time.Duration
}

// adder is one worker.
type adder struct {
	thinking bool // it has read, and its next step is to write
	saw      int  // what it read
	sawWrite int  // the number of the write that had put this there
	left     int  // increments still to make

	think, wait pauses
}

// pauses draws exponential times, some ahead, since many at once are drawn
// faster.
type pauses struct {
	mean  time.Duration
	draws rnd.Stream
	ahead [16]time.Duration
	left  int // of those drawn ahead, the last ones
}

func (p *pauses) draw() time.Duration {
	if p.left == 0 {
		p.draws.Exponentials(p.ahead[:], p.mean)
		p.left = len(p.ahead)
	}
	next := p.ahead[len(p.ahead)-p.left]
	p.left--
	return next
}

// turn is a worker's next step.
type turn struct {
	due    time.Duration
	worker int
}

const nobody = -1 // has the lock

// run plays one run from its beginning to its end. Runs of one seed have draws
// of their own, and so has each worker: another worker more changes nothing
// for the rest.
func (p LostUpdate) run(run int, tell func(CounterEvent)) *counterRun {
	c := &counterRun{p: p, tell: tell, adders: make([]adder, p.Workers), holder: nobody}
	for i := range c.adders {
		c.adders[i] = adder{
			left:  p.Increments,
			think: pauses{mean: p.Think, draws: rnd.New(p.Seed, "think", run<<16+i)},
			wait:  pauses{mean: p.Wait, draws: rnd.New(p.Seed, "wait", run<<16+i)},
		}
		c.lineUp(i, 0) // all begin to read at 0
	}
	for len(c.line) > 0 {
		next := c.line[len(c.line)-1]
		c.line = c.line[:len(c.line)-1]
		c.now = next.due
		if c.adders[next.worker].thinking {
			c.write(next.worker)
		} else {
			c.read(next.worker)
		}
	}
	return c
}

// read begins an increment of worker i.
func (c *counterRun) read(i int) {
	if c.p.Guard == LockGuard {
		if c.holder != nobody {
			c.queue = append(c.queue, i) // no next step until the lock comes to it
			c.happens(i, CounterQueue, c.counter, false)
			return
		}
		c.holder = i
	}
	w := &c.adders[i]
	w.saw, w.sawWrite = c.counter, c.writes
	w.thinking = true
	if c.p.Guard != AtomicAdd {
		c.happens(i, CounterRead, w.saw, false)
	}
	c.afterwards(i, &w.think)
}

// write ends an increment of worker i, unless the guard refuses it.
func (c *counterRun) write(i int) {
	w := &c.adders[i]
	kind := CounterWrite
	switch c.p.Guard {
	case CompareAndSet:
		if c.counter != w.saw {
			c.refused++
			c.happens(i, CounterRefused, w.saw+1, true)
			c.read(i) // and once more from the start
			return
		}
	case AtomicAdd:
		w.saw, w.sawWrite = c.counter, c.writes // the storage looks for itself
		kind = CounterAdd
	}

	// Here updates get lost: the worker writes one more than it saw, which is
	// not one more than there is.
	stale := w.sawWrite != c.writes
	c.counter = w.saw + 1
	c.writes++
	c.happens(i, kind, c.counter, stale)

	w.thinking = false
	w.left--
	if c.p.Guard == LockGuard {
		c.holder = nobody
		if len(c.queue) > 0 {
			next := c.queue[0]
			c.queue = c.queue[1:]
			c.read(next)
		}
	}
	if w.left > 0 {
		c.afterwards(i, &w.wait)
	}
}

// afterwards lines worker i up for its next step, an exponential time from
// now.
//
// A mean of 0 makes the next step one with this one: the worker goes in front
// of all others. Two things follow, whatever the workers do.
//
// With Think 0 nobody writes between a read and its write, so nothing is lost.
//
// With Wait 0 and no guard the counter ends at exactly the increments of one
// worker. A worker's next read then follows its own write with nobody in
// between, so it reads what it has just written. Its first read finds 0, as
// all first reads come before any write (see lineUp); so its first write is 1,
// its second 2, and its last, whatever the others do, Increments. That holds
// for all workers, and the last write of all is the last write of one of them.
// (If Think is 0 too, a worker makes all its increments in one step, and the
// first rule applies.)
func (c *counterRun) afterwards(i int, p *pauses) {
	if p.mean == 0 {
		c.line = append(c.line, turn{c.now, i})
		return
	}
	c.lineUp(i, c.now+p.draw())
}

// lineUp puts worker i in line, behind all whose steps are due sooner, and
// behind those due at the same instant, who were there first. So all first
// reads come before any write, even a write at time 0.
func (c *counterRun) lineUp(i int, due time.Duration) {
	c.line = append(c.line, turn{})
	at := len(c.line) - 1
	for ; at > 0 && c.line[at-1].due <= due; at-- {
		c.line[at] = c.line[at-1]
	}
	c.line[at] = turn{due, i}
}

func (c *counterRun) happens(i int, kind CounterStep, value int, stale bool) {
	if c.tell != nil {
		c.tell(CounterEvent{At: c.now, Worker: i, Kind: kind, Value: value, Stale: stale, read: c.adders[i].sawWrite})
	}
}

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

var counterWords = []string{"read", "queue", "write", "refused", "add"}

// String is "read", "queue", "write", "refused" or "add".
func (k CounterStep) String() string { return wordOf(counterWords, int(k)) }

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

// longRun is the share of updates that is lost in the long run without a
// guard, while all workers are at work. It is exact, by this argument.
//
// Take the final value and go back in time. The last write built upon the
// write that its worker had read; that one upon another, and so on to the
// first 0. The updates on this chain are contained in the final value, and no
// others. So: how many steps does the chain take per unit of time?
//
// A step goes back over one think time to the worker's read, and from there to
// the last write by anybody. The workers do not heed each other, so each thinks
// and waits in turn as if it were alone, backwards as well as forwards:
// backwards a thinker's read comes after an exponential time of mean Think,
// and a waiter's write after one of mean Wait. Let x(j) be the probability
// that the chain looks for a write (it does not think) while j of the n
// workers wait, and b(j) the probability that j wait: binomial, each with
// probability Wait/(Think+Wait). What flows into the state x(j) flows out:
//
//	x(j)·(j/Wait + (n-j)/Think) = (b(j-1) - x(j-1))/Think + x(j-1)·(n-j+1)/Think
//
// On the left a waiter's write is found, or another thinker begins to wait; on
// the right the chain's worker arrives at its read, or another thinker begins
// to wait. From x(0) = 0 follow all others. Writes are found at the rate
// sum of j·x(j)/Wait, and made at the rate n/(Think+Wait). The code uses
// y(j) = x(j)/Wait, which is finite at Wait 0 too.
//
// For two workers with Think = Wait, 5/8 are contained and 3/8 lost.
func (p LostUpdate) longRun() float64 {
	think, wait := float64(p.Think), float64(p.Wait)
	n := p.Workers
	if n == 1 || p.Think == 0 {
		return 0
	}
	thinks, waits := think/(think+wait), wait/(think+wait)
	b := make([]float64, n+1) // b[j]: the probability that j of n wait
	b[0] = 1
	for i := 1; i <= n; i++ {
		for j := i; j > 0; j-- {
			b[j] = float64(b[j]*thinks) + float64(b[j-1]*waits)
		}
		b[0] *= thinks
	}
	y, found := 0.0, 0.0
	for j := 1; j <= n; j++ {
		others := float64(float64(n-j) * wait)
		y = (b[j-1] + float64(others*y)) / (float64(float64(j)*think) + others)
		found += float64(float64(j) * y)
	}
	contained := found * (think + wait) / float64(n)
	return max(0, 1-contained)
}

// share makes a few runs without a guard. The first may be at hand already.
func (p LostUpdate) share(first *counterRun) LostShare {
	p.Guard = NoGuard
	s := LostShare{Workers: p.Workers, Think: p.Think, Runs: sharesOfRuns, Low: 1, LongRun: p.longRun()}
	lost := 0
	for run := range sharesOfRuns {
		c := first
		if run > 0 || c == nil {
			c = p.run(run, nil)
		}
		one := stat.Proportion{Count: c.writes - c.counter, Of: c.writes}
		lost += one.Count
		s.Low, s.High = min(s.Low, one.Share()), max(s.High, one.Share())
	}
	s.Mean = stat.Proportion{Count: lost, Of: sharesOfRuns * p.Workers * p.Increments}.Share()
	return s
}

// Trace replays the run and returns n events from the given place, counted
// from 0, or fewer where the run ends.
func (p LostUpdate) Trace(from, n int) []CounterEvent { return p.story(from, n).events }

// counterStory is all that is told of a run.
type counterStory struct {
	end        *counterRun
	took       time.Duration
	course     []CounterPoint
	events     []CounterEvent // as many as were asked for
	firstStale int
	lostBy     []int
}

// story plays the run, and then goes back from the last write to the one that
// it built upon, and so on, to see which updates the final counter contains.
// It keeps n events from the given place.
func (p LostUpdate) story(from, n int) counterStory {
	total := p.Workers * p.Increments
	s := counterStory{firstStale: -1, course: []CounterPoint{{}}, lostBy: make([]int, p.Workers)}
	every := (total + courseSteps - 1) / courseSteps

	// The write that each write built upon, and its worker. Write 0 is the 0
	// that the counter begins with.
	upon, by := make([]int, 1, total+1), make([]int, 1, total+1)
	var writes []int // of the events kept: the number of the write, 0 for none
	events := 0
	s.end = p.run(0, func(e CounterEvent) {
		write := 0
		if e.Kind.writes() {
			write = len(upon)
			upon, by = append(upon, e.read), append(by, e.Worker)
			s.took = e.At
			if write%every == 0 || write == total {
				s.course = append(s.course, CounterPoint{At: e.At, Counter: e.Value, Done: write})
			}
		}
		if e.Stale && s.firstStale < 0 {
			s.firstStale = events
		}
		if from <= events && events-from < n {
			s.events, writes = append(s.events, e), append(writes, write)
		}
		events++
	})
	contained := make([]bool, len(upon))
	for write := len(upon) - 1; write > 0; write = upon[write] {
		contained[write] = true
	}
	for write := 1; write < len(upon); write++ {
		if !contained[write] {
			s.lostBy[by[write]]++
		}
	}
	for i, write := range writes {
		s.events[i].Lost = write > 0 && !contained[write]
	}
	return s
}

// outcome is what the run came to.
func (s counterStory) outcome() GuardOutcome {
	return GuardOutcome{
		Guard: s.end.p.Guard, Final: s.end.counter, Lost: s.end.writes - s.end.counter,
		Refused: s.end.refused, Took: s.took,
	}
}

// Run plays the run itself, the same under each guard, and the runs behind the
// two curves. A run is one history, told from beginning to end, so x.Workers
// does not matter.
func (p LostUpdate) Run(ctx context.Context, x Exec) (LostUpdateResult, error) {
	if err := p.Validate(); err != nil {
		return LostUpdateResult{}, err
	}
	s := p.story(0, firstEvents)
	r := LostUpdateResult{
		Params: p, GuardOutcome: s.outcome(), Expected: s.end.writes,
		LostBy: s.lostBy, Course: s.course, First: s.events, FirstStale: s.firstStale,
	}
	var first *counterRun
	if p.Guard == NoGuard {
		first = s.end
	}
	r.Spread = p.share(first)

	// The rest takes longer: say how far it is, and stop when asked.
	var parts []func()
	for guard := range Guard(len(guardWords)) {
		if x.Brief && guard != NoGuard {
			break
		}
		parts = append(parts, func() {
			q, o := p, r.GuardOutcome
			if q.Guard = guard; guard != p.Guard {
				o = q.story(0, 0).outcome()
			}
			r.Guards = append(r.Guards, o)
		})
	}
	share := func(q LostUpdate, to *[]LostShare) {
		parts = append(parts, func() {
			one := r.Spread
			if q != p {
				one = q.share(nil)
			}
			*to = append(*to, one)
		})
	}
	if !x.Brief {
		for _, n := range including([]int{1, 2, 3, 5, 10, 20}, p.Workers) {
			q := p
			q.Workers = n
			share(q, &r.ByWorkers)
		}
		const µs, ms = time.Microsecond, time.Millisecond
		for _, think := range including([]time.Duration{0, 100 * µs, 500 * µs, 2 * ms, 5 * ms, 20 * ms}, p.Think) {
			q := p
			q.Think = think
			share(q, &r.ByThink)
		}
	}
	for i, part := range parts {
		if err := ctx.Err(); err != nil {
			return LostUpdateResult{}, fmt.Errorf("lostupdate: stopped: %w", err)
		}
		part()
		if x.Progress != nil {
			x.Progress(i+1, len(parts))
		}
	}
	return r, nil
}

// including is a sorted list with one value more, if it is not there yet.
func including[T ~int | ~int64](sorted []T, v T) []T {
	i, there := slices.BinarySearch(sorted, v)
	if there {
		return sorted
	}
	return slices.Insert(sorted, i, v)
}
