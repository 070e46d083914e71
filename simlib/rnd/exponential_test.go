package rnd

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"locklab/simlib/rnd/portable"
)

func TestExp(t *testing.T) {
	s := New(1, "think", 0)
	x := make([]float64, draws)
	for i := range x {
		x[i] = s.Exp()
	}
	checkMoments(t, "exponential", x, 1, 1, 9)
	for _, limit := range []float64{0.001, 0.1, math.Ln2, 1, 2, 5, 9} {
		checkShare(t, fmt.Sprintf("share below %.3f", limit), countBelow(x, limit), -math.Expm1(-limit), draws)
	}
}

func TestExponential(t *testing.T) {
	const mean = 2 * time.Millisecond
	s, unit := New(1, "think", 0), New(1, "think", 0)
	for range 1000 {
		got, want := s.Exponential(mean), float64(mean)*unit.Exp()
		if math.Abs(float64(got)-want) > 0.5+1e-6 {
			t.Fatalf("Exponential draws %d ns, want %.3f to the nearest", got, want)
		}
	}
}

func TestStall(t *testing.T) {
	const chance, mean = 0.02, 5 * time.Second
	s := New(1, "stall", 0)
	x := make([]float64, draws)
	for i := range x {
		x[i] = s.Stall(chance, mean).Seconds()
	}
	// The k-th moment about 0 is chance·k!·mean**k; with m = chance·mean the
	// central ones follow.
	m := chance * 5
	second, third, fourth := chance*2*25, chance*6*125, chance*24*625
	checkMoments(t, "stall", x, m, second-m*m, fourth-4*m*third+6*m*m*second-3*m*m*m*m)
	for _, limit := range []float64{1e-9, 1, 5, 20, 40} {
		checkShare(t, fmt.Sprintf("share below %v s", limit), countBelow(x, limit), 1-chance*math.Exp(-limit/5), draws)
	}
}

// Many draws at once are those that come one after the other.
func TestManyExponentialDraws(t *testing.T) {
	const chance, mean = 0.3, 5 * time.Second
	for _, n := range []int{0, 1, 15, 16, 17, 127, 128, 129, 1000} { // about the rooms that they draw into
		x, waits, stalls := make([]float64, n), make([]time.Duration, n), make([]time.Duration, n)
		exps, exponentials, stalling := New(1, "think", 0), New(1, "think", 0), New(1, "think", 0)
		exps.Exps(x)
		exponentials.Exponentials(waits, mean)
		stalling.Stalls(stalls, chance, mean)
		exp, exponential, stall := New(1, "think", 0), New(1, "think", 0), New(1, "think", 0)
		for i := range n {
			if want := exp.Exp(); x[i] != want {
				t.Errorf("draw %d of %d of Exps is %v, want %v", i, n, x[i], want)
			}
			if want := exponential.Exponential(mean); waits[i] != want {
				t.Errorf("draw %d of %d of Exponentials is %v, want %v", i, n, waits[i], want)
			}
			if want := stall.Stall(chance, mean); stalls[i] != want {
				t.Errorf("draw %d of %d of Stalls is %v, want %v", i, n, stalls[i], want)
			}
		}
		if exps != exp || exponentials != exponential || stalling != stall {
			t.Errorf("after %d draws at once a stream is not where it is after so many single ones", n)
		}
	}
}

func TestRaisingTheChanceOnlyAddsStalls(t *testing.T) {
	rare, frequent := New(1, "stall", 0), New(1, "stall", 0)
	for i := range 10_000 {
		if a, b := rare.Stall(0.1, time.Second), frequent.Stall(0.2, time.Second); a > 0 && b <= a {
			t.Fatalf("trial %d stalls for %v at chance 0.1 and %v at 0.2", i, a, b)
		}
	}
}

// The greatest uniform number gives the greatest draw.
func TestMaxExp(t *testing.T) {
	most := -portable.Log(1 - uniform(math.MaxUint64))
	if most >= MaxExp || most < MaxExp-1 {
		t.Errorf("the greatest draw is %g, want just below %d", most, MaxExp)
	}
}

// Arrivals are the sums of exponential draws, one after the other, and as many
// lie before an end as a Poisson process has there.
func TestArrivals(t *testing.T) {
	const gap = float64(2 * time.Millisecond)
	for _, end := range []time.Duration{0, 1, time.Millisecond, 31 * time.Millisecond, 32 * time.Millisecond, time.Second} {
		many, one := New(1, "grant", 0), New(1, "grant", 0)
		var want []time.Duration
		for now := scaled(gap, one.Exp()); now <= end; now += scaled(gap, one.Exp()) {
			want = append(want, now)
		}
		got := many.Arrivals([]time.Duration{-1}, gap, end)
		if got[0] != -1 || !slices.Equal(got[1:], want) {
			t.Errorf("to %s: %v, want %v", end, got[1:], want)
		}
		if n := len(want); n > 0 {
			again := New(1, "grant", 0)
			if got := again.Arrivals(nil, gap, want[n-1]); len(got) != n {
				t.Errorf("an end at the instant of an arrival, %s, leaves %d of %d", want[n-1], len(got), n)
			}
		}
	}
	counts := make([]float64, draws/100)
	for i := range counts {
		s := New(1, "grant", i)
		counts[i] = float64(len(s.Arrivals(nil, gap, 10*time.Millisecond)))
	}
	checkMoments(t, "arrivals in five gaps", counts, 5, 5, 5+3*5*5)
}
