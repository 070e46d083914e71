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
	b.WriteString(".")
	if p.Guard == CompareAndSet {
		fmt.Fprintf(&b, " %s refused and made again.", words.SomeAre(r.Refused, "write"))
	}
	if free := r.Guards[NoGuard]; p.Guard == LockGuard || p.Guard == CompareAndSet {
		fmt.Fprintf(&b, " It took %s, against %s without a guard and %s lost.",
			words.Duration(r.Took), words.Duration(free.Took), words.Some(free.Lost, "update"))
	}
	return b.String()
}

// Headline is how many updates are lost.
func (r LostUpdateResult) Headline() Headline {
	return Headline{words.Count(r.Lost), "of " + words.Some(r.Expected, "update") + " lost"}
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

// Caption says how runs like this one differ.
func (r LostUpdateResult) Caption() string {
	others := ""
	if s := r.Spread; s.High > s.Low && r.Params.Guard == NoGuard {
		others = fmt.Sprintf("%s like this one lost %s to %s; workers that never finish would lose exactly %s. ",
			words.Some(s.Runs, "run"), words.Percent(s.Low), words.Percent(s.High), words.Percent(s.LongRun))
	}
	return fmt.Sprintf("%sThis one took %s. Seed %d.", others, words.Duration(r.Took), r.Params.Seed)
}

// Model describes what the workers do.
func (r LostUpdateResult) Model() string {
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
	return fmt.Sprintf("Each worker reads, thinks for an exponential time (mean %s), writes what it has read "+
		"plus one, and waits for an exponential time (mean %s), %s.%s An update is lost when the final value does not contain it.",
		words.Duration(p.Think), words.Duration(p.Wait), words.Some(p.Increments, "time"), guard)
}

// Tables gives the guards, the updates lost by worker and the two curves.
func (r LostUpdateResult) Tables() []Table {
	runs := fmt.Sprintf("mean share lost of %d runs (lowest to highest)", r.Spread.Runs)
	other := func(name, title, knob, field string) Table {
		return newTable(name, title, inNumbers(knob, field),
			inNumbers(runs, "lost_share", "lost_share_lowest", "lost_share_highest"), inNumbers("exact, in the long run", "lost_share_exact"))
	}
	workers := other("workers", "Other numbers of workers, without a guard", "workers", "workers")
	for _, s := range r.ByWorkers {
		workers.add(countCell(s.Workers), s.cell(), percentCell(s.LongRun))
	}
	thinks := other("think-times", "Other think times, without a guard", "mean think time", "think_s")
	for _, s := range r.ByThink {
		thinks.add(durationCell(s.Think), s.cell(), percentCell(s.LongRun))
	}
	guards := newTable("guards", "The same workers under each guard",
		inWords("guard", "guard"), inNumbers("counter", "counter"), inNumbers("lost", "lost"), inNumbers("share lost", "lost_share"),
		inNumbers("refused and tried again", "refused"), inNumbers("time", "took_s"))
	for _, g := range r.Guards {
		guards.add(wordsCell(g.Guard.String()), countCell(g.Final), countCell(g.Lost), percentCell(float64(g.Lost)/float64(r.Expected)),
			countCell(g.Refused), durationCell(g.Took))
	}
	by := newTable("by-worker", "Updates lost in this run, by worker",
		inNumbers("worker", "worker"), inNumbers("made", "made"), inNumbers("lost", "lost"))
	for i, lost := range r.LostBy {
		by.add(countCell(i+1), countCell(r.Params.Increments), countCell(lost))
	}
	return []Table{workers, thinks, guards, by}
}

// Row gives what the guard saves and costs.
func (r LostUpdateResult) Row() Table {
	t := newTable("row", "What came of the updates",
		inNumbers("counter", "counter"), inNumbers("lost", "lost"), inNumbers("refused and tried again", "refused"), inNumbers("time", "took_s"))
	t.add(countCell(r.Final), countCell(r.Lost), countCell(r.Refused), durationCell(r.Took))
	return t
}

// cell is the mean share, with the lowest and the highest.
func (s LostShare) cell() cell {
	return cell{words.Within(words.Percent(s.Mean), words.Percent(s.Low), words.Percent(s.High)), []any{s.Mean, s.Low, s.High}}
}

// Prediction asks what the counter will say.
func (r LostUpdateResult) Prediction() Prediction {
	return Prediction{Question: "What will the counter say?", Answer: float64(r.Final), Says: words.Count(r.Final), Max: float64(r.Expected)}
}
