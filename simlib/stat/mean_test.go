package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"locklab/simlib/stat"
)

func TestMean(t *testing.T) {
	var a, b stat.Mean
	for _, n := range []int{0, 3, 1} {
		a.Record(n)
	}
	b.Record(4)
	a.Add(b)
	if want := (stat.Mean{Trials: 4, Sum: 8, Squares: 26}); a != want || a.Value() != 2 {
		t.Errorf("%+v with the mean %g, want %+v with 2", a, a.Value(), want)
	}
	if low, high := (stat.Mean{}).Interval(); low != 0 || !math.IsInf(high, 1) || (stat.Mean{}).Value() != 0 {
		t.Errorf("of no trials %g to %g, want 0 to infinity", low, high)
	}
}

// The bounds are the two roots in x of |mean - x| = z sqrt(dispersion·x/n),
// which is how they are defined, and not what the code computes.
func TestMeanInterval(t *testing.T) {
	const z = 1.959963984540054
	for _, c := range []struct {
		m          stat.Mean
		dispersion float64
	}{
		{stat.Mean{Trials: 1, Sum: 100, Squares: 10_000}, 1},
		{stat.Mean{Trials: 1000}, 1},
		{stat.Mean{Trials: 4, Sum: 4, Squares: 4}, 1},           // 1, 1, 1, 1: less than by chance
		{stat.Mean{Trials: 4, Sum: 8, Squares: 64}, 8},          // 0, 0, 0, 8: variance 16
		{stat.Mean{Trials: 2, Sum: 40, Squares: 900 + 100}, 10}, // 10, 30: variance 200
		{stat.Mean{Trials: 2000, Sum: 1, Squares: 1}, 1},
	} {
		low, high := c.m.Interval()
		if mean := c.m.Value(); !(0 <= low && low <= mean && mean < high) {
			t.Errorf("%+v: %g to %g does not hold the mean %g", c.m, low, high, mean)
		}
		for _, bound := range []float64{low, high} {
			off := math.Abs(c.m.Value()-bound) - z*math.Sqrt(c.dispersion*bound/float64(c.m.Trials))
			if math.Abs(off) > 1e-9 {
				t.Errorf("%+v: the bound %g misses the defining equation by %g", c.m, bound, off)
			}
		}
	}
	if low, high := (stat.Mean{}).Interval(); low != 0 || !math.IsInf(high, 1) || (stat.Mean{}).Value() != 0 {
		t.Errorf("of no trials %g to %g, want 0 to infinity", low, high)
	}
}

// The interval holds the mean in about 95 of 100 samples, of counts that come
// one by one and of counts that come in clusters.
func TestMeanCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name string
		mean float64
		draw func() int
	}{
		{"rare", 0.02, func() int { return poisson(r, 0.02) }},
		{"one by one", 2.5, func() int { return poisson(r, 2.5) }},
		{"in clusters", 2.5, func() int { return 5 * poisson(r, 0.5) }},
	} {
		const samples = 4000
		held := 0
		for range samples {
			var m stat.Mean
			for range 200 {
				m.Record(c.draw())
			}
			if low, high := m.Interval(); low <= c.mean && c.mean <= high {
				held++
			}
		}
		// Five standard errors of 95% are 1.7 points; the interval itself is an
		// approximation, and a little wide for rare counts.
		if share := float64(held) / samples; share < 0.93 || share > 0.975 {
			t.Errorf("%s: the interval holds the mean in %.3f of samples, want about 0.95", c.name, share)
		}
	}
}

// poisson counts the events of a unit of time.
func poisson(r *rand.Rand, mean float64) int {
	n := 0
	for at := r.ExpFloat64(); at < mean; at += r.ExpFloat64() {
		n++
	}
	return n
}
