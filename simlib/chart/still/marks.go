package still

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"locklab/simlib/chart"
)

// plotter draws one mark.
func plotter(m chart.Mark, x chart.Axis) plot.Plotter {
	switch m := m.(type) {
	case chart.Line:
		return line(m)
	case chart.Band:
		return band(m)
	case chart.Dot:
		return dot(m, x)
	case chart.Rule:
		return rule(m, x)
	case chart.Note:
		return note(m)
	}
	panic(fmt.Sprintf("still: no way to draw a %T", m))
}

func line(m chart.Line) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		path := make([]vg.Point, len(m.Points))
		for i, p := range m.Points {
			path[i] = vg.Point{X: x(p.X), Y: y(positive(p.Y))}
		}
		c.StrokeLines(stroke(m.Role, 2.5, m.Dashed), c.ClipLinesXY(path)...)
	})
}

func band(m chart.Band) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		n := len(m.Edges)
		outline := make([]vg.Point, 2*n)
		for i, e := range m.Edges {
			outline[i] = vg.Point{X: x(e.X), Y: y(positive(e.High))}
			outline[2*n-1-i] = vg.Point{X: x(e.X), Y: y(positive(e.Low))}
		}
		c.FillPolygon(tint(m.Role), c.ClipPolygonXY(outline))
	})
}

// positive keeps a logarithm finite; what it lifts lies far below the chart.
func positive(v float64) float64 { return math.Max(v, 1e-300) }

func dot(m chart.Dot, axis chart.Axis) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		at := vg.Point{X: x(m.At.X), Y: y(positive(m.At.Y))}
		if m.Low < m.High {
			c.StrokeLines(stroke(m.Role, 1.5, false), c.ClipLinesY(
				[]vg.Point{{X: at.X, Y: y(positive(m.Low))}, {X: at.X, Y: y(positive(m.High))}})...)
		}
		c.DrawGlyph(draw.GlyphStyle{Color: hue("background"), Radius: 8 * px, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyph(draw.GlyphStyle{Color: hue(m.Role), Radius: 6 * px, Shape: draw.CircleGlyph{}}, at)
		beside(c, m.Label, m.Role, at, axis.CrowdedRight(m.At.X))
	})
}

func rule(m chart.Rule, axis chart.Axis) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		c.StrokeLine2(stroke(m.Role, 1.5, false), x(m.X), c.Min.Y, x(m.X), c.Max.Y)
		beside(c, m.Label, m.Role, vg.Point{X: x(m.X), Y: c.Max.Y - 18*px}, axis.CrowdedRight(m.X))
	})
}

// beside writes words beside a place and a little above it.
func beside(c draw.Canvas, label string, role chart.Role, at vg.Point, left bool) {
	style := words(12, role, bold)
	at.X += 12 * px
	if left {
		style.XAlign = draw.XRight
		at.X -= 24 * px
	}
	at.Y += 4 * px
	c.FillText(style, at, label)
}

func note(m chart.Note) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		x0, x1, y0, y1 := x(m.X0), x(m.X1), y(positive(m.Y0)), y(positive(m.Y1))
		c.FillPolygon(fade(m.Role, 0.10), c.ClipPolygonXY(
			[]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}))
		style := words(12, m.Role)
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		rows := strings.Split(m.Label, "\n")
		for i, row := range rows {
			up := vg.Length(float64(len(rows)-1)/2-float64(i)) * 16 * px
			c.FillText(style, vg.Point{X: (x0 + x1) / 2, Y: (y0+y1)/2 + up}, row)
		}
	})
}
