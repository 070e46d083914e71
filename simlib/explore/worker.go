// Package explore looks for a schedule of some workers that violates a property of
// the world that they share, and finds a shortest one, or says within which bound
// there is none.
//
// It does not run every schedule. A worker that answers alike when it is asked alike
// is a function: after these answers, this request. What is known of that function
// grows as a trie, and the search is one of an ordinary graph, whose states are a
// world and a place in the trie for each worker. So the worker runs a few times, and
// states can be remembered without looking into it. The worker may be a function of
// Go's, a trie that was saved, or a program behind a pipe.
//
// The package knows no lock: what a request does is the world's matter, see World.
package explore

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
)

// Asked is what a worker asks for, or how it ended.
type Asked[Q comparable] struct {
	// Request is what it asks; of no meaning once it has ended.
	Request Q
	// Ended says that it has come to its end, and Fault how, if it panicked.
	Ended bool
	Fault string
	// File and Line are where it asks; 0 where that is not known.
	File string
	Line int
}

// Same says whether two are the same in all that the search looks at.
func (a Asked[Q]) same(b Asked[Q]) bool {
	return a.Request == b.Request && a.Ended == b.Ended && a.Fault == b.Fault
}

// A Worker begins anew as often as it is told to. It never does anything but ask,
// and each time that it is answered alike it asks alike.
type Worker[Q, A comparable] interface {
	// Begin starts it from its start, and gives what it asks first.
	Begin() Asked[Q]
	// Answer answers what it has asked, and gives what it asks next. It is not
	// called of one that has ended.
	Answer(A) Asked[Q]
	// Stop ends it for good.
	Stop()
}

// Func is a worker that is a function: it asks by calling ask, which returns with the
// answer. When the search has no more use for it, ask does not return: the
// function is unwound by a panic, which it must not keep from passing. Where it asks is
// told without the functions whose names begin with one of verbs, by which it asks.
func Func[Q, A comparable](f func(ask func(Q) A), verbs ...string) Worker[Q, A] {
	return &function[Q, A]{f: f, verbs: append(verbs, "locklab/simlib/explore.")}
}

type function[Q, A comparable] struct {
	f       func(func(Q) A)
	verbs   []string
	next    func() (Asked[Q], bool)
	stop    func()
	answer  A
	unwinds bool // the function is being left
}

// left unwinds a function that is not to go on.
type left struct{}

func (w *function[Q, A]) Begin() Asked[Q] {
	w.Stop()
	w.unwinds = false
	w.next, w.stop = iter.Pull(w.run)
	return w.goOn()
}

func (w *function[Q, A]) Answer(a A) Asked[Q] {
	w.answer = a
	return w.goOn()
}

func (w *function[Q, A]) Stop() {
	if w.stop != nil {
		w.unwinds = true
		w.stop()
		w.stop = nil
	}
}

func (w *function[Q, A]) goOn() Asked[Q] {
	asked, there := w.next()
	if !there {
		return Asked[Q]{Ended: true}
	}
	return asked
}

// run runs the function once; what it yields is what is asked.
func (w *function[Q, A]) run(yield func(Asked[Q]) bool) {
	defer func() {
		switch fault := recover().(type) {
		case nil, left:
		default:
			if !w.unwinds {
				yield(Asked[Q]{Ended: true, Fault: fmt.Sprint(fault)})
			}
		}
	}()
	w.f(func(q Q) A {
		asked := Asked[Q]{Request: q}
		asked.File, asked.Line = caller(w.verbs)
		if w.unwinds || !yield(asked) {
			panic(left{})
		}
		return w.answer
	})
}

// caller is where the worker's own code asks.
func caller(verbs []string) (file string, line int) {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		verb := slices.ContainsFunc(verbs, func(verb string) bool { return strings.HasPrefix(f.Function, verb) })
		if !verb || !more {
			return f.File, f.Line
		}
	}
}
