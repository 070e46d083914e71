package simlib

import (
	"context"
	"fmt"
	"slices"
	"time"

	"locklab/simlib/rnd"
	"locklab/simlib/stat"
)

// Failover asks what becomes of granted locks when the node that granted them
// crashes.
//
// A primary grants locks at random moments and copies each grant to two
// replicas. The copy takes a while. Then the primary crashes, and one of the
// replicas is promoted. A grant that a client was told of, and that the
// promoted replica does not have, is lost: the lock is free, and its holder
// does not know.
//
// A lost lock does harm only if somebody asks for it while its first holder is
// still at work, after the crash has been noticed. Contention is the chance of
// that. It is an assumption, not a result: it depends on how long holders work,
// how many want the same lock, and how long a failover takes (Redis Sentinel
// waits for 30 s of silence by default: sentinel-down-after in package facts).
//
// The replica that is promoted is either of the two, however much it has.
// Redis tries to promote the one that has most; the model is of the day when
// that one cannot be reached. Waiting for a replica (the WAIT command) makes a
// loss rarer, and waiting for both ends it in this model. That is no
// consensus: a replica that is down stops every grant or is left out, and
// replicas that restart, or a primary that is only cut off and goes on
// granting, are not in the model
// (https://redis.io/docs/latest/commands/wait/).
//
// Left out too: locks that are released or expire before the crash; each grant
// counts as held.
type Failover struct {
	// Rate is the mean number of grants a second; they come at random moments
	// (a Poisson process). 1 to 2,000; default 500.
	Rate float64
	// Lag is the mean time until a replica has a grant. 0.1 to 200 ms; default
	// 5 ms.
	Lag time.Duration
	// Window is how long before the crash grants begin to count.
	// 10 ms to 10 s; default 5 s.
	Window time.Duration
	// Contention is the chance that a lost lock is asked for again while its
	// first holder still works. 0 to 1; default 0.1.
	Contention float64
	// Store is what the locks live in. Rate, Lag, Copying and WaitForReplicas
	// matter only for a store that answers first and copies later. Default
	// Redis.
	Store Store
	// Copying is how grants get to a replica. Default Independent.
	Copying Copying
	// WaitForReplicas is how many of the two replicas must have a grant before
	// the client is told of it. 0 to 2; default 0.
	WaitForReplicas int
	// Trials is the number of crashes that are simulated. 1 to 100,000;
	// default 2,000.
	Trials int
	// Seed chooses the random draws; the same seed gives the same result.
	// 0 to 4,294,967,295; default 2, which is as lucky as can be expected.
	Seed uint64
}

// DefaultFailover is a busy Redis whose replicas are 5 ms behind.
func DefaultFailover() Failover {
	return Failover{
		Rate:       500,
		Lag:        5 * time.Millisecond,
		Window:     5 * time.Second,
		Contention: 0.1,
		Store:      Redis,
		Copying:    Independent,
		Trials:     2000,
		Seed:       2,
	}
}

// replicas is how many a primary has, as in the smallest usual set-up.
const replicas = 2

// Copying is how grants get from the primary to a replica.
type Copying int

const (
	// Independent copies each grant on its own, with an exponential delay: a
	// grant may overtake another.
	Independent Copying = iota
	// InOrder has the same delays, but no copy overtakes: a grant is there
	// only when all before it are. So a crash loses a suffix, everything from
	// the first missing copy on. Replication by a log works like this.
	InOrder
	// Fixed has the same delay, Lag, for each copy; such copies are in order
	// too.
	Fixed
)

var copyingWords = []string{"independent", "in-order", "fixed"}

// String is "independent", "in-order" or "fixed".
func (c Copying) String() string { return wordOf(copyingWords, int(c)) }

// GoString is the choice's name in Go, such as "simlib.InOrder".
func (c Copying) GoString() string {
	return goNameOf([]string{"Independent", "InOrder", "Fixed"}, "Copying", int(c))
}

// MarshalText writes the word of String.
func (c Copying) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the word of String.
func (c *Copying) UnmarshalText(text []byte) error {
	i, err := choiceOf(copyingWords, text)
	*c = Copying(i)
	return err
}

// Name is "failover".
func (Failover) Name() string { return "failover" }

// About says what the simulation asks.
func (Failover) About() string { return "where the lock lives: what a failover loses" }

// Knobs lists the fields of p.
func (p Failover) Knobs() []Knob { return p.knobs() }

func (p *Failover) knobs() []Knob {
	return []Knob{
		{Name: "Store", Caption: "what the lock lives in", Max: float64(len(storeWords) - 1), Options: storeWords, field: &p.Store},
		{Name: "Rate", Caption: "grants a second", Min: 1, Max: 2000, Log: true, field: &p.Rate},
		{Name: "Lag", Caption: "mean time until a replica has a grant", Unit: "ms", Min: 0.1, Max: 200, Log: true, field: &p.Lag},
		{Name: "WaitForReplicas", Caption: "replicas that must have a grant before it counts", Max: replicas, field: &p.WaitForReplicas},
		{Name: "Copying", Caption: "how grants are copied", Max: float64(len(copyingWords) - 1), Options: copyingWords, field: &p.Copying},
		{Name: "Contention", Caption: "chance that a lost lock is granted again in time to do harm", Max: 1, field: &p.Contention},
		{Name: "Window", Caption: "time before the crash", Unit: "s", Min: 0.01, Max: 10, Log: true, field: &p.Window},
		{Name: "Trials", Caption: "trials: simulated crashes", Min: 1, Max: 100_000, Log: true, field: &p.Trials},
		{Name: "Seed", Caption: "chooses the random draws", Max: 1<<32 - 1, field: &p.Seed},
	}
}

// With returns a copy of p with one knob set.
func (p Failover) With(knob, value string) (Sim[FailoverResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p Failover) Validate() error { return validate(p.Name(), p.knobs()) }

// LockGrant is a lock that the primary granted before the crash. Its times are
// counted from the crash: negative before it.
type LockGrant struct {
	// At is when the lock was granted.
	At time.Duration
	// Copied is when the replica that is promoted has the grant, or would have
	// it if the primary lived on; Uncopied if never.
	Copied time.Duration
	// Acknowledged is when the client is told, or would be.
	Acknowledged time.Duration
	// Lost says that the client was told and the promoted replica does not
	// have the grant.
	Lost bool
	// Twice says that the lock was then granted to a second client while the
	// first still worked.
	Twice bool
}

// Uncopied is LockGrant.Copied of a grant that is never copied.
const Uncopied = rnd.Longest

// crash plays one crash: the grants of the window that can be lost, the
// newest first. It uses the given list if that is long enough.
//
// Every crash has streams of its own, so the same crash meets the same luck
// under any knob.
func (p Failover) crash(trial int, grants []LockGrant) []LockGrant {
	grants = grants[:0]
	loses := p.Store.loses()

	// Go back from the crash. No exponential draw is longer than 37 times its
	// mean (see package rnd), so a grant that is older has been copied.
	reach := p.Window
	if loses != LosesAll {
		reach = min(reach, 37*p.Lag)
	}
	arrivals := rnd.New(p.Seed, "grant", trial)
	gap := float64(time.Second) / p.Rate
	var gaps [16]float64 // many at once are drawn faster
	for age := time.Duration(0); age <= reach; {
		some := gaps[:min(len(gaps), 1+int(float64(reach-age)/gap))]
		arrivals.Exps(some)
		for _, x := range some {
			if age += time.Duration(float64(gap*x) + 0.5); age > reach {
				break
			}
			grants = append(grants, LockGrant{At: -age, Copied: -age, Acknowledged: -age})
		}
	}
	switch loses {
	case LosesAll:
		for i := range grants {
			grants[i].Copied = Uncopied
		}
	case LosesUncopied:
		copying := rnd.New(p.Seed, "copy", trial)
		var other rnd.Stream
		if p.WaitForReplicas > 0 {
			other = rnd.New(p.Seed, "other copy", trial)
		}
		var delays [16]time.Duration
		for i := 0; i < len(grants); i += len(delays) {
			some := delays[:min(len(delays), len(grants)-i)]
			p.delays(some, &copying)
			for j, d := range some {
				grants[i+j].Copied += d
			}
			if p.WaitForReplicas == 0 {
				continue
			}
			p.delays(some, &other)
			for j, d := range some {
				grants[i+j].Acknowledged += d // when the other replica has it; see below
			}
		}
	}

	// Go forward again, and see when the replicas really have it and what is
	// lost.
	if loses == LosesUncopied {
		before := LockGrant{Copied: -p.Window, Acknowledged: -p.Window}
		for i := len(grants) - 1; i >= 0; i-- {
			g := &grants[i]
			if p.Copying == InOrder {
				g.Copied = max(g.Copied, before.Copied)
				g.Acknowledged = max(g.Acknowledged, before.Acknowledged)
			}
			before = *g
			switch p.WaitForReplicas {
			case 1:
				g.Acknowledged = min(g.Copied, g.Acknowledged)
			case 2:
				g.Acknowledged = max(g.Copied, g.Acknowledged)
			}
		}
	}
	again := rnd.New(p.Seed, "again", trial)
	for i := range grants {
		g := &grants[i]
		g.Lost = g.Acknowledged <= 0 && g.Copied > 0
		g.Twice = g.Lost && again.Chance(p.Contention)
	}
	return grants
}

// delays draws the times that copies take.
func (p Failover) delays(d []time.Duration, s *rnd.Stream) {
	if p.Copying != Fixed {
		s.Exponentials(d, p.Lag)
		return
	}
	for i := range d {
		d[i] = p.Lag
	}
}

// Crash replays one crash, counted from 0: its last grants before the crash,
// the oldest first, back to six lags before it (30 ms at the defaults) and at
// most 200.
func (p Failover) Crash(trial int) []LockGrant {
	grants := p.crash(trial, nil)
	n := 0
	for n < len(grants) && n < maxReplayed && grants[n].At >= -replayedLags*p.Lag {
		n++
	}
	grants = grants[:n]
	slices.Reverse(grants)
	return grants
}

const (
	replayedLags = 6
	maxReplayed  = 200
)

// FailoverResult is what a run of Failover found.
type FailoverResult struct {
	// Params are the knobs of the run.
	Params Failover
	// Loses is what the store loses.
	Loses Loss
	// Lost is the number of acknowledged grants that a crash loses, and Twice
	// how many of these are granted a second time. A store that loses none is
	// not simulated.
	Lost, Twice FailoverCount
	// LostNone is the share of simulated crashes that lose nothing.
	LostNone stat.Proportion
	// AckDelay is the exact mean time from a grant until the client is told.
	AckDelay time.Duration
	// Histogram is how many simulated crashes lost how many grants, in at most
	// 40 bars.
	Histogram []FailoverBar
	// Modes are the exact expectations under each way of copying and number of
	// replicas to wait for, with the rate, lag and window of the run, for a
	// store that copies later.
	Modes []FailoverMode
	// Replayed is the crash of Replay: the first in which a lock was granted a
	// second time; if none was, the first that lost one; else the first.
	Replayed int
	// Replay are the grants of that crash, as Crash gives them.
	Replay []LockGrant
}

// FailoverCount is how many grants a crash loses, by calculation and by
// simulation.
type FailoverCount struct {
	// Exact is the expectation by formula or integral.
	Exact float64
	// Simulated is the mean over the simulated crashes.
	Simulated stat.Mean
}

// FailoverBar is the share of crashes that lost From to To grants.
type FailoverBar struct {
	From, To int
	Crashes  stat.Proportion
	// Exact is the probability; -1 where no formula is at hand (in order, and
	// waiting for one replica).
	Exact float64
}

// FailoverMode is what to expect of one way of copying and waiting.
type FailoverMode struct {
	Copying         Copying
	WaitForReplicas int
	Lost, Twice     float64       // expected in a crash
	AckDelay        time.Duration // mean time until the client is told
}

// failoverTally is what the crashes of one worker add up to.
type failoverTally struct {
	p                     Failover
	lost, twice           stat.Mean
	crashes               []int // crashes by the number of grants lost
	firstLost, firstTwice int   // -1: none

	grants []LockGrant // room for one crash
}

func (t *failoverTally) trials(block, n int) {
	for i := range n {
		trial := block*blockSize + i
		lost, twice := 0, 0
		t.grants = t.p.crash(trial, t.grants)
		for _, g := range t.grants {
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
	}
	if r.Loses != LosesNone {
		sum, err := sumTrials(ctx, x, p.Trials, func() *failoverTally {
			return &failoverTally{p: p, firstLost: -1, firstTwice: -1}
		})
		if err != nil {
			return FailoverResult{}, fmt.Errorf("failover: stopped: %w", err)
		}
		r.Lost.Simulated, r.Twice.Simulated = sum.lost, sum.twice
		r.LostNone = stat.Proportion{Count: sum.crashes[0], Of: p.Trials}
		r.Histogram = p.bars(sum.crashes)
		if r.Replayed = sum.firstTwice; r.Replayed < 0 {
			r.Replayed = max(0, sum.firstLost)
		}
	}
	for copying := range Copying(len(copyingWords)) {
		for wait := range replicas + 1 {
			q := p
			q.Store, q.Copying, q.WaitForReplicas = Redis, copying, wait
			lost := q.expectedLost()
			r.Modes = append(r.Modes, FailoverMode{
				Copying: copying, WaitForReplicas: wait,
				Lost: lost, Twice: lost * p.Contention, AckDelay: q.ackDelay(),
			})
		}
	}
	r.Replay = p.Crash(r.Replayed)
	return r, nil
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
	var bars []FailoverBar
	for from := first; from < len(crashes); from += width {
		b := FailoverBar{From: from, To: from + width - 1, Crashes: stat.Proportion{Of: p.Trials}}
		for lost := from; lost <= b.To && lost < len(crashes); lost++ {
			b.Crashes.Count += crashes[lost]
		}
		b.Exact = p.probability(b.From, b.To)
		bars = append(bars, b)
	}
	return bars
}
