package still

import (
	"context"
	"fmt"
	"image/color"
	"maps"
	"slices"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/simtest"
)

// In a picture no word lies on a word, a line or an edge, nor leaves it: at all
// defaults, presets and corners of the knobs.
func TestWordsAreFree(t *testing.T) {
	seen := map[string]bool{}
	look := func(name string, s simlib.Sim[simlib.Result]) {
		r, err := s.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range simlib.Charts(r) {
			text := fmt.Sprint(spec)
			if seen[text] {
				continue
			}
			seen[text] = true
			for _, fault := range crossings(spec) {
				t.Errorf("%s: %q: %s", name, spec.Title, fault)
			}
		}
	}
	for _, sim := range simlib.All() {
		corners, err := simtest.Corners(sim)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(corners)) {
			look(name, corners[name])
		}
		for _, preset := range simlib.Presets(sim) {
			s := sim
			for knob, value := range preset.Knobs {
				if s, err = s.With(knob, value); err != nil {
					t.Fatal(err)
				}
			}
			look(preset.Name, s)
		}
	}
	for _, ttl := range []string{"4s", "10s", "12s", "60s"} { // as of the systems in images/
		for _, pause := range []string{"0s", "8s", "10s", "11s", "14s", "20s", "60s"} {
			for _, fencing := range []string{"false", "true"} {
				s := simlib.All()[2]
				for _, set := range [][2]string{{"TTL", ttl}, {"Pause", pause}, {"Fencing", fencing}} {
					var err error
					if s, err = s.With(set[0], set[1]); err != nil {
						t.Fatal(err)
					}
				}
				look(fmt.Sprintf("staleholder TTL=%s Pause=%s Fencing=%s", ttl, pause, fencing), s)
			}
		}
	}
}

// crossings are the faults of a picture's words, by what is drawn in the end. A
// text's box is from the lowest to the highest letter that there may be, so it may
// touch by a pixel.
func crossings(s chart.Spec) (faults []string) {
	const slack = px
	type shape struct {
		lines [][2]vg.Point
		solid bool
		thick vg.Length
	}
	type word struct {
		text string
		box  vg.Rectangle
	}
	var words []word
	var shapes []shape
	var canvas recorder.Canvas
	paint(s, draw.NewCanvas(&canvas, width, height))
	opacity, thick := 1., vg.Length(0)
	add := func(p vg.Path, solid bool, thick vg.Length) {
		if lines := along(p); opacity > 0 && len(lines) > 0 {
			shapes = append(shapes, shape{lines, solid && opacity > 0.5, thick})
		}
	}
	for _, action := range canvas.Actions {
		switch a := action.(type) {
		case *recorder.SetColor:
			opacity = float64(color.NRGBAModel.Convert(a.Color).(color.NRGBA).A) / 255
		case *recorder.SetLineWidth:
			thick = a.Width
		case *recorder.Stroke:
			add(a.Path, false, thick)
		case *recorder.Fill:
			add(a.Path, true, 0)
		case *recorder.FillString:
			words = append(words, word{a.String, textBox(font.DefaultCache.Lookup(a.Font, a.Size), a.Point, a.String)})
		}
	}
	for i, w := range words {
		fault := func(format string, args ...any) {
			faults = append(faults, w.text+" "+fmt.Sprintf(format, args...))
		}
		if w.box.Min.X < 0 || w.box.Min.Y < 0 || w.box.Max.X > width || w.box.Max.Y > height {
			fault("leaves the picture")
		}
		box := grown(w.box, -slack)
		for _, other := range words[i+1:] {
			if overlap(box, grown(other.box, -slack)) {
				fault("lies on %s", other.text)
			}
		}
		middle := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
		for _, one := range shapes {
			around := vg.Rectangle{Min: one.lines[0][0], Max: one.lines[0][0]}
			crossed := false
			for _, line := range one.lines {
				crossed = crossed || meets(line, grown(box, one.thick/2))
				for _, at := range line {
					around.Min = vg.Point{X: min(around.Min.X, at.X), Y: min(around.Min.Y, at.Y)}
					around.Max = vg.Point{X: max(around.Max.X, at.X), Y: max(around.Max.Y, at.Y)}
				}
			}
			inside := one.solid && overlap(vg.Rectangle{Min: middle, Max: middle.Add(vg.Point{X: 0.1, Y: 0.1})}, around)
			if crossed || inside {
				fault("lies on a shape at %.0f, %.0f", one.lines[0][0].X/px, one.lines[0][0].Y/px)
			}
		}
	}
	return faults
}

func grown(r vg.Rectangle, by vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: r.Min.Sub(vg.Point{X: by, Y: by}), Max: r.Max.Add(vg.Point{X: by, Y: by})}
}
