package simlib

import "locklab/simlib/chart"

// Chart draws the walk, with a title that tells how it ends.
func (r StaleHolderResult) Chart() chart.Spec {
	s := chart.Timeline(r.History)
	s.Title = map[StaleOutcome]string{
		StaleInTime:    "A wakes in time, and all is well",
		StaleUnnoticed: "A writes late, and nobody notices",
		StaleLost:      "A writes late, and then B's write loses it",
		StaleOverwrote: "A wakes, and old data replaces new",
		StaleRefused:   "A wakes, and the storage refuses its write",
	}[r.Outcome]
	return s
}
