// Package draw makes a view's charts live, by go-echarts. It is what a cell need not
// link: a cell says what to show, and another program draws it.
package draw

import (
	"encoding/json"

	"locklab/simlib/chart"
	"locklab/simlib/chart/echart"
	"locklab/simlib/view"
)

// version is that of what the page's runtime reads, which notebooks keep. The
// runtime draws every version up to its own.
const version = 2

// live is what the page's runtime reads.
type live struct {
	Version int                      `json:"version"`
	Name    string                   `json:"name"`
	Palette map[string]chart.Palette `json:"palette"`
	Charts  []liveChart              `json:"charts"`
	Knobs   []view.Knob              `json:"knobs,omitempty"`
	Presets []livePreset             `json:"presets,omitempty"`
	Predict *livePrediction          `json:"predict,omitempty"`
}

// livePrediction is a question to answer with a number before the charts are
// seen.
type livePrediction struct {
	Question string  `json:"question"`
	Unit     string  `json:"unit,omitempty"`
	Answer   float64 `json:"answer"`
	Says     string  `json:"says"`
	Min      float64 `json:"min"`
	Max      float64 `json:"max"`
	Log      bool    `json:"log,omitempty"`
}

type livePreset struct {
	Name  string            `json:"name"`
	Knobs map[string]string `json:"knobs"`
}

type liveChart struct {
	Option map[string]any `json:"option"`
	Steps  []liveStep     `json:"steps,omitempty"`
}

// liveStep is a step of a timeline, with what the chart has instead up to it. At
// the last step the whole chart is shown, as it is.
type liveStep struct {
	Text   string        `json:"text"`
	Source string        `json:"source,omitempty"`
	Data   string        `json:"data"`
	Mark   string        `json:"mark"`
	Ask    *liveAsk      `json:"ask,omitempty"`
	Title  string        `json:"title,omitempty"`
	Alt    string        `json:"alt,omitempty"`
	Parts  []echart.Part `json:"parts,omitempty"`
}

type liveAsk struct {
	Question string   `json:"question"`
	Choices  []string `json:"choices"`
	Right    int      `json:"right"`
	Says     string   `json:"says"`
}

// Live is the JSON from which the page's runtime draws the charts and makes the
// sliders: the name, the knobs and presets, the palettes by theme, and for each
// chart, in the order of the pictures in its HTML, an ECharts option and the steps
// of a timeline. It is empty where a view has no chart.
func Live(v view.View) (string, error) {
	if len(v.Charts) == 0 {
		return "", nil
	}
	text, err := json.Marshal(liveOf(v))
	return string(text), err
}

func liveOf(v view.View) live {
	l := live{Version: version, Name: v.Name, Knobs: v.Knobs, Palette: map[string]chart.Palette{"light": chart.Light, "dark": chart.Dark}}
	for _, spec := range v.Charts {
		one := liveChart{Option: echart.Option(spec)}
		for i, step := range spec.Steps {
			so := liveStep{Text: step.Text, Source: step.Source, Data: step.Data, Mark: step.Mark, Ask: (*liveAsk)(step.Ask)}
			if i < len(spec.Steps)-1 {
				so.Title, so.Alt = step.Chart.Title, step.Chart.Alt
				so.Parts = echart.Parts(one.Option, step.Chart)
			}
			one.Steps = append(one.Steps, so)
		}
		l.Charts = append(l.Charts, one)
	}
	for _, p := range v.Presets {
		l.Presets = append(l.Presets, livePreset(p))
	}
	if p := v.Prediction; p != nil {
		l.Predict = (*livePrediction)(p)
	}
	return l
}
