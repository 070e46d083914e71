package simlib_test

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
	"locklab/simlib/simtest"
)

// At the corners of all knobs as at the defaults, what is drawn lies within the
// axes, and there is something to see.
func TestGeometry(t *testing.T) {
	for _, sim := range simlib.All() {
		t.Run(sim.Name(), func(t *testing.T) {
			t.Parallel()
			all, err := simtest.Corners(sim)
			if err != nil {
				t.Fatal(err)
			}
			var wait sync.WaitGroup
			for name, s := range all {
				wait.Go(func() {
					r, err := s.Run(context.Background(), simlib.Exec{Workers: 1})
					if err != nil {
						t.Error(err)
						return
					}
					specs := simlib.Charts(r)
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
			}
		default:
			fault("nothing is known of the geometry of a %T", m)
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
	return append(faults, append(crowded(s.X, inside, func(label string) float64 {
		return perLetter * float64(utf8.RuneCountInString(label))
	}), crowded(s.Y, upright, func(string) float64 { return line })...)...)
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
