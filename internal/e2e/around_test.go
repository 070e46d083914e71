package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"locklab/internal/nb"
)

// JupyterLab's side bar shows the names of all notebooks as a whole, and code that
// only calls a quiz is one word, which a click unfolds.
func TestJupyterLabAroundTheLesson(t *testing.T) {
	paths, err := nb.Lesson(here)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
		write(t, filepath.Base(path), released(t, filepath.Base(path)))
	}
	p := show(t, serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, released(t, ttlNotebook)))
	p.live("live chart from the saved output", sentence(t), false)
	until(p, "sliders", turned, func(c turnedChart) bool { return len(c.Values) > 0 })
	p.resize(1280, 720)
	p.rests("the list", `document.querySelector('.jp-DirListing-itemText')`)
	const listed = `[...document.querySelectorAll('.jp-DirListing-itemText')].map((item) => {
		const ruler = document.createElement('canvas').getContext('2d');
		ruler.font = getComputedStyle(item).font;
		const name = item.textContent.trim();
		return { Name: name, Cut: ruler.measureText(name).width > item.getBoundingClientRect().width + 0.5 };
	})`
	type item struct {
		Name string
		Cut  bool
	}
	for _, i := range until(p, "list of the notebooks", listed, func(all []item) bool { return len(all) == len(names) }) {
		if i.Cut || !slices.Contains(names, i.Name) {
			t.Errorf("the name %q is cut off: %v", i.Name, i.Cut)
		}
	}

	const quiz = `[...document.querySelectorAll('.jp-CodeCell')].find((cell) => cell.querySelector('.locklab-quiz'))`
	const code = `[...(` + quiz + `?.querySelectorAll('.cm-line') ?? [])].map((line) => line.textContent).join(' ')`
	until(p, "quiz whose code is folded", `Boolean(`+quiz+`?.querySelector('.jp-InputPlaceholder')) && `+code, func(shown any) bool { return shown == "" })
	p.rests("the quiz", quiz)
	p.click("its code", quiz+`.querySelector('.jp-Placeholder-content')`)
	until(p, "code of the quiz", code, func(shown string) bool { return strings.Contains(shown, `lab.Quiz("ttl")`) })
}
