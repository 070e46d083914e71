package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// A cellInView is a cell of a notebook, and where in the view its output is.
type cellInView struct {
	Code, Ran, Fresh, Whole bool // Whole: all of it is in the view, or its top at the top
	Height                  float64
}

// nthCell is JavaScript for a cell of any kind.
func nthCell(n int) string {
	return fmt.Sprintf(`(() => {
		const cell = document.querySelectorAll('.jp-Notebook .jp-Cell')[%d];
		const output = cell?.querySelector('.jp-Cell-outputArea');
		if (!output) return {};
		const { top, bottom, height } = output.getBoundingClientRect();
		const view = cell.closest('.jp-WindowedPanel-outer').getBoundingClientRect();
		const charts = [...output.querySelectorAll('.locklab')].filter(({ dataset }) => dataset.locklab !== undefined);
		return {
			Code: true,
			Ran: cell.querySelector('.jp-InputPlaceholder') !== null || /^\[\d+\]/.test(cell.querySelector('.jp-InputPrompt')?.textContent ?? ''),
			Fresh: output.querySelector('[data-e2e-seen]') === null
				&& charts.every((root) => root.dataset.locklab === 'live' && (root.matches('.locklab-quiz') || root.querySelector('.locklab-knobs'))),
			Whole: height > view.height ? Math.abs(top - view.top) <= 1 : top >= view.top - 1 && bottom <= view.bottom + 1,
			Height: height,
		};
	})()`, n)
}

// Whoever runs a notebook cell by cell sees what each gives: all of it, or as much
// as fits. The keys stay with the notebook.
func TestOutputStaysInView(t *testing.T) {
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := show(t, serve(t, mainServer), f, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			p.resize(1280, 720)
			p.live("live chart from the saved output", sentence(t), false)
			p.ready()
			p.mark()
			count, err := eval[int](p, `document.querySelectorAll('.jp-Notebook .jp-Cell').length`)
			if err != nil || count < 9 {
				t.Fatalf("%d cells (%v)", count, err)
			}
			p.rests("the first cell", `document.querySelector('.jp-Notebook .jp-Cell')`)
			p.click("the first cell", `document.querySelector('.jp-Notebook .jp-Cell p')`)
			seen := 0
			for n := range count {
				before, err := eval[cellInView](p, nthCell(n))
				if err != nil {
					t.Fatal(err)
				}
				p.press(kb.Enter, 1, shift)
				c := until(p, fmt.Sprintf("run of cell %d", n), nthCell(n), func(c cellInView) bool {
					return !c.Code || c.Ran && c.Fresh && (c.Height > 0) == (before.Height > 0)
				})
				if c.Height == 0 {
					continue
				}
				seen++
				p.rests("its output", fmt.Sprintf(`document.querySelectorAll('.jp-Notebook .jp-Cell')[%d].querySelector('.jp-Cell-outputArea')`, n))
				if c, err = eval[cellInView](p, nthCell(n)); err != nil || !c.Whole {
					t.Errorf("cell %d: what it gives, %.0f pixels high, is not in view (%v)", n, c.Height, err)
				}
				if in, err := eval[bool](p, `document.activeElement.closest('.jp-OutputArea') !== null && !document.activeElement.closest('.locklab-quiz')`); err != nil || in {
					t.Errorf("cell %d: its output has taken the focus, and is no quiz (%v)", n, err)
				}
			}
			if seen != 3 {
				t.Errorf("%d cells have an output, want 3", seen)
			}
		})
	}
}

// A notebook that is run as a whole stays where it is, and so does one whose
// reader has scrolled away while a cell ran.
func TestViewStaysWithTheReader(t *testing.T) {
	long := "%%\ntime.Sleep(2 * time.Second)\nfor i := range 60 {\n\tfmt.Println(i)\n}"
	p := show(t, serve(t, mainServer), jupyterLab, trusted(t, "long.ipynb", notebook(t, long, long)))
	p.resize(1280, 720)
	p.ready()
	const top = `document.querySelector('.jp-WindowedPanel-outer').scrollTop`
	ran := func(count string) {
		t.Helper()
		p.cells("output of "+count, func(cells []cell) bool { return cells[0].Count == count && len(cells[0].Outputs) > 0 })
		p.rests("the notebook", `document.querySelector('.jp-Notebook .jp-Cell')`)
	}
	p.rests("the first cell", `document.querySelector('.jp-Notebook .jp-Cell')`)
	p.click("the first cell", `document.querySelector('.jp-Notebook .cm-line')`)
	p.press(kb.Enter, 1, shift)
	ran("1")
	if at, err := eval[float64](p, top); err != nil || at < 50 {
		t.Errorf("the output of a cell is not brought into view: scrolled to %v (%v)", at, err)
	}

	p.click("the first cell", `document.querySelector('.jp-Notebook .cm-line')`)
	p.press(kb.Enter, 1, shift)
	p.cells("cell at work", func(cells []cell) bool { return cells[0].Count == "*" })
	p.do("turn the wheel", input.DispatchMouseEvent(input.MouseWheel, 700, 400).WithDeltaX(0).WithDeltaY(-4000))
	until(p, "the reader's place", top, func(at float64) bool { return at == 0 })
	ran("2")
	if at, err := eval[float64](p, top); err != nil || at != 0 {
		t.Errorf("the notebook has left the place to which its reader scrolled: it is at %v (%v)", at, err)
	}
}
