package simlib_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/chart/echart"
	"locklab/simlib/history"
	"locklab/simlib/simtest"
)

// walks are the walks at the presets, at the corners of the knobs and at instants
// that coincide, by name.
func walks(t *testing.T) map[string]simlib.StaleHolderResult {
	t.Helper()
	settings := map[string]simlib.Sim[simlib.Result]{}
	for _, sim := range simlib.All() {
		if sim.Name() != "staleholder" {
			continue
		}
		var err error
		if settings, err = simtest.Corners(sim); err != nil {
			t.Fatal(err)
		}
		turn := func(name string, knobs map[string]string) {
			s := sim
			for knob, value := range knobs {
				var err error
				if s, err = s.With(knob, value); err != nil {
					t.Fatal(err)
				}
			}
			settings[name] = s
		}
		for _, preset := range simlib.Presets(simlib.DefaultStaleHolder()) {
			turn(preset.Name, preset.Knobs)
		}
		for _, pause := range []string{"2.5s", "9s", "9.5s", "12.5s"} {
			turn("a pause of "+pause, map[string]string{"Pause": pause})
		}
	}
	all := map[string]simlib.StaleHolderResult{}
	for name, s := range settings {
		r, err := s.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		all[name] = r.(simlib.StaleHolderResult)
	}
	return all
}

// The steps tell the whole history once, in its order; what the storage holds and
// its mark are at each as the result has them, and no write comes unasked.
func TestSteps(t *testing.T) {
	for name, r := range walks(t) {
		steps := r.Chart().Steps
		var told, asked, events, writes []string
		for _, step := range steps {
			at, what, _ := strings.Cut(step.Text, ": ")
			for one := range strings.SplitSeq(what, "; ") {
				told = append(told, at+": "+one)
			}
			if step.Ask != nil {
				asked = append(asked, told[len(told)-len(strings.Split(what, "; "))])
				if step.Ask.Right < 0 || step.Ask.Right >= len(step.Ask.Choices) {
					t.Errorf("%s: %q has no right choice", name, step.Ask.Question)
				}
			}
			if n := strings.Count(step.Chart.Alt, " writes "); n != len(asked) || strings.Count(step.Chart.Alt, ": ") < len(told) {
				t.Errorf("%s: at %q the chart tells %q", name, step.Text, step.Chart.Alt)
			}
		}
		for _, e := range r.Events {
			events = append(events, e.String())
			if e.Kind == history.Write {
				writes = append(writes, e.String())
			}
		}
		if !slices.Equal(told, events) || !slices.Equal(asked, writes) {
			t.Errorf("%s: the steps tell\n%s\nand ask before\n%s\nwant\n%s", name, strings.Join(told, "\n"), strings.Join(asked, "\n"), strings.Join(events, "\n"))
		}
		last := steps[len(steps)-1]
		if want := holding(r); last.Data != want {
			t.Errorf("%s: in the end the storage holds %q, want %q", name, last.Data, want)
		}
		if !r.Params.Fencing {
			for _, step := range steps {
				if step.Mark != "none: it keeps no mark" {
					t.Errorf("%s: without fencing the mark is %q", name, step.Mark)
				}
			}
		} else if last.Mark != "34" {
			t.Errorf("%s: in the end the mark is %q, want the highest token", name, last.Mark)
		}
	}
}

// holding is what a result's storage holds in the end, in words.
func holding(r simlib.StaleHolderResult) string {
	var all []string
	for _, u := range r.Data {
		t := u.Token
		party := map[history.Token]string{33: "A", 34: "B"}[t]
		if len(all) == 0 {
			all = append(all, fmt.Sprintf("%s's update (%d)", party, t))
		} else {
			all = append(all, fmt.Sprintf("then %s's (%d)", party, t))
		}
	}
	return strings.Join(all, ", ")
}

// What the storage holds, its mark and what is asked, at three pauses.
func TestWhatTheStepsSay(t *testing.T) {
	const nothing, a, b = "nothing yet", "A's update (33)", "B's update (34)"
	const none = "none: it keeps no mark"
	for _, c := range []struct {
		pause          time.Duration
		fencing, claim bool
		want           []string
	}{
		{14 * time.Second, false, false, []string{
			nothing + "|" + none, nothing + "|" + none, nothing + "|" + none, nothing + "|" + none, nothing + "|" + none,
			"B 0 " + b + "|" + none, b + "|" + none, "A 1 " + a + "|" + none,
		}},
		{14 * time.Second, true, true, []string{
			nothing + "|33", nothing + "|33", nothing + "|33", nothing + "|34", nothing + "|34",
			"B 0 " + b + "|34", b + "|34", "A 2 " + b + "|34",
		}},
		{11 * time.Second, true, false, []string{
			nothing + "|none yet", nothing + "|none yet", nothing + "|none yet", nothing + "|none yet", nothing + "|none yet", nothing + "|none yet",
			"A 0 " + a + "|33", "B 1 " + b + "|34",
		}},
		{8 * time.Second, false, false, []string{
			nothing + "|" + none, nothing + "|" + none, nothing + "|" + none, nothing + "|" + none,
			"A 0 " + a + "|" + none, a + "|" + none, "B 0 " + a + ", then B's (34)|" + none,
		}},
	} {
		p := simlib.StaleHolder{Pause: c.pause, TTL: 10 * time.Second, Fencing: c.fencing, Claim: c.claim}
		r, err := p.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, step := range r.Chart().Steps {
			said := step.Data + "|" + step.Mark
			if step.Ask != nil {
				said = fmt.Sprintf("%.1s %d %s", step.Ask.Question, step.Ask.Right, said)
			}
			got = append(got, said)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v:\n%s\nwant\n%s", p, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// A chart of some steps has nothing in it of what comes, neither in its title nor
// its legend nor its place.
func TestStepsGiveNothingAway(t *testing.T) {
	for name, r := range walks(t) {
		whole := r.Chart()
		titles := map[string]bool{}
		for _, step := range whole.Steps {
			titles[step.Chart.Title] = true
			if step.Chart.Title == whole.Title || len(titles) > 1 {
				t.Errorf("%s: a step's title is %q", name, step.Chart.Title)
			}
			if step.Chart.X.Max != whole.X.Max || step.Chart.Y.Max != whole.Y.Max || len(step.Chart.Y.Ticks) != len(whole.Y.Ticks) {
				t.Errorf("%s: at %q the chart has other axes", name, step.Text)
			}
			for _, m := range step.Chart.Marks {
				var ends []float64
				switch m := m.(type) {
				case chart.Boxes:
					for _, b := range m.Boxes {
						ends = append(ends, b.X1)
					}
				case chart.Segments:
					for _, s := range m.Segments {
						ends = append(ends, s.X1)
					}
				case chart.Dots:
					for _, p := range m.Points {
						ends = append(ends, p.X)
					}
				}
				if len(ends) > 0 && slices.Max(ends) > step.X {
					t.Errorf("%s: at %q, %g s, %T reaches %g s", name, step.Text, step.X, m, slices.Max(ends))
				}
			}
		}
	}
}

// What the parts of a step stand for is the option of its own chart.
func TestPartsOfSteps(t *testing.T) {
	series := func(s any) (all []map[string]any) {
		t.Helper()
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	for name, r := range walks(t) {
		spec := r.Chart()
		option := echart.Option(spec)
		for _, step := range spec.Steps {
			var got []map[string]any
			for _, part := range echart.Parts(option, step.Chart) {
				if part.Like < 0 {
					got = append(got, series([]any{part.Series})...)
					continue
				}
				one := series(option["series"])[part.Like]
				if part.Data != nil {
					one["data"] = series([]any{map[string]any{"data": part.Data}})[0]["data"]
				} else {
					one["data"] = one["data"].([]any)[:part.Rows]
				}
				got = append(got, one)
			}
			if want := series(echart.Option(step.Chart)["series"]); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: at %q the parts stand for\n%v\nwant\n%v", name, step.Text, got, want)
			}
		}
	}
}
