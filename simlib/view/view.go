// Package view puts a result into the one form in which every reader meets it:
// a sentence, a caption, charts and tables. A notebook's cell, the exported
// page and the command line all show a View.
//
// A view is plain data: it can be sent from the cell that computed it to
// whoever draws it (see package draw). It is laid out as HTML that is complete and
// readable by itself, with a fixed picture for each chart.
package view

import (
	"encoding/base64"
	"html"
	"strings"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/words"
)

// MIME is the media type of what a page's runtime makes a view live with.
const MIME = "application/vnd.locklab.view"

// View is a result as it is shown.
type View struct {
	// Name is the simulation's name.
	Name string
	// Headline, Sentence, Caption and Model are the result in words.
	Headline                 simlib.Headline
	Sentence, Caption, Model string
	// Charts are the main chart, then any that are folded away.
	Charts []chart.Spec
	// Tables are the numbers behind the charts.
	Tables []simlib.Table
	// Knobs are the knobs of the run, and Presets settings of them worth a look.
	Knobs   []Knob
	Presets []simlib.Preset
	// AfterAGuess says that the view follows a guess about such a run, which it
	// would give away.
	AfterAGuess bool
	// Prediction is what a reader guesses before seeing the rest; nil where
	// there is nothing to guess.
	Prediction *simlib.Prediction
}

// Knob is a knob as a slider needs it: Value, Min and Max are in the unit.
type Knob struct {
	Name    string      `json:"name"`
	Caption string      `json:"caption"`
	Kind    string      `json:"kind"` // "duration", "number", "whole", "switch" or "choice"
	Unit    string      `json:"unit,omitempty"`
	Value   float64     `json:"value"`
	Min     float64     `json:"min"`
	Max     float64     `json:"max"`
	Log     bool        `json:"log,omitempty"`
	Options []string    `json:"options,omitempty"`
	Role    simlib.Role `json:"role,omitempty"`
}

// A Sim is what a view needs to know of a simulation.
type Sim interface {
	Name() string
	Knobs() []simlib.Knob
}

// Of is the view of a simulation's result.
func Of(s Sim, r simlib.Result) View {
	v := said(s, r)
	v.Charts, v.Tables = simlib.Charts(r), r.Tables()
	if !simlib.Ours(s) {
		return v // a page has no simulation that sliders could ask
	}
	v.Presets = simlib.Presets(s)
	for _, k := range s.Knobs() {
		v.Knobs = append(v.Knobs, Knob{k.Name, k.Caption, k.Kind(), k.Unit, k.Number(), k.Min, k.Max, k.Log, k.Options, k.Role})
	}
	return v
}

// Brief is the view of a brief run's result: its words and the main chart.
func Brief(s Sim, r simlib.Result) View {
	v := said(s, r)
	v.Charts = []chart.Spec{r.Chart()}
	return v
}

// Text is the view where there is nothing but text: of a simulation its sentence, and
// of what else there is all that is said, with the steps.
func (v View) Text() string {
	if v.Model != "" {
		return v.Sentence
	}
	var texts []string
	if !v.comparison() {
		texts = []string{strings.TrimSpace(v.Headline.String() + ".\n" + v.Sentence + "\n" + v.Caption)}
	}
	for _, t := range v.Tables {
		texts = append(texts, tableText(t))
	}
	return strings.Join(texts, "\n\n")
}

// comparison says whether the view is of tables alone.
func (v View) comparison() bool { return len(v.Tables) > 0 && v.Sentence == "" && len(v.Charts) == 0 }

// said is a result in words.
func said(s Sim, r simlib.Result) View {
	return View{Name: s.Name(), Headline: r.Headline(), Sentence: r.Summary(), Caption: r.Caption(), Model: r.Model()}
}

// HTML lays the view out. picture draws a chart as SVG; where it gives nothing,
// the picture has its words alone.
func (v View) HTML(picture func(chart.Spec) ([]byte, error)) (string, error) {
	var b strings.Builder
	element := func(tag, class, text string) {
		b.WriteString("<" + tag + ` class="` + class + `">` + shown(text) + "</" + tag + ">\n")
	}
	if v.comparison() {
		b.WriteString("<div class=\"locklab locklab-compared\">\n")
		for _, t := range v.Tables {
			b.WriteString(openTable(t, v.AfterAGuess))
		}
		b.WriteString("</div>\n")
		return b.String(), nil
	}
	b.WriteString("<div class=\"locklab\">\n")
	if v.Prediction != nil {
		element("p", "locklab-predict", "Guess before you look: "+v.Prediction.Question)
		b.WriteString(openFold("What came of it"))
	}
	say := func() {
		b.WriteString("<div class=\"locklab-said\">\n")
		b.WriteString(`<p class="locklab-headline"><strong>` + shown(v.Headline.Number) + "</strong> <span>" +
			shown(v.Headline.Of) + "</span></p>\n")
		element("p", "locklab-sentence", v.Sentence)
		element("p", "locklab-caption", v.Caption)
		if v.Model != "" {
			b.WriteString(`<details class="locklab-model">` + "\n")
			element("summary", "locklab-fold-title", "How it is computed")
			element("p", "locklab-about", v.Model)
			b.WriteString("</details>\n")
		}
		b.WriteString("</div>\n")
	}
	walked := len(v.Charts) > 0 && len(v.Charts[0].Steps) > 0
	if !walked {
		say()
	}
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
		} else if walked { // the end comes last
			say()
		}
	}
	for _, t := range v.Tables {
		b.WriteString(`<details class="locklab-data">` + "\n")
		element("summary", "locklab-fold-title", t.Title)
		b.WriteString(table(t) + "</details>\n")
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
