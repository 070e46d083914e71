package simlib

import (
	"time"

	"locklab/simlib/history"
	"locklab/simlib/stat"
	"locklab/simlib/system"
)

// Fencing asks what late writes do to a storage that takes every write, and
// what changes when the storage looks at tokens.
//
// One lock is granted again and again, each time with a higher token. A holder
// reads at its grant, works, now and then stalls before its write, and writes
// what it made from what it had read; the write carries the token. The next
// grant comes when the holder releases the lock or its TTL ends. A write that
// arrives at the end of the TTL or later is late. By then other holders have
// read, and most of them have written too.
//
// A storage without fencing takes the late write: if a newer one had come
// before, old data has replaced newer data, and all that was written in the
// meantime is gone. A storage with fencing refuses a token lower than the
// highest that it has seen. The lock is then no longer what keeps the data
// correct; it only keeps holders from wasting their work. The rule itself is
// in package system, the holder in holder.go.
//
// A gap is left: a late write that comes before any newer one is accepted, by
// either storage. The next holder has read by then, so its write loses an
// acknowledged update. A holder that claims its token at the storage before
// it reads closes the gap: with fencing and claims no acknowledged update is
// ever lost.
//
// Left out: renewal (see joblength.go), the network, failures of the lock
// service, and a refused holder that tries again.
type Fencing struct {
	// Fencing says whether the storage refuses a token lower than the highest
	// that it has seen. Default false.
	Fencing bool
	// Claim says whether each holder, before it reads, claims its token at the
	// storage, which matters only with fencing. Default false.
	Claim bool
	// StallChance is the share of holders that stall once. 0 to 1; default
	// 0.02.
	StallChance float64
	// StallMean is the mean length of a stall; lengths are exponential.
	// 10 ms to 1 min; default 10 s.
	StallMean time.Duration
	// TTL is the duration from a grant of the lock to its expiry.
	// 100 ms to 10 min; default 5 s.
	TTL time.Duration
	// Work is the median time from a holder's read to its write when it does
	// not stall. 1 ms to 1 min; default 200 ms.
	Work time.Duration
	// Spread is the standard deviation of the logarithm of the work; 0 makes
	// all holders alike. 0 to 2; default 0.5.
	Spread float64
	// Grants is the number of trials: grants of the lock in a row.
	// 1 to 10,000; default 500.
	Grants int
	// Seed chooses the random draws; the same seed gives the same result.
	// 0 to 4,294,967,295; default 46, not the first, since chains differ much:
	// its late writes and its lost updates are near the median of many chains,
	// and so is the time by which its first bad write is late.
	Seed uint64
}

// DefaultFencing is 500 holders of whom one in fifty stalls, before a storage
// that takes every write.
func DefaultFencing() Fencing {
	return Fencing{
		StallChance: 0.02,
		StallMean:   10 * time.Second,
		TTL:         5 * time.Second,
		Work:        200 * time.Millisecond,
		Spread:      0.5,
		Grants:      500,
		Seed:        46,
	}
}

// Name is "fencing".
func (Fencing) Name() string { return "fencing" }

// About says what the simulation asks.
func (Fencing) About() string { return "tokens that make the storage the guard" }

// Knobs lists the fields of p.
func (p Fencing) Knobs() []Knob { return p.knobs() }

func (p *Fencing) knobs() []Knob {
	return []Knob{
		{Name: "Fencing", Caption: "the storage refuses lower tokens", Max: 1, field: &p.Fencing},
		{Name: "Claim", Caption: "a holder claims its token before it reads", Max: 1, field: &p.Claim},
		{Name: "StallChance", Caption: "share of holders that stall", Max: 1, field: &p.StallChance},
		{Name: "TTL", Caption: "from grant to expiry", Unit: "s", Min: 0.1, Max: 600, Log: true, field: &p.TTL},
		{Name: "StallMean", Caption: "mean length of a stall", Unit: "s", Min: 0.01, Max: 60, Log: true, field: &p.StallMean},
		{Name: "Work", Caption: "median time from read to write", Unit: "ms", Min: 1, Max: 60_000, Log: true, field: &p.Work},
		{Name: "Spread", Caption: "spread of the work (sigma of its logarithm)", Max: 2, field: &p.Spread},
		{Name: "Grants", Caption: "trials: grants in a row", Min: 1, Max: 10_000, Log: true, Role: RoleTrials, field: &p.Grants},
		{Name: "Seed", Caption: "chooses the random draws", Max: 1<<32 - 1, Role: RoleSeed, field: &p.Seed},
	}
}

// With returns a copy of p with one knob set.
func (p Fencing) With(knob, value string) (Sim[FencingResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p Fencing) Validate() error { return validate(p.Name(), p.knobs()) }

// FencingGrant is one grant of the lock and the write that came of it.
type FencingGrant struct {
	Token   history.Token
	Granted time.Duration // since the start of the chain; so are the others
	Expires time.Duration // when its TTL ends
	Arrives time.Duration // when its write reaches the storage
	// Answer and Finding are what came of the write.
	Answer  history.Answer
	Finding history.Finding
	// Mark is the highest token that the storage had seen before the write:
	// where that Overwrote, the data that it replaced.
	Mark history.Token
	// Lost is how many acknowledged updates were in the storage before the
	// write and not after it.
	Lost int
}

// CameOf says in a few words what came of the write.
func (g FencingGrant) CameOf() string { return history.CameOf(g.Answer, g.Finding) }

// Late says whether the write arrived when the TTL had ended.
func (g FencingGrant) Late() bool { return system.Expired(g.Arrives, g.Expires) }

// FencingResult is what a run of Fencing found.
type FencingResult struct {
	// Params are the knobs of the run.
	Params Fencing
	// Late is the share of holders whose write was late.
	Late stat.Proportion
	// Exact is that share by integration, with no simulation.
	Exact float64
	// Overwrote is the share of writes with which old data replaced newer
	// data; none with fencing.
	Overwrote stat.Proportion
	// Refused is the share of writes that the storage refused; none without
	// fencing. On the same seed, and without claims, the very writes that
	// overwrite without fencing are refused with it, since both compare with
	// the highest token that has come.
	Refused stat.Proportion
	// LateAccepted is the share of writes that were late and accepted, since
	// no newer one had come before. Overwrote, Refused and LateAccepted add
	// up to Late.
	LateAccepted stat.Proportion
	// Lost is the share of acknowledged updates that are not in the storage in
	// the end. They are lost in bunches, all that a late write replaces at once,
	// so that an interval for independent trials says nothing about this share.
	Lost stat.Proportion
	// Spread is how these counts vary from chain to chain.
	Spread FencingSpread
	// FirstBad is the first grant, counted from 0, whose write overwrote newer
	// data or was refused; if there is none, the first that was late; -1 if
	// none was. Trace replays it.
	FirstBad int
	// Grants is every grant, in the order of the tokens: as many as there are
	// trials.
	Grants []FencingGrant
}

// Expected is the number of late holders to expect.
func (r FencingResult) Expected() float64 { return r.Exact * float64(r.Params.Grants) }

// FencingSpread is how much the counts of a chain vary by chance: those of
// Runs chains with the same knobs and draws of their own, of which the chain
// that is told is the first.
type FencingSpread struct {
	Runs int
	// Late, Harmful, Accepted and Lost are spreads of FencingResult.Late, of
	// Overwrote or Refused, of LateAccepted and of Lost.
	Late, Harmful, Accepted, Lost CountSpread
	// Losing is how many of the chains lose any update.
	Losing int
}

// CountSpread is the middle of some counts: half of them are at most Median,
// one in twenty is below Low and one in twenty above High.
type CountSpread struct{ Low, Median, High int }
