package simlib

import (
	"fmt"
	"strings"
	"time"

	"locklab/simlib/chart"
	"locklab/simlib/words"
)

// Rates, in times a day, that a reader can picture.
var rateTicks = []chart.Tick{
	{At: 1 / 36525., Label: "one in 100 years"},
	{At: 1 / 365.25, Label: "one a year"},
	{At: 1. / 30, Label: "one a month"},
	{At: 1, Label: "one a day"},
	{At: 24, Label: "one an hour"},
	{At: 24 * 60, Label: "one a minute"},
	{At: 24 * 3600, Label: "one a second"},
	{At: 24 * 3600 * 60, Label: "60 a second"},
}

// Chart sets the wait after a crash against the overlaps, both on
// logarithmic axes, for all TTLs at once.
func (r TTLResult) Chart() chart.Spec {
	p := r.Params
	ttl, rate := p.TTL.Seconds(), r.PerDay(r.Exact)
	s := chart.Spec{
		Title: "The shorter the wait, the more overlaps",
		X: chart.Axis{
			Label: "wait after a crash = TTL",
			Log:   true, Min: min(0.5, ttl), Max: max(120, ttl),
			Ticks: chart.TimeTicks(100*time.Millisecond, 500*time.Millisecond, time.Second, 2*time.Second,
				5*time.Second, 10*time.Second, 20*time.Second, time.Minute, 2*time.Minute, 10*time.Minute),
		},
		Y: chart.Axis{Label: "overlaps (log scales)", Log: true, Ticks: rateTicks, Min: rateTicks[0].At / 2, Max: 24},
	}
	line := chart.Line{Label: "exact", Role: chart.Bad}
	band := chart.Band{Label: "simulated, 95% interval", Role: chart.Bad}
	for _, c := range r.Curve {
		x := c.At.Seconds()
		if x < s.X.Min || x > s.X.Max {
			continue
		}
		exact := r.PerDay(c.Exact)
		s.Y.Max = max(s.Y.Max, exact)
		line.Points = append(line.Points, chart.Point{X: x, Y: exact,
			Text: fmt.Sprintf("TTL %s: %s", words.Duration(c.At), words.Rate(exact))})
		if c.AtLeast.Count > 0 { // of a share of 0 the chart has no place
			low, high := c.AtLeast.Interval()
			band.Edges = append(band.Edges, chart.Edge{X: x, Low: max(r.PerDay(low), s.Y.Min), High: r.PerDay(high)})
			s.Y.Max = max(s.Y.Max, r.PerDay(high))
		}
	}
	curve := line.Points
	line.Points = chart.AboveBottom(s.Y.Min, line.Points)
	low, high := r.Unsafe.Interval()
	s.Y.Max = 1.6 * max(s.Y.Max, r.PerDay(high)) // with headroom

	label := fmt.Sprintf("TTL %s: %s", words.Duration(p.TTL), words.Rate(rate))
	mark, word := chart.Here{Label: label, At: chart.Point{X: ttl, Y: rate, Text: label}, Low: max(r.PerDay(low), s.Y.Min), High: r.PerDay(high)}.Shown(s.Y)
	s.Marks = chart.OrSay(visible(band, line), s.X, s.Y, "So rare overlaps have no place in the chart.")
	s.Alt = fmt.Sprintf("The longer the TTL, the fewer overlaps. A %s marks the TTL of %s: after a crash the next holder "+
		"waits up to %s, and overlaps come at a rate of %s.", word, words.Duration(p.TTL), words.Duration(p.TTL), words.Rate(rate))
	if corner, empty := emptyCorner(curve, s.X.Min, s.Y.Min); empty {
		s.Marks = append(s.Marks, corner)
		s.Alt += " No part of the curve lies in the corner where both the wait and the overlaps are small."
	}
	s.Marks = append(s.Marks, mark)
	return s
}

// visible are the band and the line, but not what would have no extent.
func visible(band chart.Band, line chart.Line) []chart.Mark {
	var marks []chart.Mark
	if len(band.Edges) > 1 {
		marks = append(marks, band)
	}
	if len(line.Points) > 1 {
		marks = append(marks, line)
	}
	return marks
}

// emptyCorner is the corner of short waits and rare overlaps, with a word on
// it, and whether the curve really keeps out of it.
func emptyCorner(curve []chart.Point, x0, y0 float64) (chart.Note, bool) {
	corner := chart.Note{Label: "fast and safe: no TTL is here", Role: chart.Good, X0: x0, X1: 3, Y0: y0, Y1: 1. / 30}
	for _, p := range curve {
		if p.X <= corner.X1 && p.Y <= corner.Y1 {
			return corner, false
		}
	}
	return corner, true
}

// Folded is how long the holds take.
func (r TTLResult) Folded() []chart.Spec { return []chart.Spec{r.lengths()} }

// lengths shows the share of holds that take longer than a time. A histogram
// would show the many short holds and none of the few that do the harm.
func (r TTLResult) lengths() chart.Spec {
	p := r.Params
	ttl := p.TTL.Seconds()
	s := chart.Spec{
		Title: lengthsTitle(r.Exact),
		X: chart.Axis{
			Label: "time of a hold (log scales)", Log: true, Min: 0.1, Max: max(120, ttl),
			Ticks: chart.TimeTicks(100*time.Millisecond, 200*time.Millisecond, 500*time.Millisecond, time.Second, 2*time.Second,
				5*time.Second, 10*time.Second, 20*time.Second, time.Minute, 2*time.Minute, 10*time.Minute),
		},
		Y: chart.Axis{
			Label: "share of holds that take longer", Log: true, Min: 6e-7, Max: 6, // room for the rule's words
			Ticks: []chart.Tick{{At: 1e-6, Label: "1 in a million"}, {At: 1e-5, Label: "1 in 100,000"}, {At: 1e-4, Label: "1 in 10,000"},
				{At: 0.001, Label: "1 in 1,000"}, {At: 0.01, Label: "1 in 100"}, {At: 0.1, Label: "1 in 10"}, {At: 1, Label: "all"}},
		},
	}
	line := chart.Line{Label: "exact", Role: chart.Ideal}
	band := chart.Band{Label: "simulated, 95% interval", Role: chart.Ideal}
	for _, c := range r.Curve {
		x := c.At.Seconds()
		if x > s.X.Max {
			break
		}
		line.Points = append(line.Points, chart.Point{X: x, Y: c.Exact,
			Text: fmt.Sprintf("longer than %s: %s of holds", words.Duration(c.At), words.Percent(c.Exact))})
		if c.AtLeast.Count > 0 {
			low, high := c.AtLeast.Interval()
			if high >= s.Y.Min {
				band.Edges = append(band.Edges, chart.Edge{X: x, Low: max(low, s.Y.Min), High: high})
			}
		}
	}
	line.Points = chart.AboveBottom(s.Y.Min, line.Points)
	label := fmt.Sprintf("TTL %s: %s", words.Duration(p.TTL), words.Percent(r.Exact))
	s.Marks = append(chart.OrSay(visible(band, line), s.X, s.Y, "Less than one hold in a million takes so long."),
		chart.Rule{Label: label, Role: chart.Now, X: ttl})
	s.Alt = fmt.Sprintf("The share of holds that take longer than a given time falls: %s. A line marks the TTL of %s; %s of holds outlive it.",
		falls(r.Curve), words.Duration(p.TTL), words.Percent(r.Exact))
	return s
}

func lengthsTitle(outlive float64) string {
	switch {
	case outlive < 1e-8: // what words.Percent writes no figure for
		return "Hardly any hold outlives the TTL"
	case outlive < 0.05:
		return "Almost all holds are short; the rest do the harm"
	}
	return "Many holds outlive the TTL"
}

// falls reads a few round times off the curve.
func falls(curve []TTLPoint) string {
	var read []string
	for _, c := range curve {
		switch c.At {
		case 500 * time.Millisecond, time.Second, 10 * time.Second, time.Minute: // which are in the table too
			read = append(read, fmt.Sprintf("%s at %s", words.Percent(c.Exact), words.Duration(c.At)))
		}
	}
	return strings.Join(read, ", ")
}
