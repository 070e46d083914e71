package still

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"maps"
	"slices"

	"locklab/simlib/chart"
)

// paletted is the picture in 64 colours: those of the roles, which letters have
// few pixels of, and else those that most of its pixels have. The few other
// pixels, on the edges of letters and lines, take the nearest of them. A chart has
// so few hues that nobody sees it, and its file is a third as large.
func paletted(src *image.RGBA) *image.Paletted {
	pixels := map[rgba]int{}
	runs(src, func(c rgba, from, to int) { pixels[c] += to - from })
	colours := slices.SortedFunc(maps.Keys(pixels), func(a, b rgba) int {
		return cmp.Or(cmp.Compare(pixels[b], pixels[a]), cmp.Compare(a, b))
	})
	const most = 64
	if len(colours) > most {
		rare := slices.DeleteFunc(colours[most:], func(c rgba) bool { return !ofARole(c) })
		colours = append(colours[:most-len(rare):most-len(rare)], rare...)
	}
	palette := make(color.Palette, len(colours))
	for i, c := range colours {
		palette[i] = c.color()
	}
	index := map[rgba]uint8{}
	for c := range pixels {
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

// ofARole says whether a colour is a role's, undiluted.
func ofARole(c rgba) bool {
	return slices.ContainsFunc(chart.Roles(), func(r chart.Role) bool { return color.NRGBA(c.color()) == hue(r) })
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
