package still

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"locklab/simlib/chart"
)

// plotter draws one mark, but for its words.
func plotter(m chart.Mark) plot.Plotter {
	switch m := m.(type) {
	case chart.Line:
		return line(m)
	case chart.Band:
		return band(m)
	case chart.Dots:
		return dots(m)
	case chart.Segments:
		return segments(m)
	case chart.Boxes:
		return boxes(m)
	case chart.Here:
		return here(m)
	case chart.Rule:
		return rule(m)
	case chart.Note:
		return note(m)
	case chart.Words:
		return plotFunc(func(draw.Canvas, func(float64) vg.Length, func(float64) vg.Length) {})
	}
	panic(fmt.Sprintf("still: no way to draw a %T", m))
}

func line(m chart.Line) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		path := make([]vg.Point, len(m.Points))
		for i, p := range m.Points {
			path[i] = vg.Point{X: x(p.X), Y: y(p.Y)}
		}
		c.StrokeLines(stroke(m.Role, 2.5, m.Dashed), c.ClipLinesXY(path)...)
	})
}

func band(m chart.Band) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		n := len(m.Edges)
		outline := make([]vg.Point, 2*n)
		for i, e := range m.Edges {
			outline[i] = vg.Point{X: x(e.X), Y: y(e.High)}
			outline[2*n-1-i] = vg.Point{X: x(e.X), Y: y(e.Low)}
		}
		c.FillPolygon(tint(m.Role), c.ClipPolygonXY(outline))
	})
}

func dots(m chart.Dots) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		style := dotStyle(m.Role, m.Shape)
		for _, p := range m.Points {
			if at := (vg.Point{X: x(p.X), Y: y(p.Y)}); c.Contains(at) {
				c.DrawGlyph(style, at)
			}
		}
	})
}

func dotStyle(r chart.Role, s chart.Shape) draw.GlyphStyle {
	style := draw.GlyphStyle{Color: hue(r), Radius: 4.5 * px, Shape: draw.CircleGlyph{}}
	switch s {
	case chart.Triangle:
		style.Shape, style.Radius = draw.PyramidGlyph{}, 6*px
	case chart.Diamond:
		style.Shape, style.Radius = diamond{}, 5.5*px
	case chart.Cross:
		style.Shape, style.Radius = cross{}, 4.5*px
	}
	return style
}

// diamond is a square on its corner, which gonum lacks.
type diamond struct{}

// DrawGlyph draws the diamond.
func (diamond) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	r := style.Radius
	c.FillPolygon(style.Color, []vg.Point{{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}})
}

// cross is a bolder cross than gonum's.
type cross struct{}

// DrawGlyph draws the cross.
func (cross) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	line := draw.LineStyle{Color: style.Color, Width: 2.5 * px}
	r := style.Radius
	c.StrokeLine2(line, at.X-r, at.Y-r, at.X+r, at.Y+r)
	c.StrokeLine2(line, at.X-r, at.Y+r, at.X+r, at.Y-r)
}

func segments(m chart.Segments) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, s := range m.Segments {
			c.StrokeLines(segmentStroke(m), c.ClipLinesXY([]vg.Point{
				{X: x(s.X0), Y: y(s.Y0)}, {X: x(s.X1), Y: y(s.Y1)}})...)
		}
	})
}

// segmentStroke is the stroke of segments; dashed ones, which only join what
// matters, are thinner.
func segmentStroke(m chart.Segments) draw.LineStyle {
	if m.Dashed {
		return stroke(m.Role, 1.25, true)
	}
	return stroke(m.Role, 2.5, false)
}

func boxes(m chart.Boxes) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, b := range m.Boxes {
			box := vg.Rectangle{
				Min: vg.Point{X: max(x(b.X0), c.Min.X), Y: max(y(b.Y0), c.Min.Y)},
				Max: vg.Point{X: min(x(b.X1), c.Max.X), Y: min(y(b.Y1), c.Max.Y)},
			}
			if box.Min.X >= box.Max.X || box.Min.Y >= box.Max.Y {
				continue
			}
			fillBox(c, m.Role, m.Hatched, box)
		}
	})
}

// fillBox fills a box with its role's colour, or hatches it.
func fillBox(c draw.Canvas, r chart.Role, hatched bool, box vg.Rectangle) {
	if !hatched {
		c.FillPolygon(fade(r, chart.BoxOpacity), []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}})
		return
	}
	// Lines that rise to the right, each from where it enters the box to where
	// it leaves it.
	wide, high := box.Size().X, box.Size().Y
	var hatch vg.Path
	for shift := -high; shift < wide; shift += 8 * px {
		from, to := max(shift, 0), min(shift+high, wide)
		hatch.Move(vg.Point{X: box.Min.X + from, Y: box.Min.Y + from - shift})
		hatch.Line(vg.Point{X: box.Min.X + to, Y: box.Min.Y + to - shift})
	}
	c.SetLineStyle(stroke(r, 1.5, false))
	c.Stroke(hatch)
}

func here(m chart.Here) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		at := vg.Point{X: x(m.At.X), Y: y(m.At.Y)}
		if m.Low < m.High {
			c.StrokeLines(stroke(chart.Now, 1.5, false), c.ClipLinesY(
				[]vg.Point{{X: at.X, Y: y(m.Low)}, {X: at.X, Y: y(m.High)}})...)
		}
		c.DrawGlyph(draw.GlyphStyle{Color: hue(chart.Background), Radius: 8 * px, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyph(draw.GlyphStyle{Color: hue(chart.Now), Radius: 6 * px, Shape: draw.CircleGlyph{}}, at)
	})
}

func rule(m chart.Rule) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		c.StrokeLine2(stroke(m.Role, 1.5, false), x(m.X), c.Min.Y, x(m.X), c.Max.Y)
	})
}

func note(m chart.Note) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		x0, x1, y0, y1 := x(m.X0), x(m.X1), y(m.Y0), y(m.Y1)
		c.FillPolygon(fade(m.Role, 0.10), c.ClipPolygonXY(
			[]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}))
	})
}
