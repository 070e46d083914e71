package chart_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"locklab/simlib/chart"
	"locklab/simlib/chart/still"
	"locklab/simlib/history"
	"locklab/simlib/simtest"
)

// A timeline of any history has a lane for each client, also for one that waits in
// vain, and for what is outside; each event is a step, and each is told at a mark.
func TestTimelineOfAnyHistory(t *testing.T) {
	h := simtest.Everything()
	s := chart.Timeline(h)
	var lanes []string
	for _, tick := range s.Y.Ticks {
		lanes = append(lanes, tick.Label)
	}
	if want := []string{"outside", "storage", "lock service", "C", "B", "A"}; !slices.Equal(lanes, want) {
		t.Errorf("lanes %q, want %q", lanes, want)
	}
	if !strings.HasPrefix(s.Alt, "A timeline with a lane each for A, B, C, the lock service, the storage and outside. Step 1: A gets the lock") {
		t.Errorf("the text alternative is %q", s.Alt)
	}
	if s.Title != h.Title || s.X.Label != "step" || s.X.Max != float64(len(h.Events)+1) {
		t.Errorf("title %q, axis %+v", s.Title, s.X)
	}
	if len(s.Steps) != len(h.Events) {
		t.Fatalf("%d steps for %d events", len(s.Steps), len(h.Events))
	}
	for i, step := range s.Steps {
		if step.X != float64(i+1) || step.Text != h.Tells(h.Events[i]) || step.Ask != nil {
			t.Errorf("step %d is %q at %g, asked %v", i+1, step.Text, step.X, step.Ask)
		}
	}
	labels := map[string]int{}
	late := false
	for _, m := range s.Marks {
		switch m := m.(type) {
		case chart.Dots:
			labels[m.Label] = len(m.Points)
		case chart.Boxes:
			labels[m.Label] = len(m.Boxes)
		case chart.Rule:
			labels[m.Label] = 1
		case chart.Segments:
			late = slices.ContainsFunc(m.Segments, func(s chart.Segment) bool { return s.X0 != s.X1 })
		}
	}
	want := map[string]int{"waits for the lock": 2, "holds the lock": 2, "works without it": 1, "stalls": 1, "crashes": 1, "accepted": 2,
		"overwrote newer data": 1, "refused": 3, "no answer": 1, "failover": 1, "storage failover": 1}
	for label, n := range want {
		if labels[label] != n {
			t.Errorf("%d marks say %q, want %d", labels[label], label, n)
		}
	}
	if len(labels) != len(want) || !late {
		t.Errorf("marks %v, a late request drawn aslant: %t", labels, late)
	}
}

// A walk asks before each write where the history wants it, in steps as in seconds.
func TestTimelineAsks(t *testing.T) {
	h := simtest.Everything()
	h.Asks = true
	var right []int
	for _, step := range chart.Timeline(h).Steps {
		if step.Ask != nil {
			right = append(right, step.Ask.Right)
			if !strings.Contains(step.Ask.Question, "from what it read at step ") {
				t.Errorf("it asks %q", step.Ask.Question)
			}
		}
	}
	if !slices.Equal(right, []int{0, 0, 1}) {
		t.Errorf("right are the choices %v, want the first, the first and the second", right)
	}
}

// What others make may be odd: a client without a lane gets one, an event without a
// place its own, long names are cut beside their lanes, and a history that is too long
// to walk is drawn.
func TestTimelineOfOddHistories(t *testing.T) {
	long := strings.Repeat("client ", 60)
	h := history.History{Title: "Odd", Clients: []string{long}, Untimed: true}
	for range 500 {
		h.Events = append(h.Events, history.Event{Client: "stranger", Kind: history.Read, At: -1, Order: -1}, history.Event{Kind: history.Expire})
	}
	s := chart.Timeline(h)
	if len(s.Steps) > 0 || s.X.Max != 1001 || !strings.Contains(s.Alt, "Step 1000: loses the lock") {
		t.Errorf("%d steps on an axis to %g", len(s.Steps), s.X.Max)
	}
	if lanes := s.Y.Ticks; lanes[len(lanes)-2].Label != "stranger" || len([]rune(lanes[len(lanes)-1].Label)) != 24 {
		t.Errorf("lanes %+v", lanes)
	}
	for _, m := range s.Marks {
		if m, ok := m.(chart.Segments); ok && len(m.Segments) != 500 {
			t.Errorf("%d messages, want one for each event of a client", len(m.Segments))
		}
	}
	brief := history.History{Clients: []string{"A"}, Events: []history.Event{{Client: "A", Kind: history.Grant}, {Client: "A", Kind: history.Write, At: 50e6}}}
	if end := chart.Timeline(brief).X.Max; end > 0.1 {
		t.Errorf("50 ms are drawn on an axis of %g s", end)
	}
	brief.Events[1].At = 1000 * 24 * 3600e9
	if ticks := chart.Timeline(brief).X.Ticks; len(ticks) > 10 {
		t.Errorf("%d ticks for a thousand days", len(ticks))
	}
}

// Nothing to tell is a picture too.
func TestTimelineOfNothing(t *testing.T) {
	s := chart.Timeline(history.History{Title: "Empty", Clients: []string{"A"}})
	if s.Title != "Empty" || s.Alt == "" || len(s.Steps) != 0 {
		t.Errorf("%+v", s)
	}
	if _, err := still.SVG(s); err != nil {
		t.Error(err)
	}
}

// A legend that is too long for a row goes on in the next one, and the chart moves
// down for it.
func TestStillLegendsFit(t *testing.T) {
	svg, err := still.SVG(chart.Timeline(simtest.Everything()))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, m := range regexp.MustCompile(`<text textLength="([\d.]+)"[^>]*\bx="([\d.]+)" y="(-?[\d.]+)"[^>]*>([^<]*)<`).FindAllStringSubmatch(string(svg), -1) {
		width, _ := strconv.ParseFloat(m[1], 64)
		x, _ := strconv.ParseFloat(m[2], 64)
		if points := 760.0 * 72 / 96; x+width > points {
			t.Errorf("%q ends at %g of %g points", m[4], x+width, points)
		}
		if m[4] == "waits for the lock" || m[4] == "no answer" {
			rows[m[3]] = true
		}
	}
	if len(rows) != 2 {
		t.Errorf("the first and the last entry of the legend are in %d rows, want 2", len(rows))
	}
}
