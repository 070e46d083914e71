package e2e

import (
	"strings"
	"testing"
)

// faintEdges is JavaScript for what a reader can use and whose edge has less than
// three times the contrast to what it stands on, by WCAG 2.2 (1.4.11). A browser
// draws boxes to tick and sliders by itself.
const faintEdges = `(() => {
	const board = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
	const painted = (...layers) => {
		for (const layer of ['#fff', ...layers]) {
			board.fillStyle = layer;
			board.fillRect(0, 0, 1, 1);
		}
		return [...board.getImageData(0, 0, 1, 1).data].slice(0, 3);
	};
	const luminance = (...layers) => painted(...layers)
		.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
		.reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
	const grounds = (node) => (node ? [...grounds(node.parentElement), getComputedStyle(node).backgroundColor] : []);
	return [...document.querySelectorAll('.locklab :is(input:not([type=range], [type=checkbox]), select, button, .locklab-quiz-panel, .locklab-predict-line)')]
		.filter((node) => node.checkVisibility())
		.flatMap((node) => {
			const { borderTopWidth, borderTopColor } = getComputedStyle(node);
			if (parseFloat(borderTopWidth) === 0 || /^rgba\(.*, 0\)$/.test(borderTopColor)) return []; // words alone
			const ground = grounds(node.parentElement);
			const [light, dark] = [luminance(...ground), luminance(...ground, borderTopColor)].sort((a, b) => b - a);
			const ratio = (light + 0.05) / (dark + 0.05);
			return [{ What: node.className + ' ' + node.textContent.slice(0, 30), Ratio: ratio }];
		});
})()`

type edge struct {
	What  string
	Ratio float64
}

// edged complains of edges that hardly anybody sees; want are the classes of some
// that are there.
func (p reader) edged(when string, want ...string) {
	p.t.Helper()
	edges, err := eval[[]edge](p, faintEdges)
	if err != nil {
		p.t.Fatal(err)
	}
	seen := ""
	for _, e := range edges {
		seen += e.What + "\n"
		if e.Ratio < 3 {
			p.t.Errorf("%s: the edge of %s has a contrast of %.2f, want 3", when, e.What, e.Ratio)
		}
	}
	for _, class := range want {
		if !strings.Contains(seen, class) {
			p.t.Errorf("%s: no %s has an edge:\n%s", when, class, seen)
		}
	}
}

// The edges of boxes, buttons and choices are seen in both themes, in a page and in
// JupyterLab.
func TestEdges(t *testing.T) {
	want := []string{"locklab-knob-input", "locklab-quiz-choice", "locklab-quiz-panel"}
	site := open(t, "about:blank")
	for _, scheme := range []string{"light", "dark"} {
		site.prefer("prefers-color-scheme", scheme)
		for name, want := range map[string][]string{
			ttlPage:                    want,
			"03_the_stale_holder.html": {"locklab-tool"},
			"06_which_protection.html": {"locklab-quiz-pill"},
		} {
			site.visit(fileURL(theSite(t), name, ""))
			site.views("charts")
			site.unfold()
			site.edged(scheme+" page "+name, want...)
		}
	}
	lab := show(t, serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, released(t, ttlNotebook)))
	for _, theme := range []string{"JupyterLab Light", "JupyterLab Dark"} {
		lab.ready()
		lab.menu("Settings", "Theme", theme)
		until(lab, theme, `document.body.dataset.jpThemeName`, func(name string) bool { return name == theme })
		until(lab, "sliders and quiz", `document.querySelectorAll('.locklab-knobs, .locklab-quiz-panel').length`, func(n int) bool { return n == 2 })
		lab.edged(theme, want...)
	}
}
