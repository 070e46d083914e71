package simlib

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"locklab/simlib/chart"
	"locklab/simlib/history"
	"locklab/simlib/words"
)

// describe says what became of a grant's write.
func (g FencingGrant) describe() string {
	s := fmt.Sprintf("token %d, arrived after %s: %s", g.Token, words.Duration(g.Arrives-g.Granted), g.CameOf())
	if g.Late() {
		s += fmt.Sprintf(", %s late", words.Duration(g.Arrives-g.Expires))
	}
	return s
}

// Chart shows each grant around the first bad one as a line from grant to
// write, at the height of its token.
func (r FencingResult) Chart() chart.Spec {
	s := chart.Spec{Title: r.title()}
	first, last := 0, min(25, len(r.Grants)-1)
	if i := r.FirstBad; i >= 0 {
		// From three grants before it to three after the one whose data it met.
		first = max(0, i-3)
		last = min(len(r.Grants)-1, max(i+8, int(r.Grants[i].Mark)+2))
	}
	window := r.Grants[first : last+1]
	start := window[0].Granted
	at := func(g FencingGrant) float64 { return (g.Arrives - start).Seconds() }
	end := (window[len(window)-1].Granted - start).Seconds()
	if r.FirstBad >= 0 {
		end = max(end, at(r.Grants[r.FirstBad]))
	} else {
		end = max(end, at(window[len(window)-1])) // each writes before the next is granted the lock
	}
	end *= 1.15
	holds := chart.Segments{Label: "holds the lock", Role: chart.Good}
	stale := chart.Segments{Label: "past its TTL", Role: chart.Bad}
	joins := chart.Segments{Role: chart.Now, Dashed: true}
	dots := chart.WriteDots()
	good := chart.Dots{Label: history.Accepted.String(), Role: chart.Ideal, Shape: chart.Circle}
	every := 1 + len(window)/50 // more lines than this cannot be told apart
	top := float64(window[len(window)-1].Token) + 2
	beyond := false
	for i, g := range window {
		if i%every != 0 && dots[g.CameOf()] == nil {
			continue
		}
		token := float64(g.Token)
		from, expires := (g.Granted - start).Seconds(), (g.Expires - start).Seconds()
		holds.Segments = append(holds.Segments, chart.Segment{X0: from, Y0: token, X1: min(at(g), expires, end), Y1: token})
		if g.Late() && expires < end {
			stale.Segments = append(stale.Segments, chart.Segment{X0: expires, Y0: token, X1: min(at(g), end), Y1: token})
		}
		if at(g) > end {
			beyond = true
			continue
		}
		point := chart.Point{X: at(g), Y: token, Text: g.describe()}
		if d := dots[g.CameOf()]; d != nil {
			d.Points = append(d.Points, point)
			if g.Mark > g.Token {
				joins.Segments = append(joins.Segments, chart.Segment{X0: at(g), Y0: token, X1: at(g), Y1: min(float64(g.Mark), top)})
			}
		} else {
			good.Points = append(good.Points, point)
		}
	}
	s.X = chart.Axis{Label: "time from the first drawn", Max: end, Ticks: chart.DurationTicks(end)}
	s.Y = chart.Axis{Label: "fencing token", Min: float64(window[0].Token) - 1, Max: top}
	s.Y.Ticks = tokenTicks(s.Y.Min, s.Y.Max)
	s.Marks = []chart.Mark{holds}
	if len(stale.Segments) > 0 {
		s.Marks = append(s.Marks, stale)
	}
	if len(joins.Segments) > 0 {
		s.Marks = append(s.Marks, joins)
	}
	if len(good.Points) > 0 {
		s.Marks = append(s.Marks, good)
	}
	s.Marks = append(s.Marks, chart.UsedDots(dots)...)
	s.Alt = "Each grant of the lock is a line from its grant to its write, at the height of its token; later grants lie higher. "
	if i := r.FirstBad; i >= 0 {
		s.Alt += fmt.Sprintf("One reaches far to the right, below the others: %s.", r.Grants[i].describe())
	} else {
		s.Alt += "All of them write before the next one is granted the lock."
	}
	if beyond {
		s.Alt += " Some lines go on beyond the right edge, to writes that arrive later."
	}
	if every > 1 {
		s.Alt += " Of the grants whose writes do no harm only some are drawn."
	}
	return s
}

func (r FencingResult) title() string {
	switch {
	case r.Refused.Count > 0:
		return "The storage refuses what comes too late"
	case r.Overwrote.Count > 0:
		return "A late write overwrites newer data"
	case r.Late.Count > 0:
		return "Late, but no newer write had come yet"
	}
	return "Every write comes in time"
}

// Folded is the whole chain.
func (r FencingResult) Folded() []chart.Spec { return []chart.Spec{r.chain()} }

// chain shows the highest token that the storage has seen, as a staircase, and
// below it every late write, joined to the token that it met.
func (r FencingResult) chain() chart.Spec {
	last := float64(r.Grants[len(r.Grants)-1].Token)
	stairs := chart.Line{Label: "highest token so far", Role: chart.Ideal, Points: r.staircase()}
	end := stairs.Points[len(stairs.Points)-1].X
	s := chart.Spec{
		Title: "The whole chain of grants",
		X:     chart.Axis{Label: "time", Max: end * 1.03, Ticks: chart.DurationTicks(end)},
		Y:     chart.Axis{Label: "fencing token", Max: last*1.05 + 2, Ticks: tokenTicks(0, last+2)},
	}
	of := map[string]int{}
	for _, g := range r.Grants {
		of[g.CameOf()]++
	}
	const most = 40 // more dots of a kind than this run into each other
	joins := chart.Segments{Role: chart.Now, Dashed: true}
	dots, seen := chart.WriteDots(), map[string]int{}
	for _, g := range r.Grants {
		d, every := dots[g.CameOf()], 1+(of[g.CameOf()]-1)/most
		if d == nil {
			continue
		}
		if seen[g.CameOf()]++; (seen[g.CameOf()]-1)%every != 0 {
			continue
		}
		token, at := float64(g.Token), g.Arrives.Seconds()
		d.Points = append(d.Points, chart.Point{X: at, Y: token, Text: g.describe()})
		joins.Segments = append(joins.Segments, chart.Segment{X0: at, Y0: token, X1: at, Y1: float64(g.Mark)})
	}
	for cameOf, d := range dots {
		if n, drawn := of[cameOf], len(d.Points); drawn < n {
			d.Label += fmt.Sprintf(" (%d of %s drawn)", drawn, words.Count(n))
		}
	}
	s.Marks = []chart.Mark{stairs}
	if len(joins.Segments) > 0 {
		s.Marks = append(s.Marks, joins)
	}
	s.Marks = append(s.Marks, chart.UsedDots(dots)...)
	s.Alt = fmt.Sprintf("The highest token that has come rises as a staircase to %s. Writes that lie below it, because they came late: %s.",
		words.Count(int(last)), words.Count(r.Overwrote.Count+r.Refused.Count))
	return s
}

// staircase is the highest token that the storage has seen, from the start of the
// chain until its last write arrives.
func (r FencingResult) staircase() []chart.Point {
	seen := func(g FencingGrant) time.Duration {
		if r.Params.Fencing && r.Params.Claim {
			return g.Granted
		}
		return g.Arrives
	}
	inOrder := slices.SortedFunc(slices.Values(r.Grants), func(a, b FencingGrant) int {
		return cmp.Or(cmp.Compare(seen(a), seen(b)), cmp.Compare(a.Token, b.Token))
	})
	end := time.Duration(0)
	var rises []FencingGrant
	for _, g := range inOrder {
		end = max(end, g.Arrives)
		if n := len(rises); n == 0 || g.Token > rises[n-1].Token {
			rises = append(rises, g)
		}
	}
	stairs := []chart.Point{{}}
	step := func(at time.Duration, to float64) {
		x := at.Seconds()
		stairs = append(stairs, chart.Point{X: x, Y: stairs[len(stairs)-1].Y}, chart.Point{X: x, Y: to})
	}
	every := max(1, len(rises)/60) // more steps than this cannot be seen
	for i, g := range rises {
		if i%every == 0 || i == len(rises)-1 {
			step(seen(g), float64(g.Token))
		}
	}
	step(end, stairs[len(stairs)-1].Y)
	return stairs
}

func tokenTicks(low, high float64) []chart.Tick {
	step := max(1, chart.NiceStep((high-low)/6))
	var ticks []chart.Tick
	for at := math.Ceil(low/step) * step; at <= high; at += step {
		ticks = append(ticks, chart.Tick{At: at, Label: words.Count(int(at))})
	}
	return ticks
}
