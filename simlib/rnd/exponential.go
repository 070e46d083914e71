package rnd

import (
	"time"

	"locklab/simlib/rnd/portable"
)

// Exp draws from the exponential distribution with mean 1: the wait for
// something that happens once per unit of time on average, whatever the time
// waited already. A wait is longer than x with probability e**-x, so x is
// -log(1-u).
func (s *Stream) Exp() float64 {
	return -portable.Log(1 - s.Uniform())
}

// Exps fills x with exponential draws: those that len(x) calls of Exp would
// give, but faster.
func (s *Stream) Exps(x []float64) {
	s.Uniforms(x)
	for i, u := range x {
		x[i] = -portable.Log(1 - u)
	}
}

// MaxExp is above every draw of Exp: the smallest 1-u is 2**-53, whose
// logarithm is -36.74.
const MaxExp = 37

// Arrivals appends to at the instants of a Poisson process from 0 to end, in
// rising order: things that happen at random moments, gap nanoseconds apart on
// average. gap is positive and end not negative.
func (s *Stream) Arrivals(at []time.Duration, gap float64, end time.Duration) []time.Duration {
	var gaps [16]float64 // drawn together, though some beyond the end are in vain
	for now := time.Duration(0); ; {
		some := gaps[:min(len(gaps), 1+int(float64(end-now)/gap))]
		s.Exps(some)
		for _, x := range some {
			if now += scaled(gap, x); now > end {
				return at
			}
			at = append(at, now)
		}
	}
}

// Exponential draws an exponential duration with the given mean, to the
// nearest nanosecond, at most [Longest]. A mean of 0 or less gives 0.
func (s *Stream) Exponential(mean time.Duration) time.Duration {
	return scaled(float64(max(0, mean)), s.Exp())
}

// Exponentials fills d with exponential draws: those that len(d) calls of
// Exponential would give, but faster.
func (s *Stream) Exponentials(d []time.Duration, mean time.Duration) {
	var buffer [16]float64
	for len(d) > 0 {
		x := buffer[:min(len(d), len(buffer))]
		s.Exps(x)
		for i := range x {
			d[i] = scaled(float64(max(0, mean)), x[i])
		}
		d = d[len(x):]
	}
}

// Stall draws a duration that is 0 but, with the given chance, exponential with
// the given mean: the pause of a process that rarely pauses. To the nearest
// nanosecond, at most [Longest]; a mean of 0 or less gives 0.
//
// One number decides both whether and how long. A stall is longer than x with
// probability chance·e**(-x/mean); solved for x, that is
// -mean·log((1-u)/chance), or 0 where this is negative. So raising the chance
// only adds stalls and lengthens the others.
func (s *Stream) Stall(chance float64, mean time.Duration) time.Duration {
	return stall(s.Uniform(), chance, mean)
}

// Stalls fills d with stalls: those that len(d) calls of Stall would give, but
// faster.
func (s *Stream) Stalls(d []time.Duration, chance float64, mean time.Duration) {
	var buffer [128]float64
	for len(d) > 0 {
		u := buffer[:min(len(d), len(buffer))]
		s.Uniforms(u)
		for i := range u {
			if d[i] = 0; 1-u[i] < chance { // mostly not, and then without a call
				d[i] = stall(u[i], chance, mean)
			}
		}
		d = d[len(u):]
	}
}

func stall(u, chance float64, mean time.Duration) time.Duration {
	if above := 1 - u; above < chance {
		return scaled(float64(max(0, mean)), -portable.Log(above/chance))
	}
	return 0
}
