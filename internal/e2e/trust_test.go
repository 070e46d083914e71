package e2e

import (
	"bytes"
	"strings"
	"testing"
)

// A notebook that somebody else ran and that this user's Jupyter did not sign
// shows everything but what would need a script.
func TestUntrusted(t *testing.T) {
	text := released(t, ttlNotebook)
	const caption, foreign = `from which the rate follows. Seed 1.`, `from which the rate follows. Seed 1001.`
	if n := bytes.Count(text, []byte(caption)); n != 1 {
		t.Fatalf("%s has %d captions with %q, want one", ttlNotebook, n, caption)
	}
	text = bytes.ReplaceAll(text, []byte(caption), []byte(foreign))
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := show(t, serve(t, mainServer), f, write(t, ttlNotebook, text))
			p.ready() // with its kernel the notebook is drawn once more
			until(p, "folds of what follows a guess, all closed", following, func(all []fold) bool { return folds(all, false) })
			p.click("the title of what came of it", `document.querySelector('.jp-OutputArea-output .locklab-came > summary')`)
			cells := p.cells("static output", func(cells []cell) bool {
				o := ofTTL(cells)
				return o != nil && len(o.Pictures) > 0 && o.Pictures[0].Shown && o.Pictures[0].Natural > 0
			})
			o := ofTTL(cells)
			if !o.Pictures[0].Shown || o.Pictures[0].Natural == 0 {
				t.Errorf("the static picture: %+v, want it shown", o.Pictures[0])
			}
			if o.State != "" || len(o.Charts) > 0 {
				t.Errorf("state %q and %d live charts, want neither", o.State, len(o.Charts))
			}
			if len(o.Controls) > 0 {
				t.Errorf("dead controls: %v", o.Controls)
			}
			if len(o.Notes) > 0 {
				t.Errorf("notes: %q", o.Notes)
			}
			if want := sentence(t); !strings.Contains(o.Text, want) {
				t.Errorf("the sentence %q is not in what is shown:\n%s", want, o.Text)
			}
			if !strings.Contains(o.Text, "Seed 1001.") {
				t.Errorf("the caption is not in what is shown:\n%s", o.Text)
			}

			// The table is folded; a click unfolds it.
			const table = `document.querySelector('.jp-OutputArea-output table')`
			p.click("the table's title", table+`?.closest('details').querySelector('summary')`)
			row := until(p, "row of the table", table+`?.checkVisibility() ? [...`+table+`.querySelectorAll('tr')].map((row) => row.innerText).find((row) => row.startsWith('10\u00a0s')) : ''`,
				func(row string) bool { return row != "" })
			if want := "18"; !strings.Contains(row, want) {
				t.Errorf("the row of 10 s is %q, want %s in it", row, want)
			}

			check, _ := quizOf(t, "ttl")
			p.foldsAnswers(check)
		})
	}
}
