package simlib

import (
	"slices"
	"time"

	"locklab/simlib/rnd"
	"locklab/simlib/stat"
	"locklab/simlib/system"
)

// LockGrant is a lock that the primary granted before the crash. Its times are
// counted from the crash: negative before it.
type LockGrant struct {
	// At is when the lock was granted.
	At time.Duration
	// Copied is when the replica that is promoted has the grant, or would have
	// it if the primary lived on, and CopiedElsewhere when the other one has
	// it; Uncopied if never.
	Copied, CopiedElsewhere time.Duration
	// Acknowledged is when the client is told, or would be.
	Acknowledged time.Duration
	// Lost says that the client was told, that the promoted replica does not
	// have the grant, and that it is still valid at the promotion.
	Lost bool
	// Twice says that the lock was then granted to a second client while the
	// first still worked.
	Twice bool
}

// Uncopied is LockGrant.Copied of a grant that is never copied.
const Uncopied = rnd.Longest

// Fate is what became of a grant, in a few words.
func (g LockGrant) Fate() string {
	switch {
	case g.Twice:
		return "lost, and granted a second time"
	case g.Lost:
		return "lost"
	case g.Acknowledged > 0:
		return "never acknowledged"
	case g.Copied > 0:
		return "expired before the promotion"
	}
	return "kept"
}

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
	firstLost, firstTwice int   // -1: none
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
			t.firstLost = earlier(t.firstLost, trial)
		}
		if twice > 0 {
			t.firstTwice = earlier(t.firstTwice, trial)
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
	t.firstLost = earlier(t.firstLost, o.firstLost)
	t.firstTwice = earlier(t.firstTwice, o.firstTwice)
}

// earlier is the earlier of two trials, where -1 is none.
func earlier(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}
