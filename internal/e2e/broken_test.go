//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"
)

// When the chart library cannot be read the static picture stays, and one line
// says why there is no live chart.
func TestBrokenRuntime(t *testing.T) {
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := show(t, serve(t, brokenServer), f, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			cells := p.cells("chart that failed", func(cells []cell) bool {
				o := ofTTL(cells)
				return o != nil && o.State == "failed"
			})
			o := ofTTL(cells)
			if len(o.Notes) != 1 || !strings.Contains(o.Notes[0], "No live chart") || !strings.Contains(o.Notes[0], "echarts.min.js") {
				t.Errorf("notes %q, want one that names the broken file", o.Notes)
			}
			if len(o.Pictures) == 0 || !o.Pictures[0].Shown || o.Pictures[0].Natural == 0 {
				t.Errorf("pictures %+v, want the first one shown", o.Pictures)
			}
			if len(o.Charts) > 0 {
				t.Errorf("%d live charts", len(o.Charts))
			}
			// A guess needs no chart.
			if want := []string{"BUTTON Guess after all"}; !slices.Equal(o.Controls, want) {
				t.Errorf("controls %q, want %q", o.Controls, want)
			}
			if want := sentence(t); o.Sentence != want {
				t.Errorf("sentence %q, want %q", o.Sentence, want)
			}
		})
	}
}
