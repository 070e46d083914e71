package draw_test

import (
	"encoding/json"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/draw"
	"locklab/simlib/simtest"
)

// A brief answer is the beginning of the whole one: the same words, the same main
// chart, the same cell.
func TestBriefAnswer(t *testing.T) {
	type answer struct {
		Live struct {
			Name   string
			Charts []json.RawMessage
		}
		HTML, Cell, Error string
	}
	ask := func(name string, knobs map[string]string, brief bool) (a answer) {
		t.Helper()
		question, err := json.Marshal(map[string]any{"name": name, "knobs": knobs, "brief": brief})
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(draw.Answer(question), &a); err != nil {
			t.Fatal(err)
		}
		if a.Error != "" {
			t.Fatalf("%s: %s", question, a.Error)
		}
		return a
	}
	for _, s := range simlib.All() {
		settings := []map[string]string{{}}
		for _, p := range simlib.Presets(s) {
			settings = append(settings, p.Knobs)
		}
		for _, k := range s.Knobs() {
			for _, value := range simtest.Values(k) {
				if !simtest.Trials(k) {
					settings = append(settings, map[string]string{k.Name: value})
				}
			}
		}
		for _, knobs := range settings {
			brief, whole := ask(s.Name(), knobs, true), ask(s.Name(), knobs, false)
			words, isBrief := strings.CutSuffix(brief.HTML, "</div>\n")
			if !isBrief || !strings.HasPrefix(whole.HTML, words) || !strings.Contains(words, "locklab-caption") || len(brief.HTML) >= len(whole.HTML) {
				t.Errorf("%s %v: the brief answer says\n%s\nthe whole one\n%s", s.Name(), knobs, brief.HTML, whole.HTML)
			}
			if len(brief.Live.Charts) != 1 || string(brief.Live.Charts[0]) != string(whole.Live.Charts[0]) {
				t.Errorf("%s %v: a brief answer has %d charts, or another one than the whole", s.Name(), knobs, len(brief.Live.Charts))
			}
			if brief.Cell != whole.Cell || brief.Live.Name != whole.Live.Name {
				t.Errorf("%s %v: the brief answer's cell is\n%s\nthat of the whole one\n%s", s.Name(), knobs, brief.Cell, whole.Cell)
			}
		}
	}
}

// Of several wrong knobs an answer names each, in the order of the knobs, however
// often it is asked.
func TestAnswerNamesEveryFault(t *testing.T) {
	question := []byte(`{"name": "ttl", "knobs": {"Zeal": "1", "Holds": "0", "Spread": "0.1", "Ardour": "1", "StallMean": "soon", "Work": "1h", "TTL": "5s"}}`)
	var knobs []string
	for _, k := range simlib.DefaultTTL().Knobs() {
		knobs = append(knobs, k.Name)
	}
	thereAre := "; there are " + strings.Join(knobs, ", ")
	want := `ttl: StallMean "soon": want a duration such as "10s" or "200ms", 10ms to 1m
ttl: Work 1h: want 1ms to 1m
ttl: Holds 0: want 1 to 10000000
ttl: no knob Ardour` + thereAre + `
ttl: no knob Zeal` + thereAre
	for range 20 { // a map's order differs from one look to the next
		var a struct{ Error string }
		if err := json.Unmarshal(draw.Answer(question), &a); err != nil {
			t.Fatal(err)
		}
		if a.Error != want {
			t.Fatalf("the answer is\n%s\nwant\n%s", a.Error, want)
		}
	}
}
