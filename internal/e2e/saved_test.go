//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a learner has run, moved, run again and saved stays small, and as it is
// without the runtime: an output carries its chart once, and nothing of what the
// page made of it. (That the outputs of all notebooks are the committed ones is
// the stage notebooks of `locklab test`, and how large those are is a unit test.)
func TestSavedNotebookIsSmall(t *testing.T) {
	const most = 1e6 // bytes
	text := released(t, ttlNotebook)
	p := show(t, serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, text))
	file := filepath.Join(lesson, p.path)
	ten, one := sentence(t), sentence(t, "-ttl", "1s")
	p.live("live chart from the saved output", ten, false)
	saved := func(when, count, says string) int {
		t.Helper()
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		p.menu("File", "Save Notebook")
		for end := time.Now().Add(patience); ; time.Sleep(poll) {
			info, err := os.Stat(file)
			now, _ := os.ReadFile(file)
			if err == nil && info.ModTime().After(before.ModTime()) && strings.Contains(string(now), `"execution_count": `+count) && strings.Contains(string(now), says) {
				t.Logf("%d bytes %s, %d as released", len(now), when, len(text))
				if len(now) > most {
					t.Errorf("%s the notebook has %d bytes, want at most %.0f", when, len(now), most)
				}
				for _, trace := range []string{"data-locklab", "locklab-live", "<svg", "<canvas"} {
					if strings.Contains(string(now), trace) {
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
	p.live("live chart after all cells ran", ten, true)
	first := saved("after a run", "3", ten)
	p.runAll()
	p.live("live chart after all cells ran again", ten, true)
	p.retype(1, "10 * time.Second", "1 * time.Second")
	p.live("live chart of a TTL of 1 s", one, true)
	if last := saved("after reruns", "7", one); last > first*11/10 {
		t.Errorf("%d bytes after reruns, %d after the first: it grows", last, first)
	}
}
