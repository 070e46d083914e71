package simlib

import (
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
// A crash is noticed only after a while, and locks expire in the meantime. One
// that expires before the promotion, or at that very instant, is not lost: it
// would be free in any case. So where the TTL is no longer than the time to
// the promotion, no failover loses a lock, and a second holder needs a first
// that works for longer than its TTL.
//
// A lost lock does harm only if somebody asks for it after the promotion while
// its first holder is still at work. Contention is the chance of that. It is an
// assumption, not a result: it depends on how long holders work and how many
// want the same lock, and it falls as PromoteAfter rises, since each first
// holder must work through that time.
//
// Waiting for a replica (the WAIT command) makes a loss rarer: with one replica
// waited for, copies in order and the most advanced replica promoted, nothing
// is lost, and waiting for both ends all losses in this model. That is no
// consensus: nothing makes sure that the replica which has a grant is the one
// that is promoted, a replica that is down stops every grant or is left out,
// and replicas that restart, or a primary that is only cut off and goes on
// granting, are not in the model
// (https://redis.io/docs/latest/commands/wait/).
//
// Left out too: locks that are released before the crash, each grant counts as
// held; and the way of a replica's acknowledgement back to the primary, which
// comes on top of each wait.
type Failover struct {
	// Store is what the locks live in. Rate, CopyTime, Promote, WaitForReplicas and
	// Copying matter only for a store that answers first and copies later, TTL
	// and PromoteAfter only for one whose locks expire. Default Redis.
	Store LockStore
	// Rate is the mean number of grants a second; they come at random moments
	// (a Poisson process). 1 to 2,000; default 500.
	Rate float64
	// CopyTime is the mean time that a copy of a grant takes by itself. In order
	// it also waits for those before it, so the replication lag is longer (see
	// FailoverMode.MeanLag). 0.1 to 200 ms; default 5 ms.
	CopyTime time.Duration
	// Promote is which replica takes over. Default MostAdvanced.
	Promote Promotion
	// WaitForReplicas is how many of the two replicas must have a grant before
	// the client is told of it. 0 to 2; default 0.
	WaitForReplicas int
	// Copying is how grants get to a replica. Default InOrder.
	Copying Copying
	// TTL is the time from the grant of a lock until it expires. Advisory
	// locks of PostgreSQL do not expire and ignore it. 100 ms to 10 min;
	// default 60 s.
	TTL time.Duration
	// PromoteAfter is the time from the crash to the promotion. 100 ms to
	// 10 min; default 30 s, after which Redis Sentinel takes a node for down
	// unless told otherwise (down-after-milliseconds,
	// https://github.com/redis/redis/blob/unstable/sentinel.conf).
	PromoteAfter time.Duration
	// Contention is the chance that a lost lock is asked for again, after the
	// promotion, while its first holder still works. 0 to 1; default 0.1.
	Contention float64
	// Window is how long before the crash grants begin to count.
	// 10 ms to 10 s; default 5 s.
	Window time.Duration
	// Trials is the number of crashes that are simulated. 1 to 100,000;
	// default 2,000.
	Trials int
	// Seed chooses the random draws; the same seed gives the same result.
	// 0 to 4,294,967,295. The default is the first from 1 on of which all that
	// the sentence and the replay state lies in the middle half of what other
	// seeds give; a test holds it to that.
	Seed uint64
}

// DefaultFailover is a busy Redis whose replicas are 5 ms behind.
func DefaultFailover() Failover {
	return Failover{
		Store:        Redis,
		Rate:         500,
		CopyTime:     5 * time.Millisecond,
		Promote:      MostAdvanced,
		Copying:      InOrder,
		TTL:          60 * time.Second,
		PromoteAfter: 30 * time.Second,
		Contention:   0.1,
		Window:       5 * time.Second,
		Trials:       2000,
		Seed:         17,
	}
}

// Promotion is which of the two replicas takes over.
type Promotion int

const (
	// MostAdvanced is the replica that lacks the fewest grants. Redis Sentinel
	// picks the one with the greatest replication offset, among those that it
	// can reach and that were given the same priority
	// (https://redis.io/docs/latest/operate/oss_and_stack/management/sentinel/).
	MostAdvanced Promotion = iota
	// ByLot is either of the two, however much it has.
	ByLot
	// Worst is the replica that lacks the most: the most advanced one cannot
	// be reached, or was given a lower priority.
	Worst
)

var promotions = options{
	{word: "most-advanced", goName: "MostAdvanced"},
	{word: "by-lot", goName: "ByLot"},
	{word: "worst", goName: "Worst"},
}

// String is "most-advanced", "by-lot" or "worst".
func (p Promotion) String() string { return promotions.of(int(p)).word }

// MarshalText writes the word of String.
func (p Promotion) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Copying is how grants get from the primary to a replica.
type Copying int

const (
	// InOrder gives each copy an exponential delay of its own, and none
	// overtakes another: a grant is there only when all before it are. So a
	// crash loses a suffix, everything from the first missing copy on.
	// Replication by a stream works like this, that of Redis too.
	InOrder Copying = iota
	// Independent has the same delays, but a grant may overtake another. It is
	// the case of the textbook, for which Little's law gives the loss.
	Independent
	// Fixed has the same delay, CopyTime, for each copy; such copies are in order,
	// and reach both replicas at the same instant.
	Fixed
)

var copyings = options{
	{word: "in-order", goName: "InOrder"},
	{word: "independent", goName: "Independent"},
	{word: "fixed", goName: "Fixed"},
}

// String is "in-order", "independent" or "fixed".
func (c Copying) String() string { return copyings.of(int(c)).word }

// MarshalText writes the word of String.
func (c Copying) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Name is "failover".
func (Failover) Name() string { return "failover" }

// About says what the simulation asks.
func (Failover) About() string { return "where the lock lives: what a failover loses" }

// Knobs lists the fields of p.
func (p Failover) Knobs() []Knob { return p.knobs() }

func (p *Failover) knobs() []Knob {
	return []Knob{
		chooses("Store", "what the lock lives in", &p.Store, stores),
		{Name: "Rate", Caption: "grants a second", Min: 1, Max: 2000, Log: true, field: &p.Rate},
		{Name: "CopyTime", Caption: "mean time of a copy by itself", Unit: "ms", Min: 0.1, Max: 200, Log: true, field: &p.CopyTime},
		chooses("Promote", "which replica takes over", &p.Promote, promotions),
		{Name: "WaitForReplicas", Caption: "replicas that must have a grant before it counts", Max: replicas, field: &p.WaitForReplicas},
		chooses("Copying", "how grants are copied", &p.Copying, copyings),
		{Name: "TTL", Caption: "time from the grant until the lock expires", Unit: "s", Min: 0.1, Max: 600, Log: true, field: &p.TTL},
		{Name: "PromoteAfter", Caption: "time from the crash to the promotion", Unit: "s", Min: 0.1, Max: 600, Log: true, field: &p.PromoteAfter},
		{Name: "Contention", Caption: "chance that a lost lock is granted again in time to do harm", Max: 1, field: &p.Contention},
		{Name: "Window", Caption: "time before the crash", Unit: "s", Min: 0.01, Max: 10, Log: true, field: &p.Window},
		{Name: "Trials", Caption: "trials: simulated crashes", Min: 1, Max: 100_000, Log: true, Role: RoleTrials, field: &p.Trials},
		{Name: "Seed", Caption: "chooses the random draws", Max: 1<<32 - 1, Role: RoleSeed, field: &p.Seed},
	}
}

// With returns a copy of p with one knob set.
func (p Failover) With(knob, value string) (Sim[FailoverResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p Failover) Validate() error { return validate(p.Name(), p.knobs()) }

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
	// AckDelay is the exact mean time from a grant until as many replicas have
	// it as are waited for. Their acknowledgement's way back comes on top.
	AckDelay time.Duration
	// Histogram is how many simulated crashes lost how many grants, in at most
	// 40 bars.
	Histogram []FailoverBar
	// Modes are the exact expectations under each way of copying, of waiting
	// and of promoting, with the other knobs of the run, for a store that
	// copies later.
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
	// Exact is the probability; -1 where no formula is at hand (in order,
	// waiting for one replica, and promoting another than the most advanced).
	Exact float64
}

// FailoverMode is what to expect of one way of copying, waiting and promoting.
type FailoverMode struct {
	Copying         Copying
	WaitForReplicas int
	Promote         Promotion
	Lost            float64       // expected in a crash
	MeanLag         time.Duration // the mean replication lag of one replica
	AckDelay        time.Duration // as in FailoverResult
}

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
