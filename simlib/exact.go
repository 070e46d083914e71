package simlib

import (
	"math"
	"time"

	"locklab/simlib/rnd/portable"
	"locklab/simlib/system"
)

// far is so many standard deviations from the mean of a normal variable that less
// than 1e-18 lies beyond.
const far = 9.

// exactTail is the share of holds that take at least t, without simulation.
func (w workload) exactTail(t time.Duration) float64 { return w.exactTails([]time.Duration{t})[0] }

// exactTails are the shares of holds that take at least each of some rising
// times, without simulation. With the work W log-normal, the stall S
// exponential with mean m and chance p,
//
//	P(hold >= t) = P(W >= t) + p * E[exp(-(t-W)/m); W < t],
//
// an expectation over a single normal variable, taken by numerical
// integration. From one time to the next only what lies between them is
// integrated: the first term loses it, and the second one, B, gains it, after
// the time between has worn off what was there: B(t2) = B(t1)*exp(-(t2-t1)/m)
// + E[exp(-(t2-W)/m); t1 <= W < t2].
func (w workload) exactTails(times []time.Duration) []float64 {
	mean := float64(w.stall) / float64(w.work) // in units of the median, as all below
	wornOff := func(t float64) float64 { return portable.Exp(-t / mean) }
	tails := make([]float64, len(times))
	if w.spread == 0 {
		for i, t := range times {
			switch {
			case system.Expired(w.work, t):
				tails[i] = 1
			case w.chance > 0:
				stalls := float64(w.chance * wornOff(float64(t-w.work)/float64(w.work)))
				tails[i] = byChance(stalls)
			}
		}
		return tails
	}
	// W reaches t where the normal variable z is ln(t/median)/spread.
	density := func(z float64) float64 { return portable.Exp(-float64(z*z)/2) / sqrt2Pi }
	at, from, below := 0., -far, 0. // the time, its z, and B there
	for i, t := range times {
		next := float64(t) / float64(w.work)
		to := min(max(portable.Log(next)/w.spread, -far), far)
		gained := integrate(func(z float64) float64 {
			return float64(density(z) * wornOff(next-portable.Exp(float64(w.spread*z))))
		}, from, to)
		below = float64(below*wornOff(next-at)) + gained
		tails[i] = float64(w.chance * below) // and P(W >= t), below
		at, from = next, to
	}
	above, from := 0., far
	for i := len(times) - 1; i >= 0; i-- {
		to := min(max(portable.Log(float64(times[i])/float64(w.work))/w.spread, -far), far)
		above += integrate(density, to, from)
		from = to
		tails[i] = byChance(tails[i] + above)
	}
	return tails
}

// byChance is a share in which chance has a say. It is neither 0 nor 1, however
// near, though the arithmetic gives up long before; and a reader is told that
// it is small, not that it is nothing.
func byChance(share float64) float64 {
	return min(max(math.SmallestNonzeroFloat64, share), 1-0x1p-53)
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
