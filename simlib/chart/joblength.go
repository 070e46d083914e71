package chart

import (
	"fmt"

	"locklab/simlib"
	"locklab/simlib/stat"
	"locklab/simlib/words"
)

// defences shows what each defence leaves of the harm: bars for each mode,
// counted per 10,000 runs.
func defences(r simlib.JobLengthResult) Spec {
	s := Spec{
		Title: "What each defence leaves of the harm",
		X:     Axis{Label: "defence", Min: 0, Max: float64(len(r.Modes))},
		Y:     Axis{Label: "in 10,000 runs"},
	}
	kinds := []struct {
		bars  Boxes
		count func(simlib.JobModeResult) stat.Proportion
	}{
		{Boxes{Label: "run by two workers", Role: Wasted}, func(m simlib.JobModeResult) stat.Proportion { return m.Repeated }},
		{Boxes{Label: "e-mail sent twice", Role: Bad, Hatched: true}, func(m simlib.JobModeResult) stat.Proportion { return m.SentTwice }},
		{Boxes{Label: "data written twice", Role: Bad}, func(m simlib.JobModeResult) stat.Proportion { return m.WrittenTwice }},
		{Boxes{Label: "write refused", Role: Good}, func(m simlib.JobModeResult) stat.Proportion { return m.Refused }},
	}
	const gap, wide = 0.14, (1 - 2*0.14) / 4
	for i, m := range r.Modes {
		s.X.Ticks = append(s.X.Ticks, Tick{float64(i) + 0.5, modeWords[m.Mode]})
		for j := range kinds {
			k := &kinds[j]
			value := 10_000 * k.count(m).Share()
			left := float64(i) + gap + float64(j)*wide
			if value > 0 {
				k.bars.Boxes = append(k.bars.Boxes, Box{left, left + wide*0.9, 0, value,
					fmt.Sprintf("%s: %s in 10,000 runs %s", m.Mode.Label(), words.Number(value), k.bars.Label)})
			}
			s.Y.Max = max(s.Y.Max, value)
		}
	}
	s.Y.Max = max(s.Y.Max*1.1, 1)
	s.Y.Ticks = even(s.Y.Max, niceStep(s.Y.Max/5), words.Number)
	for _, k := range kinds {
		if len(k.bars.Boxes) > 0 {
			s.Marks = append(s.Marks, k.bars)
		}
	}
	if len(s.Marks) == 0 {
		const none = "No run is repeated, whatever the defence."
		s.Marks = orSay(nil, s.X, s.Y, none)
		s.Alt = "A chart with room for a group of bars for each defence, and no bar. " + none
		return s
	}
	first, last := r.Modes[0], r.Modes[len(r.Modes)-1]
	s.Alt = fmt.Sprintf("Groups of bars, one group for each defence. With %s, %s in 10,000 runs are run by two workers, "+
		"and every one writes its data twice. With %s the work is repeated in %s, and nothing happens twice.",
		first.Mode.Label(), words.Number(10_000*first.Repeated.Share()), last.Mode.Label(), words.Number(10_000*last.Repeated.Share()))
	return s
}

var modeWords = map[simlib.JobMode]string{
	simlib.TTLOnly:        "TTL only",
	simlib.Renewal:        "renewal",
	simlib.RenewalFencing: "+ fencing",
	simlib.RenewalClaim:   "+ claim",
	simlib.RenewalOnce:    "idempotent",
}

// bySpread shows the share of repeated runs with and without renewal.
func bySpread(r simlib.JobLengthResult) Spec {
	p := r.Params
	s := Spec{
		Title: "Renewal is for long jobs, not for stalled ones",
		X: Axis{Label: "spread of the length (sigma)", Max: 2,
			Ticks: even(2, 0.5, words.Number)},
		Y: Axis{Label: "runs repeated (log scale)", Log: true, Min: 1e-5, Max: 1.5,
			Ticks: []Tick{{1e-5, "1 in 100,000"}, {1e-4, "1 in 10,000"}, {1e-3, "1 in 1,000"}, {0.01, "1 in 100"}, {0.1, "1 in 10"}, {1, "all"}}},
	}
	ttlOnly, renewal := Line{Label: "TTL only", Role: Bad}, Line{Label: "with renewal", Role: Good}
	for _, q := range r.BySpread {
		ttlOnly.Points = append(ttlOnly.Points, Point{q.Spread, q.TTLOnlyExact,
			fmt.Sprintf("spread %s, TTL only: %s", words.Number(q.Spread), words.Percent(q.TTLOnlyExact))})
		renewal.Points = append(renewal.Points, Point{q.Spread, q.RenewalExact,
			fmt.Sprintf("spread %s, with renewal: %s", words.Number(q.Spread), words.Percent(q.RenewalExact))})
	}
	for _, line := range []Line{ttlOnly, renewal} {
		if line.Points = above(s.Y.Min, line.Points); len(line.Points) > 0 {
			s.Marks = append(s.Marks, line)
		}
	}
	s.Marks = orSay(s.Marks, s.X, s.Y, "So rare repeats have no place in the chart.")
	exact := r.Modes[simlib.TTLOnly].Exact
	label := fmt.Sprintf("spread %s: %s", words.Number(p.Spread), words.Percent(exact))
	mark, word := Here{Label: label, At: Point{p.Spread, exact, label}}.shown(s.Y)
	s.Marks = append(s.Marks, mark)
	first, last := r.BySpread[0], r.BySpread[len(r.BySpread)-1]
	s.Alt = fmt.Sprintf("Two curves over the spread of the job's length. At a spread of %s, %s in 10,000 runs are repeated with a TTL only and %s with renewal; "+
		"at one of %s, %s and %s. A %s marks the spread of %s, where %s in 10,000 are repeated with a TTL only.",
		words.Number(first.Spread), words.Number(10_000*first.TTLOnlyExact), words.Number(10_000*first.RenewalExact),
		words.Number(last.Spread), words.Number(10_000*last.TTLOnlyExact), words.Number(10_000*last.RenewalExact),
		word, words.Number(p.Spread), words.Number(10_000*exact))
	if lowest := min(first.TTLOnlyExact, first.RenewalExact, last.TTLOnlyExact, last.RenewalExact); lowest < s.Y.Min {
		s.Alt += " What is too rare for the chart is not drawn."
	}
	return s
}
