package portable

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// precision of the reference values, in bits: far more than a float64's 53.
const precision = 200

// bigExp returns e**x by halving x until its Taylor series converges quickly
// and squaring the sum as often.
func bigExp(x float64) *big.Float {
	const halvings = 24
	arg := new(big.Float).SetPrec(precision).SetFloat64(x)
	arg.SetMantExp(arg, -halvings)
	sum := big.NewFloat(1).SetPrec(precision)
	term := big.NewFloat(1).SetPrec(precision)
	for i := 1; i <= 12; i++ {
		term.Mul(term, arg)
		term.Quo(term, big.NewFloat(float64(i)).SetPrec(precision))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// roughLog returns log x to about 15 digits. On amd64 math.Log itself is wrong
// for subnormal numbers (Go 1.26), so it only sees the fraction.
func roughLog(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	return math.Log(fraction) + float64(exponent)*math.Ln2
}

// bigLog returns log x by one Newton step from roughLog, which leaves an error
// of the order of the cube of roughLog's.
func bigLog(x float64) *big.Float {
	y := roughLog(x)
	ratio := new(big.Float).SetPrec(precision).SetFloat64(x)
	ratio.Quo(ratio, bigExp(y))
	ratio.Sub(ratio, big.NewFloat(1)) // log(1+t) = t - t²/2 + …
	half := new(big.Float).SetPrec(precision).Mul(ratio, ratio)
	half.SetMantExp(half, -1)
	ratio.Sub(ratio, half)
	return ratio.Add(ratio, new(big.Float).SetPrec(precision).SetFloat64(y))
}

// ulps returns by how many units in the last place got misses want.
func ulps(got float64, want *big.Float) float64 {
	nearest, _ := want.Float64()
	unit := math.Nextafter(math.Abs(nearest), math.Inf(1)) - math.Abs(nearest)
	miss := new(big.Float).SetPrec(precision).SetFloat64(got)
	miss.Sub(miss, want)
	m, _ := miss.Float64()
	return math.Abs(m) / unit
}

func TestExpIsAccurate(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for i := range 20_000 {
		scale := []float64{1e-9, 0.01, 1, 10, 700}[i%5]
		x := (2*draw.Float64() - 1) * scale
		miss := ulps(Exp(x), bigExp(x))
		worst = max(worst, miss)
		if miss > 1.1 {
			t.Fatalf("Exp(%v) = %v misses by %.2f units in the last place, want at most 1.1", x, Exp(x), miss)
		}
	}
	t.Logf("worst miss: %.3f units in the last place", worst)
}

func TestLogIsAccurate(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 4))
	worst := 0.0
	for i := range 20_000 {
		var x float64
		switch i % 4 {
		case 0:
			x = draw.Float64()
		case 1:
			x = 1 + (draw.Float64()-0.5)*1e-6
		case 2:
			x = math.Sqrt2/2 + draw.Float64()*math.Sqrt2/2
		case 3:
			x = math.Ldexp(1+draw.Float64(), draw.IntN(2097)-1074)
		}
		miss := ulps(Log(x), bigLog(x))
		worst = max(worst, miss)
		if miss > 1 {
			t.Fatalf("Log(%v) = %v misses by %.2f units in the last place, want at most 1", x, Log(x), miss)
		}
	}
	t.Logf("worst miss: %.3f units in the last place", worst)
}

func TestSpecialCases(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, x := range []float64{
		inf, -inf, nan, 0, math.Copysign(0, -1), 1, -1,
		709.782712893384, 709.7827128933841, -745.1332191019411, -745.1332191019412, -745.14,
		-708.4, -720, -744, 1e300, -1e300, math.SmallestNonzeroFloat64, math.MaxFloat64,
	} {
		if got, want := Exp(x), math.Exp(x); !same(got, want) {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{inf, -inf, nan, 0, math.Copysign(0, -1), 1, -1, 2, 1e300, 1e-300} {
		if got, want := Log(x), math.Log(x); !same(got, want) {
			t.Errorf("Log(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{0x1p-1022, 0x1p-1023, 0x1.8p-1060, math.SmallestNonzeroFloat64} {
		if got, want := Log(x), roughLog(x); !same(got, want) {
			t.Errorf("Log(%v) = %v, want %v", x, got, want)
		}
	}
}

// same reports whether a and b are equal but for rounding: 2 units in the last
// place, or 1 of the smallest float64.
func same(a, b float64) bool {
	if a != a || b != b {
		return a != a && b != b
	}
	return a == b || math.Abs(a-b) <= math.Abs(b)*0x1p-51+math.SmallestNonzeroFloat64
}

func TestTableHoldsRootsOfTwo(t *testing.T) {
	for j, got := range powersOf2 {
		ln2 := bigLog(2)
		ln2.Mul(ln2, new(big.Float).SetPrec(precision).SetFloat64(float64(j)/32))
		x, _ := ln2.Float64()
		rest := new(big.Float).SetPrec(precision).Sub(ln2, new(big.Float).SetFloat64(x))
		want := bigExp(x) // · e**rest, and rest² is below 2**-106
		want.Mul(want, rest.Add(rest, big.NewFloat(1)))
		if nearest, _ := want.Float64(); got != nearest {
			t.Errorf("powersOf2[%d] = %x, want %x", j, got, nearest)
		}
	}
}

func TestMulAddRoundsTwice(t *testing.T) {
	x := 1 + math.Ldexp(1, -30) // not a constant, so computed by the processor
	// The exact product is 1 + 2**-29 + 2**-60; rounding it loses the last term,
	// which a fused instruction would leave over here.
	if got := MulAdd(x, x, -(1 + 0x1p-29)); got != 0 {
		t.Errorf("MulAdd rounded once: got %g, want 0", got)
	}
}

// TestSameBitsEverywhere holds this processor to the digest of all others. Run
// it on amd64, amd64 with GOAMD64=v3, arm64 and js/wasm.
func TestSameBitsEverywhere(t *testing.T) {
	const want = "1e13bda23268592d0f547e2320c3fa7ba59d0379997d84ee627ec6ea853e2b4e"
	digest := sha256.New()
	var b [16]byte
	draw := rand.NewPCG(5, 6)
	for range 500_000 {
		x := float64(int64(draw.Uint64())) * 0x1p-63 * 720
		binary.LittleEndian.PutUint64(b[:8], math.Float64bits(Exp(x)))
		y := math.Float64frombits(draw.Uint64() >> 1) // any positive number
		if !(y <= math.MaxFloat64) {                  // nor +Inf or NaN
			y = 1
		}
		binary.LittleEndian.PutUint64(b[8:], math.Float64bits(Log(y)))
		digest.Write(b[:])
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func BenchmarkExp(b *testing.B) {
	x, sum := -4.0, 0.0
	for b.Loop() {
		sum += Exp(x)
		if x += 0.001; x > 4 {
			x = -4
		}
	}
	_ = sum
}

func BenchmarkLog(b *testing.B) {
	x, sum := 0.001, 0.0
	for b.Loop() {
		sum += Log(x)
		if x += 0.001; x > 4 {
			x = 0.001
		}
	}
	_ = sum
}
