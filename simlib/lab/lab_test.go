package lab_test

import (
	"fmt"
	"os"
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
	// With a TTL of 20 s, 6 of 60,000 holds outlived the lock. At one job every 10 s that makes one overlap in 3 days. After a crash the next holder waits up to 20 s.
}

func ExampleSay() {
	p := simlib.DefaultTTL()
	p.TTL = 20 * time.Second
	lab.Say(lab.Run(p))
	// Output:
	// With a TTL of 20 s, 6 of 60,000 holds outlived the lock. At one job every 10 s that makes one
	// overlap in 3 days. After a crash the next holder waits up to 20 s.
}

func ExampleCompare() {
	lab.Compare(simlib.DefaultTTL(), "TTL", 1*time.Second, 10*time.Second, 1*time.Minute)
	// Output:
	// What a TTL costs, by TTL
	// TTL    holds that outlived the lock  overlaps         longest wait after a crash
	// 1 s    126 of 60,000                 20 a day         1 s
	// 10 s   18 of 60,000                  2.4 a day        10 s
	// 1 min  0 of 60,000                   one in 25 years  1 min
}

// What is saved with a notebook is the same on every machine, and no run's.
func ExampleHere() {
	os.Setenv("LOCKLAB_HEADLESS", "1") // as `locklab run` does
	lab.Here()
	// Output:
	// Saved with the notebook: not run here yet.
}

func ExampleRun() {
	r := lab.Run(simlib.DefaultTTL())
	stalled := simlib.DefaultTTL().Hold(r.FirstUnsafe)
	fmt.Println("hold", r.FirstUnsafe, "worked", stalled.Work.Round(time.Millisecond), "and stalled", stalled.Stall.Round(time.Millisecond))
	// Output:
	// hold 8113 worked 336ms and stalled 16.477s
}

func ExampleAnswer() {
	lab.Answer("hung-worker", 3)
	// Output:
	// A worker hangs in a deadlock for good, and a thread of it still renews the lock. Who gets it
	// next?
	//
	// 3: Whoever has a higher fencing token
	//
	// No. A higher token comes with the next grant, and there is none. Fencing takes no lock away.
	// 2 is right: Nobody, as long as it is renewed. The lock service sees a healthy client. Renew only
	// on progress, or cap the time held.
}

// Where there is no notebook, Quiz prints the questions, and how to answer them.
func ExampleQuiz() {
	lab.Quiz("ttl")
	// Output:
	// Check yourself
	//
	// Holders crash now and then, or stall for any length of time. What does a TTL ten times longer bring?
	//   1 Fewer overlaps, longer waits after a crash
	//   2 No overlaps, longer waits after a crash
	//   3 Fewer overlaps, shorter waits after a crash
	// Answer in a cell: lab.Answer("check-ttl", 1)
}

func ExampleCard() {
	lab.Card("lease")
	// Output:
	// lease: A right for a limited time. It ends by itself when its holder dies. Like this: A hotel's key card: dead at noon on the last day. Used: etcd, Chubby, DHCP, and many systems that elect a leader.
}
