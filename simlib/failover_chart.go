package simlib

import (
	"fmt"
	"math"
	"strings"
	"time"

	"locklab/simlib/chart"
	"locklab/simlib/words"
)

// Chart is about what the store may lose.
func (r FailoverResult) Chart() chart.Spec {
	if r.Loses == LosesNone {
		return r.othersLose()
	}
	return r.lastMoments()
}

// Folded is the lost grants crash by crash, if any can be lost.
func (r FailoverResult) Folded() []chart.Spec {
	if r.Loses == LosesNone {
		return nil
	}
	return []chart.Spec{r.lostGrants()}
}

// lastMoments shows each grant before the crash as a line from the grant to
// the end of its copy. What crosses the crash is not copied.
func (r FailoverResult) lastMoments() chart.Spec {
	before := r.ReplayTime()
	s := chart.Spec{
		Title: r.lossTitle(),
		X:     chart.Axis{Label: "time around the crash", Min: -before.Seconds(), Max: 0.6 * before.Seconds()},
		Y:     chart.Axis{Label: "grants, one after the other"},
	}
	s.X.Ticks = crashTicks(s.X)
	kept := chart.Segments{Label: "copied in time", Role: chart.Good}
	harmless := chart.Segments{Label: "not copied, and no loss", Role: chart.Wasted}
	gone := chart.Segments{Label: "lost", Role: chart.Bad}
	grants := chart.Dots{Label: "granted", Role: chart.Ideal, Shape: chart.Circle}
	twice := chart.Dots{Label: "granted again later", Role: chart.Bad, Shape: chart.Triangle}
	const most = 40 // more lines than this cannot be told apart
	every := (len(r.Replay) + most - 1) / most
	for i, g := range r.Replay {
		if (len(r.Replay)-1-i)%every != 0 {
			continue
		}
		at, row := g.At.Seconds(), float64(i+1)
		copied := "never copied"
		if g.Copied > 0 && g.Copied != Uncopied {
			copied = "copy stopped by the crash"
		} else if g.Copied != Uncopied {
			copied = "copied in " + words.Duration(g.Copied-g.At)
		}
		text := fmt.Sprintf("granted %s before the crash, %s: %s", words.Duration(-g.At), copied, g.Fate())
		segment := chart.Segment{X0: at, Y0: row, X1: min(g.Copied.Seconds(), s.X.Max), Y1: row, Text: text}
		switch {
		case g.Lost:
			gone.Segments = append(gone.Segments, segment)
		case g.Copied > 0:
			harmless.Segments = append(harmless.Segments, segment)
		default:
			kept.Segments = append(kept.Segments, segment)
		}
		grants.Points = append(grants.Points, chart.Point{X: at, Y: row, Text: text})
		if g.Twice {
			twice.Points = append(twice.Points, chart.Point{X: at, Y: row, Text: text})
		}
	}
	s.Y.Max = max(1.1*float64(len(r.Replay)), 5) + 2
	s.Y.Ticks = chart.EvenTicks(s.Y.Max, max(1, chart.NiceStep(s.Y.Max/6)), words.Number)
	for _, lines := range []chart.Segments{kept, harmless, gone} {
		if len(lines.Segments) > 0 {
			s.Marks = append(s.Marks, lines)
		}
	}
	for _, dots := range []chart.Dots{grants, twice} {
		if len(dots.Points) > 0 {
			s.Marks = append(s.Marks, dots)
		}
	}
	s.Marks = append(chart.OrSay(s.Marks, s.X, s.Y, "no grant in this time"), chart.Rule{Label: "crash", Role: chart.Now, X: 0})

	which, all := "each grant", "Not"
	if every > 1 {
		which, all = fmt.Sprintf("one in %s of the grants", words.Count(every)), "Of all of these not"
		s.Y.Label = fmt.Sprintf("grants, one in %s drawn", words.Count(every))
	}
	uncopied, lost, again := r.ReplayCounts()
	s.Alt = fmt.Sprintf("A line leads from %s of the last %s before a crash (%s) to the end of its copy. "+
		"%s at the promoted replica when the primary dies: %s; lost: %s; then granted a second time: %s.",
		which, words.Duration(before), words.Count(len(r.Replay)), all, words.Count(uncopied), words.Count(lost), words.Count(again))
	return s
}

// lossTitle says what the crash does to grants.
func (r FailoverResult) lossTitle() string {
	p := r.Params
	switch {
	case r.Loses == LosesAll:
		return "What is never copied is lost"
	case p.TTL <= p.PromoteAfter:
		return "Each lock expires before the promotion"
	case p.WaitForReplicas > 0:
		return "Lost is what was acknowledged and is not copied"
	}
	return "What is not copied at the crash is lost"
}

// crashTicks labels an axis of time around a crash.
func crashTicks(a chart.Axis) []chart.Tick {
	step := chart.NiceStep((a.Max - a.Min) / 10)
	var ticks []chart.Tick
	for i := math.Ceil(a.Min / step * 0.9999); i*step <= a.Max*1.0001; i++ {
		label := "crash"
		if i != 0 {
			label = words.Duration(time.Duration(math.Round(i * step * 1e9)))
		}
		if i > 0 {
			label = "+" + label
		}
		ticks = append(ticks, chart.Tick{At: i * step, Label: label})
	}
	return ticks
}

// lostGrants is the distribution of what a crash loses.
func (r FailoverResult) lostGrants() chart.Spec {
	s := chart.Spec{
		Title: "How many grants a crash loses",
		X:     chart.Axis{Label: "grants lost in one crash"},
		Y:     chart.Axis{Label: "share of crashes"},
	}
	bars := chart.Boxes{Label: "simulated", Role: chart.Bad}
	exact := chart.Dots{Label: "exact", Role: chart.Now, Shape: chart.Circle}
	for _, b := range r.Histogram {
		from, to := float64(b.From)-0.4, float64(b.To)+0.4
		share := b.Crashes.Share()
		text := fmt.Sprintf("%d lost: %s of crashes", b.From, words.Percent(share))
		if b.To > b.From {
			text = fmt.Sprintf("%d to %d lost: %s of crashes", b.From, b.To, words.Percent(share))
		}
		bars.Boxes = append(bars.Boxes, chart.Box{X0: from, X1: to, Y0: 0, Y1: share, Text: text})
		if b.Exact >= 0 {
			exact.Points = append(exact.Points, chart.Point{X: (from + to) / 2, Y: b.Exact, Text: "exactly " + words.Percent(b.Exact)})
		}
		s.X.Max = max(s.X.Max, to+0.6)
		s.Y.Max = max(s.Y.Max, share*1.15, b.Exact*1.15)
	}
	s.X.Min = min(-0.6, float64(r.Histogram[0].From)-0.6)
	s.X.Max = max(s.X.Max, s.X.Min+4)
	step := max(1, chart.NiceStep((s.X.Max-s.X.Min)/8))
	for at := 0.; at <= s.X.Max; at += step {
		if at >= s.X.Min {
			s.X.Ticks = append(s.X.Ticks, chart.Tick{At: at, Label: words.Number(at)})
		}
	}
	s.Y.Ticks = chart.EvenTicks(s.Y.Max, chart.NiceStep(s.Y.Max/5), words.Percent)
	s.Marks = []chart.Mark{bars}
	if len(exact.Points) > 0 {
		s.Marks = append(s.Marks, exact)
	}
	s.Alt = fmt.Sprintf("Bars for the number of grants that a crash loses. The mean over %s is %s; the exact expectation is %s.",
		words.Some(r.Params.Trials, "simulated crash"), words.Number(r.Lost.Simulated.Value()), words.Number(r.Lost.Exact))
	return s
}

// othersLose sets the store's zero beside what a store that copies later would
// lose at the same rate and lag.
func (r FailoverResult) othersLose() chart.Spec {
	s := chart.Spec{
		Title: "Nothing is lost at this failover",
		X:     chart.Axis{Label: "way of copying", Max: 4},
		Y:     chart.Axis{Label: "grants lost in a crash, on average"},
	}
	bars := chart.Boxes{Label: "a store that copies later", Role: chart.Bad}
	above := chart.Words{Role: chart.Now, Side: chart.Above}
	var losses []string
	add := func(label string, lost float64) {
		at := float64(len(s.X.Ticks))
		s.X.Ticks = append(s.X.Ticks, chart.Tick{At: at + 0.5, Label: label})
		bars.Boxes = append(bars.Boxes, chart.Box{X0: at + 0.2, X1: at + 0.8, Y0: 0, Y1: lost, Text: fmt.Sprintf("%s: %s lost", label, words.Number(lost))})
		above.Points = append(above.Points, chart.Point{X: at + 0.5, Y: lost, Text: words.Number(lost)})
		s.Y.Max = max(s.Y.Max, lost*1.2, 1)
	}
	for _, m := range r.Modes {
		if m.WaitForReplicas == 0 && m.Promote == r.Params.Promote {
			add(m.Copying.String(), m.Lost)
			losses = append(losses, m.Copying.String()+" "+words.Number(m.Lost))
		}
	}
	add(r.Params.Store.String(), 0)
	s.Y.Ticks = chart.EvenTicks(s.Y.Max, chart.NiceStep(s.Y.Max/5), words.Number)
	s.Marks = []chart.Mark{bars, above}
	s.Alt = fmt.Sprintf("Bars for what a store that acknowledges first and copies later loses in a crash, by its way of copying (%s), and none for %s, "+
		"which loses no grant at a failover. A paused holder still overlaps with the next one.", strings.Join(losses, ", "), r.Params.Store)
	return s
}
