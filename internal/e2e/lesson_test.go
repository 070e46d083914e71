package e2e

import (
	"testing"
)

// A learner opens section 2, sees its chart, runs it, changes the TTL, and sees
// sentence and chart change.
func TestLearnerChangesTTL(t *testing.T) {
	main := serve(t, mainServer)
	for _, at := range []struct {
		name  string
		front front
		serve func() (*server, error)
	}{
		{"JupyterLab", jupyterLab, mainServer},
		{"Notebook 7", notebook7, mainServer},
		{"JupyterLab behind a prefix", jupyterLab, prefixedServer},
	} {
		t.Run(at.name, func(t *testing.T) {
			s := serve(t, at.serve)
			p := show(t, s, at.front, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			ten := sentence(t)
			p.live("live chart from the saved output", ten, false)
			if s.url == main.url {
				p.ready() // a reload while the kernel starts leaves Notebook 7 with two
				p.reload()
				p.live("live chart after a reload of the page", ten, false)
			}

			p.runAll()
			p.live("live chart after all cells ran", ten, true)

			one := sentence(t, "-ttl", "1s")
			p.retype(1, "10 * time.Second", "1 * time.Second")
			p.live("live chart of a TTL of 1 s", one, true)
		})
	}
}

// JupyterLab and Notebook 7 call a kernel that has not run a cell yet idle, not
// unknown. (Notebook 7 says so in an orange box.)
func TestKernelIsCalledIdle(t *testing.T) {
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := show(t, serve(t, mainServer), f, write(t, "idle.ipynb", notebook(t, importCell)))
			p.ready()
			until(p, "kernel that is called idle", `document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status ?? ''`,
				func(status string) bool { return status == "idle" })
		})
	}
}
