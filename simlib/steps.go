package simlib

import (
	"locklab/simlib/history"
	"locklab/simlib/words"
	"slices"
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
	columns := []column{when, inWords(who, "holder"), inNumbers("token", "token"), inWords("what happens", "event")}
	lines := slices.ContainsFunc(h.Events, func(e history.Event) bool { return e.Source != "" })
	if lines {
		columns = append(columns, inWords("its line", "line"))
	}
	t := newTable("steps", title, columns...)
	for _, e := range h.Events {
		at := clockCell(e.At)
		if h.Untimed {
			at = countCell(e.Order)
		}
		token := tokenCell(e.Token)
		if e.Token == 0 { // it has none
			token = cell{"", []any{nil}}
		}
		cells := []cell{at, wordsCell(e.Client), token, wordsCell(h.What(e))}
		if lines {
			cells = append(cells, wordsCell(e.Source))
		}
		t.add(cells...)
	}
	return t
}
