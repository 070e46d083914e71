package chart_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"locklab/simlib"
	"locklab/simlib/chart"
)

// corners are all settings of a simulation in which every knob is at an end of its
// range, or is one of the words to choose from; the seed stays. Trials are few,
// since more of them make no other chart.
func corners(t *testing.T, s simlib.Sim[simlib.Result]) map[string]simlib.Sim[simlib.Result] {
	t.Helper()
	all := map[string]simlib.Sim[simlib.Result]{s.Name(): s}
	for _, k := range s.Knobs() {
		choices := values(k)
		switch k.Name {
		case "Seed":
			continue
		case "Holds", "Runs", "Grants":
			choices = []string{"1", "300"}
		case "Increments":
			choices = []string{"1", "10"}
		case "Trials":
			choices = []string{"20"}
		case "Mode": // all modes are in the charts of each
			choices = choices[:1]
		case "Store": // which chooses one of two charts
			choices = []string{"redis", "etcd"}
		}
		more := map[string]simlib.Sim[simlib.Result]{}
		for name, s := range all {
			for _, value := range choices {
				turned, err := s.With(k.Name, value)
				if err != nil {
					t.Fatal(err)
				}
				more[name+" "+k.Name+"="+value] = turned
			}
		}
		all = more
	}
	return all
}

// At the corners of all knobs as at the defaults, what is drawn lies within the
// axes, there is something to see, and words do not lie on one another.
func TestGeometry(t *testing.T) {
	for _, sim := range simlib.All() {
		t.Run(sim.Name(), func(t *testing.T) {
			t.Parallel()
			all := corners(t, sim)
			all["defaults"] = sim
			var wait sync.WaitGroup
			for name, s := range all {
				wait.Go(func() {
					r, err := s.Run(context.Background(), simlib.Exec{Workers: 1})
					if err != nil {
						t.Error(err)
						return
					}
					specs := chart.Of(r)
					for _, step := range specs[0].Steps {
						specs = append(specs, step.Chart)
					}
					for _, spec := range specs {
						for _, fault := range faults(spec) {
							t.Errorf("%s: %q: %s", name, spec.Title, fault)
						}
					}
				})
			}
			wait.Wait()
		})
	}
}

// A chart in a page of the usual width is about so many pixels wide and high
// within its axes, and a letter of its words so many wide and a line so many high.
const (
	inside, upright = 540., 210.
	perLetter, line = 6.2, 13.
)

// faults are what is wrong with the geometry of a chart.
func faults(s chart.Spec) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	within := func(what string, x, y float64) {
		const rounding = 1e-9
		px, py := s.X.Place(x), s.Y.Place(y)
		if !(px >= -rounding && px <= 1+rounding && py >= -rounding && py <= 1+rounding) {
			fault("%s at %g, %g lies outside the axes, %g to %g and %g to %g", what, x, y, s.X.Min, s.X.Max, s.Y.Min, s.Y.Max)
		}
	}
	seen := 0 // marks with something to see
	var texts []text
	var uprights []chart.Segment
	for _, m := range s.Marks {
		drawn, label := 0, ""
		switch m := m.(type) {
		case chart.Line:
			label = m.Label
			for i, p := range m.Points {
				within(m.Label, p.X, p.Y)
				if i > 0 && (p.X > m.Points[i-1].X || p.Y != m.Points[i-1].Y) {
					drawn++
				}
			}
		case chart.Band:
			label, drawn = m.Label, max(0, len(m.Edges)-1)
			for _, e := range m.Edges {
				within(m.Label, e.X, e.Low)
				within(m.Label, e.X, e.High)
			}
		case chart.Dots:
			label, drawn = m.Label, len(m.Points)
			for _, p := range m.Points {
				within(m.Label, p.X, p.Y)
			}
		case chart.Segments:
			label, drawn = m.Label, len(m.Segments)
			for _, g := range m.Segments {
				within(m.Label, g.X0, g.Y0)
				within(m.Label, g.X1, g.Y1)
				if g.X0 == g.X1 {
					uprights = append(uprights, g)
				}
			}
		case chart.Boxes:
			label, drawn = m.Label, len(m.Boxes)
			for _, b := range m.Boxes {
				within(m.Label, b.X0, b.Y0)
				within(m.Label, b.X1, b.Y1)
			}
		case chart.Here:
			drawn = 1
			within(m.Label, m.At.X, m.At.Y)
			if m.Low < m.High {
				within(m.Label, m.At.X, m.Low)
				within(m.Label, m.At.X, m.High)
			}
		case chart.Rule:
			within(m.Label, m.X, s.Y.Min)
		case chart.Note:
			within(m.Label, m.X0, m.Y0)
			within(m.Label, m.X1, m.Y1)
		case chart.Words:
			drawn = len(m.Points)
			for _, p := range m.Points {
				within(p.Text, p.X, p.Y)
				texts = append(texts, textAt(s, p, m.Side))
			}
		}
		if drawn > 0 {
			seen++
		} else if label != "" {
			fault("%s stands in the legend and not in the chart", label)
		}
	}
	if seen == 0 {
		fault("there is nothing to see")
	}
	for i, a := range texts {
		if a.left < -1 || a.right > inside+1 {
			fault("%q reaches beyond the axes, from %.0f to %.0f", a.words, a.left, a.right)
		}
		for _, b := range texts[:i] {
			if a.left < b.right && b.left < a.right && math.Abs(a.middle-b.middle) < line-1 {
				fault("%q lies on %q", a.words, b.words)
			}
		}
		for _, g := range uprights {
			x, low, high := s.X.Place(g.X0)*inside, s.Y.Place(min(g.Y0, g.Y1))*upright, s.Y.Place(max(g.Y0, g.Y1))*upright
			if a.left < x && x < a.right && low < a.middle && a.middle < high {
				fault("a line crosses %q", a.words)
			}
		}
	}
	return append(faults, append(crowded(s.X, inside, func(label string) float64 {
		return perLetter * float64(utf8.RuneCountInString(label))
	}), crowded(s.Y, upright, func(string) float64 { return line })...)...)
}

// text is where words lie, in pixels from the chart's lower left corner.
type text struct {
	words               string
	left, right, middle float64
}

func textAt(s chart.Spec, p chart.Point, side chart.Side) text {
	x, wide := s.X.Place(p.X)*inside, perLetter*float64(utf8.RuneCountInString(p.Text))
	t := text{words: p.Text, left: x - wide/2, middle: s.Y.Place(p.Y) * upright}
	switch side {
	case chart.Right:
		t.left = x + 6
	case chart.Left:
		t.left = x - 6 - wide
	case chart.Above:
		t.middle += 5 + line/2
	}
	t.right = t.left + wide
	return t
}

// oddTime is a time in thirds of a unit, such as 1.33 min.
var oddTime = regexp.MustCompile(`\.(3|6|17|83)\d* (min|h|d)$`)

// crowded says which of an axis' ticks touch, say the same, or are no round times.
func crowded(a chart.Axis, length float64, size func(label string) float64) (faults []string) {
	var labels []string
	last := math.Inf(-1)
	for _, tick := range a.Ticks {
		if tick.At < a.Min || tick.At > a.Max {
			continue
		}
		middle, half := a.Place(tick.At)*length, size(tick.Label)/2
		if middle-half < last {
			faults = append(faults, fmt.Sprintf("%s: the tick %q touches the one before", a.Label, tick.Label))
		}
		if oddTime.MatchString(tick.Label) {
			faults = append(faults, fmt.Sprintf("%s: the tick %q is not round", a.Label, tick.Label))
		}
		last = middle + half
		labels = append(labels, tick.Label)
	}
	if distinct := slices.Compact(slices.Clone(labels)); len(distinct) < len(labels) || len(labels) < 2 {
		faults = append(faults, fmt.Sprintf("%s: the ticks are %s", a.Label, strings.Join(labels, ", ")))
	}
	return faults
}
