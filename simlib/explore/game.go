package explore

// MostWorkers is how many workers a game has at most.
const MostWorkers = 4

// Budget bounds a game. What is beyond it is cut: a bound never makes a violation.
type Budget struct {
	// Faults is how many faults there may be in all, and Each how many of each kind.
	Faults int
	Each   [kinds]int
	// Requests is how many requests a worker may make.
	Requests int
}

// Place is where a game stands.
type Place[S, Q comparable] struct {
	// State is the world's.
	State S

	at      [MostWorkers]int32 // the places in the tries
	idle    [MostWorkers]int8  // how often in vain, with nothing changed since
	crashed uint8
	used    [kinds]int8
	late    Q // a request that has not arrived yet
	lateOf  int8
	isLate  bool
	last    int8 // who moved last; -1: nobody
}

// Step is one move of a game.
type Step[S, Q, A comparable] struct {
	// Name is the move's part of the name of a schedule: "A" a request of A's, "A?" one
	// that is lost, "A!" one whose answer is lost, "A>" one that is late and "d" its
	// arrival, "Ax" a crash of A's, "A0" a choice, and the world's own letters.
	Name string
	// Worker is who moves; -1 if it is the world alone.
	Worker int
	// Asked is what the worker asks for, and Answer what it is told.
	Asked  Asked[Q]
	Answer A
	// Fault is what the move counts as.
	Fault Fault
	// To is the place after it.
	To Place[S, Q]
}

// Game is some workers in a world: who may move, and what comes of it. A reader may
// play it against the workers as the search does.
type Game[S, Q, A comparable] struct {
	World  World[S, Q, A]
	Budget Budget
	// Tries are what is known of the workers, one each; of workers that are alike all
	// are the same.
	Tries []*Trie[Q, A]

	cut bool // a worker has used up its requests
}

// alike says whether the workers are one and the same, so that it is no matter which
// begins.
func (g *Game[S, Q, A]) alike() bool { return len(g.Tries) > 1 && g.Tries[0] == g.Tries[1] }

// Start is the place at which a game begins.
func (g *Game[S, Q, A]) Start() Place[S, Q] { return Place[S, Q]{State: g.World.Start(), last: -1} }

// Stands are where the workers stand.
func (g *Game[S, Q, A]) Stands(p Place[S, Q]) []Stand[Q] {
	stands := make([]Stand[Q], len(g.Tries))
	for i := range stands {
		asked := g.asked(p, i)
		stands[i] = Stand[Q]{Asks: asked.Request, Begun: p.at[i] != 0, Ended: asked.Ended, Crashed: p.crashed>>i&1 == 1}
	}
	return stands
}

func (g *Game[S, Q, A]) asked(p Place[S, Q], worker int) Asked[Q] {
	return g.Tries[worker].Nodes[p.at[worker]].Asked
}

func (g *Game[S, Q, A]) may(p Place[S, Q], f Fault) bool {
	all := 0
	for _, n := range p.used {
		all += int(n)
	}
	return f == No || all < g.Budget.Faults && int(p.used[f]) < g.Budget.Each[f]
}

// name is a worker's letter.
func name(worker int) string { return string(rune('A' + worker)) }

// Next are the moves that there are at a place, in a fixed order; busy says that a
// worker can go on by itself.
func (g *Game[S, Q, A]) Next(p Place[S, Q], stands []Stand[Q]) (steps []Step[S, Q, A], busy bool) {
	add := func(s Step[S, Q, A]) {
		if s.Fault != No {
			s.To.used[s.Fault]++
		}
		steps = append(steps, s)
	}
	begun := 0 // workers that are alike begin in their order
	for i, s := range stands {
		if s.Begun || s.Crashed {
			begun = i + 1
		}
	}
	for i, stand := range stands {
		if stand.Gone() || g.alike() && i > begun {
			continue
		}
		if int(g.Tries[i].Nodes[p.at[i]].Depth) >= g.Budget.Requests {
			g.cut, busy = true, true
			continue
		}
		asked := g.asked(p, i)
		moved := func(suffix string, f Fault) Step[S, Q, A] {
			s := Step[S, Q, A]{Name: name(i) + suffix, Worker: i, Asked: asked, Fault: f, To: p}
			s.To.last = int8(i)
			return s
		}
		if stand.Begun && g.may(p, Crash) {
			s := moved("x", Crash)
			s.To.crashed |= 1 << i
			add(s)
		}
		if choices := g.World.Choices(asked.Request); choices != nil {
			busy = true
			for k, a := range choices {
				s := moved(string(rune('0'+k)), No)
				g.settle(&s, p, a)
				add(s)
			}
			continue
		}
		s := moved("", No)
		answer, done := g.World.Do(&s.To.State, i, asked.Request)
		if !done || !g.patient(p, i, answer) {
			continue
		}
		busy = true
		after := s.To.State
		g.World.Told(&s.To.State, i, asked.Request, answer)
		g.settle(&s, p, answer)
		add(s)
		lost, late := g.World.MayFail(asked.Request)
		none := g.World.NoAnswer()
		if lost && g.may(p, Loss) {
			s := moved("?", Loss)
			g.settle(&s, p, none)
			add(s)
			s = moved("!", Loss)
			s.To.State = after
			g.settle(&s, p, none)
			add(s)
		}
		if late && !p.isLate && g.may(p, Delay) {
			s := moved(">", Delay)
			s.To.late, s.To.lateOf, s.To.isLate = asked.Request, int8(i), true
			g.settle(&s, p, none)
			add(s)
		}
	}
	if p.isLate {
		s := Step[S, Q, A]{Name: "d", Worker: int(p.lateOf), Asked: Asked[Q]{Request: p.late}, To: p}
		var none Q
		s.To.late, s.To.lateOf, s.To.isLate = none, 0, false
		s.Answer, _ = g.World.Do(&s.To.State, s.Worker, p.late)
		s.To.idle = [MostWorkers]int8{}
		add(s)
		busy = true
	}
	for _, m := range g.World.Moves(p.State, stands) {
		if g.may(p, m.Fault) {
			s := Step[S, Q, A]{Name: string(rune(m.Name)), Worker: -1, Fault: m.Fault, To: p}
			s.To.State = m.To
			s.To.idle = [MostWorkers]int8{}
			add(s)
		}
	}
	return steps, busy
}

// settle gives a worker its answer. One that asks the same again, though nothing has
// changed, has asked in vain.
func (g *Game[S, Q, A]) settle(s *Step[S, Q, A], from Place[S, Q], a A) {
	i := s.Worker
	s.Answer = a
	s.To.at[i] = int32(g.Tries[i].after(int(from.at[i]), a))
	switch {
	case s.To.State != from.State:
		s.To.idle = [MostWorkers]int8{}
	case g.asked(s.To, i).same(s.Asked):
		s.To.idle[i]++
	default:
		s.To.idle[i] = 0
	}
}

// patient says whether it leads anywhere that a worker asks once more what it has
// asked in vain. It does not where the worker would ask for ever, as far as its
// requests reach: then it waits until something changes.
func (g *Game[S, Q, A]) patient(p Place[S, Q], i int, a A) bool {
	if p.idle[i] < 2 {
		return true
	}
	t, at := g.Tries[i], int(p.at[i])
	left := g.Budget.Requests - t.Nodes[at].Depth
	return t.repeats(at, a, left) < left
}
