// Package view puts a result into the one form in which every reader meets it:
// a sentence, a caption, charts and tables. A notebook's cell, the exported
// page and the command line all show a View.
//
// A view is laid out as HTML that is complete and readable by itself, with a
// fixed picture for each chart, and has beside it the data from which a page's
// runtime draws the same charts live, in the places of the pictures.
package view

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"slices"
	"strings"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/chart/echart"
	"locklab/simlib/words"
)

// MIME is the media type of Live.
const MIME = "application/vnd.locklab.view"

// View is a result as it is shown.
type View struct {
	// Name is the simulation's name.
	Name string
	// Sentence and Caption are the result's summary and how it came about.
	Sentence, Caption string
	// Charts are the main chart, then any that are folded away.
	Charts []chart.Spec
	// Tables are the numbers behind the charts.
	Tables []simlib.Table
	// Knobs are the knobs of the run.
	Knobs []simlib.Knob
	// Prediction is what a reader guesses before seeing the rest; nil where
	// there is nothing to guess.
	Prediction *simlib.Prediction
}

// A Sim is what a view needs to know of a simulation.
type Sim interface {
	Name() string
	Knobs() []simlib.Knob
}

// Of is the view of a simulation's result.
func Of(s Sim, r simlib.Result) View {
	return View{Name: s.Name(), Sentence: r.Summary(), Caption: r.Caption(), Charts: chart.Of(r), Tables: r.Tables(),
		Knobs: s.Knobs()}
}

// Brief is the view of a brief run's result: its words and the main chart.
func Brief(s Sim, r simlib.Result) View {
	return View{Name: s.Name(), Sentence: r.Summary(), Caption: r.Caption(), Charts: []chart.Spec{chart.Main(r)}}
}

// live is what the page's runtime reads.
type live struct {
	Name    string                   `json:"name"`
	Palette map[string]chart.Palette `json:"palette"`
	Charts  []liveChart              `json:"charts"`
	Knobs   []liveKnob               `json:"knobs,omitempty"`
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

// liveKnob is a knob as a slider: value, min and max are in the unit.
type liveKnob struct {
	Name    string   `json:"name"`
	Caption string   `json:"caption"`
	Kind    string   `json:"kind"` // "duration", "number", "whole", "switch" or "choice"
	Unit    string   `json:"unit,omitempty"`
	Value   float64  `json:"value"`
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Log     bool     `json:"log,omitempty"`
	Options []string `json:"options,omitempty"`
}

type liveChart struct {
	Option map[string]any `json:"option"`
	Steps  []liveStep     `json:"steps,omitempty"`
}

type liveStep struct {
	X    float64 `json:"x"`
	Text string  `json:"text"`
}

// Live is the JSON from which the page's runtime draws the charts and makes the
// sliders: the name, the knobs and presets, the palettes by theme, and for each
// chart, in the order of the pictures in HTML, an ECharts option and the steps
// of a timeline.
func (v View) Live() (string, error) {
	text, err := json.Marshal(v.live())
	return string(text), err
}

func (v View) live() live {
	l := live{Name: v.Name, Palette: map[string]chart.Palette{"light": chart.Light, "dark": chart.Dark}}
	for _, spec := range v.Charts {
		one := liveChart{Option: echart.Option(spec)}
		for _, step := range spec.Steps {
			one.Steps = append(one.Steps, liveStep(step))
		}
		l.Charts = append(l.Charts, one)
	}
	for _, k := range v.Knobs {
		l.Knobs = append(l.Knobs, liveKnob{k.Name, k.Caption, k.Kind(), k.Unit, k.Number(), k.Min, k.Max, k.Log, k.Options})
	}
	for _, p := range simlib.Presets(v.Name) {
		l.Presets = append(l.Presets, livePreset(p))
	}
	if p := v.Prediction; p != nil {
		l.Predict = (*livePrediction)(p)
	}
	return l
}

// HTML lays the view out. picture draws a chart as SVG; where it gives nothing,
// the picture has its words alone.
func (v View) HTML(picture func(chart.Spec) ([]byte, error)) (string, error) {
	var b strings.Builder
	element := func(tag, class, text string) {
		b.WriteString("<" + tag + ` class="` + class + `">` + shown(text) + "</" + tag + ">\n")
	}
	b.WriteString("<div class=\"locklab\">\n")
	if v.Prediction != nil {
		element("p", "locklab-predict", "Guess before you look: "+v.Prediction.Question)
		b.WriteString(openFold("What came of it"))
	}
	element("p", "locklab-sentence", v.Sentence)
	element("p", "locklab-caption", v.Caption)
	for i, spec := range v.Charts {
		svg, err := picture(spec)
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteString(`<details class="locklab-fold">` + "\n")
			element("summary", "locklab-fold-title", spec.Title)
		}
		src := ""
		if len(svg) > 0 {
			src = ` src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(svg) + `"`
		}
		b.WriteString(`<div class="locklab-chart"><img width="760" height="420" alt="` + html.EscapeString(spec.Alt) + `"` + src + "></div>\n")
		if i > 0 {
			b.WriteString("</details>\n")
		}
	}
	for _, t := range v.Tables {
		b.WriteString(`<details class="locklab-data">` + "\n")
		element("summary", "locklab-fold-title", t.Title)
		b.WriteString(`<table aria-label="` + html.EscapeString(t.Title) + "\">\n")
		classes := columnClasses(t)
		// The first row names the columns, and the first cell of each other its row.
		row := func(cells []string, scope string) {
			b.WriteString("<tr>")
			for i, c := range cells {
				tag, attributes := "td", ""
				if scope == "col" || i == 0 {
					tag, attributes = "th", ` scope="`+scope+`"`
				}
				if class := classes[i]; class != "" {
					attributes += ` class="` + class + `"`
				}
				b.WriteString("<" + tag + attributes + ">" + shown(c) + "</" + tag + ">")
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("<thead>\n")
		row(t.Columns, "col")
		b.WriteString("</thead>\n<tbody>\n")
		for _, cells := range t.Rows {
			row(cells, "row")
		}
		b.WriteString("</tbody>\n</table>\n</details>\n")
	}
	if v.Prediction != nil {
		b.WriteString(closeFold)
	}
	b.WriteString("</div>\n")
	return b.String(), nil
}

// shown is a text as HTML has it.
func shown(text string) string { return html.EscapeString(words.Unbroken(text)) }

// What gives a guess away is in a fold, closed where no script runs, on code
// hosts and in notebooks that are not trusted too. The page's runtime opens it
// with the guess.
func openFold(title string) string {
	return `<details class="locklab-came">` + "\n" +
		`<summary class="locklab-fold-title">` + shown(title) + "</summary>\n"
}

const closeFold = "</details>\n"

// Folded is the sentence of a run that follows a guess about a run like it. The
// fold is called by the knobs that were turned.
func Folded(s Sim, r simlib.Result) string {
	var turned []string
	for _, k := range simlib.Changed(s) {
		turned = append(turned, k.Name+" = "+k.String())
	}
	title := strings.Join(turned, ", ")
	if title == "" {
		title = "The defaults"
	}
	return "<div class=\"locklab\">\n" + openFold(title) +
		"<p>" + shown(r.Summary()) + "</p>\n" + closeFold + "</div>\n"
}

// columnClasses are the classes of a table's columns: what holds words reads from
// the left, and sentences take several lines.
func columnClasses(t simlib.Table) []string {
	const aFewWords = 40 // characters
	classes := make([]string, len(t.Columns))
	for i, inWords := range t.InWords {
		long := slices.ContainsFunc(t.Rows, func(row []string) bool { return len(row[i]) > aFewWords })
		switch {
		case long:
			classes[i] = "words wordy"
		case inWords:
			classes[i] = "words"
		}
	}
	return classes
}
