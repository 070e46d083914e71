package simlib

import (
	"fmt"
	"strings"

	"locklab/simlib/words"
)

// Summary says what the counter should say and what it says.
func (r LostUpdateResult) Summary() string {
	p := r.Params
	var b strings.Builder
	fmt.Fprintf(&b, "%s made %s %s, and the counter says %s: ", words.Some(p.Workers, "worker"),
		words.Some(r.Expected, "increment"), p.Guard.with(), words.Count(r.Final))
	if r.Lost == 0 {
		b.WriteString("no update is lost")
	} else {
		fmt.Fprintf(&b, "%s lost (%s), wiped out by writes made from older readings",
			words.SomeAre(r.Lost, "update"), words.Percent(float64(r.Lost)/float64(r.Expected)))
	}
	switch {
	case p.Guard == NoGuard && p.Workers == 1:
		b.WriteString(", as nobody else writes")
	case p.Guard == NoGuard && p.Think == 0:
		b.WriteString(", as a read and its write are one step")
	case p.Guard == NoGuard && p.Wait == 0:
		b.WriteString("; what is left is exactly the increments of one worker, " +
			"as each reads at once what it has just written itself")
	}
	b.WriteString(". ")
	if s := r.Spread; s.High > s.Low && p.Guard == NoGuard {
		fmt.Fprintf(&b, "%s like this one lost %s to %s; workers that never finish would lose exactly %s. ",
			words.Some(s.Runs, "run"), words.Percent(s.Low), words.Percent(s.High), words.Percent(s.LongRun))
	}
	if p.Guard == CompareAndSet {
		fmt.Fprintf(&b, "%s refused and made again. ", words.SomeAre(r.Refused, "write"))
	}
	fmt.Fprintf(&b, "It took %s", words.Duration(r.Took))
	if free := r.Guards[NoGuard]; p.Guard == LockGuard || p.Guard == CompareAndSet {
		fmt.Fprintf(&b, ", against %s without a guard and %s lost", words.Duration(free.Took), words.Some(free.Lost, "update"))
	}
	fmt.Fprintf(&b, ". Seed %d.", p.Seed)
	return b.String()
}

// with is the guard as the middle of a sentence.
func (g Guard) with() string {
	switch g {
	case LockGuard:
		return "under a lock"
	case CompareAndSet:
		return "by compare-and-set"
	case AtomicAdd:
		return "by an atomic addition"
	}
	return "without a guard"
}

// Caption describes the model.
func (r LostUpdateResult) Caption() string {
	p := r.Params
	guard := ""
	switch p.Guard {
	case LockGuard:
		guard = " It holds the lock from before the read until after the write; who waits longest gets it next."
	case CompareAndSet:
		guard = " The storage refuses the write when the counter is no longer what was read; the worker then reads and thinks again."
	case AtomicAdd:
		guard = " The storage reads and writes in one step, at the moment of the write."
	}
	return fmt.Sprintf("Seeded simulation: each worker reads, thinks for an exponential time (mean %s), writes what it has read "+
		"plus one, and waits for an exponential time (mean %s), %s.%s An update is lost when the final value does not contain it.",
		words.Duration(p.Think), words.Duration(p.Wait), words.Some(p.Increments, "time"), guard)
}

// Tables gives the guards, the updates lost by worker and the two curves.
func (r LostUpdateResult) Tables() []Table {
	guards := Table{
		Title:   "The same workers under each guard",
		Columns: []string{"guard", "counter", "lost", "share lost", "refused and tried again", "time"},
	}
	for _, g := range r.Guards {
		guards.Rows = append(guards.Rows, []string{g.Guard.String(), words.Count(g.Final), words.Count(g.Lost),
			words.Percent(float64(g.Lost) / float64(r.Expected)), words.Count(g.Refused), words.Duration(g.Took)})
	}
	by := Table{Title: "Updates lost in this run, by worker", Columns: []string{"worker", "made", "lost"}}
	for i, lost := range r.LostBy {
		by.Rows = append(by.Rows, []string{words.Count(i + 1), words.Count(r.Params.Increments), words.Count(lost)})
	}
	runs := fmt.Sprintf("mean share lost of %d runs (lowest to highest)", r.Spread.Runs)
	workers := Table{Title: "Other numbers of workers, without a guard", Columns: []string{"workers", runs, "exact, in the long run"}}
	for _, s := range r.ByWorkers {
		workers.Rows = append(workers.Rows, append([]string{words.Count(s.Workers)}, s.cells()...))
	}
	thinks := Table{Title: "Other think times, without a guard", Columns: []string{"mean think time", runs, "exact, in the long run"}}
	for _, s := range r.ByThink {
		thinks.Rows = append(thinks.Rows, append([]string{words.Duration(s.Think)}, s.cells()...))
	}
	return []Table{workers, thinks, guards, by}
}

func (s LostShare) cells() []string {
	return []string{
		words.Within(words.Percent(s.Mean), words.Percent(s.Low), words.Percent(s.High)),
		words.Percent(s.LongRun),
	}
}

// Prediction asks what the counter will say.
func (r LostUpdateResult) Prediction() Prediction {
	return Prediction{Question: "What will the counter say?", Answer: float64(r.Final), Says: words.Count(r.Final), Max: float64(r.Expected)}
}
