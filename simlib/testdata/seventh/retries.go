package simlib

import (
	"context"
	"fmt"
	"math"

	"locklab/simlib/chart"
	"locklab/simlib/words"
)

// Retries asks how often a write must be sent until one arrives, when each is lost
// with the same chance. It is the seventh simulation of TestASeventh, which adds this
// file and one line of all.go to a copy of the tree.
type Retries struct {
	// Loss is the chance that a write is lost. 0 to 0.9; default 0.5.
	Loss float64
}

// DefaultRetries loses every second write.
func DefaultRetries() Retries { return Retries{Loss: 0.5} }

// Name is "retries".
func (Retries) Name() string { return "retries" }

// About says what the simulation asks.
func (Retries) About() string { return "how often a write must be sent" }

// Knobs lists the fields of p.
func (p Retries) Knobs() []Knob { return p.knobs() }

func (p *Retries) knobs() []Knob {
	return []Knob{{Name: "Loss", Caption: "chance that a write is lost", Max: 0.9, field: &p.Loss}}
}

// With returns a copy of p with one knob set.
func (p Retries) With(knob, value string) (Sim[RetriesResult], error) {
	err := setKnob(p.Name(), p.knobs(), knob, value)
	return p, err
}

// Validate names the knobs that are out of range.
func (p Retries) Validate() error { return validate(p.Name(), p.knobs()) }

// Presets are two settings worth a look.
func (Retries) Presets() []Preset {
	return []Preset{{"a good line", map[string]string{"Loss": "0.01"}}, {"a bad line", map[string]string{"Loss": "0.9"}}}
}

// RetriesResult is what Retries finds.
type RetriesResult struct {
	// Params are the knobs of the run.
	Params Retries
	// Mean is how many writes are sent for one that arrives.
	Mean float64
}

// Run computes the mean.
func (p Retries) Run(ctx context.Context, _ Exec) (RetriesResult, error) {
	if err := p.Validate(); err != nil {
		return RetriesResult{}, err
	}
	if err := ctx.Err(); err != nil {
		return RetriesResult{}, fmt.Errorf("retries: stopped: %w", err)
	}
	return RetriesResult{p, 1 / (1 - p.Loss)}, nil
}

// Headline is the mean.
func (r RetriesResult) Headline() Headline {
	return Headline{words.Number(r.Mean), "sent for each write that arrives"}
}

// Summary is the mean in a sentence.
func (r RetriesResult) Summary() string {
	return fmt.Sprintf("With a loss of %s, the mean number of writes sent for one that arrives is %s.", words.Percent(r.Params.Loss), words.Number(r.Mean))
}

// Caption says that nothing is drawn by lot.
func (RetriesResult) Caption() string { return "Computed, with no chance in it." }

// Model describes the writes.
func (RetriesResult) Model() string {
	return "Each write is lost by itself, whatever became of the others."
}

// Row gives the mean.
func (r RetriesResult) Row() Table {
	t := newTable("row", "Writes sent", inNumbers("sent for one that arrives", "sent"))
	t.add(numberCell(r.Mean))
	return t
}

// Tables gives the chances.
func (r RetriesResult) Tables() []Table {
	mean := newTable("mean", "How often a write is sent", inNumbers("mean", "mean"))
	mean.add(numberCell(r.Mean))
	t := newTable("chances", "Chance that none has arrived", inNumbers("writes", "writes"), withInterval("none has arrived", "none_share"))
	for n := range 6 {
		share := math.Pow(r.Params.Loss, float64(n))
		t.add(countCell(n), sureCell(share))
	}
	return []Table{mean, t}
}

// Prediction asks for the mean.
func (r RetriesResult) Prediction() Prediction {
	return Prediction{Question: "How many writes are sent for one that arrives?", Unit: "writes", Answer: r.Mean,
		Says: words.Number(r.Mean), Min: 1, Max: 20, Log: true}
}

// Chart shows how the chance that none has arrived falls.
func (r RetriesResult) Chart() chart.Spec {
	line := chart.Line{Label: "none has arrived", Role: chart.Bad}
	for n := range 11 {
		share := math.Pow(r.Params.Loss, float64(n))
		line.Points = append(line.Points, chart.Point{X: float64(n), Y: share, Text: fmt.Sprintf("after %s: %s", words.Some(n, "write"), words.Percent(share))})
	}
	return chart.Spec{
		Title: "Each write leaves fewer cases open",
		Alt:   fmt.Sprintf("A line falls from 100%% before the first write to %s after the fifth.", words.Percent(math.Pow(r.Params.Loss, 5))),
		X:     chart.Axis{Label: "writes sent", Max: 10, Ticks: chart.CountTicks(10)},
		Y:     chart.Axis{Label: "share", Max: 1.05, Ticks: chart.ShareTicks()},
		Marks: []chart.Mark{line, chart.Here{Label: words.Number(r.Mean) + " on average", At: chart.Point{X: min(r.Mean, 10), Y: math.Pow(r.Params.Loss, min(r.Mean, 10))}}},
	}
}
