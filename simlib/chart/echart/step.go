package echart

import (
	"slices"

	"github.com/go-echarts/go-echarts/v2/charts"

	"locklab/simlib/chart"
)

// Part is a series of a step's chart, told by one of the whole chart that looks
// the same: Rows says how many of its rows are there, where Data is nil. Like is -1
// for a series that the whole chart has not.
type Part struct {
	Like   int                  `json:"like"`
	Rows   int                  `json:"rows,omitempty"`
	Data   any                  `json:"data,omitempty"`
	Series *charts.SingleSeries `json:"series,omitempty"`
}

// Parts are the series of the chart of a step, given the option of the whole one.
// The options of all steps would be several times as long.
func Parts(whole map[string]any, step chart.Spec) []Part {
	c := charts.NewLine()
	for _, m := range step.Marks {
		add(c, m, step)
	}
	all := whole["series"].(charts.MultiSeries)
	parts := make([]Part, len(c.MultiSeries))
	for i, s := range c.MultiSeries {
		parts[i] = part(all, s)
	}
	return parts
}

func part(whole charts.MultiSeries, s charts.SingleSeries) Part {
	for i, w := range whole {
		if !alike(s, w) {
			continue
		}
		rows, all := s.Data.([]datum), w.Data.([]datum)
		if len(rows) <= len(all) && slices.EqualFunc(rows, all[:len(rows)], same) {
			return Part{Like: i, Rows: len(rows)}
		}
		return Part{Like: i, Data: rows}
	}
	return Part{Like: -1, Series: &s}
}

// alike says whether two series look the same. In a timeline what is drawn in one
// way has one colour, and words differ by their side.
func alike(a, b charts.SingleSeries) bool {
	side := func(s charts.SingleSeries) string {
		if s.Label == nil {
			return ""
		}
		return s.Label.Position
	}
	return a.Type == b.Type && a.Name == b.Name && a.RenderItem == b.RenderItem && side(a) == side(b)
}

func same(a, b datum) bool {
	return a.Name == b.Name && a.Symbol == b.Symbol && slices.Equal(a.Value, b.Value)
}
