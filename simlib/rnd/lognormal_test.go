package rnd

import (
	"fmt"
	"math"
	"testing"
	"time"
)

func TestLogNormalIsExact(t *testing.T) {
	for _, sigma := range []float64{0, 1e-9, 0.1, 0.5, 1.2, 3, -0.5, 80} {
		s, same := New(1, "work", 0), New(1, "work", 0)
		for range 10_000 {
			const median = 200 * time.Millisecond
			got, want := s.LogNormal(median, sigma), float64(median)*math.Exp(sigma*same.Normal())
			want = min(want, float64(Longest))
			if math.Abs(float64(got)-want) > 0.5+2e-12*want {
				t.Fatalf("sigma %v: draws %d ns, want %.3f to the nearest", sigma, got, want)
			}
		}
	}
}

func TestLogNormal(t *testing.T) {
	const median, sigma = 200 * time.Millisecond, 0.5
	s := New(1, "work", 0)
	d := make([]time.Duration, draws)
	s.LogNormals(d, median, sigma)
	x := make([]float64, draws)
	for i := range x {
		x[i] = d[i].Seconds()
	}
	// The k-th moment about 0 is median**k·e**(k²·sigma²/2).
	moment := func(k float64) float64 { return math.Pow(0.2, k) * math.Exp(k*k*sigma*sigma/2) }
	m, second, third, fourth := moment(1), moment(2), moment(3), moment(4)
	checkMoments(t, "log-normal", x, m, second-m*m, fourth-4*m*third+6*m*m*second-3*m*m*m*m)
	for _, z := range []float64{-4, -3, -2, -1, 0, 1, 2, 3, 4} {
		limit := 0.2 * math.Exp(sigma*z)
		checkShare(t, fmt.Sprintf("share below %.3f s", limit), countBelow(x, limit), normalBelow(z), draws)
	}
}

func TestLogNormalsAreTheSameAsLogNormal(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 129, 1000} {
		one, many := New(1, "work", 0), New(1, "work", 0)
		d := make([]time.Duration, n)
		many.LogNormals(d, time.Second, 0.5)
		for i, got := range d {
			if want := one.LogNormal(time.Second, 0.5); got != want {
				t.Fatalf("draw %d of %d: LogNormals gives %v, LogNormal %v", i, n, got, want)
			}
		}
		if got, want := many.Uniform(), one.Uniform(); got != want {
			t.Fatalf("%d draws: LogNormals leaves the stream at %v, LogNormal at %v", n, got, want)
		}
	}
}

func TestExtremeDurations(t *testing.T) {
	for _, test := range []struct {
		name string
		draw func(s *Stream) time.Duration
		want time.Duration
	}{
		{"no median", func(s *Stream) time.Duration { return s.LogNormal(0, 0.5) }, 0},
		{"negative median", func(s *Stream) time.Duration { return s.LogNormal(-1, 0.5) }, 0},
		{"sigma 0", func(s *Stream) time.Duration { return s.LogNormal(time.Second, 0) }, time.Second},
		{"sigma not a number", func(s *Stream) time.Duration { return s.LogNormal(1, math.NaN()) }, Longest},
		{"median beyond Longest", func(s *Stream) time.Duration { return s.LogNormal(math.MaxInt64, 0) }, Longest},
		{"no mean", func(s *Stream) time.Duration { return s.Exponential(0) }, 0},
		{"negative mean", func(s *Stream) time.Duration { return s.Exponential(math.MinInt64) }, 0},
		{"no chance", func(s *Stream) time.Duration { return s.Stall(0, time.Second) }, 0},
		{"negative chance", func(s *Stream) time.Duration { return s.Stall(-1, time.Second) }, 0},
		{"no stall mean", func(s *Stream) time.Duration { return s.Stall(1, 0) }, 0},
	} {
		s := New(1, "work", 0)
		for range 1000 {
			if got := test.draw(&s); got != test.want {
				t.Errorf("%s: draws %v, want %v", test.name, got, test.want)
				break
			}
		}
	}
}

// FuzzDurations: whatever the parameters, a duration lies between 0 and Longest.
func FuzzDurations(f *testing.F) {
	f.Add(uint64(1), int64(200*time.Millisecond), 0.5, 0.002)
	f.Add(uint64(2), int64(math.MaxInt64), math.MaxFloat64, 1.0)
	f.Add(uint64(3), int64(math.MinInt64), -math.MaxFloat64, -1.0)
	f.Add(uint64(4), int64(0), 1e3, math.SmallestNonzeroFloat64)
	f.Add(uint64(5), int64(1), math.Inf(1), math.NaN())
	f.Add(uint64(6), int64(1), math.NaN(), math.Inf(1))
	f.Fuzz(func(t *testing.T, seed uint64, length int64, sigma, chance float64) {
		d := time.Duration(length)
		s := New(seed, "work", 0)
		for range 20 {
			for name, got := range map[string]time.Duration{
				"LogNormal":   s.LogNormal(d, sigma),
				"Exponential": s.Exponential(d),
				"Stall":       s.Stall(chance, d),
			} {
				if got < 0 || got > Longest {
					t.Errorf("%s draws %d ns, want 0 to %d", name, got, Longest)
				}
			}
		}
	})
}
