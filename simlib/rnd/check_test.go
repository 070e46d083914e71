package rnd

import (
	"math"
	"testing"
)

// Statistical tests here allow 5 standard errors. The seeds are fixed, so each
// check passes always or never; right code fails one in 1.7 million of them,
// so a failure means wrong code and not an unlucky seed.
const standardErrors = 5

// draws is the number of draws of a statistical test.
const draws = 400_000

// checkMean fails if the mean of values that scatter with standard deviation sd
// misses want.
func checkMean(t *testing.T, what string, mean, want, sd float64, n int) {
	t.Helper()
	allowed := standardErrors * sd / math.Sqrt(float64(n))
	if !(math.Abs(mean-want) <= allowed) {
		t.Errorf("%s is %.6g, want %.6g ± %.2g", what, mean, want, allowed)
	}
}

// checkShare is checkMean for the share of trials in which something that has
// probability p happened.
func checkShare(t *testing.T, what string, count int, p float64, n int) {
	t.Helper()
	checkMean(t, what, float64(count)/float64(n), p, math.Sqrt(p*(1-p)), n)
}

// checkMoments compares mean and variance of the draws x with what the
// distribution's mean, variance and fourth central moment allow.
func checkMoments(t *testing.T, what string, x []float64, mean, variance, fourth float64) {
	t.Helper()
	var sum, squares float64
	for _, x := range x {
		sum += x
		squares += (x - mean) * (x - mean)
	}
	n := len(x)
	checkMean(t, what+": mean", sum/float64(n), mean, math.Sqrt(variance), n)
	checkMean(t, what+": variance", squares/float64(n), variance, math.Sqrt(fourth-variance*variance), n)
}

// countBelow returns how many draws lie below the limit.
func countBelow(x []float64, limit float64) (n int) {
	for _, x := range x {
		if x < limit {
			n++
		}
	}
	return n
}
