package chart

import "locklab/simlib"

// walk draws the walk, with a title that tells how it ends.
func walk(r simlib.StaleHolderResult) Spec {
	s := Timeline(r.History)
	s.Title = map[simlib.StaleOutcome]string{
		simlib.StaleInTime:    "A wakes in time, and all is well",
		simlib.StaleUnnoticed: "A writes late, and nobody notices",
		simlib.StaleLost:      "A writes late, and then B's write loses it",
		simlib.StaleOverwrote: "A wakes, and old data replaces new",
		simlib.StaleRefused:   "A wakes, and the storage refuses its write",
	}[r.Outcome]
	return s
}
