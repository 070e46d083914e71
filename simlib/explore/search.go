package explore

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Outcome is how a search ended.
type Outcome uint8

// The outcomes.
const (
	Undecided Outcome = iota // see Why
	Violated                 // there is a schedule that violates a property
	Holds                    // no schedule within the bound does
)

// The properties that hold in any world.
const (
	EndsWell  = "nobody panics"
	Replays   = "asked alike, it answers alike"
	GoesOn    = "nobody waits for ever"
	Survives  = "after a crash the others go on"
	ComesToIt = "nobody asks for the same for ever"
)

// Verdict is what a search finds.
type Verdict[S, Q, A comparable] struct {
	Outcome Outcome
	// Property is the one that is violated, and Says more of it where there is more to
	// say, such as the words of a panic.
	Property, Says string
	// Steps are a shortest schedule that violates it: one with the fewest faults, among
	// those the fewest steps, and among those the fewest switches from worker to
	// worker.
	Steps []Step[S, Q, A]
	// Faults is how many of the steps are faults.
	Faults int
	// Why says what ran out before the search had seen all: "requests", "states" or
	// "time".
	Why string
	// States is how many states were seen, Places how many the tries have, and Runs how
	// often the workers were begun.
	States, Places, Runs int
	// Schedules is how many schedules there are within the bound, where that holds.
	// They are not equally likely: no share of them means anything.
	Schedules *big.Int
}

// Schedule is the name of the verdict's schedule, such as "AA~BBBA".
func (v Verdict[S, Q, A]) Schedule() string {
	var b strings.Builder
	for _, s := range v.Steps {
		b.WriteString(s.Name)
	}
	return b.String()
}

// found is a place that the search has reached.
type found[S, Q, A comparable] struct {
	place Place[S, Q]
	step  Step[S, Q, A] // how it was first reached
	from  int           // -1: it is the start
	next  []int         // what follows
	ends  bool
}

// Search looks for a schedule of alike workers, or of several, that violates a
// property of the world. It sees at most so many states, and ends when ctx does.
// Of workers that are alike there is one, which is count workers.
func Search[S, Q, A comparable](ctx context.Context, world World[S, Q, A], budget Budget, workers []Worker[Q, A], count, states int) (v Verdict[S, Q, A], g *Game[S, Q, A]) {
	g = &Game[S, Q, A]{World: world, Budget: budget}
	defer func() {
		for i, t := range g.Tries {
			if i == 0 || !g.alike() {
				v.Places, v.Runs = v.Places+len(t.Nodes), v.Runs+t.runs
				t.worker.Stop()
				t.worker = nil
			}
		}
	}()
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case differs:
			v = Verdict[S, Q, A]{Outcome: Violated, Property: Replays, States: v.States,
				Says: fmt.Sprintf("after the same answers it first asked %s, and then %s", fault.first, fault.now)}
		default:
			panic(fault)
		}
	}()
	for i := range count {
		if i > 0 && len(workers) == 1 {
			g.Tries = append(g.Tries, g.Tries[0])
			continue
		}
		g.Tries = append(g.Tries, newTrie(workers[i]))
	}
	v = g.search(ctx, states)
	for i, t := range g.Tries {
		if i == 0 || !g.alike() {
			t.verify()
		}
	}
	return v, g
}

// cost orders what the search looks at: fewest faults, then steps, then switches.
type cost struct{ faults, steps, switches int }

func (g *Game[S, Q, A]) search(ctx context.Context, states int) (v Verdict[S, Q, A]) {
	seen := map[Place[S, Q]]int{}
	var all []found[S, Q, A]
	queue := map[cost][]int{}
	at := cost{}
	push := func(f found[S, Q, A], c cost) int {
		if i, there := seen[f.place]; there {
			return i
		}
		i := len(all)
		seen[f.place] = i
		all = append(all, f)
		queue[c] = append(queue[c], i)
		return i
	}
	push(found[S, Q, A]{place: g.Start(), from: -1}, at)
	most := cost{}
	for ; at.faults <= most.faults; at = at.after(most) {
		for k := 0; k < len(queue[at]); k++ {
			i := queue[at][k]
			v.States++
			if v.States > states {
				v.Why = "states"
				return v
			}
			if v.States%1024 == 0 && ctx.Err() != nil {
				v.Why = "time"
				return v
			}
			place := all[i].place
			stands := g.Stands(place)
			ended := !slices.ContainsFunc(stands, func(s Stand[Q]) bool { return !s.Gone() })
			steps, busy := g.Next(place, stands)
			if property, says := g.violated(place, stands, at.faults, ended, busy, slices.ContainsFunc(steps, func(s Step[S, Q, A]) bool { return s.Fault == No })); property != "" {
				v.Outcome, v.Property, v.Says, v.Faults = Violated, property, says, at.faults
				for ; all[i].from >= 0; i = all[i].from {
					v.Steps = append(v.Steps, all[i].step)
				}
				slices.Reverse(v.Steps)
				return v
			}
			all[i].ends = ended
			for _, s := range steps {
				c := at
				c.steps++
				if s.Fault != No {
					c.faults++
				}
				if s.Worker >= 0 && place.last >= 0 && int(place.last) != s.Worker {
					c.switches++
				}
				most = cost{max(most.faults, c.faults), max(most.steps, c.steps), max(most.switches, c.switches)}
				next := push(found[S, Q, A]{place: s.To, step: s, from: i}, c)
				all[i].next = append(all[i].next, next)
			}
		}
		delete(queue, at)
	}
	if g.cut {
		v.Why = "requests"
		return v
	}
	v.Outcome = Holds
	v.Schedules = schedules(all)
	if g.alike() { // each was counted with one order in which they begin
		v.Schedules.Mul(v.Schedules, new(big.Int).MulRange(1, int64(len(g.Tries))))
	}
	return v
}

// after is the next cost to look at.
func (c cost) after(most cost) cost {
	if c.switches < most.switches {
		return cost{c.faults, c.steps, c.switches + 1}
	}
	if c.steps < most.steps {
		return cost{c.faults, c.steps + 1, 0}
	}
	return cost{c.faults + 1, 0, 0}
}

// violated names the property that is violated at a place, if one is. busy says that a
// worker can go on, and goesOn that anything can without a fault.
func (g *Game[S, Q, A]) violated(p Place[S, Q], stands []Stand[Q], faults int, ended, busy, goesOn bool) (property, says string) {
	for i := range stands {
		if asked := g.asked(p, i); asked.Fault != "" && !stands[i].Crashed {
			return EndsWell, asked.Fault
		}
	}
	stuck := !ended && !busy
	if property := g.World.Violated(p.State, stands, faults, ended, stuck); property != "" || !stuck || goesOn {
		return property, ""
	}
	switch {
	case p.crashed != 0:
		return Survives, ""
	case p.idle != [MostWorkers]int8{}:
		return ComesToIt, ""
	}
	return GoesOn, ""
}

// schedules counts the ways from the start to an end. Each step changes something for
// good, so that none leads back.
func schedules[S, Q, A comparable](all []found[S, Q, A]) *big.Int {
	ways := make([]*big.Int, len(all))
	var count func(int) *big.Int
	count = func(i int) *big.Int {
		if ways[i] == nil {
			ways[i] = new(big.Int)
			if all[i].ends {
				ways[i].SetInt64(1)
			}
			for _, next := range all[i].next {
				ways[i].Add(ways[i], count(next))
			}
		}
		return ways[i]
	}
	return count(0)
}
