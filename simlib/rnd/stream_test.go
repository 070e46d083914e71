package rnd

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"
)

func TestStreamIsFixedByWhatItIsMadeFrom(t *testing.T) {
	type made struct {
		seed  uint64
		role  string
		block int
	}
	seen := map[float64]made{}
	for _, seed := range []uint64{0, 1, 2, math.MaxUint64} {
		for _, role := range []string{"", "a", "b", "ab", "ba", "\x00", "\x00\x00", "work", "stall", "think"} {
			for _, block := range []int{0, 1, 2, 97, 98, 1 << 20, -1} {
				m := made{seed, role, block}
				s, again := New(seed, role, block), New(seed, role, block)
				first := s.Uniform()
				if got := again.Uniform(); got != first {
					t.Errorf("%v gives %v, then %v", m, first, got)
				}
				if other, ok := seen[first]; ok {
					t.Errorf("%v and %v start with the same number", m, other)
				}
				seen[first] = m
			}
		}
	}
}

func TestCopyOfStreamContinuesOnItsOwn(t *testing.T) {
	s := New(1, "work", 0)
	s.Uniform()
	copied := s
	want := s.Uniform()
	s.Uniform()
	if got := copied.Uniform(); got != want {
		t.Errorf("the copy draws %v, want %v", got, want)
	}
}

// Each draw takes one number, whatever its parameters, so that after any draw
// the stream is where it is after any other.
func TestEachDrawTakesOneNumber(t *testing.T) {
	reference := New(1, "work", 0)
	reference.Uniform()
	want := reference.Uniform()
	for name, draw := range map[string]func(s *Stream){
		"Chance(0)":          func(s *Stream) { s.Chance(0) },
		"Chance(1)":          func(s *Stream) { s.Chance(1) },
		"Normal":             func(s *Stream) { s.Normal() },
		"Normals":            func(s *Stream) { s.Normals(make([]float64, 1)) },
		"Exp":                func(s *Stream) { s.Exp() },
		"Exps":               func(s *Stream) { s.Exps(make([]float64, 1)) },
		"Exponentials":       func(s *Stream) { s.Exponentials(make([]time.Duration, 1), 0) },
		"Stalls":             func(s *Stream) { s.Stalls(make([]time.Duration, 1), 0, 0) },
		"Exponential(0)":     func(s *Stream) { s.Exponential(0) },
		"LogNormal(0, 0)":    func(s *Stream) { s.LogNormal(0, 0) },
		"LogNormal(1e9, 9)":  func(s *Stream) { s.LogNormal(1e9, 9) },
		"Stall(0, 0)":        func(s *Stream) { s.Stall(0, 0) },
		"Stall(1, Longest)":  func(s *Stream) { s.Stall(1, Longest) },
		"Exponential(1<<62)": func(s *Stream) { s.Exponential(1 << 62) },
	} {
		s := New(1, "work", 0)
		draw(&s)
		if got := s.Uniform(); got != want {
			t.Errorf("after %s the stream gives %v, want %v", name, got, want)
		}
	}
}

// The numbers are those of the generator that the standard library has.
func TestUniformsAreThoseOfThePCG(t *testing.T) {
	for _, seed := range []Stream{{0, 0}, {1, 0}, {0, 1}, {math.MaxUint64, math.MaxUint64}, New(1, "work", 0)} {
		want := rand.NewPCG(seed.high, seed.low)
		u := make([]float64, 1000)
		for _, n := range []int{0, 1, 127, 128, 1000} {
			seed.Uniforms(u[:n])
			for i, got := range u[:n] {
				if want := uniform(want.Uint64()); got != want {
					t.Fatalf("draw %d of %d is %v, want %v", i, n, got, want)
				}
			}
		}
	}
}

func TestUniform(t *testing.T) {
	if low, high := uniform(0), uniform(math.MaxUint64); low != 0x1p-53 || high != 1-0x1p-53 {
		t.Errorf("uniform numbers go from %x to %x, want 2**-53 and 1 - 2**-53", low, high)
	}
	s := New(1, "work", 0)
	x := make([]float64, draws)
	var cells [64]int
	for i := range x {
		x[i] = s.Uniform()
		cells[int(x[i]*64)]++
	}
	checkMoments(t, "uniform", x, 1.0/2, 1.0/12, 1.0/80)
	for i, n := range cells {
		checkShare(t, fmt.Sprintf("share from %d/64 to %d/64", i, i+1), n, 1.0/64, draws)
	}
}

func TestChance(t *testing.T) {
	for _, p := range []float64{0, 0.002, 0.5, 1} {
		s := New(1, "stall", 0)
		count := 0
		for range draws {
			if s.Chance(p) {
				count++
			}
		}
		checkShare(t, fmt.Sprintf("share of Chance(%v)", p), count, p, draws)
	}
}

// Two independent sequences have a correlation that scatters about 0 with
// standard deviation 1/√n.
func TestStreamsAreIndependent(t *testing.T) {
	type pair struct {
		name string
		a, b Stream
	}
	pairs := []pair{
		{"roles", New(1, "work", 0), New(1, "stall", 0)},
		{"similar roles", New(1, "work", 0), New(1, "worl", 0)},
		{"blocks", New(1, "work", 0), New(1, "work", 1)},
		{"distant blocks", New(1, "work", 0), New(1, "work", 1<<32)},
		{"seeds", New(1, "work", 0), New(2, "work", 0)},
		{"seed and block swapped", New(1, "work", 2), New(2, "work", 1)},
	}
	for _, p := range pairs {
		sum := 0.0
		for range draws {
			sum += (p.a.Uniform() - 0.5) * (p.b.Uniform() - 0.5) * 12
		}
		checkMean(t, p.name+": correlation", sum/draws, 0, 1, draws)
	}
}

// The first draws of consecutive streams must be as good as the draws of one:
// a run has many blocks, and learners try the seeds 1, 2, 3, ...
func TestFirstDrawsOfConsecutiveStreams(t *testing.T) {
	for name, stream := range map[string]func(i int) Stream{
		"blocks": func(i int) Stream { return New(1, "work", i) },
		"seeds":  func(i int) Stream { return New(uint64(i), "work", 0) },
	} {
		const n = 50_000
		x := []float64{}
		correlation := 0.0
		for i := range n {
			s := stream(i)
			x = append(x, s.Uniform())
			if i > 0 {
				correlation += (x[i] - 0.5) * (x[i-1] - 0.5) * 12
			}
		}
		checkMoments(t, name+": first draws", x, 1.0/2, 1.0/12, 1.0/80)
		checkMean(t, name+": correlation of neighbours", correlation/n, 0, 1, n)
	}
}

// Any bit of seed or block flips each bit of the first number half of the time.
func TestEveryBitOfSeedAndBlockMatters(t *testing.T) {
	flipped, n := 0, 0
	for i := range 200 {
		s := New(uint64(i), "work", i)
		random := func(s Stream) uint64 { return uint64(s.Uniform()*0x1p53) >> 1 } // 52 bits
		base := random(s)
		for bit := range 64 {
			a := New(uint64(i)^1<<bit, "work", i)
			b := New(uint64(i), "work", int(uint64(i)^1<<bit))
			flipped += bits.OnesCount64(base^random(a)) + bits.OnesCount64(base^random(b))
			n += 2 * 52
		}
	}
	checkShare(t, "share of flipped bits", flipped, 0.5, n)
}
