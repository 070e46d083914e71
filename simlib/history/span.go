package history

import "time"

// Span is a stretch of a history in a client's lane.
type Span struct {
	Client string
	Token  Token
	Kind   SpanKind
	// From and To are its ends in time, and FromOrder and ToOrder those in the
	// order of events.
	From, To           time.Duration
	FromOrder, ToOrder int
}

// SpanKind is what a client does all through a span.
type SpanKind uint8

const (
	// Waits: the client has asked for the lock and has not got it yet.
	Waits SpanKind = iota
	// Holds: the lock is the client's own, from the grant to its release or
	// expiry.
	Holds
	// Stale: the lock has expired, and the client has not finished; it still
	// believes that it holds the lock.
	Stale
	// Stalls: the client stands still; this lies over the other spans.
	Stalls
)

// Spans tells from a history who waited for the lock, held it, worked without it
// and stalled, and when, in order of the start. What goes on when the history
// ends, ends with it.
func Spans(events []Event) []Span {
	var spans []Span
	type open struct{ life, stall int } // places in spans; -1: not open
	clients := map[string]*open{}
	begin := func(e Event, kind SpanKind) int {
		now := events[len(events)-1]
		spans = append(spans, Span{Client: e.Client, Token: e.Token, Kind: kind, From: e.At, To: now.At,
			FromOrder: e.Order, ToOrder: now.Order})
		return len(spans) - 1
	}
	end := func(i *int, e Event) {
		if *i >= 0 {
			spans[*i].To, spans[*i].ToOrder = e.At, e.Order
			*i = -1
		}
	}
	last := map[string]int{} // the place of each client's last event
	for i, e := range events {
		last[e.Client] = i
	}
	for i, e := range events {
		c := clients[e.Client]
		if c == nil {
			c = &open{-1, -1}
			clients[e.Client] = c
		}
		switch e.Kind {
		case Wait:
			end(&c.life, e)
			c.life = begin(e, Waits)
		case Grant:
			end(&c.life, e)
			end(&c.stall, e)
			c.life = begin(e, Holds)
		case Expire:
			if c.life >= 0 && spans[c.life].Kind == Holds { // it lives, and was granted it in this history
				end(&c.life, e)
				c.life = begin(e, Stale)
			}
		case Stall:
			end(&c.stall, e)
			c.stall = begin(e, Stalls)
		case Wake:
			end(&c.stall, e)
		case Write:
			if i == last[e.Client] { // its work is done
				end(&c.life, e)
			}
		case Release, Crash, Done:
			end(&c.life, e)
			end(&c.stall, e)
		}
	}
	return spans
}
