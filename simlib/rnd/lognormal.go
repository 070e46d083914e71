package rnd

import (
	"math"
	"time"

	"locklab/simlib/rnd/portable"
)

// LogNormal draws a duration whose logarithm is normal: median·e**(sigma·z)
// with a normal z, to the nearest nanosecond, at most [Longest]. Half of the
// draws are shorter than the median, and the mean is median·e**(sigma²/2).
// With sigma 0.5 two thirds of the draws lie within a factor of 1.65 of the
// median; with sigma 0 all are the median. A median of 0 or less gives 0, and a
// sigma beyond ±80 counts as ±80.
func (s *Stream) LogNormal(median time.Duration, sigma float64) time.Duration {
	steps, rest := inSteps(float64(s.Normal() * inOctaves(sigma)))
	return scaled(float64(max(0, median)), timesSteps(steps, powerOf2Less1(rest)))
}

// LogNormals fills d with log-normal draws: those that len(d) calls of
// LogNormal would give, but twice as fast.
func (s *Stream) LogNormals(d []time.Duration, median time.Duration, sigma float64) {
	var buffer [128]float64
	for len(d) > 0 {
		z := buffer[:min(len(d), len(buffer))]
		s.Normals(z)
		LogNormals(d[:len(z)], z, median, sigma)
		d = d[len(z):]
	}
}

// LogNormals fills d with the log-normal draws that belong to as many normal
// draws z, for who needs both.
func LogNormals(d []time.Duration, z []float64, median time.Duration, sigma float64) {
	length, spread := float64(max(0, median)), inOctaves(sigma)
	for i := range d {
		steps, rest := inSteps(float64(z[i] * spread))
		d[i] = scaled(length, timesSteps(steps, powerOf2Less1(rest)))
	}
}

// inOctaves converts sigma from factors of e to factors of 2: e**(sigma·z) is
// 2**(inOctaves(sigma)·z). The functions below compute that to 11 digits, which
// is plenty for a draw and quicker than portable.Exp.
func inOctaves(sigma float64) float64 {
	return max(-80, min(sigma, 80)) / math.Ln2
}

// inSteps splits y, which lies within ±1000, into the nearest multiple of 1/32,
// as a number of steps, and the rest, which is at most 1/64.
func inSteps(y float64) (steps uint64, rest float64) {
	// Adding round leaves 5 bits for the fraction, so the sum is a whole number
	// of steps, which its lowest bits then hold.
	const round = 0x1.8p47
	rounded := y + round
	return math.Float64bits(rounded), y - (rounded - round)
}

// powerOf2Less1 returns 2**rest - 1 from the first terms of the Taylor series of
// e**(ln2·rest); the first omitted one is below 2e-12.
func powerOf2Less1(rest float64) float64 {
	const ln2 = math.Ln2
	low := portable.MulAdd(rest, ln2*ln2/2, ln2)
	high := portable.MulAdd(rest, ln2*ln2*ln2*ln2/24, ln2*ln2*ln2/6)
	return float64(rest * portable.MulAdd(float64(rest*rest), high, low))
}

// timesSteps returns 2**(steps/32) · (1 + less1): a root from the table, with
// the whole part of steps/32 added to its exponent.
func timesSteps(steps uint64, less1 float64) float64 {
	root := math.Float64frombits(math.Float64bits(roots[steps%32]) + steps>>5<<52)
	return portable.MulAdd(root, less1, root)
}

// roots[j] is 2**(j/32).
var roots = func() (roots [32]float64) {
	for j := range roots {
		roots[j] = portable.Exp(float64(j) * (math.Ln2 / 32))
	}
	return roots
}()
