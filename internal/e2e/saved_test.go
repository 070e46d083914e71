package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a learner has run, run again, changed and saved stays small: an output
// carries its chart once, and nothing of what the page made of it. (That the
// outputs of all notebooks are the committed ones is the stage notebooks of
// `locklab test`, and how large those are is a unit test.)
func TestSavedNotebookIsSmall(t *testing.T) {
	const most = 1e6 // bytes
	cell2 := "%%\np := simlib.DefaultTTL()\np.TTL = 10 * time.Second\nlab.Show(p)"
	p := show(t, serve(t, mainServer), jupyterLab, write(t, "saved.ipynb", notebook(t, importCell, cell2)))
	file := filepath.Join(lesson, p.path)
	// saved saves what shows a sentence in a new live chart.
	saved := func(when, says, count string) int {
		t.Helper()
		p.cells("live chart "+when, func(cells []cell) bool {
			if len(cells) < 2 || len(cells[1].Outputs) != 1 { // Shift+Enter in the last adds one
				return false
			}
			o := cells[1].Outputs[0]
			return o.State == "live" && o.Sentence == says && !o.Seen
		})
		p.menu("File", "Save Notebook")
		for end := time.Now().Add(patience); ; time.Sleep(poll) {
			text, err := os.ReadFile(file)
			now := string(text)
			if err == nil && strings.Contains(now, says) && strings.Contains(now, `"execution_count": `+count+",") {
				t.Logf("%d bytes %s", len(now), when)
				if len(now) > most {
					t.Errorf("%s the notebook has %d bytes, want at most %.0f", when, len(now), most)
				}
				if n := strings.Count(now, "<img "); n != 2 {
					t.Errorf("%s there are %d pictures in the saved notebook, want the two of the chart", when, n)
				}
				for _, trace := range []string{"data-locklab", "locklab-live", "<svg", "<canvas"} {
					if strings.Contains(now, trace) {
						t.Errorf("%s there is %s in the saved notebook", when, trace)
					}
				}
				return len(now)
			}
			if time.Now().After(end) {
				t.Fatalf("the notebook was not saved %s (%v)", when, err)
			}
		}
	}
	p.runAll()
	first := saved("after a run", sentence(t), "2")
	p.runAll()
	saved("after another", sentence(t), "4")
	p.retype(1, "10 * time.Second", "1 * time.Second")
	if last := saved("after a change", sentence(t, "-ttl", "1s"), "5"); last > first*11/10 {
		t.Errorf("%d bytes after reruns, %d after the first: it grows", last, first)
	}
}
