// Package history is the vocabulary in which it is told what clients, a lock
// service and a storage do: events, in the order in which they happen, and what
// clients do in between. Simulations write histories, charts draw them, and who
// looks for a fault in somebody's code shows it as one. The package knows none of
// them.
package history

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"locklab/simlib/words"
)

// Token is a fencing token: the number of a grant of the lock. The lock
// service hands them out rising, so of two holders the one with the lower
// token was granted the lock earlier.
//
// simlib.StoreTable says what serves as one in systems that exist. A random value
// does not: it has no order, however good the clocks are, which is a fault apart
// from any about timing. Nor does a counter that is replicated asynchronously: at a
// failover it rolls back together with the lock, and two holders have one token.
// Mint tokens in a consensus store, or in the storage itself.
type Token uint64

// Update is one write that the storage accepted, told apart from all others of its
// history. One token may have written several, and after a failover of the lock
// service two clients may have the same one.
type Update struct {
	ID     int // 1 for the first that the storage accepted
	Client string
	Token  Token
}

// History is what happened.
type History struct {
	// Title says what the history is of, and nothing of its end: "Two holders and
	// one lock, step by step".
	Title string
	// Clients are the clients in the order of their lanes, from the top.
	Clients []string
	// Events are in the order in which they happened.
	Events []Event
	// Held is what the storage holds after each event; empty where nobody looks.
	Held []Held
	// Untimed says that the events have an order and no times: At of each is 0.
	Untimed bool
	// Fencing says that the storage looks at tokens, and so keeps a mark.
	Fencing bool
	// Asks says that a reader who walks through the history is asked, before each
	// write, what the storage will do.
	Asks bool
}

// Held is what a storage holds at a time.
type Held struct {
	// Data is the updates in it, the oldest first.
	Data []Update
	// Mark is the highest token that it has met, 0 before the first. Only with
	// fencing does it know.
	Mark Token
}

// Event is one step of a history.
type Event struct {
	// At is the time since the start of the history.
	At time.Duration
	// Order is its place in the history, counted from 1: things that happen at the
	// same instant have an order too.
	Order int
	// Call is the place at which the client called, where that is not the event's own:
	// a request may be late. It counts in a history without times; 0 stands for the
	// event's own.
	Call int
	// Client is whom the event is about, such as "A". It is empty where it is the
	// lock service or the storage alone.
	Client string
	// Token is the client's token.
	Token Token
	// Kind is what happened.
	Kind Kind
	// Answer is what the client was told.
	Answer Answer
	// Finding is what an observer sees who knows the whole history: the client is
	// not told.
	Finding Finding
	// Mark, of a claim or a write, is the highest token that the storage had
	// seen before.
	Mark Token
	// Update, of a write that the storage accepted, is the update that it made; its
	// client may have had no answer.
	Update Update
	// Lost, of a write or a failover, lists the acknowledged updates that were in
	// the storage and are not after it.
	Lost []Update
	// Says tells the event in other words than its kind does: "sets key 0 to 1".
	Says string
	// Line is where in its source the client stands, 0 where that is not known, and
	// Source what is written there.
	Line   int
	Source string
}

// Kind is what happens in an event.
type Kind uint8

// The kinds of event, in the order in which a client meets them.
const (
	Wait            Kind = iota // the client asks for the lock and waits for it
	Grant                       // the lock service grants it the lock
	Deny                        // the lock service has granted it to another
	Claim                       // the holder claims its token at the storage
	Read                        // it reads the data
	Stall                       // it stalls: it stands still and does not know
	Wake                        // it goes on, as if no time had passed
	Renew                       // it asks for a new TTL from now on
	Expire                      // the TTL ends; the lock is free
	Send                        // the holder does something outside the storage, such as sending an e-mail
	Write                       // it writes
	Release                     // it gives the lock back
	Crash                       // it ends, and does nothing any more
	Failover                    // another machine takes over the lock service
	StorageFailover             // another machine takes over the storage
	Request                     // the client asks the lock service for something else; Says tells it
	Mint                        // it has the storage count one up
	Act                         // it does something by itself; Says tells it
	Done                        // the client has come to its end
)

// Place is one of the lanes of a timeline that an event is drawn between.
type Place uint8

const (
	AtClient Place = iota // nobody but the client takes part
	AtLockService
	AtStorage
	Outside // such as the mail server
)

// Place is where the event's other party is.
func (k Kind) Place() Place {
	switch k {
	case Wait, Grant, Deny, Renew, Expire, Release, Failover, Request:
		return AtLockService
	case Claim, Read, Write, StorageFailover, Mint:
		return AtStorage
	case Send:
		return Outside
	}
	return AtClient
}

// Answer is what a client is told.
type Answer uint8

const (
	// Unasked: the event asks nothing.
	Unasked Answer = iota
	// Accepted: it is done. A harmful write and a harmless one look the same to
	// their client.
	Accepted
	// Refused: nothing has changed.
	Refused
	// Repeated: acknowledged, but done before under the same key; nothing has
	// changed.
	Repeated
	// NoAnswer: the request or its answer is lost. It may be done, or not.
	NoAnswer
)

// Finding is what a write did to the data.
type Finding uint8

const (
	// Harmless: nothing is lost by it.
	Harmless Finding = iota
	// Unread: it was made without having read an update that was there. That
	// update is lost.
	Unread
	// Overwrote: its token is lower than one that came before: old data has
	// replaced newer data.
	Overwrote
)

var (
	kinds = []string{"wait", "grant", "deny", "claim", "read", "stall", "wake", "renew", "expire", "send", "write", "release",
		"crash", "failover", "storage failover", "request", "mint", "act", "done"}
	places    = []string{"client", "lock service", "storage", "outside"}
	answers   = []string{"", "accepted", "refused", "repeated, no effect", "no answer"}
	findings  = []string{"", "lost an update", "overwrote newer data"}
	spanKinds = []string{"waits for the lock", "holds the lock", "works without the lock", "stalls"}
)

// CameOf says in a few words what came of a request: what it did to the data, or
// where that is nothing what its client was told.
func CameOf(a Answer, f Finding) string {
	if f != Harmless {
		return f.String()
	}
	return a.String()
}

func (k Kind) String() string     { return words.Of(kinds, int(k)) }
func (p Place) String() string    { return words.Of(places, int(p)) }
func (a Answer) String() string   { return words.Of(answers, int(a)) }
func (f Finding) String() string  { return words.Of(findings, int(f)) }
func (k SpanKind) String() string { return words.Of(spanKinds, int(k)) }

// MarshalText gives the word of String.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalText gives the words of String.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// MarshalText gives the words of String.
func (f Finding) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// MarshalText gives the words of String.
func (k SpanKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// String tells the event as a line: "10 s: B gets the lock with token 34".
func (e Event) String() string { return Clock(e.At) + ": " + e.Tells() }

// Clock writes the time since the start of a history, to the millisecond.
func Clock(at time.Duration) string {
	return strconv.FormatFloat(at.Round(time.Millisecond).Seconds(), 'f', -1, 64) + " s"
}

// When tells when the event is: "10 s", or where there are no times "step 4".
func (h History) When(e Event) string {
	if h.Untimed {
		return "step " + strconv.Itoa(e.Order)
	}
	return Clock(e.At)
}

// Tells tells an event of the history as a line, as its String does, but for the
// time where there is none: "Step 4: B gets the lock with token 2".
func (h History) Tells(e Event) string {
	when := h.When(e)
	return strings.ToUpper(when[:1]) + when[1:] + ": " + strings.TrimSpace(e.Client+" "+h.What(e))
}

// What tells what an event's client does.
func (h History) What(e Event) string { return e.what(h.namer()) }

// Number tells an update apart from the others: by its token, such as "34", or where
// that does not do, as "no. 3".
func (h History) Number(u Update) string { return h.namer()(u) }

// Updates names some updates: "update 34", "12 updates, 7 to 18".
func (h History) Updates(some []Update) string { return updates(some, h.namer()) }

// namer is how this history tells updates apart.
func (h History) namer() func(Update) string {
	seen := map[Token]bool{0: true} // no token at all
	for _, u := range h.Acknowledged() {
		if seen[u.Token] {
			return byID
		}
		seen[u.Token] = true
	}
	return byToken
}

func byToken(u Update) string { return strconv.FormatUint(uint64(u.Token), 10) }
func byID(u Update) string    { return "no. " + strconv.Itoa(u.ID) }

// Tells tells the event, and by whom, without the time.
func (e Event) Tells() string { return strings.TrimSpace(e.Client + " " + e.What()) }

// What tells what its client does in the event. It calls updates by their tokens;
// History.What tells those apart that have the same.
func (e Event) What() string { return e.what(byToken) }

func (e Event) what(name func(Update) string) string {
	what := e.does()
	if e.Answer == NoAnswer {
		what += ": no answer"
	}
	if len(e.Lost) > 0 {
		what += fmt.Sprintf(" (lost: %s)", updates(e.Lost, name))
	}
	return what
}

func (e Event) does() string {
	if e.Says != "" {
		return e.Says
	}
	switch e.Kind {
	case Wait:
		return "waits for the lock"
	case Grant:
		return fmt.Sprintf("gets the lock with token %d", e.Token)
	case Deny:
		return "asks for the lock: another holds it"
	case Claim:
		s := fmt.Sprintf("claims token %d", e.Token)
		switch e.Answer {
		case Unasked:
			return s + ": this storage does not look at tokens"
		case NoAnswer:
			return s
		}
		return s + ": " + e.Answer.String()
	case Read:
		return "reads"
	case Stall:
		return "stalls"
	case Wake:
		return "wakes"
	case Renew:
		switch e.Answer {
		case Refused:
			return "asks for a renewal: refused, the lock is no longer its own"
		case NoAnswer:
			return "asks for a renewal"
		}
		return "renews the lock"
	case Expire:
		return "loses the lock: its TTL has ended"
	case Send:
		if e.Answer == Repeated {
			return "sends its e-mail again: known by its key, dropped"
		}
		return "sends its e-mail"
	case Release:
		if e.Answer == Refused {
			return "gives the lock back: refused, it is no longer its own"
		}
		return "gives the lock back"
	case Crash:
		return "crashes"
	case Failover:
		return "another machine takes over the lock service"
	case StorageFailover:
		return "another machine takes over the storage"
	case Mint:
		return fmt.Sprintf("has the storage count: %d", e.Token)
	case Done:
		return "is done"
	case Write:
		s := fmt.Sprintf("writes with token %d", e.Token)
		if e.Token == 0 {
			s = "writes"
		}
		if e.Answer != NoAnswer {
			s += ": " + e.Answer.String()
		}
		if e.Finding == Overwrote {
			s += ", " + e.Finding.String()
		}
		return s
	}
	return e.Kind.String()
}

func updates(some []Update, name func(Update) string) string {
	names := make([]string, len(some))
	for i, u := range some {
		names[i] = name(u)
	}
	switch n := len(some); {
	case n == 0:
		return "no update"
	case n == 1:
		return "update " + names[0]
	case n <= 4:
		return "updates " + strings.Join(names, ", ")
	default:
		return fmt.Sprintf("%s updates, %s to %s", words.Count(n), names[0], names[n-1])
	}
}

// Acknowledged lists the updates that the storage has acknowledged, in order of
// their writing.
func (h History) Acknowledged() []Update {
	var all []Update
	for _, e := range h.Events {
		if e.Kind == Write && e.Answer == Accepted {
			all = append(all, e.Update)
		}
	}
	return all
}

// Lost lists those of them that the storage does not hold in the end: a later
// write, made from newer data, can bring back what an earlier one has wiped out. It
// takes Held to be there.
func (h History) Lost() []Update {
	if len(h.Held) == 0 {
		return nil
	}
	return slices.DeleteFunc(h.Acknowledged(), func(u Update) bool { return slices.Contains(h.Held[len(h.Held)-1].Data, u) })
}
