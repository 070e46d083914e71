package chart

import (
	"fmt"

	"locklab/simlib"
	"locklab/simlib/words"
)

// counter sets what the counter says, over time, against what it should say.
func counter(r simlib.LostUpdateResult) Spec {
	end := max(r.Took.Seconds(), 1e-6) // workers that do not think take no time at all
	s := Spec{
		Title: "The counter falls behind, and nobody is told",
		X:     Axis{Label: "time", Max: end * 1.12, Ticks: durationTicks(end)},
		Y:     Axis{Label: "counter", Max: float64(r.Expected) * 1.08, Ticks: countTicks(r.Expected)},
	}
	should := Line{Label: "what it should say", Role: Ideal, Dashed: true}
	says := Line{Label: "what it says", Role: Bad}
	if r.Lost == 0 {
		s.Title = "The counter is exact"
		says.Role = Good
	}
	every := max(1, len(r.Course)/120) // more points than this cannot be seen
	for i, p := range r.Course {
		if i%every != 0 && i != len(r.Course)-1 {
			continue
		}
		at := p.At.Seconds()
		should.Points = append(should.Points, Point{at, float64(p.Done), ""})
		says.Points = append(says.Points, Point{at, float64(p.Counter),
			fmt.Sprintf("after %s: %s of %s", words.Duration(p.At), words.Count(p.Counter), words.Count(p.Done))})
	}
	if r.Took == 0 { // and then the counter stays as it is
		should.Points = append(should.Points, Point{end, float64(r.Expected), ""})
		says.Points = append(says.Points, Point{end, float64(r.Final), ""})
	}
	s.Marks = []Mark{should, says}
	s.Alt = fmt.Sprintf("Two lines run over %s. One is the number of increments made and ends at %s; "+
		"the other is the counter and ends at %s.", words.Duration(r.Took), words.Count(r.Expected), words.Count(r.Final))
	if r.Lost > 0 {
		final, expected := float64(r.Final), float64(r.Expected)
		label := words.Count(r.Lost) + " lost"
		s.Marks = append(s.Marks,
			Segments{Role: Now, Segments: []Segment{{end, final, end, expected, label}}},
			Words{Now, Right, []Point{{end, (final + expected) / 2, label}}})
		s.Alt += fmt.Sprintf(" The gap between them is %s lost.", words.SomeAre(r.Lost, "update"))
	}
	return s
}

// lostByWorkers shows the share lost against the number of workers.
func lostByWorkers(r simlib.LostUpdateResult) Spec {
	p, first, last := r.Params, r.ByWorkers[0], r.ByWorkers[len(r.ByWorkers)-1]
	s := Spec{
		Title: "More workers, more collisions",
		X: Axis{Label: "workers, no guard, log scale", Log: true, Min: float64(first.Workers), Max: float64(last.Workers),
			Ticks: []Tick{{1, "1"}, {2, "2"}, {3, "3"}, {5, "5"}, {10, "10"}, {20, "20"}, {50, "50"}}},
		Y: Axis{Label: "share of updates lost", Max: 1, Ticks: shareTicks()},
	}
	mean := Line{Label: "mean of several runs", Role: Bad}
	band := Band{Label: "smallest to greatest", Role: Bad}
	for _, w := range r.ByWorkers {
		mean.Points = append(mean.Points, Point{float64(w.Workers), w.Mean,
			fmt.Sprintf("%s: %s lost", words.Some(w.Workers, "worker"), words.Percent(w.Mean))})
		band.Edges = append(band.Edges, Edge{float64(w.Workers), w.Low, w.High})
	}
	s.Marks = []Mark{band, mean}
	s.Alt = fmt.Sprintf("A curve of the share of updates lost without a guard, by the number of workers: %s with %s, %s with %s.",
		words.Percent(first.Mean), words.Some(first.Workers, "worker"), words.Percent(last.Mean), words.Some(last.Workers, "worker"))
	if last.Mean == 0 {
		s.Title = "A read and its write at once never collide"
	}
	if p.Guard == simlib.NoGuard {
		share := float64(r.Lost) / float64(r.Expected)
		label := fmt.Sprintf("this run: %s", words.Percent(share))
		s.Marks = append(s.Marks, Here{Label: label, At: Point{float64(p.Workers), share, label}})
		s.Alt += fmt.Sprintf(" A dot marks this run: %s, %s lost.", words.Some(p.Workers, "worker"), words.Percent(share))
	}
	return s
}
