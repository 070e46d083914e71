// Package still draws a chart.Spec as a fixed picture, by gonum/plot: what is
// seen where no script runs, in print, and in images/.
package still

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"locklab/simlib/chart"
)

// px is a pixel of the screen, 1/96 inch.
const px = vg.Inch / 96

// Every picture is 760 by 420 pixels; the head is the part above the axes.
const (
	width, height = 760 * px, 420 * px
	head          = 72 * px
	margin        = 10 * px
)

// SVG is the chart as a vector picture.
func SVG(s chart.Spec) ([]byte, error) {
	canvas := &measured{Canvas: vgsvg.New(width, height)}
	canvas.SetColor(hue(chart.Background))
	canvas.Fill(vg.Rectangle{Max: vg.Point{X: width, Y: height}}.Path())
	paint(s, draw.New(canvas))
	var b strings.Builder
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	// The viewer may lack the font that the picture was measured with: name
	// others of the same widths, and have any other squeezed into the place.
	// What goes without saying would make a tenth of an output.
	texts := strings.Split(strings.NewReplacer(
		"<g transform", `<g font-family="Liberation Sans,Arial,Helvetica,sans-serif" transform`, "font-family:Liberation Sans;", "",
		"font-variant:normal;", "", "font-weight:normal;", "", "font-style:normal;", "",
	).Replace(b.String()), "<text ")
	for i, width := range canvas.widths {
		texts[i+1] = fmt.Sprintf(`textLength="%.1f" lengthAdjust="spacingAndGlyphs" `, width.Points()) + texts[i+1]
	}
	return []byte(strings.Join(texts, "<text ")), nil
}

// measured is a canvas that knows how wide each of its texts is.
type measured struct {
	*vgsvg.Canvas
	widths []vg.Length
}

// FillString writes a text.
func (m *measured) FillString(f font.Face, at vg.Point, text string) {
	m.widths = append(m.widths, f.Width(text))
	m.Canvas.FillString(f, at, text)
}

// PNG is the chart in one and a half times the pixels that it has on the
// screen, sharp enough for paper, and in few enough colours to stay small.
func PNG(s chart.Spec) ([]byte, error) {
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(1.5*96))
	paint(s, draw.New(canvas))
	var b bytes.Buffer
	err := png.Encode(&b, paletted(canvas.Image().(*image.RGBA)))
	return b.Bytes(), err
}

func paint(s chart.Spec, c draw.Canvas) {
	g := &ground{Canvas: c.Canvas}
	c.Canvas = g
	c.Rectangle = draw.Crop(c, margin, -2*margin, margin, -margin).Rectangle

	p := plot.New()
	p.BackgroundColor = nil // both canvases have theirs
	setAxis(&p.X, s.X)
	setAxis(&p.Y, s.Y)
	p.X.Label.Text = s.X.Label
	p.X.Label.TextStyle.Color = hue(chart.Muted)
	p.X.Label.TextStyle.Font = sans(12)
	p.X.Label.Padding = 4 * px
	p.Add(gridLines(s))
	for _, m := range s.Marks {
		p.Add(plotter(m))
	}
	p.Add(wordsOf(s, g))
	below := paintHead(s, c)
	p.Draw(draw.Crop(c, 0, 0, 0, -head-below))
}

// paintHead writes the title, the legend and the name of the y axis, and returns
// how much more than one row the legend takes.
func paintHead(s chart.Spec, c draw.Canvas) (below vg.Length) {
	top := c.Max.Y
	c.FillText(words(15, chart.Text, bold), vg.Point{X: c.Min.X, Y: top - 14*px}, s.Title)

	at := vg.Point{X: c.Min.X, Y: top - 38*px}
	small := words(12, chart.Text)
	for _, m := range s.Marks {
		label := nameOf(m)
		if label == "" {
			continue
		}
		const row = 20 * px
		if at.X > c.Min.X && at.X+24*px+small.Width(label) > c.Max.X {
			at.X, at.Y, below = c.Min.X, at.Y-row, below+row
		}
		sample(c, m, at)
		at.X += 24 * px
		c.FillText(small, at, label)
		at.X += small.Width(label) + 22*px
	}
	c.FillText(words(12, chart.Muted), vg.Point{X: c.Min.X, Y: top - below - 62*px}, s.Y.Label)
	return below
}

// nameOf is what the legend calls a mark; empty where it is not in it.
func nameOf(m chart.Mark) string {
	switch m := m.(type) {
	case chart.Line:
		return m.Label
	case chart.Segments:
		return m.Label
	case chart.Band:
		return m.Label
	case chart.Boxes:
		return m.Label
	case chart.Dots:
		return m.Label
	}
	return ""
}

// sample draws what a mark looks like at a place of the legend, 18 pixels wide.
func sample(c draw.Canvas, m chart.Mark, at vg.Point) {
	middle := vg.Point{X: at.X + 9*px, Y: at.Y + 4*px}
	box := vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 2*px}, Max: vg.Point{X: at.X + 18*px, Y: at.Y + 10*px}}
	switch m := m.(type) {
	case chart.Line:
		c.StrokeLine2(stroke(m.Role, 2.5, m.Dashed), at.X, middle.Y, at.X+18*px, middle.Y)
	case chart.Segments:
		c.StrokeLine2(segmentStroke(m), at.X, middle.Y, at.X+18*px, middle.Y)
	case chart.Band:
		c.FillPolygon(tint(m.Role), []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}})
	case chart.Boxes:
		fillBox(c, m.Role, m.Hatched, box)
	case chart.Dots:
		c.DrawGlyph(dotStyle(m.Role, m.Shape), middle)
	}
}
