package simlib_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/chart/echart"
	"locklab/simlib/chart/still"
	"locklab/simlib/words"
)

// setting is a simulation at its defaults, or with one knob at an end of its
// range.
type setting struct {
	name   string
	charts []chart.Spec
}

// settings are all settings of all simulations, run once for all tests.
var settings = sync.OnceValues(func() (all []setting, err error) {
	add := func(name string, s simlib.Sim[simlib.Result]) {
		r, runErr := s.Run(context.Background(), simlib.Exec{})
		if runErr != nil {
			err = errors.Join(err, runErr)
			return
		}
		all = append(all, setting{name, simlib.Charts(r)})
	}
	for _, sim := range simlib.All() {
		add(sim.Name(), sim)
		for _, k := range sim.Knobs() {
			for _, value := range values(k) {
				s, withErr := sim.With(k.Name, value)
				if withErr != nil {
					return nil, withErr
				}
				add(sim.Name()+"/"+k.Name+"="+value, s)
			}
		}
	}
	return all, err
})

func everySetting(t *testing.T, f func(t *testing.T, s chart.Spec)) {
	all, err := settings()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		for i, spec := range s.charts {
			t.Run(fmt.Sprintf("%s/%d", s.name, i), func(t *testing.T) { f(t, spec) })
		}
	}
}

// values are both ends of a knob, or all that there is to choose from.
func values(k simlib.Knob) []string {
	switch {
	case k.Options != nil:
		return k.Options
	case k.Switch():
		return []string{"false", "true"}
	}
	high := k.Max
	if k.Role == simlib.RoleTrials {
		high = min(high, 10_000) // more trials make no other chart
	}
	text := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) + k.Unit }
	return []string{text(k.Min), text(high)}
}

func TestSpecs(t *testing.T) {
	everySetting(t, func(t *testing.T, s chart.Spec) {
		if n := utf8.RuneCountInString(s.Title); n == 0 || n > 50 {
			t.Errorf("title %q has %d characters, want 1 to 50: more do not fit a narrow page", s.Title, n)
		}
		for i, step := range s.Steps {
			if step.Text == "" || i > 0 && step.X < s.Steps[i-1].X {
				t.Errorf("step %d, %q at %g, does not come after the one before", i, step.Text, step.X)
			}
		}
		if len(s.Alt) < 60 {
			t.Errorf("text alternative %q says too little", s.Alt)
		}
		for _, a := range []chart.Axis{s.X, s.Y} {
			if n := utf8.RuneCountInString(s.X.Label); n > 28 {
				t.Errorf("x is named %q, %d characters, want at most 28: more do not fit a narrow page", s.X.Label, n)
			}
			inside := 0
			for i, tick := range a.Ticks {
				if i > 0 && tick.At <= a.Ticks[i-1].At {
					t.Errorf("%s: tick %q is not above the one before", a.Label, tick.Label)
				}
				if tick.At >= a.Min && tick.At <= a.Max {
					inside++
				}
			}
			if inside < 3 || a.Label == "" || !(a.Min < a.Max) || a.Log && !(a.Min > 0) {
				t.Errorf("axis %q from %g to %g has %d ticks in its range", a.Label, a.Min, a.Max, inside)
			}
		}
		place := func(what string, x, y float64) {
			if p := s.X.Place(x); !(p >= 0 && p <= 1) || math.IsNaN(y) || math.IsInf(y, 0) {
				t.Errorf("%s at %g, %g lies outside the chart", what, x, y)
			}
		}
		for _, m := range s.Marks {
			switch m := m.(type) {
			case chart.Line:
				for i, p := range m.Points {
					place(m.Label, p.X, p.Y)
					if i > 0 && p.X < m.Points[i-1].X { // straight up is no turn
						t.Errorf("%s turns back at %g", m.Label, p.X)
					}
				}
			case chart.Band:
				for _, e := range m.Edges {
					place(m.Label, e.X, e.Low)
					if e.Low > e.High {
						t.Errorf("%s at %g is upside down", m.Label, e.X)
					}
				}
			case chart.Here:
				place(m.Label, m.At.X, m.At.Y)
				if p := s.Y.Place(m.At.Y); !(p >= 0 && p <= 1) || m.Low < m.High && m.Low < s.Y.Min {
					t.Errorf("%s at %g, with a bar from %g, lies outside the chart", m.Label, m.At.Y, m.Low)
				}
			case chart.Rule:
				place(m.Label, m.X, 0)
			case chart.Dots:
				if len(m.Points) == 0 && m.Label != "" {
					t.Errorf("%s stands in the legend and not in the chart", m.Label)
				}
			case chart.Segments:
				for _, g := range m.Segments {
					place(m.Label, g.X0, g.Y0)
				}
			case chart.Boxes:
				for _, b := range m.Boxes {
					if b.X0 > b.X1 || b.Y0 > b.Y1 {
						t.Errorf("%s: box %+v is inside out", m.Label, b)
					}
				}
			case chart.Words:
				for _, p := range m.Points {
					place(p.Text, p.X, p.Y)
				}
			}
		}
	})
}

var names = regexp.MustCompile(`"@([a-z]+)"`)

// An option is JSON whose every name the runtime knows, in light and dark.
func TestOptions(t *testing.T) {
	everySetting(t, func(t *testing.T, s chart.Spec) {
		option, err := json.Marshal(echart.Option(s))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(option, []byte("__f__")) || bytes.Contains(option, []byte("function")) {
			t.Errorf("not plain JSON: %s", option)
		}
		for _, name := range names.FindAllStringSubmatch(string(option), -1) {
			isRole := slices.ContainsFunc(chart.Roles(), func(r chart.Role) bool { return r.String() == name[1] })
			if name[1] != "labels" && !isRole {
				t.Errorf("@%s is no role", name[1])
			}
		}
		if n := len(option); n > 18_000 {
			t.Errorf("%d bytes, want at most 18,000: outputs must stay small", n)
		}
	})
}

// The pictures are well formed, small, and say what the chart says.
func TestStills(t *testing.T) {
	everySetting(t, func(t *testing.T, s chart.Spec) {
		svg, err := still.SVG(s)
		if err != nil {
			t.Fatal(err)
		}
		words := ""
		for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch token := token.(type) {
			case xml.CharData:
				words += string(token)
			case xml.StartElement: // whose words must fit in any font
				if token.Name.Local == "text" && !slices.ContainsFunc(token.Attr, func(a xml.Attr) bool { return a.Name.Local == "textLength" }) {
					t.Errorf("a text of no set width after %q", words)
				}
			}
		}
		for _, want := range []string{s.Title, s.X.Label, s.Y.Label} {
			if !strings.Contains(words, want) {
				t.Errorf("%q is not in the picture", want)
			}
		}
		if strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
			t.Error("a coordinate is no number")
		}
		if n := len(svg); n > 27_000 {
			t.Errorf("SVG of %d bytes, want at most 27,000", n)
		}
	})
}

func TestPNG(t *testing.T) {
	for _, sim := range simlib.All() {
		r, err := sim.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		picture, err := still.PNG(simlib.Charts(r)[0])
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(picture))
		if err != nil || config.Width != 1140 || config.Height != 630 || len(picture) > 30_000 {
			t.Errorf("%s: a PNG of %d bytes, %d by %d (%v); want at most 30,000, 1140 by 630",
				sim.Name(), len(picture), config.Width, config.Height, err)
		}
	}
}

// The words of a picture in few colours keep theirs, whatever else it is full of,
// such as the hatched bars of joblength.
func TestPNGKeepsTheRoles(t *testing.T) {
	all, err := settings()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if !strings.HasPrefix(s.name, "joblength") {
			continue
		}
		picture, err := still.PNG(s.charts[0])
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(picture))
		if err != nil {
			t.Fatal(err)
		}
		for _, role := range []chart.Role{chart.Text, chart.Muted} {
			var c [3]uint8
			fmt.Sscanf(chart.Light[role], "#%02x%02x%02x", &c[0], &c[1], &c[2])
			want := color.RGBA{c[0], c[1], c[2], 255}
			if !slices.Contains(m.(*image.Paletted).Palette, color.Color(want)) {
				t.Errorf("%s: the picture's colours lack %s", s.name, role)
			}
		}
	}
}

// A brief run has its main chart, and no folded one that would be empty.
func TestBriefRunsHaveCharts(t *testing.T) {
	for _, sim := range simlib.All() {
		r, err := sim.Run(context.Background(), simlib.Exec{Brief: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, spec := range simlib.Charts(r) {
			if len(spec.Marks) == 0 {
				t.Errorf("%s: chart %d of a brief run is empty", sim.Name(), i)
			}
		}
	}
}

// Marks and edges stand out from the ground: WCAG 2.2 asks for a contrast of 3 to 1
// for graphics (1.4.11) and of 4.5 to 1 for words (1.4.3). The grid is decoration:
// the ticks at the axes say where a value is, and a grid as strong as the marks would
// hide them.
func TestContrast(t *testing.T) {
	for name, palette := range map[string]chart.Palette{"light": chart.Light, "dark": chart.Dark} {
		ground := palette[chart.Background]
		for role, want := range map[chart.Role]float64{
			chart.Bad: 3, chart.Good: 3, chart.Wasted: 3, chart.AxisLine: 3, chart.Ideal: 4.5, chart.Now: 4.5, chart.Muted: 4.5, chart.Text: 4.5,
		} {
			shown := map[string]string{"it": palette[role]}
			if role <= chart.Wasted {
				shown["a box of it"] = over(t, palette[role], ground, chart.BoxOpacity)
			}
			for what, colour := range shown {
				a, b := luminance(t, colour), luminance(t, ground)
				if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < want {
					t.Errorf("%s, %s: %s has a contrast of %.2f to the ground, want %.1f", name, role, what, ratio, want)
				}
			}
		}
	}
}

// over is a translucent colour as it looks on a ground.
func over(t *testing.T, colour, ground string, opacity float64) string {
	t.Helper()
	var mixed [3]int
	above, below := channels(t, colour), channels(t, ground)
	for i := range mixed {
		mixed[i] = int(opacity*float64(above[i]) + (1-opacity)*float64(below[i]))
	}
	return fmt.Sprintf("#%02x%02x%02x", mixed[0], mixed[1], mixed[2])
}

// Every role has a word of its own, which a palette is written with, and a colour
// in the light and in the dark.
func TestRoles(t *testing.T) {
	for name, palette := range map[string]chart.Palette{"light": chart.Light, "dark": chart.Dark} {
		text, err := json.Marshal(palette)
		if err != nil {
			t.Fatal(err)
		}
		var colours map[string]string
		if err := json.Unmarshal(text, &colours); err != nil {
			t.Fatal(err)
		}
		if n := len(chart.Roles()); len(palette) != n || len(colours) != n {
			t.Errorf("%d roles, %d colours in the %s, %d written", n, len(palette), name, len(colours))
		}
		for _, role := range chart.Roles() {
			luminance(t, colours[role.String()])
		}
	}
	if none := chart.Role(0); chart.Light[none] != "" || !strings.Contains(none.String(), "0") {
		t.Errorf("the zero role is %s, with the colour %q", none, chart.Light[none])
	}
}

// channels are the red, green and blue of a colour.
func channels(t *testing.T, colour string) (c [3]int) {
	t.Helper()
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &c[0], &c[1], &c[2]); err != nil {
		t.Fatalf("%q: %v", colour, err)
	}
	return c
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(t *testing.T, colour string) float64 {
	c := channels(t, colour)
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(c[i]) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

// The chart of a crash draws an even choice of its grants, back to the oldest
// that is lost, and its text alternative counts all of them, under any knobs.
func TestLastMoments(t *testing.T) {
	var of []simlib.Failover
	for i := range 3 * 3 * 3 {
		p := simlib.DefaultFailover()
		p.Trials, p.WaitForReplicas = 50, i%3
		p.Copying, p.Promote = simlib.Copying(i/3%3), simlib.Promotion(i/9)
		for _, k := range p.Knobs() {
			if k.Role != "" {
				continue
			}
			for _, v := range values(k) {
				s, err := p.With(k.Name, v)
				if err != nil {
					t.Fatal(err)
				}
				of = append(of, s.(simlib.Failover))
			}
		}
	}
	for _, p := range of {
		r, err := p.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Loses == simlib.LosesNone {
			continue
		}
		s := r.Chart()
		uncopied, lost, twice := 0, 0, 0
		fates := map[string]int{}
		for _, g := range r.Replay {
			if g.Copied > 0 {
				uncopied++
			}
			if g.Lost {
				lost++
			}
			if g.Twice {
				twice++
			}
			switch {
			case g.Lost:
				fates["lost"]++
			case g.Copied > 0:
				fates["not copied, and no loss"]++
			default:
				fates["copied in time"]++
			}
		}
		for _, want := range []string{fmt.Sprintf("before a crash (%s)", words.Count(len(r.Replay))),
			"dies: " + words.Count(uncopied) + "; lost: " + words.Count(lost) + "; then granted a second time: " + words.Count(twice) + "."} {
			if !strings.Contains(s.Alt, want) {
				t.Errorf("%+v: %q, want in it %q", p, s.Alt, want)
			}
		}
		every := max(1, (len(r.Replay)+39)/40)
		drawn := 0
		for _, m := range s.Marks {
			lines, ok := m.(chart.Segments)
			if !ok {
				continue
			}
			drawn += len(lines.Segments)
			if every == 1 && len(lines.Segments) != fates[lines.Label] {
				t.Errorf("%+v: %d lines are %q, want %d", p, len(lines.Segments), lines.Label, fates[lines.Label])
			}
			for _, line := range lines.Segments {
				if line.X0 < s.X.Min || line.X1 > s.X.Max || line.X0 > line.X1 || (lines.Label == "copied in time") != (line.X1 <= 0) {
					t.Errorf("%+v: %q has the line %+v between %g and %g", p, lines.Label, line, s.X.Min, s.X.Max)
				}
			}
		}
		if drawn != (len(r.Replay)+every-1)/every || every > 1 != strings.Contains(s.Alt, fmt.Sprintf("one in %s of the grants", words.Count(every))) {
			t.Errorf("%+v: %d of %d grants are drawn, want one in %d: %q", p, drawn, len(r.Replay), every, s.Alt)
		}
		labels := map[string]bool{}
		for _, tick := range s.X.Ticks {
			labels[tick.Label] = true
		}
		if !labels["crash"] || len(s.X.Ticks) < 5 || len(s.X.Ticks) > 12 {
			t.Errorf("%+v: the ticks are %v", p, s.X.Ticks)
		}
	}
}
