package simlib

import (
	"context"
	"fmt"
	"reflect"
	"strings"
)

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

// Find is the simulation of a name, at its defaults.
func Find(name string) (Sim[Result], error) {
	var names []string
	for _, s := range All() {
		if s.Name() == name {
			return s, nil
		}
		names = append(names, s.Name())
	}
	return nil, fmt.Errorf("no simulation %q; there are %s", name, strings.Join(names, ", "))
}

// Ours says whether s is one of this package's, with whatever knobs, and not a type of
// somebody else's, even one of the same name. It asks for the package, so that a cell
// that shows one simulation does not link all.
func Ours(s any) bool {
	return reflect.TypeOf(unwrapped(s)).PkgPath() == reflect.TypeFor[Knob]().PkgPath()
}

// GoName is the name of a simulation's type, such as "TTL".
func GoName(s Sim[Result]) string { return reflect.TypeOf(unwrapped(s)).Name() }

// anySim forgets what kind of result a simulation has.
func anySim[R Result](s Sim[R]) Sim[Result] { return forgetful[R]{s} }

type forgetful[R Result] struct{ Sim[R] }

// unwrapped is the simulation in what anySim made, or s itself.
func unwrapped(s any) any {
	if f, forgets := s.(interface{ unwrap() any }); forgets {
		return f.unwrap()
	}
	return s
}

func (f forgetful[R]) unwrap() any { return f.Sim }

func (f forgetful[R]) With(knob, value string) (Sim[Result], error) {
	s, err := f.Sim.With(knob, value)
	return forgetful[R]{s}, err
}

func (f forgetful[R]) Run(ctx context.Context, x Exec) (Result, error) {
	return f.Sim.Run(ctx, x)
}
