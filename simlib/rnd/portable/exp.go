package portable

import "math"

// Exp returns e**x. Special cases are those of [math.Exp].
//
// The method is table-driven (P. T. P. Tang, "Table-driven implementation of
// the exponential function in IEEE floating-point arithmetic", ACM TOMS 15,
// 1989): write x = n·ln2/32 + r with a whole number n = 32k + j and
// |r| ≤ ln2/64. Then e**x = 2**k · 2**(j/32) · e**r, where 2**(j/32) comes
// from a table and e**r from the first terms of its Taylor series, the first
// omitted one being below 2**-57.
func Exp(x float64) float64 {
	const (
		overflow  = 709.782712893384   // above: greater than math.MaxFloat64
		underflow = -745.1332191019412 // below: nearer to 0 than to the smallest float64

		step = math.Ln2 / 32
		// step in two parts: the first has so few bits that n*stepHi is exact.
		stepHi = 0x1.62e42fefap-6
		stepLo = step - stepHi

		// Adding round leaves no bits for a fraction, so the sum is rounded to
		// a whole number, which its lowest bits then hold.
		round = 0x1.8p52
	)
	switch {
	case x > overflow:
		return math.Inf(1)
	case x < underflow:
		return 0
	case x != x:
		return x
	}

	rounded := MulAdd(x, 1/step, round)
	n := int64(math.Float64bits(rounded) - math.Float64bits(round))
	whole := rounded - round
	r := MulAdd(whole, -stepLo, MulAdd(whole, -stepHi, x))

	// e**r - 1 = r + r²(1/2! + r/3! + r²/4! + r³/5! + r⁴/6!), paired up so
	// that the processor can work on several terms at once.
	r2 := float64(r * r)
	high := MulAdd(r2, 1.0/720, MulAdd(r, 1.0/120, 1.0/24))
	low := MulAdd(r, 1.0/6, 1.0/2)
	less1 := MulAdd(r2, MulAdd(r2, high, low), r)

	root := powersOf2[n&31]
	y := MulAdd(root, less1, root)
	k := n >> 5
	if -1022 <= k && k <= 1023 {
		return float64(y * math.Float64frombits(uint64(k+1023)<<52)) // y · 2**k
	}
	return math.Ldexp(y, int(k))
}

// powersOf2[j] is 2**(j/32), rounded to nearest.
var powersOf2 = [32]float64{
	0x1.0000000000000p+0, 0x1.059b0d3158574p+0, 0x1.0b5586cf9890fp+0, 0x1.11301d0125b51p+0,
	0x1.172b83c7d517bp+0, 0x1.1d4873168b9aap+0, 0x1.2387a6e756238p+0, 0x1.29e9df51fdee1p+0,
	0x1.306fe0a31b715p+0, 0x1.371a7373aa9cbp+0, 0x1.3dea64c123422p+0, 0x1.44e086061892dp+0,
	0x1.4bfdad5362a27p+0, 0x1.5342b569d4f82p+0, 0x1.5ab07dd485429p+0, 0x1.6247eb03a5585p+0,
	0x1.6a09e667f3bcdp+0, 0x1.71f75e8ec5f74p+0, 0x1.7a11473eb0187p+0, 0x1.82589994cce13p+0,
	0x1.8ace5422aa0dbp+0, 0x1.93737b0cdc5e5p+0, 0x1.9c49182a3f090p+0, 0x1.a5503b23e255dp+0,
	0x1.ae89f995ad3adp+0, 0x1.b7f76f2fb5e47p+0, 0x1.c199bdd85529cp+0, 0x1.cb720dcef9069p+0,
	0x1.d5818dcfba487p+0, 0x1.dfc97337b9b5fp+0, 0x1.ea4afa2a490dap+0, 0x1.f50765b6e4540p+0,
}
