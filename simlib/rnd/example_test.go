package rnd_test

import (
	"fmt"
	"time"

	"locklab/simlib/rnd"
)

// The first holds of one block of trials: the work and the stalls come from streams of
// their own, so a change to one leaves the other alone.
func Example() {
	work := rnd.New(1, "work", 0)
	stall := rnd.New(1, "stall", 0)
	for range 3 {
		w := work.LogNormal(200*time.Millisecond, 0.5)
		s := stall.Stall(0.3, 5*time.Second)
		fmt.Println(w, "of work and", s, "of stall")
	}
	// Output:
	// 250.354466ms of work and 1.179160812s of stall
	// 252.779967ms of work and 1.314798958s of stall
	// 538.224991ms of work and 5.211478398s of stall
}
