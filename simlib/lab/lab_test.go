package lab_test

import (
	"fmt"
	"time"

	"locklab/simlib"
	"locklab/simlib/lab"
)

// Where there is no notebook, Show prints the sentence.
func ExampleShow() {
	p := simlib.DefaultTTL()
	p.TTL = 20 * time.Second
	lab.Show(p)
	// Output:
	// With a TTL of 20 s, 6 of 60,000 holds outlived their lock: 0.01%, 95% interval 0.0046% to 0.022%; exactly 0.0038%, which at one grant every 10 s is one in 3 days. After a crash the next holder waits up to 20 s. Seed 1.
}

func ExampleSay() {
	p := simlib.DefaultTTL()
	p.TTL = 20 * time.Second
	lab.Say(lab.Run(p))
	// Output:
	// With a TTL of 20 s, 6 of 60,000 holds outlived their lock: 0.01%, 95% interval 0.0046% to
	// 0.022%; exactly 0.0038%, which at one grant every 10 s is one in 3 days. After a crash the next
	// holder waits up to 20 s. Seed 1.
}

func ExampleRun() {
	r := lab.Run(simlib.DefaultTTL())
	stalled := simlib.DefaultTTL().Hold(r.FirstUnsafe)
	fmt.Println("hold", r.FirstUnsafe, "worked", stalled.Work.Round(time.Millisecond), "and stalled", stalled.Stall.Round(time.Millisecond))
	// Output:
	// hold 8113 worked 336ms and stalled 16.477s
}
