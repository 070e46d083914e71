package simlib

import (
	"context"
	"testing"

	"locklab/simlib/stat"
)

// The holds alone, without the exact curve beside them: what internal/bench
// sets against the same work in other languages. -cpu 1,2 tells what a second
// processor is worth.
func BenchmarkHolds(b *testing.B) {
	p := DefaultTTL()
	times := curveTimes()
	for b.Loop() {
		if _, err := sumTrials(context.Background(), Exec{}, p.Holds, func() *ttlTally {
			return &ttlTally{p: p, firstUnsafe: -1, lengths: stat.NewHistogram(times)}
		}); err != nil {
			b.Fatal(err)
		}
	}
}

// One lost-update run, from the first read to the last write.
func BenchmarkIncrements(b *testing.B) {
	p := DefaultLostUpdate()
	run := 0
	for b.Loop() {
		p.run(run, nil)
		run++
	}
}
