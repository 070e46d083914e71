package simlib

import (
	"locklab/simlib/history"
	"locklab/simlib/words"
)

// LostUpdates is how many updates of a history are lost.
func LostUpdates(h history.History) Headline {
	return Headline{words.Count(len(h.Lost())), "of " + words.Some(len(h.Acknowledged()), "acknowledged update") + " lost"}
}

// StepTable lists the events of a history; who is what it calls a client, such as
// "holder".
func StepTable(title, who string, h history.History) Table {
	when := inNumbers("time", "time_s")
	if h.Untimed {
		when = inNumbers("step", "step")
	}
	t := newTable("steps", title, when, inWords(who, "holder"), inNumbers("token", "token"), inWords("what happens", "event"))
	for _, e := range h.Events {
		at := clockCell(e.At)
		if h.Untimed {
			at = countCell(e.Order)
		}
		token := tokenCell(e.Token)
		if e.Token == 0 { // it has none
			token = cell{"", []any{nil}}
		}
		t.add(at, wordsCell(e.Client), token, wordsCell(h.What(e)))
	}
	return t
}
