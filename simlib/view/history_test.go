package view_test

import (
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/history"
	"locklab/simlib/simtest"
	"locklab/simlib/view"
	"locklab/simlib/wire"
)

// verdict is one of each outcome.
func verdicts() map[string]history.Verdict {
	return map[string]history.Verdict{
		"violated": {Outcome: history.Violated, Property: "no acknowledged update is lost", Says: "A wrote over B's update at step 17.",
			Within: "three clients, one crash and one stall", Schedule: "AAABCCA~BBBBBxAAAF", History: simtest.Everything()},
		"holds": {Outcome: history.Upheld, Property: "no acknowledged update is lost", Says: "No schedule loses an update.",
			Within: "two clients, one stall"},
		"undecided": {Outcome: history.Undecided, Property: "no acknowledged update is lost", Says: "Time ran out.", Within: "200,000 states"},
	}
}

// A view need not be a simulation's: it has words, pictures, steps and tables like
// the rest, and arrives whole where it is drawn.
func TestViewsOfNoSimulation(t *testing.T) {
	table := simlib.StepTable("Two runs", "client", simtest.Everything())
	views := map[string]view.View{
		"history":    view.History("my-lock", "Two updates are lost.", simtest.Everything()),
		"comparison": view.Comparison(table, false),
	}
	want := map[string][]string{
		"history": {"<strong>3</strong> <span>of 3 acknowledged updates lost", "Two updates are lost.", "24 steps by 3 clients.",
			`alt="A timeline`, "<summary class=\"locklab-fold-title\">What happens, step by step"},
		"violated": {"<strong>Violated</strong> <span>no acknowledged update is lost", "A wrote over B", "Searched: three clients, one crash and one stall.",
			"The schedule: AAABCCA~BBBBBxAAAF.", `alt="A timeline`, "What happens, step by step"},
		"holds":      {"<strong>Holds</strong>", "No schedule loses an update.", "Searched: two clients, one stall."},
		"undecided":  {"<strong>Undecided</strong>", "Time ran out.", "200,000 states"},
		"comparison": {"locklab-compared", "Two runs", "<table"},
	}
	for name, v := range verdicts() {
		views[name] = view.Verdict("my-lock", v)
	}
	for name, v := range views {
		layout := func(v view.View) string {
			html, err := v.HTML(func(chart.Spec) ([]byte, error) { return nil, nil })
			if err != nil {
				t.Fatal(err)
			}
			return strings.ReplaceAll(html, "\u00a0", " ")
		}
		html := layout(v)
		for _, text := range want[name] {
			if !strings.Contains(html, text) {
				t.Errorf("%s: %q is not in\n%s", name, text, html)
			}
		}
		if strings.Contains(html, "How it is computed") || strings.Contains(html, "<p class=\"locklab-caption\"></p>") {
			t.Errorf("%s: an empty place in\n%s", name, html)
		}
		if len(v.Knobs) > 0 || v.Text() == "" {
			t.Errorf("%s: %d sliders, text %q", name, len(v.Knobs), v.Text())
		}
		sent, err := wire.Send(v)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := wire.Read(sent); err != nil || layout(got) != html {
			t.Errorf("%s: arrives as %+v, %v", name, got, err)
		}
	}
	if text := views["comparison"].Text(); !strings.HasPrefix(text, "Two runs\nstep  client  token  what happens") {
		t.Errorf("the comparison as text:\n%s", text)
	}
	for name, says := range map[string][]string{
		"history":   {"3 of 3 acknowledged updates lost.", "Two updates are lost.", "another machine takes over the lock service"},
		"undecided": {"Undecided no acknowledged update is lost.", "Time ran out.", "Searched: 200,000 states."},
	} {
		for _, want := range says {
			if text := views[name].Text(); !strings.Contains(text, want) {
				t.Errorf("%s as text:\n%s", name, text)
			}
		}
	}
	// One that nobody has looked into says nothing of what is lost, and a table that
	// somebody made by hand may be ragged.
	bare := simtest.Everything()
	bare.Held = nil
	if got := view.History("bare", "", bare).Headline.String(); got != "24 steps" {
		t.Errorf("a history without what the storage holds: %q", got)
	}
	ragged := view.Comparison(simlib.Table{Columns: []string{"a", "b"}, Rows: [][]string{{"1"}, {"1", "2", "3"}}}, false)
	if text := ragged.Text(); !strings.Contains(text, "1  2") {
		t.Errorf("a ragged table as text:\n%s", text)
	}
	// After a guess it is folded away.
	html, _ := view.Comparison(table, true).HTML(nil)
	if !strings.Contains(html, `<details class="locklab-came">`) {
		t.Errorf("not folded:\n%s", html)
	}
}
