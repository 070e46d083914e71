package e2e

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"locklab/simlib/chart"
)

// An entry of the legend hides what it names, by mouse or keyboard, and shows it
// again; what is hidden stays so when a slider moves.
func TestLegend(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	v := p.views("live chart with sliders")[0]
	const entries = `[...document.querySelectorAll('.locklab-chart')][0].querySelectorAll('.locklab-entry')`
	drawn := func(when string, line bool) {
		t.Helper()
		until(p, "chart "+when, `({ Inks: `+inks+`(document.querySelector('.locklab-live')), Pressed: [...`+entries+`].map((node) => node.textContent + ' ' + node.getAttribute('aria-pressed')), Focus: document.activeElement.textContent })`,
			func(s struct {
				Inks, Pressed []string
				Focus         string
			}) bool {
				// The band is pale: the line alone has its colour in full.
				return slices.Contains(s.Inks, chart.Light[chart.Bad]) == line && slices.Contains(s.Inks, chart.Light[chart.Now]) &&
					slices.Equal(s.Pressed, []string{"simulated, 95% interval true", fmt.Sprintf("exact %v", line)})
			})
	}
	drawn("at first", true)
	p.act("focus", entries+`[1].focus()`)
	p.hit(kb.Enter)
	drawn("without its line", false)
	if focus, err := eval[string](p, `document.activeElement.textContent`); err != nil || focus != "exact" {
		t.Errorf("the focus is on %q (%v), want it to stay on the entry", focus, err)
	}
	p.act("move the TTL", knobNode(0, v.Knobs[0].Name)+`.querySelector('[type=range]').focus()`)
	p.hit(kb.ArrowRight)
	p.agrees("after a move", 0)
	drawn("after a move", false)
	p.click("exact", entries+`[1]`)
	drawn("as before", true)
}

// In JupyterLab the keys on the legend, and on the buttons below a chart, are not
// for the notebook.
func TestChartsKeysInJupyterLab(t *testing.T) {
	p := show(t, serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, released(t, ttlNotebook)))
	p.live("live chart", sentence(t), false)
	before := p.saved()
	for _, selector := range []string{".locklab-entry", ".locklab-chart .locklab-tool"} {
		p.act("focus", `const node = document.querySelector('`+selector+`');
			window.clicked = 0;
			node.addEventListener('click', () => { clicked += 1; });
			node.focus();`)
		for _, key := range []string{"m", kb.Enter} {
			p.hit(key)
		}
		until(p, "click on "+selector, `clicked`, func(n int) bool { return n == 1 })
	}
	if now := p.lab(); now != before {
		t.Errorf("the keys have changed the notebook: %+v, was %+v", now, before)
	}
}

// A chart is drawn once for each setting, although the page is answered twice, at
// once and when the hand rests; the second answer brings what is folded away.
func TestDrawnOnce(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	v := p.views("live chart with sliders")[0]
	for _, key := range []string{kb.ArrowRight, kb.End, kb.ArrowLeft} {
		if drawn := p.drawings(0, v, key); drawn != 1 {
			t.Errorf("drawn %d times after a change, want once", drawn)
		}
		p.agrees("after a change", 0)
	}
}

// A reader who points into a chart is told the numbers there.
func TestPointing(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	p.views("live chart with sliders")
	at := p.find(`document.querySelector('.locklab-live')`, patience)
	p.do("point into the chart", chromedp.MouseEvent(input.MouseMoved, at.X, at.Y), chromedp.MouseEvent(input.MouseMoved, at.X+2, at.Y))
	until(p, "words beside the pointer", `[...document.querySelectorAll('.locklab-told-line')].map((node) => node.textContent)`,
		func(lines []string) bool { return len(lines) > 0 && strings.HasPrefix(lines[0], "TTL ") })
}

// A picture that is saved has the chart's title and legend in it, and a
// background.
func TestSavedPictures(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	p.views("live chart with sliders")
	p.act("catch what is saved", `window.saved = [];
		HTMLAnchorElement.prototype.click = function () { saved.push([this.download, this.href]); };`)
	for _, kind := range []string{"PNG", "SVG"} {
		p.click("Save "+kind, fmt.Sprintf(`[...document.querySelectorAll('.locklab-tool')].find((node) => node.textContent === 'Save %s')`, kind))
	}
	saved := until(p, "two pictures", `saved`, func(saved [][2]string) bool { return len(saved) == 2 })
	if saved[0][0] != "locklab-ttl.png" || saved[1][0] != "locklab-ttl.svg" {
		t.Errorf("the files are called %s and %s", saved[0][0], saved[1][0])
	}
	encoded, isPNG := strings.CutPrefix(saved[0][1], "data:image/png;base64,")
	if png, err := base64.StdEncoding.DecodeString(encoded); !isPNG || err != nil || len(png) < 10_000 {
		t.Errorf("a PNG of %d bytes (%v)", len(png), err)
	}
	_, encoded, _ = strings.Cut(saved[1][1], ",")
	svg, err := url.PathUnescape(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal([]byte(svg), new(struct{ XMLName xml.Name })); err != nil {
		t.Errorf("the SVG is not well-formed: %v", err)
	}
	for _, want := range []string{"The shorter the wait, the more overlaps", "simulated, 95% interval", "exact", "wait after a crash = TTL", chart.Light[chart.Background]} {
		if !strings.Contains(svg, want) {
			t.Errorf("the SVG has no %q", want)
		}
	}
}

// A chart is as sharp as the screen, also after the reader has zoomed.
func TestSharp(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	p.views("live chart with sliders")
	for _, scale := range []float64{1, 2, 1.5} {
		p.do("zoom", chromedp.EmulateViewport(int64(1200/scale), 900, chromedp.EmulateScale(scale)))
		until(p, fmt.Sprintf("chart of %v pixels a pixel", scale), `(() => {
			const canvas = document.querySelector('.locklab-live canvas');
			return canvas.width / canvas.clientWidth;
		})()`, func(pixels float64) bool { return pixels > scale-0.01 && pixels < scale+0.01 })
	}
}
