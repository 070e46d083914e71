package view

import (
	"fmt"
	"slices"
	"strings"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/history"
	"locklab/simlib/words"
)

// History is the view of a history, which a reader walks through step by step. It
// has no sliders; sentence says what came of it.
func History(name, sentence string, h history.History) View {
	headline := simlib.Headline{Number: words.Count(len(h.Events)), Of: "steps"}
	if len(h.Held) > 0 && len(h.Held) == len(h.Events) { // somebody has looked what the storage holds
		headline = simlib.LostUpdates(h)
	}
	return View{
		Name: name, Headline: headline, Sentence: sentence,
		Caption: fmt.Sprintf("%s by %s.", words.Some(len(h.Events), "step"), words.Some(len(h.Clients), "client")),
		Charts:  []chart.Spec{chart.Timeline(h)},
		Tables:  []simlib.Table{simlib.StepTable("What happens, step by step", "client", h)},
	}
}

// Verdict is the view of a verdict: what was asked and what came of it, and where
// it is violated the history that shows it.
func Verdict(name string, v history.Verdict) View {
	shown := View{Name: name}
	if len(v.History.Events) > 0 {
		shown = History(name, v.Says, v.History)
	}
	shown.Headline = simlib.Headline{Number: strings.ToUpper(v.Outcome.String()[:1]) + v.Outcome.String()[1:], Of: v.Property}
	shown.Sentence = v.Says
	if shown.Caption = ""; v.Within != "" {
		shown.Caption = "Searched: " + v.Within + "."
	}
	if v.Schedule != "" {
		shown.Caption += " The schedule: " + v.Schedule + "."
	}
	return shown
}

// Comparison is the view of a table of runs side by side. It is folded away where
// it would give away what a reader is asked to guess.
func Comparison(t simlib.Table, afterAGuess bool) View {
	t.Rows = slices.Clone(t.Rows)
	for i, row := range t.Rows { // one that somebody made by hand may be ragged
		even := make([]string, len(t.Columns))
		copy(even, row)
		t.Rows[i] = even
	}
	return View{Tables: []simlib.Table{t}, AfterAGuess: afterAGuess}
}
