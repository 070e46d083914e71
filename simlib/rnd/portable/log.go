package portable

import "math"

// Log returns the natural logarithm of x. Special cases are those of
// [math.Log].
//
// Write x = 2**k · m with m from √½ up to √2, so that log x = k·ln2 + log m.
// With f = m - 1 and s = f/(2+f) the series of Gregory (1668) is
//
//	log m = 2s + R·s,  R = 2s²/3 + 2s⁴/5 + 2s⁶/7 + …
//
// and as 2s = f - s·f it equals f - s·(f - R), which starts from an f that has
// no rounding error. |s| ≤ 0.172, and the first omitted term of R is below
// 2**-59.
func Log(x float64) float64 {
	const (
		rootHalf = 0x3fe6a09e667f3bcd // the bits of √½

		// ln2 in two parts: the first has so few bits that k*ln2Hi is exact.
		ln2Hi = 0x1.62e42fefa38p-1
		ln2Lo = math.Ln2 - ln2Hi
	)
	k := int64(0)
	if !(x >= 0x1p-1022 && x <= math.MaxFloat64) {
		switch {
		case x < 0:
			return math.NaN()
		case x == 0:
			return math.Inf(-1)
		case x > 0 && x < 1: // subnormal
			x *= 0x1p54
			k = -54
		default: // +Inf or NaN
			return x
		}
	}

	bits := math.Float64bits(x)
	exponent := int64(bits-rootHalf) >> 52
	k += exponent
	f := math.Float64frombits(bits-uint64(exponent)<<52) - 1

	s := f / (2 + f)
	z := float64(s * s)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	// R/z = 2/3 + 2z/5 + … + 2z⁹/21, paired up.
	a := MulAdd(z2, MulAdd(z, 2.0/9, 2.0/7), MulAdd(z, 2.0/5, 2.0/3))
	b := MulAdd(z2, MulAdd(z, 2.0/17, 2.0/15), MulAdd(z, 2.0/13, 2.0/11))
	c := MulAdd(z, 2.0/21, 2.0/19)
	r := float64(z * MulAdd(z4, MulAdd(z4, c, b), a))

	whole := float64(k)
	small := MulAdd(whole, ln2Lo, -float64(s*(f-r)))
	return MulAdd(whole, ln2Hi, f+small)
}
