package e2e

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Two notebooks run at the same time in two kernels, each with its own TTL.
func TestTwoKernelsAtOnce(t *testing.T) {
	s := serve(t, mainServer)
	var tabs []*tab
	var want []string
	for _, ttl := range []string{"2", "20"} {
		text := bytes.ReplaceAll(released(t, ttlNotebook), []byte("p.TTL = 10 *"), []byte("p.TTL = "+ttl+" *"))
		tabs = append(tabs, show(t, s, notebook7, write(t, "ttl-"+ttl+".ipynb", text)))
		want = append(want, sentence(t, "-ttl", ttl+"s"))
	}
	for _, p := range tabs {
		p.ready()
	}
	for _, p := range tabs {
		p.runAll()
	}
	for i, p := range tabs {
		p.live("live chart of notebook "+p.path, want[i], true)
	}
}

// The stop button ends a run that would not end by itself, with one line, and
// the next cell works.
func TestStopButton(t *testing.T) {
	p := show(t, serve(t, mainServer), jupyterLab, write(t, "endless.ipynb", notebook(t, importCell,
		"%%\np := simlib.DefaultTTL()\np.Holds = 10_000_000\nfmt.Println(\"started\")\nfor {\n\tlab.Run(p)\n}",
		"%%\nfmt.Println(\"still\", 40+2)")))
	p.runAll()
	p.cells("running cell", func(cells []cell) bool {
		return len(cells) == 3 && cells[1].Count == "*" && strings.Contains(allText(cells[1]), "started")
	})
	p.click("the stop button", `document.querySelector('.jp-NotebookPanel-toolbar [data-jp-item-name="interrupt"] button, .jp-NotebookPanel-toolbar [data-jp-item-name="interrupt"] jp-button')`)
	const line = "stopped before the end: there is no result to show"
	cells := p.cells("stopped cell", func(cells []cell) bool {
		return len(cells) == 3 && cells[1].Count != "*" && strings.Contains(allText(cells[1]), line)
	})
	if text := allText(cells[1]); strings.Contains(text, "goroutine") || strings.Count(text, line) != 1 {
		t.Errorf("the stopped cell says more than its one line:\n%s", text)
	}

	// JupyterLab takes back the cells that waited; a learner runs them again.
	p.click("the next cell", `document.querySelectorAll('.jp-Notebook .jp-CodeCell')[2]?.querySelector('.cm-content')`)
	p.press(kb.Enter, 1, shift)
	p.cells("cell after the stopped one", func(cells []cell) bool {
		return len(cells) > 2 && strings.Contains(allText(cells[2]), "still 42")
	})
}

func allText(c cell) string {
	var all []string
	for _, o := range c.Outputs {
		all = append(all, o.Text)
	}
	return strings.Join(all, "\n")
}
