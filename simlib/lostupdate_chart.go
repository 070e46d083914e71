package simlib

import (
	"fmt"

	"locklab/simlib/chart"
	"locklab/simlib/words"
)

// Chart sets what the counter says, over time, against what it should say.
func (r LostUpdateResult) Chart() chart.Spec {
	end := max(r.Took.Seconds(), 1e-6) // workers that do not think take no time at all
	s := chart.Spec{
		Title: "The counter falls behind, and nobody is told",
		X:     chart.Axis{Label: "time", Max: end * 1.12, Ticks: chart.DurationTicks(end)},
		Y:     chart.Axis{Label: "counter", Max: float64(r.Expected) * 1.08, Ticks: chart.CountTicks(r.Expected)},
	}
	should := chart.Line{Label: "what it should say", Role: chart.Ideal, Dashed: true}
	says := chart.Line{Label: "what it says", Role: chart.Bad}
	if r.Lost == 0 {
		s.Title = "The counter is exact"
		says.Role = chart.Good
	}
	every := max(1, len(r.Course)/120) // more points than this cannot be seen
	for i, p := range r.Course {
		if i%every != 0 && i != len(r.Course)-1 {
			continue
		}
		at := p.At.Seconds()
		should.Points = append(should.Points, chart.Point{X: at, Y: float64(p.Done)})
		says.Points = append(says.Points, chart.Point{X: at, Y: float64(p.Counter),
			Text: fmt.Sprintf("after %s: %s of %s", words.Duration(p.At), words.Count(p.Counter), words.Count(p.Done))})
	}
	if r.Took == 0 { // and then the counter stays as it is
		should.Points = append(should.Points, chart.Point{X: end, Y: float64(r.Expected)})
		says.Points = append(says.Points, chart.Point{X: end, Y: float64(r.Final)})
	}
	s.Marks = []chart.Mark{should, says}
	s.Alt = fmt.Sprintf("Two lines run over %s. One is the number of increments made and ends at %s; "+
		"the other is the counter and ends at %s.", words.Duration(r.Took), words.Count(r.Expected), words.Count(r.Final))
	if r.Lost > 0 {
		final, expected := float64(r.Final), float64(r.Expected)
		label := words.Count(r.Lost) + " lost"
		s.Marks = append(s.Marks,
			chart.Segments{Role: chart.Now, Segments: []chart.Segment{{X0: end, Y0: final, X1: end, Y1: expected, Text: label}}},
			chart.Words{Role: chart.Now, Side: chart.Right, Points: []chart.Point{{X: end, Y: (final + expected) / 2, Text: label}}})
		s.Alt += fmt.Sprintf(" The gap between them is %s lost.", words.SomeAre(r.Lost, "update"))
	}
	return s
}

// Folded is the share lost by workers, which a brief run leaves out.
func (r LostUpdateResult) Folded() []chart.Spec {
	if len(r.ByWorkers) == 0 {
		return nil
	}
	return []chart.Spec{r.lostByWorkers()}
}

// lostByWorkers shows the share lost against the number of workers.
func (r LostUpdateResult) lostByWorkers() chart.Spec {
	p, first, last := r.Params, r.ByWorkers[0], r.ByWorkers[len(r.ByWorkers)-1]
	s := chart.Spec{
		Title: "More workers, more collisions",
		X: chart.Axis{Label: "workers, no guard, log scale", Log: true, Min: float64(first.Workers), Max: float64(last.Workers),
			Ticks: []chart.Tick{{At: 1, Label: "1"}, {At: 2, Label: "2"}, {At: 3, Label: "3"}, {At: 5, Label: "5"}, {At: 10, Label: "10"}, {At: 20, Label: "20"}, {At: 50, Label: "50"}}},
		Y: chart.Axis{Label: "share of updates lost", Max: 1, Ticks: chart.ShareTicks()},
	}
	mean := chart.Line{Label: "mean of several runs", Role: chart.Bad}
	band := chart.Band{Label: "smallest to greatest", Role: chart.Bad}
	for _, w := range r.ByWorkers {
		mean.Points = append(mean.Points, chart.Point{X: float64(w.Workers), Y: w.Mean,
			Text: fmt.Sprintf("%s: %s lost", words.Some(w.Workers, "worker"), words.Percent(w.Mean))})
		band.Edges = append(band.Edges, chart.Edge{X: float64(w.Workers), Low: w.Low, High: w.High})
	}
	s.Marks = []chart.Mark{band, mean}
	s.Alt = fmt.Sprintf("A curve of the share of updates lost without a guard, by the number of workers: %s with %s, %s with %s.",
		words.Percent(first.Mean), words.Some(first.Workers, "worker"), words.Percent(last.Mean), words.Some(last.Workers, "worker"))
	if last.Mean == 0 {
		s.Title = "A read and its write at once never collide"
	}
	if p.Guard == NoGuard {
		share := float64(r.Lost) / float64(r.Expected)
		label := fmt.Sprintf("this run: %s", words.Percent(share))
		s.Marks = append(s.Marks, chart.Here{Label: label, At: chart.Point{X: float64(p.Workers), Y: share, Text: label}})
		s.Alt += fmt.Sprintf(" A dot marks this run: %s, %s lost.", words.Some(p.Workers, "worker"), words.Percent(share))
	}
	return s
}
