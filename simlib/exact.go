package simlib

import (
	"math"
	"time"

	"locklab/simlib/rnd/portable"
)

// exactTail is the share of holds that take at least t, without simulation.
// With the work W log-normal, the stall S exponential with mean m and chance
// p,
//
//	P(hold >= t) = P(W >= t) + p * E[exp(-(t-W)/m); W < t],
//
// an expectation over a single normal variable, taken by numerical
// integration.
func (w workload) exactTail(t time.Duration) float64 {
	ratio := float64(t) / float64(w.work)
	stalled := func(work float64) float64 { // P(S >= t - work), for work in units of the median
		return float64(w.chance * portable.Exp(-(ratio-work)*float64(w.work)/float64(w.stall)))
	}
	if w.spread == 0 {
		if ratio <= 1 {
			return 1
		}
		return stalled(1)
	}
	// W reaches t where the normal variable z is ln(t/median)/spread. Beyond
	// nine standard deviations lies less than 1e-18.
	const far = 9
	reach := min(max(portable.Log(ratio)/w.spread, -far), far)
	density := func(z float64) float64 { return portable.Exp(-float64(z*z)/2) / sqrt2Pi }
	above := integrate(density, reach, far)
	below := integrate(func(z float64) float64 {
		return float64(density(z) * stalled(portable.Exp(float64(w.spread*z))))
	}, -far, reach)
	return min(above+below, 1)
}

const sqrt2Pi = 2.50662827463100050242

// integrate is the integral of f, which is positive, from a to b by adaptive
// Simpson quadrature (W. M. McKeeman, "Adaptive numerical integration by
// Simpson's rule", CACM 5, 1962). Its relative error is about 1e-8 on the
// smooth functions used here.
func integrate(f func(float64) float64, a, b float64) float64 {
	if a >= b {
		return 0
	}
	// Begin with pieces narrow enough for no bump to lie between the points
	// that are looked at.
	const pieces = 16
	var x, y [2*pieces + 1]float64
	for i := range x {
		x[i] = a + float64((b-a)*(float64(i)/(2*pieces)))
		y[i] = f(x[i])
	}
	rough := 0.0
	for i := 0; i < 2*pieces; i += 2 {
		rough += parabola(x[i], x[i+2], y[i], y[i+1], y[i+2])
	}
	s := simpson{f: f, tolerance: rough * 1e-8 / pieces}
	sum := 0.0
	for i := 0; i < 2*pieces; i += 2 {
		sum += s.refine(x[i], x[i+2], y[i], y[i+1], y[i+2], 14)
	}
	return sum
}

type simpson struct {
	f         func(float64) float64
	tolerance float64 // of one piece
}

// refine integrates from a to b, where f has the values fa, fm in the middle,
// and fb. It halves the piece, at most depth times in a row, until the halves
// agree with the whole.
func (s simpson) refine(a, b, fa, fm, fb float64, depth int) float64 {
	mid := (a + b) / 2
	fl, fr := s.f((a+mid)/2), s.f((mid+b)/2)
	halves := parabola(a, mid, fa, fl, fm) + parabola(mid, b, fm, fr, fb)
	off := halves - parabola(a, b, fa, fm, fb)
	if depth == 0 || math.Abs(off) <= 15*s.tolerance {
		return halves + off/15
	}
	return s.refine(a, mid, fa, fl, fm, depth-1) + s.refine(mid, b, fm, fr, fb, depth-1)
}

// parabola is the area under the parabola with the values fa at a, fm in the
// middle and fb at b. The conversion keeps the product from being fused into
// a sum, which some processors round differently.
func parabola(a, b, fa, fm, fb float64) float64 {
	return float64((b - a) / 6 * (fa + 4*fm + fb))
}
