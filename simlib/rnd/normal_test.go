package rnd

import (
	"fmt"
	"math"
	"testing"
)

// normalBelow is the probability that a normal draw lies below z.
func normalBelow(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// The quantile must invert the distribution function of package math. An error
// e of z changes a tail's probability by about e·z of it, so it is divided by
// that; and math.Erfc is good to about a unit in the last place.
func TestNormalQuantileInvertsErfc(t *testing.T) {
	worst := 0.0
	for p := 0x1p-53; p < 0.5; p *= 1.001 {
		z := normalQuantile(p)
		miss := math.Abs(normalBelow(z)/p-1) / (1 + z*z)
		worst = max(worst, miss)
		if miss > 1e-15 {
			t.Fatalf("quantile of %g is %v, which misses by %.2g, want at most 1e-15", p, z, miss)
		}
		if mirror := normalQuantile(1 - p); p > 1e-3 && math.Abs(mirror+z) > 1e-12 {
			t.Fatalf("quantiles of %g and 1-%g are %v and %v, want opposites", p, p, z, mirror)
		}
	}
	t.Logf("worst miss: %.2g", worst)
}

func TestPiecesFitTheQuantile(t *testing.T) {
	worst := 0.0
	check := func(u float64) {
		u = uniform(uint64(u*0x1p53) << 11) // one that can be drawn
		p, distance := pieceAt(u)
		miss := math.Abs(p.value(distance) + math.Abs(normalQuantile(u)))
		worst = max(worst, miss)
		if miss > 2e-10 {
			t.Fatalf("at %g the piece gives %v, want %v ± 2e-10", u, p.value(distance), normalQuantile(u))
		}
	}
	for i := range pieces { // both ends of each, where a Taylor series is worst
		start := math.Float64frombits(uint64(first+i) << pieceBits)
		end := math.Float64frombits(uint64(first+i+1)<<pieceBits - 1)
		check(start)
		check(end)
	}
	t.Logf("worst miss: %.2g", worst)
}

func TestNormal(t *testing.T) {
	s := New(1, "work", 0)
	x := make([]float64, draws)
	s.Normals(x)
	checkMoments(t, "normal", x, 0, 1, 3)
	for _, z := range []float64{-4, -3, -2, -1, -0.5, 0, 0.1, 1, 2, 3, 4} {
		checkShare(t, fmt.Sprintf("share below %v", z), countBelow(x, z), normalBelow(z), draws)
	}
}

func TestNormalsAreTheSameAsNormal(t *testing.T) {
	one, many := New(1, "work", 0), New(1, "work", 0)
	z := make([]float64, 1000)
	many.Normals(z)
	for i, got := range z {
		if want := one.Normal(); got != want {
			t.Fatalf("draw %d: Normals gives %v, Normal %v", i, got, want)
		}
	}
}
