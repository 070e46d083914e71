package simlib

import (
	"fmt"
	"time"

	"locklab/simlib/history"
	"locklab/simlib/words"
)

// Summary tells how the walk ends.
func (r StaleHolderResult) Summary() string {
	p := r.Params
	pause, ttl := words.Duration(p.Pause), words.Duration(p.TTL)
	if r.Outcome == StaleInTime {
		if p.Pause == 0 {
			return fmt.Sprintf("A did not stall, wrote at %s and gave the lock back; B built on A's update. "+
				"Nothing is lost.", history.Clock(r.wrote("A")))
		}
		return fmt.Sprintf("A was paused for %s and wrote at %s, before its lock expired at %s; then B got the lock "+
			"and built on A's update. Nothing is lost.", pause, history.Clock(r.wrote("A")), ttl)
	}
	begin := fmt.Sprintf("A was paused for %s and its lock expired at %s, so B got the lock with token 34", pause, ttl)
	wakes := "A woke at " + history.Clock(r.wrote("A"))
	switch r.Outcome {
	case StaleRefused:
		why := "which B had claimed before it read"
		if r.wrote("B") <= r.wrote("A") {
			why = "with which B had written"
		}
		return fmt.Sprintf("%s. %s and wrote with token 33; the storage refused it, for it had seen token 34, %s. "+
			"B's update stands, and A's work is wasted.", begin, wakes, why)
	case StaleOverwrote:
		return fmt.Sprintf("%s and wrote at %s. %s and wrote over it, from data that it had read at %s: "+
			"old data has replaced newer data, and B's update is lost. No rule of the lock service was broken, and nobody saw an error.",
			begin, history.Clock(r.wrote("B")), wakes, history.Clock(staleRead))
	case StaleLost:
		takes := "The storage took A's write"
		if p.Fencing {
			takes = "The storage had not met token 34 yet and took A's write, fencing or not"
		}
		return fmt.Sprintf("%s and read. %s and wrote before B did. %s; then B wrote what it had made from the older data: "+
			"A's acknowledged update is lost. A claim of token 34 at a storage with fencing, before B read, would have stopped A.",
			begin, wakes, takes)
	}
	return fmt.Sprintf("%s. %s and wrote before B had read, and B built on A's update. "+
		"Nothing is lost, by luck: A wrote without the lock and nobody noticed.", begin, wakes)
}

// Headline is how many updates are lost.
func (r StaleHolderResult) Headline() Headline {
	return LostUpdates(r.History)
}

// wrote is when a party wrote.
func (r StaleHolderResult) wrote(party string) time.Duration {
	for _, e := range r.Events {
		if e.Kind == history.Write && e.Client == party {
			return e.At
		}
	}
	return 0
}

// Caption says that nothing is left to chance.
func (StaleHolderResult) Caption() string {
	return "Computed from the pause and the TTL, with no chance in it. The tokens are made up."
}

// Model describes the walk.
func (r StaleHolderResult) Model() string {
	p := r.Params
	storage := "the storage takes every write"
	switch {
	case p.Fencing && p.Claim:
		storage = "the storage refuses a token lower than the highest that it has seen, and each holder claims its token before it reads"
	case p.Fencing:
		storage = "the storage refuses a token lower than the highest that it has seen"
	}
	return fmt.Sprintf("A reads at %s, stalls from %s on and writes when it wakes; "+
		"B waits for the lock, reads %s after its grant and writes %s later; %s.",
		history.Clock(staleRead), history.Clock(staleRead+staleBefore), history.Clock(staleRead), history.Clock(staleWork), storage)
}

// Row gives what became of A's write.
func (r StaleHolderResult) Row() Table {
	t := newTable("row", "What became of A's write", inWords("A's write", "outcome"), inNumbers("updates lost", "lost"))
	t.add(wordsCell(r.Outcome.String()), countCell(len(r.Lost())))
	return t
}

// Tables gives the walk step by step.
func (r StaleHolderResult) Tables() []Table {
	return []Table{StepTable("What happens, step by step", "holder", r.History)}
}
