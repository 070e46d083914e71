package simlib

import (
	"locklab/simlib/history"
	"locklab/simlib/words"
	"strconv"
	"time"
)

// StaleHolder asks what happens when a holder of the lock is paused for longer
// than its TTL and then goes on.
//
// It is one walk, computed and not drawn. A gets the lock with token 33 at 0 s,
// reads at 0.5 s, stalls from 1 s on, and writes as soon as it wakes (though
// not before 3.5 s, since its work takes 3 s). B waits for the lock. It gets it
// with token 34 when A gives it back or the TTL ends, reads 0.5 s later and
// writes 3 s after that. Of things that happen at the same instant A's come
// last: a pause that ends at the instant of the expiry counts as expired.
//
// A cannot help it by looking at its clock: a monotonic clock stands still while
// the machine sleeps, and whatever A looks at, it may stall after it has looked
// and before it writes. So the storage has to look at tokens; package system has
// its rule.
//
// Left out: the network, clocks that drift, and failures of the lock service.
type StaleHolder struct {
	// Pause is how long A stalls; 0 is not at all. 0 to 1 min; default 14 s.
	Pause time.Duration
	// TTL is the duration from a grant of the lock to its expiry; the shortest
	// is just enough for a holder that does not stall. 4 s to 1 min; default
	// 10 s.
	TTL time.Duration
	// Fencing says whether the storage refuses a token lower than the highest
	// that it has seen. Default false.
	Fencing bool
	// Claim says whether each holder, before it reads, claims its token at the
	// storage, which matters only with fencing. Default false.
	Claim bool
}

// DefaultStaleHolder is a pause of 14 s under a TTL of 10 s, before a storage
// that takes every write.
func DefaultStaleHolder() StaleHolder {
	return StaleHolder{Pause: 14 * time.Second, TTL: 10 * time.Second}
}

// Name is "staleholder".
func (StaleHolder) Name() string { return "staleholder" }

// About says what the simulation asks.
func (StaleHolder) About() string {
	return "the stale holder: what a paused holder does when it wakes"
}

// Knobs lists the fields of p.
func (p StaleHolder) Knobs() []Knob { return p.knobs() }

func (p *StaleHolder) knobs() []Knob {
	return []Knob{
		{Name: "Pause", Caption: "how long A stalls", Unit: "s", Max: 60, field: &p.Pause},
		{Name: "TTL", Caption: "from grant to expiry", Unit: "s", Min: 4, Max: 60, field: &p.TTL},
		{Name: "Fencing", Caption: "the storage refuses lower tokens", Max: 1, field: &p.Fencing},
		{Name: "Claim", Caption: "a holder claims its token before it reads", Max: 1, field: &p.Claim},
	}
}

// Presets are six walks to see one after the other.
func (StaleHolder) Presets() []Preset {
	pause := func(name, length string, fencing, claim bool) Preset {
		return Preset{name, map[string]string{"Pause": length, "TTL": "10s",
			"Fencing": strconv.FormatBool(fencing), "Claim": strconv.FormatBool(claim)}}
	}
	return []Preset{
		pause("8 s: in time", "8s", false, false),
		pause("11 s: between read and write", "11s", false, false),
		pause("11 s, fenced", "11s", true, false),
		pause("11 s, fenced and claimed", "11s", true, true),
		pause("14 s: after B's write", "14s", false, false),
		pause("14 s, fenced", "14s", true, false),
	}
}

// With returns a copy of p with one knob set.
func (p StaleHolder) With(knob, value string) (Sim[StaleHolderResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p StaleHolder) Validate() error { return validate(p.Name(), p.knobs()) }

// StaleOutcome is how the walk ends.
type StaleOutcome uint8

const (
	// StaleInTime: A wakes while it holds the lock; B builds on A's update.
	StaleInTime StaleOutcome = iota
	// StaleUnnoticed: A's write is late, and comes before B reads. B builds on
	// it, and nothing is lost, by luck.
	StaleUnnoticed
	// StaleLost: A's late write comes after B has read and before B writes.
	// The storage has not met B's token and takes it; then B's write loses it.
	StaleLost
	// StaleOverwrote: A's late write comes after B's, and the storage takes it:
	// old data wins.
	StaleOverwrote
	// StaleRefused: the storage has met B's token and refuses A's late write.
	StaleRefused
)

var staleOutcomes = []string{"in time", "late, unnoticed", "late, then lost", history.Overwrote.String(), history.Refused.String()}

// String names the outcome in a few words.
func (o StaleOutcome) String() string { return words.Of(staleOutcomes, int(o)) }

// MarshalText gives the words of String.
func (o StaleOutcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Harm says whether an acknowledged update is lost.
func (o StaleOutcome) Harm() bool { return o == StaleLost || o == StaleOverwrote }

// StaleHolderResult is what the walk comes to.
type StaleHolderResult struct {
	// Params are the knobs of the walk.
	Params StaleHolder
	// Outcome is how it ends.
	Outcome StaleOutcome
	// History is the walk, step by step, with what the storage holds after each.
	history.History
	// Spans is who holds the lock, works without it and stalls, and when.
	Spans []history.Span
	// Data is the updates that the storage holds in the end, the oldest first.
	Data []history.Update
}
