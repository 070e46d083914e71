package still

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"locklab/simlib/chart"
)

// ground is a canvas that knows what is drawn on it: lines, and boxes that are
// full.
type ground struct {
	vg.Canvas
	opacity float64
	lines   [][2]vg.Point
	boxes   []vg.Rectangle
}

// SetColor sets the colour of what follows.
func (g *ground) SetColor(c color.Color) {
	_, _, _, a := c.RGBA()
	g.opacity = float64(a) / 0xffff
	g.Canvas.SetColor(c)
}

// Stroke draws along a path.
func (g *ground) Stroke(p vg.Path) {
	if g.opacity > 0 {
		g.lines = append(g.lines, along(p)...)
	}
	g.Canvas.Stroke(p)
}

// Fill fills a path. Of what is filled thinly only the edge is in the way of words.
func (g *ground) Fill(p vg.Path) {
	if lines := along(p); g.opacity < 0.5 {
		g.lines = append(g.lines, lines...)
	} else if len(lines) > 0 {
		box := vg.Rectangle{Min: lines[0][0], Max: lines[0][0]}
		for _, line := range lines {
			for _, at := range line {
				box.Min.X, box.Max.X = min(box.Min.X, at.X), max(box.Max.X, at.X)
				box.Min.Y, box.Max.Y = min(box.Min.Y, at.Y), max(box.Max.Y, at.Y)
			}
		}
		g.boxes = append(g.boxes, box)
	}
	g.Canvas.Fill(p)
}

// FillString writes a text.
func (g *ground) FillString(f font.Face, at vg.Point, text string) {
	g.boxes = append(g.boxes, textBox(f, at, text))
	g.Canvas.FillString(f, at, text)
}

// textBox is where the letters of a text are, from the lowest to the highest.
func textBox(f font.Face, at vg.Point, text string) vg.Rectangle {
	size := f.Font.Size
	return vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 0.21*size}, Max: vg.Point{X: at.X + f.Width(text), Y: at.Y + 0.75*size}}
}

// along are the straight parts of a path.
func along(p vg.Path) (lines [][2]vg.Point) {
	var start, at vg.Point
	to := func(next vg.Point) {
		lines = append(lines, [2]vg.Point{at, next})
		at = next
	}
	for _, c := range p {
		switch c.Type {
		case vg.MoveComp:
			start, at = c.Pos, c.Pos
		case vg.ArcComp:
			const parts = 16
			for i := range parts + 1 {
				sin, cos := math.Sincos(c.Start + c.Angle*float64(i)/parts)
				on := vg.Point{X: c.Pos.X + c.Radius*vg.Length(cos), Y: c.Pos.Y + c.Radius*vg.Length(sin)}
				if i == 0 {
					at = on
				}
				to(on)
			}
		case vg.CloseComp:
			to(start)
		default:
			to(c.Pos)
		}
	}
	return lines
}

// meets says whether a line has a part in a box.
func meets(line [2]vg.Point, box vg.Rectangle) bool {
	a, b := line[0], line[1]
	if max(a.X, b.X) < box.Min.X || min(a.X, b.X) > box.Max.X || max(a.Y, b.Y) < box.Min.Y || min(a.Y, b.Y) > box.Max.Y {
		return false
	}
	left, right := 0, 0 // corners beside the line; if all are on one side, it passes by
	for _, c := range []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}} {
		switch side := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X); {
		case side > 0:
			left++
		case side < 0:
			right++
		}
	}
	return left < 4 && right < 4
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// free says whether nothing is drawn in a box.
func (g *ground) free(box vg.Rectangle) bool {
	for _, line := range g.lines {
		if meets(line, box) {
			return false
		}
	}
	for _, taken := range g.boxes {
		if overlap(taken, box) {
			return false
		}
	}
	return true
}

// wordsOf writes the words of all marks, each where nothing else is drawn: as near
// to its place as it can be, on the side that the mark names if there is room.
func wordsOf(s chart.Spec, g *ground) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		put := func(label string, role chart.Role, x, y, half vg.Length, side chart.Side, options ...func(*text.Style)) {
			style := words(12, role, options...)
			wide, high := style.Width(label), 16*px
			for _, at := range around(x, y, half, wide, high, side) {
				at.X = max(c.Min.X+2*px, min(at.X, width-2*px-wide))
				box := vg.Rectangle{Min: vg.Point{X: at.X - 2*px, Y: at.Y + px}, Max: vg.Point{X: at.X + wide + 2*px, Y: at.Y + high - px}}
				if box.Min.Y >= c.Min.Y && box.Max.Y <= height && g.free(box) {
					c.FillText(style, vg.Point{X: at.X, Y: at.Y + 4*px}, label)
					return
				}
			}
			c.FillText(style, vg.Point{X: x, Y: y}, label)
		}
		for _, m := range s.Marks {
			switch m := m.(type) {
			case chart.Here:
				put(m.Label, chart.Now, x(m.At.X), y(m.At.Y), 7*px, chart.Right, bold)
			case chart.Rule:
				put(m.Label, m.Role, x(m.X), c.Max.Y-18*px, 0, chart.Right, bold)
			case chart.Note:
				put(m.Label, m.Role, (x(m.X0)+x(m.X1))/2, (y(m.Y0)+y(m.Y1))/2, 0, chart.Middle)
			case chart.Words:
				for _, p := range m.Points {
					put(p.Text, m.Role, x(p.X), y(p.Y), 0, m.Side)
				}
			}
		}
	})
}

// around are the places for words of a size near a dot, the best first: beside it,
// then farther off. What is written below stays so, in rows.
func around(x, y, half, wide, high vg.Length, side chart.Side) (places []vg.Point) {
	sides := map[chart.Side]vg.Point{
		chart.Right:  {X: x + half + 8*px, Y: y - high/2},
		chart.Left:   {X: x - half - 8*px - wide, Y: y - high/2},
		chart.Above:  {X: x - wide/2, Y: y + half + 4*px},
		chart.Below:  {X: x - wide/2, Y: y - half - 4*px - high},
		chart.Middle: {X: x - wide/2, Y: y - high/2},
	}
	if side == chart.Below {
		for aside := vg.Length(0); aside <= 160*px; aside += 4 * px {
			for row := range 3 {
				low := y - half - 5*px - vg.Length(row)*(high-2*px) - high
				places = append(places, vg.Point{X: x - wide/2 + aside, Y: low}, vg.Point{X: x - wide/2 - aside, Y: low})
			}
		}
		return places
	}
	for shift := vg.Length(0); shift <= 160*px; shift += 4 * px {
		for _, side := range []chart.Side{side, chart.Right, chart.Left, chart.Above, chart.Below} {
			at := sides[side]
			places = append(places, at.Add(vg.Point{Y: shift}), at.Add(vg.Point{Y: -shift}),
				at.Add(vg.Point{X: -shift}), at.Add(vg.Point{X: shift}))
		}
	}
	return places
}
