package still

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"maps"
	"slices"
)

// paletted is the picture in the 64 colours that most of its pixels have. The
// few other pixels, on the edges of letters and lines, take the nearest of
// them. A chart has so few hues that nobody sees it, and its file is a third
// as large.
func paletted(src *image.RGBA) *image.Paletted {
	pixels := map[rgba]int{}
	runs(src, func(c rgba, from, to int) { pixels[c] += to - from })
	byCount := slices.SortedFunc(maps.Keys(pixels), func(a, b rgba) int {
		return cmp.Or(cmp.Compare(pixels[b], pixels[a]), cmp.Compare(a, b))
	})
	palette := make(color.Palette, min(64, len(byCount)))
	index := map[rgba]uint8{}
	for i, c := range byCount {
		if i < len(palette) {
			palette[i] = c.color()
		}
	}
	for _, c := range byCount {
		index[c] = uint8(palette.Index(c.color()))
	}
	dst := image.NewPaletted(src.Rect, palette)
	runs(src, func(c rgba, from, to int) {
		i := index[c]
		for at := from; at < to; at++ {
			dst.Pix[at] = i
		}
	})
	return dst
}

// rgba is a pixel as image.RGBA holds it, red lowest.
type rgba uint32

func (c rgba) color() color.RGBA {
	return color.RGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), uint8(c >> 24)}
}

// runs calls f for each run of pixels of one colour, with their place in the
// picture's rows laid end to end. Most of a chart is its ground, so runs are
// long and few.
func runs(m *image.RGBA, f func(c rgba, from, to int)) {
	n := len(m.Pix) / 4
	at := func(i int) rgba { return rgba(binary.LittleEndian.Uint32(m.Pix[4*i:])) }
	for from := 0; from < n; {
		c, to := at(from), from+1
		for to < n && at(to) == c {
			to++
		}
		f(c, from, to)
		from = to
	}
}
