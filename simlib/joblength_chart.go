package simlib

import (
	"fmt"

	"locklab/simlib/chart"
	"locklab/simlib/stat"
	"locklab/simlib/words"
)

// Chart shows what each defence leaves of the harm: bars for each mode,
// counted per 10,000 runs.
func (r JobLengthResult) Chart() chart.Spec {
	s := chart.Spec{
		Title: "What each defence leaves of the harm",
		X:     chart.Axis{Label: "defence", Min: 0, Max: float64(len(r.Modes))},
		Y:     chart.Axis{Label: "in 10,000 runs"},
	}
	kinds := []struct {
		bars  chart.Boxes
		count func(JobModeResult) stat.Proportion
	}{
		{chart.Boxes{Label: "run by two workers", Role: chart.Wasted}, func(m JobModeResult) stat.Proportion { return m.Repeated }},
		{chart.Boxes{Label: "e-mail sent twice", Role: chart.Bad, Hatched: true}, func(m JobModeResult) stat.Proportion { return m.SentTwice }},
		{chart.Boxes{Label: "data written twice", Role: chart.Bad}, func(m JobModeResult) stat.Proportion { return m.WrittenTwice }},
		{chart.Boxes{Label: "write refused", Role: chart.Good}, func(m JobModeResult) stat.Proportion { return m.Refused }},
	}
	const gap, wide = 0.14, (1 - 2*0.14) / 4
	for i, m := range r.Modes {
		s.X.Ticks = append(s.X.Ticks, chart.Tick{At: float64(i) + 0.5, Label: modeWords[m.Mode]})
		for j := range kinds {
			k := &kinds[j]
			value := 10_000 * k.count(m).Share()
			left := float64(i) + gap + float64(j)*wide
			if value > 0 {
				k.bars.Boxes = append(k.bars.Boxes, chart.Box{X0: left, X1: left + wide*0.9, Y0: 0, Y1: value,
					Text: fmt.Sprintf("%s: %s in 10,000 runs %s", m.Mode.Label(), words.Number(value), k.bars.Label)})
			}
			s.Y.Max = max(s.Y.Max, value)
		}
	}
	s.Y.Max = max(s.Y.Max*1.1, 1)
	s.Y.Ticks = chart.EvenTicks(s.Y.Max, chart.NiceStep(s.Y.Max/5), words.Number)
	for _, k := range kinds {
		if len(k.bars.Boxes) > 0 {
			s.Marks = append(s.Marks, k.bars)
		}
	}
	if len(s.Marks) == 0 {
		const none = "No run is repeated, whatever the defence."
		s.Marks = chart.OrSay(nil, s.X, s.Y, none)
		s.Alt = "A chart with room for a group of bars for each defence, and no bar. " + none
		return s
	}
	first, last := r.Modes[0], r.Modes[len(r.Modes)-1]
	s.Alt = fmt.Sprintf("Groups of bars, one group for each defence. With %s, %s in 10,000 runs are run by two workers, "+
		"and every one writes its data twice. With %s the work is repeated in %s, and nothing happens twice.",
		first.Mode.Label(), words.Number(10_000*first.Repeated.Share()), last.Mode.Label(), words.Number(10_000*last.Repeated.Share()))
	return s
}

var modeWords = map[JobMode]string{
	TTLOnly:        "TTL only",
	Renewal:        "renewal",
	RenewalFencing: "+ fencing",
	RenewalClaim:   "+ claim",
	RenewalOnce:    "idempotent",
}

// Folded is the share of repeated runs by spread, which a brief run leaves out.
func (r JobLengthResult) Folded() []chart.Spec {
	if len(r.BySpread) == 0 {
		return nil
	}
	return []chart.Spec{r.bySpread()}
}

// bySpread shows the share of repeated runs with and without renewal.
func (r JobLengthResult) bySpread() chart.Spec {
	p := r.Params
	s := chart.Spec{
		Title: "Renewal is for long jobs, not for stalled ones",
		X: chart.Axis{Label: "spread of the length (sigma)", Max: 2,
			Ticks: chart.EvenTicks(2, 0.5, words.Number)},
		Y: chart.Axis{Label: "runs repeated (log scale)", Log: true, Min: 1e-5, Max: 1.5,
			Ticks: []chart.Tick{{At: 1e-5, Label: "1 in 100,000"}, {At: 1e-4, Label: "1 in 10,000"}, {At: 1e-3, Label: "1 in 1,000"}, {At: 0.01, Label: "1 in 100"}, {At: 0.1, Label: "1 in 10"}, {At: 1, Label: "all"}}},
	}
	ttlOnly, renewal := chart.Line{Label: "TTL only", Role: chart.Bad}, chart.Line{Label: "with renewal", Role: chart.Good}
	for _, q := range r.BySpread {
		ttlOnly.Points = append(ttlOnly.Points, chart.Point{X: q.Spread, Y: q.TTLOnlyExact,
			Text: fmt.Sprintf("spread %s, TTL only: %s", words.Number(q.Spread), words.Percent(q.TTLOnlyExact))})
		renewal.Points = append(renewal.Points, chart.Point{X: q.Spread, Y: q.RenewalExact,
			Text: fmt.Sprintf("spread %s, with renewal: %s", words.Number(q.Spread), words.Percent(q.RenewalExact))})
	}
	for _, line := range []chart.Line{ttlOnly, renewal} {
		if line.Points = chart.AboveBottom(s.Y.Min, line.Points); len(line.Points) > 0 {
			s.Marks = append(s.Marks, line)
		}
	}
	s.Marks = chart.OrSay(s.Marks, s.X, s.Y, "So rare repeats have no place in the chart.")
	exact := r.Modes[TTLOnly].Exact
	label := fmt.Sprintf("spread %s: %s", words.Number(p.Spread), words.Percent(exact))
	mark, word := chart.Here{Label: label, At: chart.Point{X: p.Spread, Y: exact, Text: label}}.Shown(s.Y)
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
