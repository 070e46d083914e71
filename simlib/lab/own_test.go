package lab_test

import (
	"context"
	"errors"
	"fmt"
	"math"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/lab"
)

// Retries asks how often a write must be sent until one arrives, when each is lost
// with the same chance. It is a model of one's own: what has the methods of
// simlib.Sim, and whose result has a Chart, is shown like those of the lesson, but for
// the sliders.
type Retries struct {
	// Loss is the chance that a write is lost.
	Loss float64
}

func (Retries) Name() string         { return "retries" }
func (Retries) About() string        { return "how often a write must be sent" }
func (Retries) Knobs() []simlib.Knob { return nil }

func (p Retries) With(knob, _ string) (simlib.Sim[Sent], error) {
	return p, fmt.Errorf("retries: no knob %s", knob)
}

func (p Retries) Validate() error {
	if p.Loss < 0 || p.Loss >= 1 {
		return errors.New("retries: Loss: want 0 or more, less than 1")
	}
	return nil
}

func (p Retries) Run(context.Context, simlib.Exec) (Sent, error) {
	return Sent{p.Loss, 1 / (1 - p.Loss)}, p.Validate()
}

// Sent is what Retries finds.
type Sent struct{ Loss, Mean float64 }

func (r Sent) Headline() simlib.Headline {
	return simlib.Headline{Number: fmt.Sprintf("%.1f", r.Mean), Of: "writes sent for one that arrives"}
}

func (r Sent) Summary() string {
	return fmt.Sprintf("Of writes that are lost with a chance of %.0f%%, %.1f are sent until one arrives, on average.", 100*r.Loss, r.Mean)
}

func (Sent) Caption() string        { return "By formula." }
func (Sent) Model() string          { return "Each write is lost by itself." }
func (Sent) Row() simlib.Table      { return simlib.Table{} }
func (Sent) Tables() []simlib.Table { return nil }

func (r Sent) Chart() chart.Spec {
	line := chart.Line{Label: "still on the way", Role: chart.Bad}
	for n := range 11 {
		line.Points = append(line.Points, chart.Point{X: float64(n), Y: math.Pow(r.Loss, float64(n))})
	}
	return chart.Spec{
		Title: "Each write leaves fewer cases open",
		Alt:   r.Summary(),
		X:     chart.Axis{Label: "writes sent", Max: 10, Ticks: []chart.Tick{{At: 0, Label: "0"}, {At: 5, Label: "5"}, {At: 10, Label: "10"}}},
		Y:     chart.Axis{Label: "share", Max: 1, Ticks: []chart.Tick{{At: 0, Label: "0"}, {At: 1, Label: "1"}}},
		Marks: []chart.Mark{line},
	}
}

func Example_aModelOfYourOwn() {
	lab.Show(Retries{Loss: 0.5})
	// Output:
	// Of writes that are lost with a chance of 50%, 2.0 are sent until one arrives, on average.
}
