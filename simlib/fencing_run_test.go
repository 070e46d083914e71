package simlib

import (
	"context"
	"testing"
	"time"
)

// Counted alone, a chain comes to what its history comes to: with few late
// writes, many, one over the other, and all of them just as the TTL ends.
func TestFencingCountsAreTheHistorys(t *testing.T) {
	for seed := range uint64(10) {
		for name, change := range map[string]func(*Fencing){
			"the defaults": func(*Fencing) {},
			"many stalls":  func(p *Fencing) { p.StallChance, p.Grants = 0.3, blockSize+100 },
			"all stall":    func(p *Fencing) { p.StallChance, p.TTL, p.StallMean = 1, 300*time.Millisecond, time.Second },
			"all at the TTL": func(p *Fencing) {
				p.StallChance, p.Spread, p.TTL, p.Work = 0, 0, time.Second, time.Second
			},
			"twice the TTL": func(p *Fencing) {
				p.StallChance, p.Spread, p.TTL, p.Work = 0, 0, time.Second, 2*time.Second
			},
			"one": func(p *Fencing) { p.Grants = 1 },
		} {
			p := DefaultFencing()
			p.Seed = seed
			change(&p)
			for _, p.Fencing = range []bool{false, true} {
				for _, p.Claim = range []bool{false, true} {
					r, err := p.Run(context.Background(), Exec{})
					if err != nil {
						t.Fatal(err)
					}
					want := chainCounts{r.Overwrote.Count + r.Refused.Count, r.LateAccepted.Count, r.Lost.Count}
					if got := p.counts(0); got != want {
						t.Errorf("%s, seed %d, fencing %t, claim %t: %+v, the history has %+v", name, seed, p.Fencing, p.Claim, got, want)
					}
				}
			}
		}
	}
}

// The chain that the lesson tells of is like most: what it counts lies
// between the second and the third fifth of what 2,000 chains count.
func TestFencingDefaultIsTypical(t *testing.T) {
	p := DefaultFencing()
	told := p.counts(0)
	const chains = 2000
	lateBelow, lateAbove, lostBelow, lostAbove := 0, 0, 0, 0
	for run := 1; run <= chains; run++ {
		c := p.counts(run)
		late := c.harmful + c.accepted - told.harmful - told.accepted
		if late < 0 {
			lateBelow++
		} else if late > 0 {
			lateAbove++
		}
		if c.lost < told.lost {
			lostBelow++
		} else if c.lost > told.lost {
			lostAbove++
		}
	}
	for what, n := range map[string]int{"fewer late": lateBelow, "more late": lateAbove, "fewer lost": lostBelow, "more lost": lostAbove} {
		if n > chains*3/5 {
			t.Errorf("%d of %d chains have %s", n, chains, what)
		}
	}
}
