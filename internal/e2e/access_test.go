package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// cutOff is the expression of JavaScript for what of a page a reader does not
// get to see, or only by scrolling sideways: what sticks out of the window or of
// its own box, numbers longer than their boxes, words in a chart that stick out
// of it or lie on one another. What has a scroll bar of its own may be wider
// than its place, but not if there was room.
const cutOff = `(() => {
	const found = [];
	const report = (what, node, ...numbers) => found.push([what, node.tagName.toLowerCase() + '.' + (node.getAttribute('class') ?? ''), node.textContent.trim().slice(0, 60) || node.value, ...numbers.map(Math.round)].join(' '));
	const view = document.scrollingElement;
	if (view.scrollWidth > view.clientWidth) report('the page scrolls sideways', document.body, view.scrollWidth, view.clientWidth);
	const scrolls = (node) => /auto|scroll/.test(getComputedStyle(node).overflowX);
	const inScroller = (node) => node && node !== document.body && (scrolls(node) || inScroller(node.parentElement));
	// What only a screen reader is to find is a pixel large, or off the screen.
	const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.skip, .to') && !node.closest('svg') && node.clientWidth + node.clientHeight > 2;
	for (const node of document.querySelectorAll('body *')) {
		if (!shown(node)) continue;
		const { left, right } = node.getBoundingClientRect();
		if (!inScroller(node) && (left < -0.5 || right > view.clientWidth + 0.5)) report('outside the window', node, left, right);
		const wide = node.scrollWidth > node.clientWidth + 1;
		if (scrolls(node)) {
			if (wide && node.offsetWidth < node.parentElement.clientWidth - 1) report('scrolls for no reason', node, node.scrollWidth, node.clientWidth);
		} else if (wide && node.clientWidth > 0 && (node.matches('input') || [...node.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))) {
			report('outside its box', node, node.scrollWidth, node.clientWidth);
		}
	}
	for (const box of document.querySelectorAll('input[type=number]')) {
		const before = box.value;
		for (const value of [box.min, box.max, box.longest]) { // that TestFonts found
			box.value = value ?? '';
			if (box.checkVisibility() && box.scrollWidth > box.clientWidth) report('too long a number', box, box.scrollWidth, box.clientWidth);
		}
		box.value = before;
	}
	dispatchEvent(new Event('beforeprint')); // on paper the words of a chart are elements
	for (const live of document.querySelectorAll('.locklab-live')) {
		const chart = live.getBoundingClientRect();
		const words = [...live.querySelectorAll('text')].filter((node) => node.textContent.trim()).map((node) => [node, node.getBoundingClientRect()]);
		words.forEach(([node, { left, right, top, bottom }], i) => {
			if (left < chart.left - 2 || right > chart.right + 2 || top < chart.top - 2 || bottom > chart.bottom + 2) report('outside the chart', node, left - chart.left, right - chart.right, top - chart.top, bottom - chart.bottom);
			for (const [other, box] of words.slice(i + 1)) {
				const [across, down] = [Math.min(right, box.right) - Math.max(left, box.left), Math.min(bottom, box.bottom) - Math.max(top, box.top)];
				if (across > 3 && down > 6) report('over ' + other.textContent + ':', node, across, down);
			}
		});
	}
	dispatchEvent(new Event('afterprint'));
	return found;
})()`

// seen fails the test with whatever of the page cannot be seen.
func (p reader) seen(when string) {
	p.t.Helper()
	found, err := eval[[]string](p, cutOff)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(found) > 0 {
		p.t.Errorf("%s:\n%s", when, strings.Join(found, "\n"))
	}
}

func (p reader) unfold() {
	p.t.Helper()
	p.act("unfold", `for (const fold of document.querySelectorAll('details')) fold.open = true`)
	p.painted()
}

// openAnswer opens what follows a guess, as a reader has to where no script does.
func (p reader) openAnswer() {
	p.t.Helper()
	p.act("open what came of it", `for (const fold of document.querySelectorAll('.locklab-came')) fold.open = true`)
}

// painted waits until the page has been drawn as it now is.
func (p reader) painted() {
	p.t.Helper()
	if _, err := p.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(''))))`); err != nil {
		p.t.Fatal(err)
	}
}

// Everybody can read every page, with everything unfolded, guesses asked for and
// made, quizzes open and answered: axe finds nothing, nothing is cut off on a
// small screen or at 200%, and for who does not like movement nothing moves.
func TestSiteIsAccessible(t *testing.T) {
	for _, name := range sitePages(t) {
		t.Run(name, func(t *testing.T) {
			p := open(t, "about:blank")
			p.guesses()
			p.visit(fileURL(theSite(t), name, ""))
			if p.asked() > 0 {
				p.resize(360, 740)
				p.unfold()
				p.seen("before a guess")
				p.accessible("before a guess", "html")
				p.act("guess", `for (const row of document.querySelectorAll('.locklab-predict-ask')) {
					const slider = row.querySelector('[type=range]');
					slider.value = 500;
					slider.dispatchEvent(new Event('input'));
					row.querySelector('[type=submit]').click();
				}`)
			}
			views := p.views("live charts with sliders")
			p.unfold()
			for _, at := range []struct {
				width, height int64
				scale         float64
				scheme        string
			}{
				{1280, 800, 1, "light"},
				{1280, 800, 1, "dark"},
				{360, 740, 1, "dark"},
				{640, 400, 2, "light"}, // 1280 pixels at 200%
			} {
				when := fmt.Sprintf("%d pixels wide, %s", at.width, at.scheme)
				p.do("resize", chromedp.EmulateViewport(at.width, at.height, chromedp.EmulateScale(at.scale)))
				p.prefer("prefers-color-scheme", at.scheme)
				p.painted()
				p.seen(when)
				if at.scale == 1 { // axe does not see it
					p.accessible(when, "html")
				}
				p.act("answer", answering)
			}
			p.prefer("prefers-reduced-motion", "reduce")
			for i, v := range views {
				if drawn := p.drawings(i, v, kb.End); drawn != 1 {
					t.Errorf("%s: drawn %d times after a change, want once", v.Name, drawn)
				}
			}
		})
	}
}

// asked waits until all predictions of the page ask, and says how many they are.
func (p reader) asked() int {
	p.t.Helper()
	type count struct{ There, Asking int }
	return until(p, "questions", `({ There: document.querySelectorAll('.locklab-predict').length, Asking: document.querySelectorAll('.locklab-predict-ask').length })`,
		func(c count) bool { return c.There == c.Asking }).There
}

// answering gives the first answer to each quiz that waits for one.
const answering = `for (const quiz of document.querySelectorAll('.locklab-quiz')) quiz.querySelector('.locklab-quiz-choice:not([aria-disabled])')?.click()`

// drawings presses a key on the first slider of an output and counts how often
// one of its charts is drawn, at most, until all stand still.
func (p *tab) drawings(i int, v shownView, key string) int {
	p.t.Helper()
	row := ""
	for _, k := range v.Knobs {
		if k.Slider {
			row = knobNode(i, k.Name)
			break
		}
	}
	p.painted()
	p.act("watch the charts", fmt.Sprintf(`
		e2eDrawn.length = 0;
		%s.querySelector('[type=range]').focus()`, row))
	p.hit(key)
	type drawn struct {
		Times int
		Still float64 // milliseconds
	}
	return until(p, "change of the charts", fmt.Sprintf(`(() => {
		const drawn = e2eDrawn.filter(({ canvas }) => `+charted+`[%d].contains(canvas));
		const times = drawn.map(({ canvas }) => drawn.filter((one) => one.canvas === canvas).length);
		return { Times: Math.max(0, ...times), Still: performance.now() - drawn.at(-1)?.at };
	})()`, i), func(d drawn) bool {
		return d.Times > 0 && d.Still > 300
	}).Times
}
