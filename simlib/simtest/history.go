package simtest

import "locklab/simlib/history"

// Everything is a history without times, in which each kind of event is at least
// once: A stalls beyond its TTL and loses its lock, C waits and never gets it, an
// answer is lost, B crashes, and the lock service and the storage fail over.
func Everything() history.History {
	a, b, late := history.Update{ID: 1, Client: "A", Token: 1}, history.Update{ID: 2, Client: "B", Token: 2}, history.Update{ID: 3, Client: "A", Token: 1}
	h := history.History{Title: "Three clients and one lock", Clients: []string{"A", "B", "C"}, Untimed: true, Fencing: true}
	var held history.Held
	add := func(e history.Event) {
		e.Order = len(h.Events) + 1
		h.Events, h.Held = append(h.Events, e), append(h.Held, held)
	}
	add(history.Event{Client: "A", Kind: history.Grant, Token: 1, Answer: history.Accepted, Line: 3})
	add(history.Event{Client: "A", Kind: history.Read, Token: 1, Line: 4})
	held = history.Held{Data: []history.Update{a}, Mark: 1}
	add(history.Event{Client: "A", Kind: history.Write, Token: 1, Answer: history.Accepted, Update: a, Line: 5})
	add(history.Event{Client: "B", Kind: history.Wait})
	add(history.Event{Client: "C", Kind: history.Deny, Answer: history.Refused})
	add(history.Event{Client: "C", Kind: history.Wait})
	add(history.Event{Client: "A", Kind: history.Stall, Token: 1})
	add(history.Event{Client: "A", Kind: history.Expire, Token: 1})
	add(history.Event{Client: "B", Kind: history.Grant, Token: 2, Answer: history.Accepted})
	add(history.Event{Client: "B", Kind: history.Renew, Token: 2, Answer: history.NoAnswer})
	add(history.Event{Client: "B", Kind: history.Read, Token: 2})
	held = history.Held{Data: []history.Update{a, b}, Mark: 2}
	add(history.Event{Client: "B", Kind: history.Write, Token: 2, Mark: 1, Answer: history.Accepted, Update: b, Call: 11})
	add(history.Event{Client: "B", Kind: history.Send, Token: 2, Answer: history.Accepted})
	add(history.Event{Client: "B", Kind: history.Crash})
	add(history.Event{Client: "A", Kind: history.Wake, Token: 1})
	add(history.Event{Client: "A", Kind: history.Claim, Token: 1, Mark: 2, Answer: history.Refused})
	held = history.Held{Data: []history.Update{late}, Mark: 2}
	add(history.Event{Client: "A", Kind: history.Write, Token: 1, Mark: 2, Answer: history.Accepted, Finding: history.Overwrote,
		Update: late, Lost: []history.Update{a, b}})
	add(history.Event{Client: "A", Kind: history.Release, Token: 1, Answer: history.Refused})
	add(history.Event{Kind: history.Failover})
	held = history.Held{Mark: 1}
	add(history.Event{Kind: history.StorageFailover, Lost: []history.Update{late}})
	add(history.Event{Client: "A", Kind: history.Request, Says: "asks who waits", Line: 6, Source: "c.Waiting()"})
	add(history.Event{Client: "A", Kind: history.Mint, Token: 3, Answer: history.Accepted})
	add(history.Event{Client: "A", Kind: history.Act, Says: "works"})
	add(history.Event{Client: "A", Kind: history.Done})
	return h
}
