package rnd

import (
	"math"

	"locklab/simlib/rnd/portable"
)

// Normal draws from the normal distribution with mean 0 and standard
// deviation 1.
func (s *Stream) Normal() float64 {
	u := s.Uniform()
	p, t := pieceAt(u)
	return math.Copysign(p.value(t), u-0.5)
}

// Normals fills z with normal draws: those that len(z) calls of Normal would
// give, but faster, since short loops let the processor work on several draws
// at once.
func (s *Stream) Normals(z []float64) {
	s.Uniforms(z)
	for i, u := range z {
		p, t := pieceAt(u)
		z[i] = math.Copysign(p.value(t), u-0.5)
	}
}

// A piece is a short stretch of the normal quantile z(p), in the lower half
// 0 < p < ½: its Taylor polynomial about the middle of the stretch.
type piece struct {
	middle             float64
	c0, c1, c2, c3, c4 float64
}

// value returns z at a distance t from the middle.
func (p *piece) value(t float64) float64 {
	t2 := float64(t * t)
	return portable.MulAdd(t2, portable.MulAdd(t2, p.c4, portable.MulAdd(t, p.c3, p.c2)), portable.MulAdd(t, p.c1, p.c0))
}

// z bends ever more towards p = 0, so the pieces halve in length with each
// halving of p: 32 to an octave, from 2**-53 to ½. The error is below 2e-10.
const (
	octaves   = 52
	perOctave = 32
	pieceBits = 52 - 5                  // so many bits of p say where in its piece it lies
	first     = (1023 - 53) * perOctave // the bits before those, for p = 2**-53
)

// pieces is computed once, when the program starts, in about 0.1 ms.
var pieces = func() (pieces [octaves * perOctave]piece) {
	for i := range pieces {
		middle := (uint64(first+i)<<1 | 1) << (pieceBits - 1)
		pieces[i] = newPiece(math.Float64frombits(middle))
	}
	return pieces
}()

// newPiece computes the derivatives. The first, d, is the reciprocal of the
// normal density, √(2π)·e**(z²/2); differentiating on gives z·d² for the
// second, (1 + 2z²)·d³ and (7z + 6z³)·d⁴.
func newPiece(middle float64) piece {
	const rootTwoPi = 2.50662827463100050241576528481104525
	z := normalQuantile(middle)
	z2 := float64(z * z)
	d := rootTwoPi * portable.Exp(z2/2)
	d2 := d * d
	return piece{
		middle: middle,
		c0:     z,
		c1:     d,
		c2:     z * d2 / 2,
		c3:     portable.MulAdd(2, z2, 1) * d2 * d / 6,
		c4:     z * portable.MulAdd(6, z2, 7) * d2 * d2 / 24,
	}
}

// pieceAt returns the piece for u, or for its mirror image in the lower half,
// and the distance from the middle of the piece.
func pieceAt(u float64) (p *piece, t float64) {
	lower := 0.5 - math.Abs(u-0.5)
	p = &pieces[math.Float64bits(lower)>>pieceBits-first]
	return p, lower - p.middle
}
