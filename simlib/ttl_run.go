package simlib

import (
	"context"
	"fmt"
	"time"

	"locklab/simlib/history"
	"locklab/simlib/stat"
	"locklab/simlib/system"
)

func (p TTL) workload() workload {
	return workload{p.Work, p.Spread, p.StallChance, p.StallMean}
}

// Hold replays one trial, counted from 0.
func (p TTL) Hold(trial int) Hold { return p.workload().hold(p.Seed, trial) }

// Trace replays one trial as a history: A has the trial's hold, and B waits for
// the lock with the next one's. Both read the data at their grant and write at
// the end of their hold, to a storage without fencing; the stall falls between
// the work and the write.
func (p TTL) Trace(trial int) []history.Event {
	var events []history.Event
	h := stage{
		lock:   system.LockService{TTL: p.TTL},
		record: func(e history.Event) { events = append(events, e) },
	}
	h.play(2, func(i int) plan {
		return plan{party: parties[i], hold: p.Hold(trial + i)}
	})
	return events
}

// curveTimes are the times of TTLResult.Curve: about twenty round ones to each
// factor of ten.
func curveTimes() []time.Duration {
	var times []time.Duration
	for decade := 10 * time.Millisecond; ; decade *= 10 {
		for _, tenths := range []time.Duration{
			100, 110, 120, 135, 150, 165, 180, 200, 220, 250, 275, 300,
			350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 900,
		} {
			t := decade * tenths / 10
			if t > 10*time.Minute {
				return times
			}
			times = append(times, t)
		}
	}
}

// ttlTally is what the holds of one worker add up to.
type ttlTally struct {
	p           TTL
	unsafe      int
	firstUnsafe earliest
	lengths     *stat.Histogram
}

func (t *ttlTally) trials(block, n int) {
	h := t.p.workload().block(t.p.Seed, block)
	for i, hold := range h.all(n) {
		t.lengths.Record(hold.Length())
		if system.Expired(hold.Length(), t.p.TTL) {
			t.unsafe++
			t.firstUnsafe.see(block*blockSize + i)
		}
	}
}

func (t *ttlTally) add(o *ttlTally) {
	t.unsafe += o.unsafe
	t.firstUnsafe.add(o.firstUnsafe)
	t.lengths.Add(o.lengths)
}

// Run simulates p.Holds holds of the lock.
func (p TTL) Run(ctx context.Context, x Exec) (TTLResult, error) {
	if err := p.Validate(); err != nil {
		return TTLResult{}, err
	}
	times := curveTimes()
	sum, err := sumTrials(ctx, x, p.Holds, func() *ttlTally {
		return &ttlTally{p: p, lengths: stat.NewHistogram(times)}
	})
	if err != nil {
		return TTLResult{}, fmt.Errorf("ttl: stopped: %w", err)
	}
	r := TTLResult{
		Params:      p,
		Unsafe:      stat.Proportion{Count: sum.unsafe, Of: p.Holds},
		Exact:       p.workload().exactTail(p.TTL),
		FirstUnsafe: sum.firstUnsafe.trial(),
	}
	exact := p.workload().exactTails(times)
	for i, tail := range sum.lengths.Tails() {
		r.Curve = append(r.Curve, TTLPoint{Tail: tail, Exact: exact[i]})
	}
	return r, nil
}
