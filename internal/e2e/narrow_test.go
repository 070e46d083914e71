package e2e

import (
	"strings"
	"testing"
)

// sideways is JavaScript for what is wider than the window and does not scroll by
// itself, within the elements of a selector.
func sideways(within string) string {
	return `(() => {
		const wide = document.documentElement.clientWidth;
		const scrolls = (node) => node && node !== document.body && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
		const found = [...document.querySelectorAll('` + within + `')].flatMap((root) => [root, ...root.querySelectorAll('*')])
			.filter((node) => node.checkVisibility() && !node.closest('.skip, .to, svg') && !scrolls(node.matches('.locklab-live *') ? null : node))
			.filter((node) => node.getBoundingClientRect().right > wide + 0.5)
			.map((node) => node.tagName + '.' + node.className + ' ' + node.textContent.trim().slice(0, 40) + ' ' + Math.round(node.getBoundingClientRect().right));
		const view = document.scrollingElement;
		if (view.scrollWidth > view.clientWidth) found.unshift('the page scrolls sideways: ' + view.scrollWidth + ' in ' + view.clientWidth);
		return found;
	})()`
}

// At 180 pixels, a small telephone at 200%, no page scrolls sideways, with
// everything unfolded, quizzes and sliders there. Whoever has 360 pixels gets a
// slider as wide as the text.
func TestNarrow(t *testing.T) {
	for _, name := range sitePages(t) {
		t.Run(name, func(t *testing.T) {
			p := open(t, "about:blank")
			p.resize(180, 740)
			p.visit(fileURL(theSite(t), name, ""))
			p.views("charts")
			p.unfold()
			p.narrow(`body`)
			p.resize(360, 740)
			p.painted()
			p.ownRows()
		})
	}
}

// So do the outputs of a notebook beside no side bar.
func TestNarrowNotebook(t *testing.T) {
	p := open(t, "about:blank")
	p.resize(360, tall)
	p.show(serve(t, mainServer), notebook7, trusted(t, ttlNotebook, released(t, ttlNotebook)))
	until(p, "sliders and quiz", `document.querySelectorAll('.locklab-knobs, .locklab-quiz-panel').length`, func(n int) bool { return n == 2 })
	p.act("unfold", `for (const fold of document.querySelectorAll('.locklab details')) fold.open = true`)
	p.painted()
	p.narrow(`.locklab`)
	p.ownRows()
}

// narrow complains of what sticks out.
func (p reader) narrow(within string) {
	p.t.Helper()
	found, err := eval[[]string](p, sideways(within))
	if err != nil {
		p.t.Fatal(err)
	}
	if len(found) > 0 {
		p.t.Errorf("too wide:\n%s", strings.Join(found, "\n"))
	}
}

// ownRows complains of a slider that is not as wide as its row.
func (p reader) ownRows() {
	p.t.Helper()
	short, err := eval[[]string](p, `[...document.querySelectorAll('.locklab-knobs .locklab-knob-slider')].filter((slider) => slider.checkVisibility() && slider.offsetWidth < 0.95 * slider.parentElement.offsetWidth)
		.map((slider) => slider.ariaLabel + ' ' + slider.offsetWidth + ' of ' + slider.parentElement.offsetWidth)`)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(short) > 0 {
		p.t.Errorf("short sliders:\n%s", strings.Join(short, "\n"))
	}
}
