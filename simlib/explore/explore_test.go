package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"locklab/simlib/explore"
)

// A small world: a number that is read and written, and one lock.
type state struct {
	value, version, owner int // the owner counts from 1; 0: the lock is free
	read                  [explore.MostWorkers]int
	lost                  bool
}

type request struct {
	verb  byte // r read, w write, l lock, u unlock, c choose
	value int
}

type answer struct {
	value int
	none  bool
}

type world struct{ lossy bool }

func (world) Start() state { return state{} }
func (world) Do(s *state, worker int, q request) (answer, bool) {
	switch q.verb {
	case 'r':
		s.read[worker] = s.version
		return answer{value: s.value}, true
	case 'w':
		s.lost = s.lost || s.read[worker] != s.version
		s.value = q.value
		s.version++
		s.read[worker] = s.version
	case 'l':
		if s.owner != 0 {
			return answer{}, false
		}
		s.owner = worker + 1
	case 't':
		if s.owner != 0 {
			return answer{value: 0}, true
		}
		s.owner = worker + 1
		return answer{value: 1}, true
	case 'u':
		if s.owner == worker+1 {
			s.owner = 0
		}
	}
	return answer{}, true
}
func (world) Told(*state, int, request, answer) {}
func (world) Choices(q request) []answer {
	if q.verb == 'c' {
		return []answer{{value: 0}, {value: 1}}
	}
	return nil
}
func (world) NoAnswer() answer                      { return answer{none: true} }
func (w world) MayFail(q request) (lost, late bool) { return w.lossy, w.lossy && q.verb == 'w' }
func (world) Moves(state, []explore.Stand[request]) []explore.Move[state] {
	return nil
}
func (world) Violated(s state, _ []explore.Stand[request], _ int, _, _ bool) string {
	if s.lost {
		return "no update is lost"
	}
	return ""
}

type ask = func(request) answer

func increment(ask ask) {
	v := ask(request{verb: 'r'}).value
	ask(request{'w', v + 1})
}

func guarded(ask ask) {
	ask(request{verb: 'l'})
	increment(ask)
	ask(request{verb: 'u'})
}

func search(t *testing.T, w world, b explore.Budget, count int, f func(ask)) explore.Verdict[state, request, answer] {
	t.Helper()
	v, _ := explore.Search(t.Context(), explore.World[state, request, answer](w), b, []explore.Worker[request, answer]{explore.Func(f)}, count, 100_000)
	return v
}

func budget(faults int, kinds ...explore.Fault) explore.Budget {
	b := explore.Budget{Faults: faults, Requests: 20}
	for _, k := range kinds {
		b.Each[k] = faults
	}
	return b
}

// The verdicts that hold in any world, each with a shortest schedule.
func TestVerdicts(t *testing.T) {
	crash := budget(1, explore.Crash)
	kept := 0
	for _, c := range []struct {
		what     string
		f        func(ask)
		b        explore.Budget
		outcome  explore.Outcome
		property string
		schedule string
	}{
		{"no lock", increment, crash, explore.Violated, "no update is lost", "ABBA"},
		{"a lock", guarded, budget(0), explore.Holds, "", ""},
		{"a lock, and a crash", guarded, crash, explore.Violated, explore.Survives, "AAx"},
		{"a lock that is kept", func(ask ask) { ask(request{verb: 'l'}) }, budget(0), explore.Violated, explore.GoesOn, "A"},
		{"a lock that is asked for", func(ask ask) {
			for ask(request{verb: 't'}).value == 0 {
			}
		}, budget(0), explore.Violated, explore.ComesToIt, "ABB"},
		{"a panic", func(ask ask) { ask(request{verb: 'r'}); panic("oh") }, budget(0), explore.Violated, explore.EndsWell, "A"},
		{"one that never ends", func(ask ask) {
			for i := 0; ; i++ {
				ask(request{'r', i})
			}
		}, budget(0), explore.Undecided, "", ""},
		{"one that keeps a count outside", func(ask ask) { kept++; ask(request{'w', kept}) }, budget(0), explore.Violated, explore.Replays, ""},
		{"a choice", func(ask ask) {
			if ask(request{verb: 'c'}).value == 1 {
				increment(ask)
			}
		}, budget(0), explore.Violated, "no update is lost", "A1AB1BBA"},
	} {
		v := search(t, world{}, c.b, 2, c.f)
		if v.Outcome != c.outcome || v.Property != c.property || v.Schedule() != c.schedule {
			t.Errorf("%s: outcome %d, %q by %s (%s); want %d, %q by %s", c.what, v.Outcome, v.Property, v.Schedule(), v.Why, c.outcome, c.property, c.schedule)
		}
	}
	if v := search(t, world{}, budget(0), 2, func(ask ask) {
		for i := 0; ; i++ {
			ask(request{'r', i})
		}
	}); v.Why != "requests" {
		t.Errorf("one that never ends is undecided since %q ran out", v.Why)
	}
}

// A worker that gives up after the third try in vain is not taken for one that tries
// for ever.
func TestGivesUp(t *testing.T) {
	v := search(t, world{}, budget(0), 2, func(ask ask) {
		for range 5 {
			if ask(request{verb: 't'}).value == 1 {
				return // and keeps the lock
			}
		}
	})
	if v.Outcome != explore.Holds {
		t.Errorf("outcome %d, %q by %s", v.Outcome, v.Property, v.Schedule())
	}
}

// Where a worker asks is where its own code does.
func TestLines(t *testing.T) {
	v := search(t, world{}, budget(0), 2, increment)
	var lines []string
	for _, s := range v.Steps {
		if !strings.HasSuffix(s.Asked.File, "explore_test.go") {
			t.Errorf("it asks in %s", s.Asked.File)
		}
		lines = append(lines, fmt.Sprint(s.Asked.Line-v.Steps[0].Asked.Line))
	}
	if got := strings.Join(lines, " "); got != "0 0 1 1" {
		t.Errorf("it asks at lines %s from the first on, want 0 0 1 1", got)
	}
}

// script is a worker that asks for fixed requests.
func script(requests []request) func(ask) {
	return func(ask ask) {
		for _, q := range requests {
			ask(q)
		}
	}
}

// brute is the fewest faults and steps to a violation, by running every schedule of
// workers that ask for fixed requests.
type brute struct {
	world
	requests []request
	budget   explore.Budget
	best     [2]int
}

func (b *brute) run(s state, at [2]int, crashed [2]bool, used map[explore.Fault]int, late *request, lateOf, faults, steps int) {
	if s.lost {
		if b.best[0] < 0 || faults < b.best[0] || faults == b.best[0] && steps < b.best[1] {
			b.best = [2]int{faults, steps}
		}
		return
	}
	may := func(f explore.Fault) bool { return faults < b.budget.Faults && used[f] < b.budget.Each[f] }
	fault := func(f explore.Fault, s state, at [2]int, crashed [2]bool, late *request, lateOf int) {
		used[f]++
		b.run(s, at, crashed, used, late, lateOf, faults+1, steps+1)
		used[f]--
	}
	for i := range 2 {
		if crashed[i] || at[i] == len(b.requests) {
			continue
		}
		if at[i] > 0 && may(explore.Crash) {
			gone := crashed
			gone[i] = true
			fault(explore.Crash, s, at, gone, late, lateOf)
		}
		q, then, next := b.requests[at[i]], s, at
		next[i]++
		b.Do(&then, i, q)
		b.run(then, next, crashed, used, late, lateOf, faults, steps+1)
		lost, delayed := b.MayFail(q)
		if lost && may(explore.Loss) {
			fault(explore.Loss, s, next, crashed, late, lateOf)
			fault(explore.Loss, then, next, crashed, late, lateOf)
		}
		if delayed && late == nil && may(explore.Delay) {
			fault(explore.Delay, s, next, crashed, &q, i)
		}
	}
	if late != nil {
		b.Do(&s, lateOf, *late)
		b.run(s, at, crashed, used, nil, 0, faults, steps+1)
	}
}

// On small worlds of chance the search finds what running every schedule finds: the
// same verdict, the same number of faults, the same number of steps.
func TestAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for round := range 300 {
		requests := make([]request, 2+random.IntN(2))
		for i := range requests {
			requests[i] = request{"rwt"[random.IntN(3)], random.IntN(3)}
		}
		w, b := world{lossy: round%2 == 0}, budget(round%3, explore.Crash, explore.Loss, explore.Delay)
		v, _ := explore.Search(t.Context(), explore.World[state, request, answer](w), b, []explore.Worker[request, answer]{explore.Func(script(requests))}, 2, 100_000)
		all := brute{w, requests, b, [2]int{-1, -1}}
		all.run(state{}, [2]int{}, [2]bool{}, map[explore.Fault]int{}, nil, 0, 0, 0)
		got := [2]int{-1, -1}
		if v.Outcome == explore.Violated && v.Property == "no update is lost" {
			got = [2]int{v.Faults, len(v.Steps)}
			found++
		}
		if got != all.best {
			t.Errorf("%v, faults %d: the search finds %v (%q by %s), all schedules %v", requests, b.Faults, got, v.Property, v.Schedule(), all.best)
		}
	}
	if found < 50 || found > 250 {
		t.Errorf("%d of 300 worlds violate: too alike to tell anything", found)
	}
}
