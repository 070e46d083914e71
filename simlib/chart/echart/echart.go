// Package echart draws a chart.Spec as an option for ECharts, by go-echarts.
//
// The option is data only: it is JSON with no function in it. Where ECharts
// wants a colour there stands a role with an @ before it, such as "@bad", and
// where it wants a function to label an axis there stands the list of labels,
// as {"@labels": [[10, "10 s"]]}. The page's runtime puts colours and
// functions in their places, so one option serves the light and the dark.
package echart

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"locklab/simlib/chart"
)

// Option is the ECharts option for a chart, to be written as JSON.
func Option(s chart.Spec) map[string]any {
	c := charts.NewLine()
	c.SetGlobalOptions(charts.WithTitleOpts(opts.Title{Title: s.Title}))
	// Where there is a line, a reader points at a place along it; elsewhere at
	// a single mark.
	c.Tooltip = opts.Tooltip{Trigger: "item"}
	var legend []any
	for _, m := range s.Marks {
		if label := add(c, m, s); label != "" {
			legend = append(legend, legendItem(label, m))
		}
		if _, ok := m.(chart.Line); ok {
			c.Tooltip.Trigger = "axis"
		}
	}
	c.Legend = opts.Legend{Data: legend}
	if legend == nil {
		c.Legend.Show = opts.Bool(false)
	}
	c.Validate()
	option := c.JSON()
	delete(option, "toolbox") // an empty one
	delete(option, "color")   // each mark has its role
	// go-echarts knows no axis with chosen ticks.
	option["xAxis"], option["yAxis"] = axis(s.X), axis(s.Y)
	return option
}

// legendItem is a mark's entry in the legend. Of hatched boxes ECharts would
// show only the colour.
func legendItem(label string, m chart.Mark) any {
	if b, ok := m.(chart.Boxes); ok && b.Hatched {
		return map[string]string{"name": label,
			"icon": "path://M0,9L2,9L8,0L6,0ZM5,9L7,9L13,0L11,0ZM10,9L12,9L18,0L16,0Z"}
	}
	return label
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
