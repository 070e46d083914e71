// Package simlib holds the simulations of the lesson "a lock that only expires
// is not a safe lock".
//
// Each simulation is one question, asked of one small model: ttl.go asks what a lock
// that expires costs. A model is a plain struct; its fields are the knobs that
// a learner turns. The same model runs in a notebook cell, on the command line
// and in a page, and the same seed gives the same numbers in all of them.
//
//	p := simlib.DefaultTTL()
//	p.TTL = time.Second
//	r, err := p.Run(context.Background(), simlib.Exec{})
//	fmt.Println(r.Summary())
//
// What is left out: no model opens a socket, reads a clock or stores anything.
// Time is a number that the model adds up, and chance comes from package rnd.
package simlib

import (
	"context"

	"locklab/simlib/chart"
)

// Sim is a simulation whose run gives an R.
type Sim[R Result] interface {
	// Name is the simulation's word on the command line, such as "ttl".
	Name() string
	// About says in a few words what the simulation asks.
	About() string
	// Knobs lists what can be changed, the most telling first.
	Knobs() []Knob
	// With returns a copy in which the named knob has the given value, or an
	// error when there is no such knob or the text is no value for it.
	// Whether the value is in range is for Validate to say.
	With(knob, value string) (Sim[R], error)
	// Validate names every knob that is out of range, and the range.
	Validate() error
	// Run simulates. It validates first, and stops early with the context's
	// error once ctx is done. Every number in the result depends on the
	// knobs alone, never on x.
	Run(ctx context.Context, x Exec) (R, error)
}

// Result is what a run found, in words and in numbers.
type Result interface {
	// Headline is the one number that it comes to.
	Headline() Headline
	// Summary says in a few plain sentences what came of it.
	Summary() string
	// Caption says how sure that is: intervals, exact values, the seed.
	Caption() string
	// Model says how the numbers came about.
	Model() string
	// Chart is the picture of it. One without marks is not drawn.
	Chart() chart.Spec
	// Row is the run as the only row of a table: what matters most when it is
	// set beside runs with other knobs.
	Row() Table
	// Tables are the numbers behind the charts, the main ones first.
	Tables() []Table
}

// Detailed is a result with more charts than the main one, which are folded away
// until asked for.
type Detailed interface {
	Result
	Folded() []chart.Spec
}

// Charts are the charts of a result: the main one, then those that are folded away.
func Charts(r Result) []chart.Spec {
	main := r.Chart()
	if len(main.Marks) == 0 {
		return nil
	}
	charts := []chart.Spec{main}
	if d, ok := r.(Detailed); ok {
		charts = append(charts, d.Folded()...)
	}
	return charts
}

// Headline is a number, such as "2.4", and what there are so many of, such as
// "overlaps a day".
type Headline struct{ Number, Of string }

// String is the headline in a line.
func (h Headline) String() string { return h.Number + " " + h.Of }

// Exec says how to run, and never changes a number that comes out.
type Exec struct {
	// Workers is the number of goroutines that share the trials; 0 means one
	// for each processor.
	Workers int
	// Progress, if set, is told now and then how many trials of how many are
	// done. Calls come one at a time, with done rising.
	Progress func(done, total int)
	// Brief leaves out what neither Summary nor the main chart shows and takes
	// long, for a slider that wants its answer at once. Where a simulation does
	// so, its result's fields say which they are.
	Brief bool
}
