package echart

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"locklab/simlib/chart"
)

// add adds the series that draw a mark, and returns the mark's name in the
// legend.
func add(c *charts.Line, m chart.Mark, s chart.Spec) (legend string) {
	switch m := m.(type) {
	case chart.Line:
		addLine(c, m)
		return m.Label
	case chart.Band:
		addShape(c, m.Label, m.Role, "@draw:band", 0.18, bandRows(m))
		return m.Label
	case chart.Dots:
		addDots(c, m)
		return m.Label
	case chart.Segments:
		draw := "@draw:segments"
		if m.Dashed {
			draw = "@draw:dashes"
		}
		addShape(c, m.Label, m.Role, draw, 1, segmentRows(m))
		return m.Label
	case chart.Boxes:
		draw, opacity := "@draw:boxes", chart.BoxOpacity
		if m.Hatched {
			draw = "@draw:hatched"
		}
		addShape(c, m.Label, m.Role, draw, opacity, boxRows(m))
		return m.Label
	case chart.Here:
		addHere(c, m)
	case chart.Rule:
		addRule(c, m, s)
	case chart.Note:
		addShape(c, "", m.Role, "@draw:boxes", 0.10, []datum{row("", m.X0, m.Y0, m.X1, m.Y1)})
		at := func(a chart.Axis, v0, v1 float64) float64 { return a.Value((a.Place(v0) + a.Place(v1)) / 2) }
		addWords(c, chart.Words{Role: m.Role, Side: chart.Middle, Points: []chart.Point{{X: at(s.X, m.X0, m.X1), Y: at(s.Y, m.Y0, m.Y1), Text: m.Label}}})
	case chart.Words:
		addWords(c, m)
	default:
		panic(fmt.Sprintf("echart: no way to draw a %T", m))
	}
	return ""
}

// series adds a series of any type. The charts of go-echarts that do the same
// fill all defaults in by reflection each time, which a slider has to wait for,
// and none of ours is left to a default.
func series(c *charts.Line, kind, label string, data any, options ...charts.SeriesOpts) {
	s := charts.SingleSeries{Name: label, Type: kind, Data: data}
	s.ConfigureSeriesOpts(options...)
	c.MultiSeries = append(c.MultiSeries, s)
}

func token(r chart.Role) string { return "@" + r.String() }

// datum is a row of a series: what ECharts reads of any type's data. Of the types
// of go-echarts each has a dozen fields more, which a slider waits for as well.
type datum struct {
	Name   string        `json:"name,omitempty"`
	Value  []json.Number `json:"value"`
	Symbol string        `json:"symbol,omitempty"`
}

// row has its numbers to five digits, more than a chart can show, to keep
// outputs small.
func row(text string, numbers ...float64) datum {
	d := datum{Name: text, Value: make([]json.Number, len(numbers))}
	for i, v := range numbers {
		d.Value[i] = json.Number(strconv.FormatFloat(v, 'g', 5, 64))
	}
	return d
}

func points(ps ...chart.Point) []datum {
	data := make([]datum, len(ps))
	for i, p := range ps {
		data[i] = row(p.Text, p.X, p.Y)
	}
	return data
}

func addLine(c *charts.Line, m chart.Line) {
	style := opts.LineStyle{Color: token(m.Role), Width: 2.5}
	if m.Dashed {
		style.Type = "dashed"
	}
	series(c, types.ChartLine, m.Label, points(m.Points...),
		charts.WithLineStyleOpts(style),
		charts.WithItemStyleOpts(opts.ItemStyle{Color: token(m.Role)}),
		charts.WithLineChartOpts(opts.LineChart{Symbol: "circle", SymbolSize: 5, ShowSymbol: opts.Bool(false)}),
	)
}

func addDots(c *charts.Line, m chart.Dots) {
	style, symbol := opts.ItemStyle{Color: token(m.Role)}, "circle"
	switch m.Shape {
	case chart.Triangle:
		symbol = "triangle"
	case chart.Diamond:
		symbol = "diamond"
	case chart.Cross: // which ECharts lacks
		symbol = "path://M0,0L10,10M10,0L0,10"
		style = opts.ItemStyle{Color: "transparent", BorderColor: token(m.Role), BorderWidth: 2.5}
	}
	series(c, types.ChartScatter, m.Label, points(m.Points...),
		charts.WithItemStyleOpts(style),
		charts.WithScatterChartOpts(opts.ScatterChart{Symbol: symbol, SymbolSize: 9}))
}

// addShape draws rows of numbers by one of the runtime's shapes, for what
// ECharts lacks.
func addShape(c *charts.Line, label string, r chart.Role, draw string, opacity float64, rows []datum) {
	series(c, types.ChartCustom, label, rows,
		charts.WithItemStyleOpts(opts.ItemStyle{Color: token(r), Opacity: opts.Float(float32(opacity))}),
		charts.WithCustomChartOpts(opts.CustomChart{RenderItem: types.FuncStr(draw)}))
}

func bandRows(m chart.Band) (rows []datum) {
	for _, e := range m.Edges {
		rows = append(rows, row("", e.X, e.Low, e.High))
	}
	return rows
}

func segmentRows(m chart.Segments) (rows []datum) {
	for _, s := range m.Segments {
		rows = append(rows, row(s.Text, s.X0, s.Y0, s.X1, s.Y1))
	}
	return rows
}

func boxRows(m chart.Boxes) (rows []datum) {
	for _, b := range m.Boxes {
		rows = append(rows, row(b.Text, b.X0, b.Y0, b.X1, b.Y1))
	}
	return rows
}

func addHere(c *charts.Line, m chart.Here) {
	// A line from one end of the bar to the other, with the dot on it.
	data := points(chart.Point{X: m.At.X, Y: m.At.Y, Text: m.Label})
	if m.Low < m.High {
		data = points(chart.Point{X: m.At.X, Y: m.Low}, chart.Point{X: m.At.X, Y: m.At.Y, Text: m.Label}, chart.Point{X: m.At.X, Y: m.High})
		data[0].Symbol, data[2].Symbol = "none", "none"
	}
	series(c, types.ChartLine, "", data,
		charts.WithLineStyleOpts(opts.LineStyle{Color: token(chart.Now), Width: 1.5}),
		charts.WithItemStyleOpts(opts.ItemStyle{Color: token(chart.Now), BorderColor: token(chart.Background), BorderWidth: 2}),
		charts.WithLineChartOpts(opts.LineChart{Symbol: "circle", SymbolSize: 14}),
		wording(chart.Right, chart.Now, "bold"))
}

func addRule(c *charts.Line, m chart.Rule, s chart.Spec) {
	// The words hang a little below the top, where the axis has its name.
	at := func(share float64, words string) chart.Point {
		return chart.Point{X: m.X, Y: s.Y.Value(share), Text: words}
	}
	series(c, types.ChartLine, "", points(at(0, ""), at(0.93, m.Label), at(1, "")),
		charts.WithLineStyleOpts(opts.LineStyle{Color: token(m.Role), Width: 1.5}),
		// Without a symbol, even one of no size, ECharts draws no label.
		charts.WithLineChartOpts(opts.LineChart{Symbol: "circle", SymbolSize: 0, ShowSymbol: opts.Bool(true)}),
		wording(chart.Right, m.Role, "bold"))
}

// wording writes the name of each point on a side of it, if there is room: the
// runtime looks for another place where something else is drawn.
func wording(side chart.Side, r chart.Role, weight string) charts.SeriesOpts {
	return charts.WithLabelOpts(opts.Label{Show: opts.Bool(true), Position: position(side), Formatter: "{b}",
		Color: token(r), FontWeight: weight})
}

func addWords(c *charts.Line, m chart.Words) {
	series(c, types.ChartScatter, "", points(m.Points...),
		charts.WithScatterChartOpts(opts.ScatterChart{Symbol: "circle", SymbolSize: 0}),
		wording(m.Side, m.Role, ""))
}

// position is ECharts' word for a side.
func position(s chart.Side) string {
	switch s {
	case chart.Above:
		return "top"
	case chart.Right:
		return "right"
	case chart.Left:
		return "left"
	case chart.Below:
		return "bottom"
	}
	return "inside"
}
