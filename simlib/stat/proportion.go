// Package stat holds the little statistics that the lesson needs: a share
// with its interval, and a histogram of durations.
//
// It leaves out everything that needs more than counts.
package stat

import "math"

// Proportion is a share: Count of Of trials.
type Proportion struct {
	Count, Of int
}

// Share is the estimate, Count/Of; 0 of no trials is 0.
func (p Proportion) Share() float64 {
	if p.Of == 0 {
		return 0
	}
	return float64(p.Count) / float64(p.Of)
}

// z95 is the 97.5% quantile of the standard normal distribution.
const z95 = 1.959963984540054

// Interval is Wilson's 95% score interval (E. B. Wilson, "Probable inference,
// the law of succession, and statistical inference", JASA 22, 1927). Unlike
// the textbook estimate plus or minus two standard errors, it stays sensible
// when Count is 0 or small, which is what rare overlaps are. Of no trials
// nothing is known: 0 to 1.
func (p Proportion) Interval() (low, high float64) {
	if p.Of == 0 {
		return 0, 1
	}
	// The conversions keep a compiler from fusing a product into a sum, which
	// some processors round differently.
	n, share := float64(p.Of), p.Share()
	z2 := float64(z95*z95) / n
	centre := share + z2/2
	half := math.Sqrt(float64(z2*float64(share*(1-share))) + float64(z2*z2)/4)
	low, high = (centre-half)/(1+z2), (centre+half)/(1+z2)
	if p.Count == 0 {
		low = 0
	}
	if p.Count == p.Of {
		high = 1
	}
	return low, high
}
