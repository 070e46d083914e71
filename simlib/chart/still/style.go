package still

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"locklab/simlib/chart"
)

// hue is a role's colour in the light: a fixed picture has a white ground.
func hue(r chart.Role) color.NRGBA {
	v, err := strconv.ParseUint(strings.TrimPrefix(chart.Light[r], "#"), 16, 32)
	if err != nil {
		panic(fmt.Sprintf("still: no colour for %s: %v", r, err))
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// fade is a role's colour as seen through a pane of the given opacity.
func fade(r chart.Role, opacity float64) color.NRGBA {
	c := hue(r)
	c.A = uint8(255 * opacity)
	return c
}

// tint is the fill of a band.
func tint(r chart.Role) color.NRGBA { return fade(r, 0.18) }

func stroke(r chart.Role, pixels float64, dashed bool) draw.LineStyle {
	s := draw.LineStyle{Color: hue(r), Width: vg.Length(pixels) * px}
	if dashed {
		s.Dashes = []vg.Length{6 * px, 4 * px}
	}
	return s
}

// sans is the font of all words: Liberation Sans, as wide as Arial.
func sans(pixels float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(pixels) * px}
}

func bold(s *text.Style) { s.Font.Weight = xfont.WeightBold }

func words(pixels float64, r chart.Role, options ...func(*text.Style)) text.Style {
	s := text.Style{Color: hue(r), Font: sans(pixels), Handler: plot.DefaultTextHandler}
	for _, o := range options {
		o(&s)
	}
	return s
}
