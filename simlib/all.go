package simlib

import "context"

// All lists the simulations at their defaults, in the order of the lesson.
func All() []Sim[Result] {
	return []Sim[Result]{
		anySim(DefaultLostUpdate()),
		anySim(DefaultTTL()),
		anySim(DefaultStaleHolder()),
		anySim(DefaultFencing()),
		anySim(DefaultFailover()),
		anySim(DefaultJobLength()),
	}
}

// anySim forgets what kind of result a simulation has.
func anySim[R Result](s Sim[R]) Sim[Result] { return forgetful[R]{s} }

type forgetful[R Result] struct{ Sim[R] }

func (f forgetful[R]) With(knob, value string) (Sim[Result], error) {
	s, err := f.Sim.With(knob, value)
	return forgetful[R]{s}, err
}

func (f forgetful[R]) Run(ctx context.Context, x Exec) (Result, error) {
	return f.Sim.Run(ctx, x)
}
