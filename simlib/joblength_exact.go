package simlib

import "locklab/simlib/rnd/portable"

// exactTTLOnly is the share of runs that outlive a TTL that is not renewed,
// without simulation.
func (p JobLength) exactTTLOnly() float64 { return p.workload().exactTail(p.TTL) }

// exactRenewal is the share of runs that lose a renewed lock. A stall, which is
// exponential with mean m, begins at a time x that is uniform over the work
// W. The last renewal was x mod d before, with d a third of the TTL T, so the
// stall has to last T - (x mod d):
//
//	P(lost) = p * E[ 1/W * integral over x from 0 to W of exp(-(T - x mod d)/m) ],
//
// where p is the chance of a stall. The inner integral over one whole renewal
// interval d is m*(exp(-(T-d)/m) - exp(-T/m)), and likewise over the part s of
// the last one; the expectation over W, log-normal, is taken numerically.
func (p JobLength) exactRenewal() float64 {
	mean := float64(p.StallMean)
	ttl, interval := float64(p.TTL)/mean, float64(p.renewEvery())/mean // in units of the mean
	atOnce := portable.Exp(-ttl)
	over := func(s float64) float64 { return portable.Exp(s-ttl) - atOnce }
	whole := over(interval)
	lost := func(work float64) float64 { // work in units of the mean
		if work < 1e-9*interval { // all at the start of the first interval
			return atOnce
		}
		intervals := float64(int(work / interval))
		return (float64(intervals*whole) + over(work-float64(intervals*interval))) / work
	}
	median := float64(p.Work) / mean
	switch {
	case p.StallChance == 0:
		return 0
	case p.Spread == 0:
		return byChance(p.StallChance * lost(median))
	}
	return byChance(p.StallChance * integrate(func(z float64) float64 {
		density := portable.Exp(-float64(z*z)/2) / sqrt2Pi
		return float64(density * lost(median*portable.Exp(float64(p.Spread*z))))
	}, -far, far))
}
