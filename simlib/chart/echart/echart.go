// Package echart draws a chart.Spec as an option for ECharts, by go-echarts.
//
// The option is data only: it is JSON with no function in it. Where ECharts
// wants a colour there stands a role with an @ before it, such as "@bad", and
// where it wants a function to label an axis there stands the list of labels,
// as {"@labels": [[10, "10 s"]]}. The page's runtime puts colours and
// functions in their places, so one option serves the light and the dark.
package echart

import (
	"encoding/json"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"locklab/simlib/chart"
)

// Option is the ECharts option for a chart.
func Option(s chart.Spec) (json.RawMessage, error) {
	c := charts.NewLine()
	c.SetGlobalOptions(
		charts.WithTitleOpts(opts.Title{Title: s.Title}),
		charts.WithAriaOpts(&opts.Aria{Enabled: opts.Bool(true)}),
	)
	c.MultiSeries = nil
	var legend []string
	for _, m := range s.Marks {
		switch m := m.(type) {
		case chart.Band:
			addBand(c, m)
			legend = append(legend, m.Label)
		case chart.Line:
			addLine(c, m)
			legend = append(legend, m.Label)
		case chart.Dot:
			addDot(c, m, s.X)
		case chart.Rule:
			addRule(c, m, s)
		case chart.Note:
			addNote(c, m)
		}
	}
	c.Legend = opts.Legend{Data: legend}
	c.Validate()
	option := c.JSON()
	delete(option, "toolbox") // an empty one
	delete(option, "color")   // each mark has its role
	// go-echarts knows no axis with chosen ticks.
	option["xAxis"], option["yAxis"] = axis(s.X), axis(s.Y)
	option["aria"] = map[string]any{"enabled": true, "label": map[string]any{"description": s.Alt}}
	return json.Marshal(option)
}

func axis(a chart.Axis) map[string]any {
	kind := "value"
	if a.Log {
		kind = "log"
	}
	at := []float64{}
	labels := [][]any{}
	for _, t := range a.Ticks {
		if t.At >= a.Min && t.At <= a.Max {
			at = append(at, t.At)
			labels = append(labels, []any{t.At, t.Label})
		}
	}
	return map[string]any{
		"type": kind, "name": a.Label, "min": a.Min, "max": a.Max,
		"axisTick":  map[string]any{"customValues": at},
		"axisLabel": map[string]any{"customValues": at, "formatter": map[string]any{"@labels": labels}},
	}
}

func token(r chart.Role) string { return "@" + string(r) }

func addLine(c *charts.Line, m chart.Line) {
	style := opts.LineStyle{Color: token(m.Role), Width: 2.5}
	if m.Dashed {
		style.Type = "dashed"
	}
	c.AddSeries(m.Label, points(m.Points),
		charts.WithLineStyleOpts(style),
		charts.WithItemStyleOpts(opts.ItemStyle{Color: token(m.Role)}),
		charts.WithLineChartOpts(opts.LineChart{Symbol: "circle", SymbolSize: 5, ShowSymbol: opts.Bool(false)}),
	)
}

func points(ps []chart.Point) []opts.LineData {
	data := make([]opts.LineData, len(ps))
	for i, p := range ps {
		data[i] = opts.LineData{Name: p.Text, Value: []float64{p.X, short(p.Y)}}
	}
	return data
}

// addBand draws a band by a shape of the runtime's: ECharts has none.
func addBand(c *charts.Line, m chart.Band) {
	rows := make([]opts.CustomData, len(m.Edges))
	for i, e := range m.Edges {
		rows[i].Value = []float64{e.X, short(e.Low), short(e.High)}
	}
	band := charts.NewCustom()
	band.AddSeries(m.Label, rows,
		charts.WithItemStyleOpts(opts.ItemStyle{Color: token(m.Role), Opacity: opts.Float(0.18)}),
		charts.WithCustomChartOpts(opts.CustomChart{RenderItem: "@draw:band"}))
	c.Overlap(band)
}

// short is v to five digits, more than a chart can show, to keep outputs small.
func short(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 4, 64), 64)
	return rounded
}

func addDot(c *charts.Line, m chart.Dot, x chart.Axis) {
	if m.Low < m.High {
		c.AddSeries("", points([]chart.Point{{X: m.At.X, Y: m.Low}, {X: m.At.X, Y: m.High}}),
			charts.WithLineStyleOpts(opts.LineStyle{Color: token(m.Role), Width: 1.5}),
			charts.WithLineChartOpts(opts.LineChart{Symbol: "none"}))
	}
	c.AddSeries("", points([]chart.Point{m.At}),
		charts.WithItemStyleOpts(opts.ItemStyle{Color: token(m.Role), BorderColor: "@background", BorderWidth: 2}),
		charts.WithLineChartOpts(opts.LineChart{Symbol: "circle", SymbolSize: 14}),
		beside(m.Role, x.CrowdedRight(m.At.X)))
}

func addRule(c *charts.Line, m chart.Rule, s chart.Spec) {
	bottom := chart.Point{X: m.X, Y: s.Y.Min}
	top := chart.Point{X: m.X, Y: s.Y.Max, Text: m.Label}
	c.AddSeries("", points([]chart.Point{bottom, top}),
		charts.WithLineStyleOpts(opts.LineStyle{Color: token(m.Role), Width: 1.5}),
		// Without a symbol, even one of no size, ECharts draws no label.
		charts.WithLineChartOpts(opts.LineChart{Symbol: "circle", SymbolSize: 0, ShowSymbol: opts.Bool(true)}),
		beside(m.Role, s.X.CrowdedRight(m.X)))
}

// beside writes the name of each point beside it.
func beside(r chart.Role, left bool) charts.SeriesOpts {
	side := "right"
	if left {
		side = "left"
	}
	// The second, empty row lifts the words above the line that they stand on.
	return charts.WithLabelOpts(opts.Label{Show: opts.Bool(true), Position: side, Formatter: "{b}\n ",
		Color: token(r), FontWeight: "bold"})
}

func addNote(c *charts.Line, m chart.Note) {
	c.AddSeries("", []opts.LineData{},
		charts.WithMarkAreaNameCoordItemOpts(opts.MarkAreaNameCoordItem{
			Name:        m.Label,
			Coordinate0: []any{m.X0, m.Y0},
			Coordinate1: []any{m.X1, m.Y1},
			ItemStyle:   &opts.ItemStyle{Color: token(m.Role), Opacity: opts.Float(0.10)},
			Label:       &opts.Label{Show: opts.Bool(true), Position: "inside", Color: token(m.Role)},
		}))
}
