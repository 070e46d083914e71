package rnd

import "math/bits"

// Uniform draws a number between 0 and 1, never 0 nor 1: one of the 2**52 odd
// multiples of 2**-53. They are exact, lie symmetrically about ½, and so do
// not favour one tail. (A grid of 53 bits would have to leave out one end, and
// its midpoints would round to 1 at the top.)
func (s *Stream) Uniform() float64 {
	var u [1]float64
	s.Uniforms(u[:])
	return u[0]
}

// Uniforms fills u with uniform draws: those that len(u) calls of Uniform would
// give, but faster.
//
// They are the numbers of the generator PCG-DXSM with 128 bits of state
// (M. E. O'Neill, "PCG: A family of simple fast space-efficient statistically
// good algorithms for random number generation", 2014) in math/rand/v2. That
// makes each number by calls; in WebAssembly these take longer than the number,
// and many in one loop come four times as fast.
func (s *Stream) Uniforms(u []float64) {
	const (
		// The state is multiplied by one number of 128 bits, and another is added.
		multiplierHigh, multiplierLow = 2549297995355413924, 4865540595714422341
		addedHigh, addedLow           = 6364136223846793005, 1442695040888963407
		// The output is the high half, twice shifted onto itself and multiplied:
		// by this number, and by the low half made odd.
		scrambler = 0xda942042e4dd58b5
	)
	high, low := s.high, s.low
	for i := range u {
		carried, product := bits.Mul64(low, multiplierLow)
		carried += high*multiplierLow + low*multiplierHigh
		var carry uint64
		low, carry = bits.Add64(product, addedLow, 0)
		high, _ = bits.Add64(carried, addedHigh, carry)

		out := high
		out ^= out >> 32
		out *= scrambler
		out ^= out >> 48
		out *= low | 1
		u[i] = uniform(out)
	}
	s.high, s.low = high, low
}

// uniform is the number of Uniform that belongs to 64 random bits.
func uniform(random uint64) float64 {
	return float64(int64(random>>11|1)) * 0x1p-53
}
