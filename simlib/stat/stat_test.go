package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"locklab/simlib/stat"
)

// The bounds are the two roots in p of |share - p| = z sqrt(p(1-p)/n), which
// is how Wilson defines them; here they are checked against that equation and
// not against the formula that solves it.
func TestInterval(t *testing.T) {
	const z = 1.959963984540054
	for _, p := range []stat.Proportion{{0, 10}, {1, 10}, {5, 10}, {10, 10}, {15, 60_000}, {0, 60_000}, {59_999, 60_000}} {
		low, high := p.Interval()
		if !(0 <= low && low <= p.Share() && p.Share() <= high && high <= 1) {
			t.Errorf("%v: %g to %g does not hold the share %g", p, low, high, p.Share())
		}
		for _, bound := range []float64{low, high} {
			off := math.Abs(p.Share()-bound) - z*math.Sqrt(bound*(1-bound)/float64(p.Of))
			if math.Abs(off) > 1e-12 {
				t.Errorf("%v: the bound %g misses the defining equation by %g", p, bound, off)
			}
		}
	}
	if low, high := (stat.Proportion{}).Interval(); low != 0 || high != 1 {
		t.Errorf("of no trials: %g to %g, want 0 to 1", low, high)
	}
}

// A histogram agrees with counting one by one, whatever the edges.
func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var edges []time.Duration
		edge := time.Duration(0)
		for range 1 + r.IntN(255) {
			edge += 1 + time.Duration(math.Exp(r.Float64()*30))
			edges = append(edges, edge)
		}
		h, other := stat.NewHistogram(edges), stat.NewHistogram(edges)
		var all []time.Duration
		for i := range 500 {
			d := time.Duration(math.Exp(r.Float64() * 43))
			switch i {
			case 0, 1, 2:
				d = edges[r.IntN(len(edges))] // on an edge
			case 3:
				d = 0
			case 4:
				d = math.MaxInt64
			}
			all = append(all, d)
			if i%2 == 0 {
				h.Record(d)
			} else {
				other.Record(d)
			}
		}
		h.Add(other)
		for i, tail := range h.Tails() {
			want := 0
			for _, d := range all {
				if d >= edges[i] {
					want++
				}
			}
			if tail.At != edges[i] || tail.AtLeast != (stat.Proportion{Count: want, Of: len(all)}) {
				t.Fatalf("at least %s: %+v, want %d of %d", edges[i], tail, want, len(all))
			}
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	var edges []time.Duration
	for d := 100 * time.Millisecond; d < 2*time.Minute; d = d * 11 / 10 {
		edges = append(edges, d)
	}
	h := stat.NewHistogram(edges)
	r := rand.New(rand.NewPCG(1, 2))
	ds := make([]time.Duration, 4096)
	for i := range ds {
		ds[i] = time.Duration(2e8 * math.Exp(r.NormFloat64()/2))
	}
	i := 0
	for b.Loop() {
		h.Record(ds[i%4096])
		i++
	}
}
