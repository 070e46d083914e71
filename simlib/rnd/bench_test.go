package rnd

import (
	"testing"
	"time"
)

// BenchmarkHolds is the floor of the simulations: the draws of a hold's work
// and stall and nothing else, in ns per hold.
func BenchmarkHolds(b *testing.B) {
	work, stall := New(1, "work", 0), New(1, "stall", 0)
	var works [1000]time.Duration
	var sum time.Duration
	for done := 0; done < b.N; done += len(works) {
		work.LogNormals(works[:], 200*time.Millisecond, 0.5)
		for _, w := range works {
			sum += w + stall.Stall(0.002, 5*time.Second)
		}
	}
	keep = float64(sum)
}

func BenchmarkUniform(b *testing.B) { benchmark(b, (*Stream).Uniform) }
func BenchmarkNormal(b *testing.B)  { benchmark(b, (*Stream).Normal) }
func BenchmarkExp(b *testing.B)     { benchmark(b, (*Stream).Exp) }

func BenchmarkLogNormal(b *testing.B) {
	benchmark(b, func(s *Stream) float64 { return float64(s.LogNormal(200*time.Millisecond, 0.5)) })
}

func BenchmarkStall(b *testing.B) {
	benchmark(b, func(s *Stream) float64 { return float64(s.Stall(0.002, 5*time.Second)) })
}

// keep makes the compiler believe that the draws are needed.
var keep float64

func benchmark(b *testing.B, draw func(*Stream) float64) {
	s := New(1, "work", 0)
	sum := 0.0
	for range b.N {
		sum += draw(&s)
	}
	keep = sum
}
