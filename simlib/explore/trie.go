package explore

import "fmt"

// Trie is what is known of a worker: after which answers it asks what.
type Trie[Q, A comparable] struct {
	// Nodes are the places that were reached; the first is the start.
	Nodes []Node[Q, A]

	worker Worker[Q, A] // nil in a trie that was saved
	parked int          // where the worker waits for its answer; -1: nowhere
	runs   int          // how often the worker was begun
}

// Node is a place in a trie.
type Node[Q, A comparable] struct {
	// Asked is what the worker asks for here.
	Asked Asked[Q]
	// Parent is the place before, -1 at the start, and Via the answer that led here.
	Parent int
	Via    A
	// Depth is how many answers led here.
	Depth int
	// Next are the places after the answers that were tried, in that order.
	Next []Branch[A]
}

// Branch is an answer and where it leads.
type Branch[A comparable] struct {
	Answer A
	Node   int
}

// differs is what a worker does that does not answer alike when asked alike.
type differs struct{ first, now string }

// unexplored is what a saved trie says of an answer that nobody has tried.
type unexplored struct{}

func newTrie[Q, A comparable](w Worker[Q, A]) *Trie[Q, A] {
	t := &Trie[Q, A]{worker: w, runs: 1}
	t.Nodes = []Node[Q, A]{{Asked: w.Begin(), Parent: -1}}
	return t
}

// after is the place after an answer at a place.
func (t *Trie[Q, A]) after(n int, a A) int {
	for _, b := range t.Nodes[n].Next {
		if b.Answer == a {
			return b.Node
		}
	}
	if t.worker == nil {
		panic(unexplored{})
	}
	t.lead(n)
	m := len(t.Nodes)
	t.Nodes = append(t.Nodes, Node[Q, A]{Asked: t.worker.Answer(a), Parent: n, Via: a, Depth: t.Nodes[n].Depth + 1})
	t.Nodes[n].Next = append(t.Nodes[n].Next, Branch[A]{a, m})
	t.parked = m
	return m
}

// lead leads the worker to a place, from its start unless it is there.
func (t *Trie[Q, A]) lead(n int) {
	if t.parked == n {
		return
	}
	t.parked = -1
	t.runs++
	path := t.path(n)
	asked := t.worker.Begin()
	for i, at := range path {
		t.check(at, asked)
		if i+1 < len(path) {
			asked = t.worker.Answer(t.Nodes[path[i+1]].Via)
		}
	}
	t.parked = n
}

// path are the places from the start to one.
func (t *Trie[Q, A]) path(n int) []int {
	path := make([]int, t.Nodes[n].Depth+1)
	for i := len(path) - 1; i >= 0; i-- {
		path[i], n = n, t.Nodes[n].Parent
	}
	return path
}

func (t *Trie[Q, A]) check(n int, asked Asked[Q]) {
	if first := t.Nodes[n].Asked; !first.same(asked) {
		panic(differs{said(first), said(asked)})
	}
}

func said[Q comparable](a Asked[Q]) string {
	switch {
	case a.Fault != "":
		return "panic: " + a.Fault
	case a.Ended:
		return "the end"
	}
	return fmt.Sprint(a.Request)
}

// verify runs the worker again along every way that was explored, but for those that
// are the beginning of another.
func (t *Trie[Q, A]) verify() {
	for n := range t.Nodes {
		if len(t.Nodes[n].Next) == 0 {
			t.parked = -1
			t.lead(n)
		}
	}
}

// repeats is how often the worker, answered alike again and again, asks for the same
// again before it asks for something else; limit if it goes on for so long.
func (t *Trie[Q, A]) repeats(n int, a A, limit int) int {
	asked := t.Nodes[n].Asked
	for i := range limit {
		if n = t.after(n, a); !t.Nodes[n].Asked.same(asked) {
			return i
		}
	}
	return limit
}
