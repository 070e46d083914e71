package simlib

import (
	"context"
	"fmt"
	"slices"
	"time"

	"locklab/simlib/rnd"
	"locklab/simlib/stat"
)

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
		c.schedule(i, 0) // all begin to read at 0
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
			c.emit(i, CounterQueue, c.counter, false)
			return
		}
		c.holder = i
	}
	w := &c.adders[i]
	w.saw, w.sawWrite = c.counter, c.writes
	w.thinking = true
	if c.p.Guard != AtomicAdd {
		c.emit(i, CounterRead, w.saw, false)
	}
	c.scheduleNext(i, &w.think)
}

// write ends an increment of worker i, unless the guard refuses it.
func (c *counterRun) write(i int) {
	w := &c.adders[i]
	kind := CounterWrite
	switch c.p.Guard {
	case CompareAndSet:
		if c.counter != w.saw {
			c.refused++
			c.emit(i, CounterRefused, w.saw+1, true)
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
	c.emit(i, kind, c.counter, stale)

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
		c.scheduleNext(i, &w.wait)
	}
}

// scheduleNext lines worker i up for its next step, an exponential time from
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
// all first reads come before any write (see schedule); so its first write is 1,
// its second 2, and its last, whatever the others do, Increments. That holds
// for all workers, and the last write of all is the last write of one of them.
// (If Think is 0 too, a worker makes all its increments in one step, and the
// first rule applies.)
func (c *counterRun) scheduleNext(i int, p *pauses) {
	if p.mean == 0 {
		c.line = append(c.line, turn{c.now, i})
		return
	}
	c.schedule(i, c.now+p.draw())
}

// schedule puts worker i in line, behind all whose steps are due sooner, and
// behind those due at the same instant, who were there first. So all first
// reads come before any write, even a write at time 0.
func (c *counterRun) schedule(i int, due time.Duration) {
	c.line = append(c.line, turn{})
	at := len(c.line) - 1
	for ; at > 0 && c.line[at-1].due <= due; at-- {
		c.line[at] = c.line[at-1]
	}
	c.line[at] = turn{due, i}
}

func (c *counterRun) emit(i int, kind CounterStep, value int, stale bool) {
	if c.tell != nil {
		c.tell(CounterEvent{At: c.now, Worker: i, Kind: kind, Value: value, Stale: stale, read: c.adders[i].sawWrite})
	}
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
func (p LostUpdate) Trace(from, n int) []CounterEvent { return p.replay(from, n).events }

// counterReplay is all that is told of a run.
type counterReplay struct {
	end        *counterRun
	took       time.Duration
	course     []CounterPoint
	events     []CounterEvent // as many as were asked for
	firstStale int
	lostBy     []int
}

// replay plays the run, and then goes back from the last write to the one that
// it built upon, and so on, to see which updates the final counter contains.
// It keeps n events from the given place.
func (p LostUpdate) replay(from, n int) counterReplay {
	total := p.Workers * p.Increments
	s := counterReplay{firstStale: -1, course: []CounterPoint{{}}, lostBy: make([]int, p.Workers)}
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
func (s counterReplay) outcome() GuardOutcome {
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
	s := p.replay(0, firstEvents)
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
	for guard := range Guard(len(guards)) {
		if x.Brief && guard != NoGuard {
			break
		}
		parts = append(parts, func() {
			q, o := p, r.GuardOutcome
			if q.Guard = guard; guard != p.Guard {
				o = q.replay(0, 0).outcome()
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
