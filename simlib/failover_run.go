package simlib

import (
	"context"
	"fmt"
	"slices"
	"time"

	"locklab/simlib/rnd"
	"locklab/simlib/stat"
	"locklab/simlib/system"
)

// crash plays one crash after the other.
//
// Every crash has streams of its own, so the same crash meets the same luck
// under any knob.
type crash struct {
	p Failover

	// Room for one crash, the newest grant first.
	ages     []time.Duration           // how old each grant is at the crash
	copied   [replicas][]time.Duration // when each replica has it
	promoted int                       // the replica that takes over
	grants   []LockGrant
}

// play plays one crash. It gives the grants up to the oldest that the promoted
// replica lacks, the newest first; the next play overwrites them.
func (c *crash) play(trial int) []LockGrant {
	c.arrive(trial)
	c.copy(trial)
	c.promote()
	n := len(c.ages)
	for n > 0 && c.copied[c.promoted][n-1] <= 0 {
		n--
	}
	return c.outcome(trial, n)
}

// arrive draws when the grants were made, going back from the crash.
func (c *crash) arrive(trial int) {
	reach := c.p.Window
	if c.p.Store.loses() != LosesAll {
		reach = min(reach, rnd.MaxExp*c.p.CopyTime) // what is older has been copied
	}
	arrivals := rnd.New(c.p.Seed, "grant", trial)
	c.ages = arrivals.Arrivals(c.ages[:0], float64(time.Second)/c.p.Rate, reach)
}

// copy draws when each replica has them.
func (c *crash) copy(trial int) {
	for r, role := range [replicas]string{"copy", "other copy"} {
		copied := slices.Grow(c.copied[r][:0], len(c.ages))[:len(c.ages)]
		c.copied[r] = copied
		switch c.p.Store.loses() {
		case LosesAll:
			for i := range copied {
				copied[i] = Uncopied
			}
			continue
		case LosesUncopied:
			c.p.delays(copied, rnd.New(c.p.Seed, role, trial))
		default:
			clear(copied)
		}
		for i, age := range c.ages {
			copied[i] -= age
		}
		if c.p.Copying == InOrder {
			for i := len(copied) - 2; i >= 0; i-- {
				copied[i] = max(copied[i], copied[i+1])
			}
		}
	}
}

// delays draws the times that copies take by themselves.
func (p Failover) delays(d []time.Duration, s rnd.Stream) {
	if p.Copying != Fixed {
		s.Exponentials(d, p.CopyTime)
		return
	}
	for i := range d {
		d[i] = p.CopyTime
	}
}

// promote chooses the replica that takes over. By lot it is the first: the two
// are alike until one is chosen for what it has.
func (c *crash) promote() {
	var missing [replicas]int
	for r, copied := range c.copied {
		for _, at := range copied {
			if at > 0 {
				missing[r]++
			}
		}
	}
	c.promoted = 0
	if c.p.Promote == MostAdvanced && missing[1] < missing[0] || c.p.Promote == Worst && missing[1] > missing[0] {
		c.promoted = 1
	}
}

// outcome is what becomes of the n newest grants.
func (c *crash) outcome(trial, n int) []LockGrant {
	here, elsewhere := c.copied[c.promoted], c.copied[1-c.promoted]
	held, wait := c.p.held(), 0
	if c.p.Store.loses() == LosesUncopied {
		wait = c.p.WaitForReplicas
	}
	again := rnd.New(c.p.Seed, "again", trial)
	c.grants = slices.Grow(c.grants[:0], n)[:n]
	for i, age := range c.ages[:n] {
		g := LockGrant{At: -age, Copied: here[i], CopiedElsewhere: elsewhere[i], Acknowledged: -age}
		switch wait {
		case 1:
			g.Acknowledged = min(g.Copied, g.CopiedElsewhere)
		case replicas:
			g.Acknowledged = max(g.Copied, g.CopiedElsewhere)
		}
		g.Lost = g.Copied > 0 && g.Acknowledged <= 0 && !system.Expired(age, held)
		g.Twice = g.Lost && again.Chance(c.p.Contention)
		c.grants[i] = g
	}
	return c.grants
}

// held is the age at the crash from which on a lock does not outlast the time
// to the promotion; negative or 0 if none does.
func (p Failover) held() time.Duration {
	if p.Store.loses() == LosesAll {
		return Uncopied // these locks do not expire
	}
	return p.TTL - p.PromoteAfter
}

// Crash replays one crash, counted from 0: its last grants before the crash,
// the oldest first, back to six copy times before it (30 ms at the defaults) or to
// the oldest that the promoted replica lacks, whichever is longer ago.
func (p Failover) Crash(trial int) []LockGrant {
	c := crash{p: p}
	n := len(c.play(trial))
	for n < len(c.ages) && c.ages[n] <= 6*p.CopyTime {
		n++
	}
	grants := c.outcome(trial, n)
	slices.Reverse(grants)
	return grants
}

// failoverTally is what the crashes of one worker add up to.
type failoverTally struct {
	crash
	lost, twice           stat.Mean
	crashes               []int // crashes by the number of grants lost
	firstLost, firstTwice earliest
}

func (t *failoverTally) trials(block, n int) {
	for i := range n {
		trial := block*blockSize + i
		lost, twice := 0, 0
		for _, g := range t.play(trial) {
			if g.Lost {
				lost++
			}
			if g.Twice {
				twice++
			}
		}
		t.lost.Record(lost)
		t.twice.Record(twice)
		t.count(lost, 1)
		if lost > 0 {
			t.firstLost.see(trial)
		}
		if twice > 0 {
			t.firstTwice.see(trial)
		}
	}
}

func (t *failoverTally) count(lost, crashes int) {
	for len(t.crashes) <= lost {
		t.crashes = append(t.crashes, 0)
	}
	t.crashes[lost] += crashes
}

func (t *failoverTally) add(o *failoverTally) {
	t.lost.Add(o.lost)
	t.twice.Add(o.twice)
	for lost, crashes := range o.crashes {
		t.count(lost, crashes)
	}
	t.firstLost.add(o.firstLost)
	t.firstTwice.add(o.firstTwice)
}

// replicas is how many a primary has, as in the smallest usual set-up.
const replicas = 2

// Run simulates p.Trials crashes.
func (p Failover) Run(ctx context.Context, x Exec) (FailoverResult, error) {
	if err := p.Validate(); err != nil {
		return FailoverResult{}, err
	}
	lost := p.expectedLost()
	r := FailoverResult{
		Params:   p,
		Loses:    p.Store.loses(),
		Lost:     FailoverCount{Exact: lost},
		Twice:    FailoverCount{Exact: lost * p.Contention},
		AckDelay: p.ackDelay(),
		Modes:    p.modes(),
	}
	if r.Loses != LosesNone {
		sum, err := sumTrials(ctx, x, p.Trials, func() *failoverTally {
			return &failoverTally{crash: crash{p: p}}
		})
		if err != nil {
			return FailoverResult{}, fmt.Errorf("failover: stopped: %w", err)
		}
		r.Lost.Simulated, r.Twice.Simulated = sum.lost, sum.twice
		r.LostNone = stat.Proportion{Count: sum.crashes[0], Of: p.Trials}
		r.Histogram = p.bars(sum.crashes)
		if r.Replayed = sum.firstTwice.trial(); r.Replayed < 0 {
			r.Replayed = max(0, sum.firstLost.trial())
		}
	}
	r.Replay = p.Crash(r.Replayed)
	return r, nil
}

// modes are the expectations in all modes.
func (p Failover) modes() []FailoverMode {
	var modes []FailoverMode
	p.Store = Redis
	for p.Copying = range Copying(len(copyings)) {
		for p.WaitForReplicas = range replicas + 1 {
			lag, wait := p.meanLag(), p.ackDelay()
			for p.Promote = range Promotion(len(promotions)) {
				modes = append(modes, FailoverMode{Copying: p.Copying, WaitForReplicas: p.WaitForReplicas,
					Promote: p.Promote, Lost: p.expectedLost(), MeanLag: lag, AckDelay: wait})
			}
		}
	}
	return modes
}

// maxBars is how many bars a histogram has at most; beyond it a bar is wider
// than one.
const maxBars = 40

// bars makes the histogram from the number of crashes by the number of grants
// that they lost.
func (p Failover) bars(crashes []int) []FailoverBar {
	first := slices.IndexFunc(crashes, func(n int) bool { return n > 0 })
	if first < maxBars {
		first = 0
	}
	width := (len(crashes) - first + maxBars - 1) / maxBars
	probability := p.probabilities()
	var bars []FailoverBar
	for from := first; from < len(crashes); from += width {
		b := FailoverBar{From: from, To: from + width - 1, Crashes: stat.Proportion{Of: p.Trials}}
		for lost := from; lost <= b.To && lost < len(crashes); lost++ {
			b.Crashes.Count += crashes[lost]
		}
		b.Exact = probability(b.From, b.To)
		bars = append(bars, b)
	}
	return bars
}
