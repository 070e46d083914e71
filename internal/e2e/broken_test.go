package e2e

import (
	"slices"
	"testing"
)

// When the chart library or our own runtime cannot be read the static picture stays,
// and one line says why there is no live chart.
func TestBrokenRuntime(t *testing.T) {
	for _, c := range []struct {
		front    front
		server   func() (*server, error)
		say      string
		controls []string
	}{
		// A guess needs no chart.
		{jupyterLab, withoutLibrary, "No live chart: echarts.min.js is damaged", []string{"BUTTON Guess after all"}},
		{notebook7, withoutLibrary, "No live chart: echarts.min.js is damaged", []string{"BUTTON Guess after all"}},
		{jupyterLab, withoutRuntime, "No live chart: locklab.js is damaged", nil},
	} {
		t.Run(c.front.name+", "+c.say, func(t *testing.T) {
			p := show(t, serve(t, c.server), c.front, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			failed := func(cells []cell) bool {
				o := ofTTL(cells)
				return o != nil && o.State == "failed"
			}
			p.cells("chart that failed", failed)
			p.openAnswer()
			o := ofTTL(p.cells("chart that failed", failed))
			if !slices.Equal(o.Notes, []string{c.say}) {
				t.Errorf("notes %q, want %q", o.Notes, c.say)
			}
			if len(o.Pictures) == 0 || !o.Pictures[0].Shown || o.Pictures[0].Natural == 0 {
				t.Errorf("pictures %+v, want the first one shown", o.Pictures)
			}
			if len(o.Charts) > 0 {
				t.Errorf("%d live charts", len(o.Charts))
			}
			if !slices.Equal(o.Controls, c.controls) {
				t.Errorf("controls %q, want %q", o.Controls, c.controls)
			}
			if want := sentence(t); o.Sentence != want {
				t.Errorf("sentence %q, want %q", o.Sentence, want)
			}
		})
	}
}
