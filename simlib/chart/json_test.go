package chart_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/chart"
)

// A chart that was sent is the chart that comes.
func TestChartsAreSentWhole(t *testing.T) {
	for _, sim := range simlib.All() {
		r, err := sim.Run(t.Context(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		for _, sent := range simlib.Charts(r) {
			text, err := json.Marshal(sent)
			if err != nil {
				t.Fatal(err)
			}
			var came chart.Spec
			if err := json.Unmarshal(text, &came); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(sent, came) {
				t.Errorf("%s: %q is sent as\n%+v\nand comes as\n%+v", sim.Name(), sent.Title, sent, came)
			}
		}
	}
}

// What is no mark is refused with its kind.
func TestStrangeMarksAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"Marks": [{"Kind": "Pie", "Mark": {}}]}`:                 `no mark "Pie"`,
		`{"Marks": [{"Kind": "Line", "Mark": {"Role": "nasty"}}]}`: `no role "nasty"`,
		`{"Marks": [{"Kind": "Line", "Mark": 3}]}`:                 `a mark "Line"`,
	} {
		var s chart.Spec
		if err := json.Unmarshal([]byte(text), &s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
