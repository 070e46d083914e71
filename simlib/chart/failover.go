package chart

import (
	"fmt"
	"time"

	"locklab/simlib"
	"locklab/simlib/words"
)

// lastMoments shows each grant before the crash as a line from the grant to
// the end of its copy. What crosses the crash is lost.
func lastMoments(r simlib.FailoverResult) Spec {
	const before = 30 * time.Millisecond
	s := Spec{
		Title: "What is not copied at the crash is lost",
		X:     Axis{Label: "time around the crash", Min: -before.Seconds(), Max: 0.6 * before.Seconds()},
		Y:     Axis{Label: "grants, one after the other", Min: 0},
	}
	for ms := -30; ms <= 15; ms += 5 {
		label := fmt.Sprintf("%d ms", ms)
		switch {
		case ms == 0:
			label = "crash"
		case ms > 0:
			label = "+" + label
		}
		s.X.Ticks = append(s.X.Ticks, Tick{float64(ms) / 1000, label})
	}
	kept := Segments{Label: "copied in time", Role: Good}
	gone := Segments{Label: "lost", Role: Bad}
	grants := Dots{Label: "granted", Role: Ideal, Shape: Circle}
	twice := Dots{Label: "granted a second time", Role: Bad, Shape: Triangle}
	lost, row := 0, 0.
	const most = 40 // more lines than this cannot be told apart
	for i, g := range r.Replay {
		if g.At < -before || i < len(r.Replay)-most {
			continue
		}
		row++
		at, copied := g.At.Seconds(), s.X.Max
		text := fmt.Sprintf("granted %s before the crash, never copied", words.Duration(-g.At))
		if g.Copied != simlib.Uncopied {
			copied = min(copied, g.Copied.Seconds())
			text = fmt.Sprintf("granted %s before the crash, copied in %s", words.Duration(-g.At), words.Duration(g.Copied-g.At))
		}
		segment := Segment{at, row, copied, row, text}
		if g.Lost {
			lost++
			gone.Segments = append(gone.Segments, segment)
		} else {
			kept.Segments = append(kept.Segments, segment)
		}
		grants.Points = append(grants.Points, Point{at, row, text})
		if g.Twice {
			twice.Points = append(twice.Points, Point{at, row, text + "; granted a second time"})
		}
	}
	s.Y.Max = max(row, 5) + 2
	s.Y.Ticks = even(s.Y.Max, max(1, niceStep(s.Y.Max/6)), words.Number)
	s.Marks = []Mark{kept, gone, grants}
	if len(twice.Points) > 0 {
		s.Marks = append(s.Marks, twice)
	}
	s.Marks = append(s.Marks, Rule{Label: "crash", Role: Now, X: 0})
	s.Alt = fmt.Sprintf("Lines lead from each of the last %s grants of the lock to the end of its copy. "+
		"Not copied when the primary dies, and so lost: %s.", words.Count(int(row)), words.Count(lost))
	return s
}

// lostGrants is the distribution of what a crash loses.
func lostGrants(r simlib.FailoverResult) Spec {
	s := Spec{
		Title: "How many grants a crash loses",
		X:     Axis{Label: "grants lost in one crash"},
		Y:     Axis{Label: "share of crashes"},
	}
	bars := Boxes{Label: "simulated", Role: Bad}
	exact := Dots{Label: "exact", Role: Now, Shape: Circle}
	for _, b := range r.Histogram {
		from, to := float64(b.From)-0.4, float64(b.To)+0.4
		share := b.Crashes.Share()
		text := fmt.Sprintf("%d lost: %s of crashes", b.From, words.Percent(share))
		if b.To > b.From {
			text = fmt.Sprintf("%d to %d lost: %s of crashes", b.From, b.To, words.Percent(share))
		}
		bars.Boxes = append(bars.Boxes, Box{from, to, 0, share, text})
		if b.Exact >= 0 {
			exact.Points = append(exact.Points, Point{(from + to) / 2, b.Exact, "exactly " + words.Percent(b.Exact)})
		}
		s.X.Max = max(s.X.Max, to+0.6)
		s.Y.Max = max(s.Y.Max, share*1.15, b.Exact*1.15)
	}
	s.X.Min = min(-0.6, float64(r.Histogram[0].From)-0.6)
	s.X.Max = max(s.X.Max, s.X.Min+4)
	step := max(1, niceStep((s.X.Max-s.X.Min)/8))
	for at := 0.; at <= s.X.Max; at += step {
		if at >= s.X.Min {
			s.X.Ticks = append(s.X.Ticks, Tick{at, words.Number(at)})
		}
	}
	s.Y.Ticks = even(s.Y.Max, niceStep(s.Y.Max/5), words.Percent)
	s.Marks = []Mark{bars}
	if len(exact.Points) > 0 {
		s.Marks = append(s.Marks, exact)
	}
	s.Alt = fmt.Sprintf("Bars for the number of grants that a crash loses. The mean over %s simulated crashes is %s; exactly %s are to be expected.",
		words.Count(r.Params.Trials), words.Number(r.Lost.Simulated.Value()), words.Number(r.Lost.Exact))
	return s
}

// othersLose sets the store's zero beside what a store that copies later would
// lose at the same rate and lag.
func othersLose(r simlib.FailoverResult) Spec {
	s := Spec{
		Title: "Nothing is lost at this failover",
		X:     Axis{Label: "way of copying", Max: 4},
		Y:     Axis{Label: "grants lost in a crash, on average"},
	}
	bars := Boxes{Label: "a store that copies later", Role: Bad}
	above := Words{Role: Now, Side: Above}
	add := func(label string, lost float64) {
		at := float64(len(s.X.Ticks))
		s.X.Ticks = append(s.X.Ticks, Tick{at + 0.5, label})
		bars.Boxes = append(bars.Boxes, Box{at + 0.2, at + 0.8, 0, lost, fmt.Sprintf("%s: %s lost", label, words.Number(lost))})
		above.Points = append(above.Points, Point{at + 0.5, lost, words.Number(lost)})
		s.Y.Max = max(s.Y.Max, lost*1.2, 1)
	}
	for _, m := range r.Modes {
		if m.WaitForReplicas == 0 {
			add(m.Copying.String(), m.Lost)
		}
	}
	add(r.Params.Store.String(), 0)
	s.Y.Ticks = even(s.Y.Max, niceStep(s.Y.Max/5), words.Number)
	s.Marks = []Mark{bars, above}
	s.Alt = fmt.Sprintf("Bars for what a store that acknowledges first and copies later loses in a crash, and none for %s, "+
		"which loses no grant at a failover. A paused holder still overlaps with the next one.", r.Params.Store)
	return s
}
