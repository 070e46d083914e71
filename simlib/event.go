package simlib

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"locklab/simlib/words"
)

// Event is one step of a history of holders, the lock service and the storage.
// Histories are lists of events in the order in which they happened.
type Event struct {
	// At is the time since the start of the history.
	At time.Duration
	// Party is the holder that the event is about, such as "A".
	Party string
	// Token is the holder's token.
	Token Token
	// Kind is what happened.
	Kind EventKind
	// Verdict is the answer to a claim, a write, a renewal or an effect
	// outside the storage.
	Verdict Verdict
	// Mark, of a claim or a write, is the highest token that the storage had
	// seen before.
	Mark Token
	// Lost, of a write, lists the acknowledged updates that were in the
	// storage and are not after it.
	Lost []Token
}

// EventKind is what happens in an event.
type EventKind uint8

// The kinds of event, in the order in which a holder meets them.
const (
	EventGrant   EventKind = iota // the lock service grants the lock
	EventClaim                    // the holder claims its token at the storage
	EventRead                     // it reads the data
	EventStall                    // it stalls: it stands still and does not know
	EventWake                     // it goes on, as if no time had passed
	EventRenew                    // it asks for a new TTL from now on
	EventExpire                   // the TTL ends; the lock is free
	EventSend                     // the holder does something outside the storage, such as sending an e-mail
	EventWrite                    // it writes
	EventRelease                  // it gives the lock back
)

// Place is one of the lanes of a timeline that an event is drawn between.
type Place uint8

const (
	AtHolder Place = iota // nobody but the holder takes part
	AtLockService
	AtStorage
	Outside // such as the mail server
)

// Place is where the event's other party is.
func (k EventKind) Place() Place {
	switch k {
	case EventGrant, EventRenew, EventExpire, EventRelease:
		return AtLockService
	case EventClaim, EventRead, EventWrite:
		return AtStorage
	case EventSend:
		return Outside
	}
	return AtHolder
}

var (
	eventKinds = []string{"grant", "claim", "read", "stall", "wake", "renew", "expire", "send", "write", "release"}
	verdicts   = []string{"", "applied", "applied over an unread update", "overwrote newer data", "rejected", "repeated, no effect"}
	places     = []string{"holder", "lock service", "storage", "outside"}
	spanKinds  = []string{"holds the lock", "works without the lock", "stalls"}
)

func (k EventKind) String() string { return wordOf(eventKinds, int(k)) }
func (v Verdict) String() string   { return wordOf(verdicts, int(v)) }
func (p Place) String() string     { return wordOf(places, int(p)) }
func (k SpanKind) String() string  { return wordOf(spanKinds, int(k)) }

// MarshalText gives the word of String.
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalText gives the words of String.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalText gives the words of String.
func (k SpanKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// String tells the event as a line: "10 s: B gets the lock with token 34".
func (e Event) String() string {
	return fmt.Sprintf("%s: %s %s", clock(e.At), e.Party, e.what())
}

// clock writes the time since the start of a history, to the millisecond.
func clock(at time.Duration) string {
	return strconv.FormatFloat(at.Round(time.Millisecond).Seconds(), 'f', -1, 64) + " s"
}

func (e Event) what() string {
	switch e.Kind {
	case EventGrant:
		return fmt.Sprintf("gets the lock with token %d", e.Token)
	case EventClaim:
		if e.Verdict == VerdictNone {
			return fmt.Sprintf("claims token %d: this storage does not look at tokens", e.Token)
		}
		return fmt.Sprintf("claims token %d: %s", e.Token, e.Verdict)
	case EventRead:
		return "reads"
	case EventStall:
		return "stalls"
	case EventWake:
		return "wakes"
	case EventRenew:
		if e.Verdict == VerdictRejected {
			return "asks for a renewal: refused, the lock is no longer its own"
		}
		return "renews the lock"
	case EventExpire:
		return "loses the lock: its TTL has ended"
	case EventSend:
		if e.Verdict == VerdictRepeated {
			return "sends its e-mail again: known by its key, dropped"
		}
		return "sends its e-mail"
	case EventRelease:
		return "gives the lock back"
	}
	s := fmt.Sprintf("writes with token %d: %s", e.Token, e.Verdict)
	if len(e.Lost) > 0 {
		s += fmt.Sprintf(" (lost: %s)", updatesOf(e.Lost))
	}
	return s
}

// updatesOf names updates by their tokens: "update 34", "12 updates, 7 to 18".
func updatesOf(tokens []Token) string {
	switch n := len(tokens); {
	case n == 1:
		return fmt.Sprintf("update %d", tokens[0])
	case n <= 4:
		return "updates " + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(tokens)), ", "), "[]")
	default:
		return fmt.Sprintf("%s updates, %d to %d", words.Count(n), tokens[0], tokens[n-1])
	}
}

// eventTable lists events.
func eventTable(title string, events []Event) Table {
	t := newTable("steps", title, inNumbers("time", "time_s"), inWords("holder", "holder"), inNumbers("token", "token"), inWords("what happens", "event"))
	for _, e := range events {
		t.add(clockCell(e.At), wordsCell(e.Party), tokenCell(e.Token), wordsCell(e.what()))
	}
	return t
}

// Span is a stretch of time in a holder's lane.
type Span struct {
	Party    string
	Token    Token
	Kind     SpanKind
	From, To time.Duration
}

// SpanKind is what a holder does all through a span.
type SpanKind uint8

const (
	// SpanHolds: the lock is the holder's own, from the grant to its release
	// or expiry.
	SpanHolds SpanKind = iota
	// SpanStale: the lock has expired, and the holder has not finished; it
	// still believes that it holds the lock.
	SpanStale
	// SpanStalls: the holder stands still; this lies over the other spans.
	SpanStalls
)

// Spans tells from a history who held the lock, worked without it and stalled,
// and when, in order of the start. What goes on when the history ends, ends
// with it.
func Spans(events []Event) []Span {
	var spans []Span
	type open struct{ life, stall int } // places in spans; -1: not open
	holders := map[Token]*open{}
	begin := func(e Event, kind SpanKind) int {
		end := events[len(events)-1].At
		spans = append(spans, Span{Party: e.Party, Token: e.Token, Kind: kind, From: e.At, To: end})
		return len(spans) - 1
	}
	end := func(i *int, at time.Duration) {
		if *i >= 0 {
			spans[*i].To = at
			*i = -1
		}
	}
	for _, e := range events {
		h := holders[e.Token]
		if e.Kind == EventGrant {
			holders[e.Token] = &open{life: begin(e, SpanHolds), stall: -1}
			continue
		}
		if h == nil {
			continue // granted before the history begins
		}
		switch e.Kind {
		case EventExpire:
			end(&h.life, e.At)
			h.life = begin(e, SpanStale)
		case EventStall:
			h.stall = begin(e, SpanStalls)
		case EventWake:
			end(&h.stall, e.At)
		case EventWrite, EventRelease:
			end(&h.life, e.At)
		}
	}
	return spans
}

// lost lists the tokens of the updates that the storage has acknowledged in
// these events and no longer holds, in order of their writing. It takes each
// token to have written at most once.
func (s *Storage) lost(events []Event) []Token {
	kept := map[Token]bool{}
	for _, t := range s.data.Tokens() {
		kept[t] = true
	}
	var lost []Token
	for _, e := range events {
		if e.Kind == EventWrite && e.Verdict.Accepted() && !kept[e.Token] {
			lost = append(lost, e.Token)
		}
	}
	return lost
}
