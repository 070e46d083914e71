// Package rnd draws the random numbers of the simulations.
//
// The question: how can a simulation be random and yet give the same bytes for
// every number of workers, on every processor and in the page; and how can one
// knob be moved without shaking everything else?
//
// The model: a [Stream] for each role (work, stall, think, ...) and each fixed
// block of trials. A worker that takes up a block makes the streams of that
// block, so the number of workers does not matter, and the roles do not
// disturb each other. Each draw takes exactly one number from its stream,
// whatever its parameters: the same trial meets the same luck under any knob
// (common random numbers), and any one trial is found again by drawing its
// block up to it. So each draw is an inversion: it maps one uniform number u
// through the inverse of the distribution function, and grows with u. All
// arithmetic is that of package portable, and durations are whole nanoseconds.
//
// What it leaves out: secrecy (whoever sees some draws can compute the rest),
// resolution beyond 52 bits (a normal draw lies within 8.3 standard deviations,
// an exponential one below [MaxExp] means), and durations above [Longest].
package rnd

import "time"

// Longest is the greatest duration that is drawn, about 39 hours; a longer one
// is cut to it. 65,535 of them still add up to less than the greatest
// [time.Duration], so sums over a run's trials cannot overflow.
const Longest = time.Duration(1) << 47

// A Stream is a sequence of random draws, fixed by what it was made from. A copy
// of a Stream continues on its own from the same place.
type Stream struct {
	high, low uint64 // see Uniforms
}

// New returns the stream of a role, a short word, in a block of trials of the
// run with a seed.
//
// The three are absorbed one after the other, the role byte by byte, with a
// round of SplitMix64 each. A round is a bijection of 64-bit numbers: two
// blocks of one role and seed never share a stream, nor do two seeds. Other
// pairs do by chance only (1 in 2**64), and so do overlaps: the streams start
// at random places on one cycle of 2**128 numbers.
func New(seed uint64, role string, block int) Stream {
	h := mix(seed)
	for i := range len(role) {
		h = mix(h ^ uint64(role[i]))
	}
	h = mix(h ^ uint64(block))
	return Stream{mix(h), mix(^h)}
}

// mix is one step of SplitMix64: it adds the golden ratio and then scrambles
// (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014; the constants are D. Stafford's variant 13).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Chance draws true with probability p. Raising p only turns false into true.
func (s *Stream) Chance(p float64) bool {
	return s.Uniform() < p
}

// scaled returns length·factor, neither of them negative, to the nearest whole
// nanosecond, at most Longest. NaN, which only infinity times zero makes, gives
// Longest.
func scaled(length, factor float64) time.Duration {
	x := float64(length * factor)
	if x < float64(Longest) {
		return time.Duration(x + 0.5)
	}
	return Longest
}
