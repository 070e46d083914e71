package still

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"locklab/simlib/chart"
)

// setAxis gives a an axis' range, scale and ticks.
func setAxis(a *plot.Axis, s chart.Axis) {
	a.Min, a.Max = s.Min, s.Max
	a.Tick.Marker = ticks(s)
	a.Tick.Label.Color = hue(chart.Text)
	a.Tick.Label.Font = sans(12)
	// Ticks that nobody sees keep the labels off the axis.
	a.Tick.LineStyle = draw.LineStyle{Color: color.Transparent, Width: px}
	a.Tick.Length = 7 * px
	a.LineStyle = stroke(chart.AxisLine, 1, false)
	a.Padding = 0
	if s.Log {
		a.Scale = plot.LogScale{}
	}
}

// ticks are the axis' own ticks that lie in its range.
func ticks(s chart.Axis) plot.ConstantTicks {
	var ts plot.ConstantTicks
	for _, t := range s.Ticks {
		if t.At >= s.Min && t.At <= s.Max {
			ts = append(ts, plot.Tick{Value: t.At, Label: t.Label})
		}
	}
	return ts
}

// gridLines draws a level line at each tick.
func gridLines(s chart.Spec) plot.Plotter {
	return plotFunc(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, t := range ticks(s.Y) {
			c.StrokeLine2(stroke(chart.Grid, 1, false), c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	})
}

// plotFunc is a plotter that only draws; x and y lead from values to places.
type plotFunc func(c draw.Canvas, x, y func(float64) vg.Length)

// Plot draws.
func (f plotFunc) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if _, log := p.Y.Scale.(plot.LogScale); log {
		// What is not positive has no place; put it far below the chart.
		linear := y
		y = func(v float64) vg.Length { return linear(max(v, 1e-300)) }
	}
	f(c, x, y)
}
