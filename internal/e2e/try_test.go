package e2e

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	// steps is JavaScript for the links in the prose that set sliders.
	steps = `[...document.querySelectorAll('a[href^="#"][href*=":"]')]`

	// turned is JavaScript for the chart with sliders, be it in a page or in a
	// notebook.
	turned = `(() => {
		const root = [...document.querySelectorAll('.locklab')].find((one) => one.querySelector('.locklab-knobs'));
		if (!root) return {};
		const { top } = root.getBoundingClientRect();
		const view = root.closest('.jp-WindowedPanel-outer')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
		return {
			Values: Object.fromEntries([...root.querySelectorAll('.locklab-knob')].map((row) => {
				const box = row.querySelector('.locklab-knob-input');
				const value = box.type === 'checkbox' ? String(box.checked) : box.value + (row.querySelector('.locklab-knob-unit')?.textContent ?? '');
				return [row.querySelector('.locklab-knob-name').textContent, value];
			})),
			Sentence: root.querySelector('.locklab-sentence').textContent,
			Differs: root.querySelector('.locklab-differs').textContent,
			InView: top >= view.top - 1 && top < view.bottom - 100,
			Hash: location.hash,
		};
	})()`

	reset = `[...document.querySelectorAll('.locklab-knobs .locklab-tool')].find((node) => node.textContent === 'Reset')`
)

type turnedChart struct {
	Values            map[string]string // as Go writes them
	Sentence, Differs string
	InView            bool
	Hash              string
}

// setBy waits until a link has set what it says, all else is the cell's, and the
// chart, in view, shows it.
func (p *tab) setBy(how, href string, cell map[string]string) turnedChart {
	p.t.Helper()
	name, setting, _ := strings.Cut(strings.TrimPrefix(href, "#"), ":")
	want := maps.Clone(cell)
	for pair := range strings.SplitSeq(setting, ",") {
		knob, value, _ := strings.Cut(pair, "=")
		if _, ok := want[knob]; !ok {
			p.t.Fatalf("%s: no knob %s", href, knob)
		}
		want[knob] = value
	}
	asked := shownView{Name: name}
	for knob, value := range want {
		asked.Knobs = append(asked.Knobs, shownKnob{Name: knob, Value: value})
	}
	said := native(p.t, asked).Sentence
	return until(p, href+" followed by "+how, turned, func(c turnedChart) bool {
		return maps.Equal(c.Values, want) && c.Sentence == said && c.InView
	})
}

func step(n int) string { return fmt.Sprintf(`%s[%d]`, steps, n) }

// Each step to try is a link that sets the sliders of its page and brings the
// chart into view, however often, whatever else has moved the sliders, and
// whether or not the address is the link's already.
func TestTryThisOnThePage(t *testing.T) {
	found := 0
	for _, name := range sitePages(t) {
		p := open(t, fileURL(theSite(t), name, ""))
		p.resize(1280, 720)
		p.views("live charts with sliders")
		hrefs, err := eval[[]string](p, steps+`.map((link) => link.getAttribute('href'))`)
		if err != nil {
			t.Fatal(err)
		}
		if len(hrefs) == 0 {
			continue
		}
		cell := until(p, "sliders", turned, func(c turnedChart) bool { return len(c.Values) > 0 }).Values
		for n, href := range hrefs {
			found++
			p.click("the step "+href, step(n))
			p.setBy("a click", href, cell)
			until(p, "address of "+href, `location.hash`, func(hash string) bool { return hash == href })
			p.act("move the sliders by hand, and click again at once", reset+`.click(); `+step(n)+`.click()`)
			p.setBy("a click at once", href, cell)
			p.act("move the sliders by hand", reset+`.click()`)
			until(p, "address without a setting", `location.hash`, func(hash string) bool { return hash == "" })
			p.act("focus", step(n)+`.focus()`)
			p.hit(kb.Enter)
			p.setBy("Enter", href, cell)
		}
	}
	if found < 12 {
		t.Errorf("%d steps set sliders, want at least 12", found)
	}
}

// In a notebook a step sets the sliders of the chart above it. No cell is edited
// and the notebook is not changed.
func TestTryThisInANotebook(t *testing.T) {
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := show(t, serve(t, mainServer), f, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			p.resize(1280, 720)
			p.live("live chart from the saved output", sentence(t), false)
			cell := until(p, "sliders", turned, func(c turnedChart) bool { return len(c.Values) > 0 }).Values
			hrefs, err := eval[[]string](p, steps+`.map((link) => link.getAttribute('href'))`)
			if err != nil || len(hrefs) < 3 {
				t.Fatalf("%q %v", hrefs, err)
			}
			p.rests("the notebook", step(0))
			p.click("the step "+hrefs[0], step(0))
			p.setBy("a click", hrefs[0], cell)
			p.act("move the sliders by hand", reset+`.click()`)
			p.click("the step "+hrefs[0], step(0))
			p.setBy("another click", hrefs[0], cell)
			p.act("focus", step(2)+`.focus()`)
			p.hit(kb.Enter)
			p.setBy("Enter", hrefs[2], cell)
			if on, err := eval[bool](p, `document.activeElement === `+step(2)); err != nil || !on {
				t.Errorf("after Enter the link has lost the focus (%v)", err)
			}
			p.menu("Edit", "Clear Outputs of All Cells")
			p.click("a step without its chart", step(0))
			until(p, "word that there is no chart", step(0)+`.closest('li').textContent`, func(said string) bool {
				return strings.Contains(said, "run the cell that draws it")
			})
		})
	}
}

// A step that is taken before the guess is made shows its setting, as an address
// does.
func TestTryThisBeforeTheGuess(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	p.visit(fileURL(theSite(t), ttlPage, ""))
	until(p, "question", `document.querySelector('.locklab-predict-ask') !== null`, func(asked bool) bool { return asked })
	p.click("a step", step(0))
	p.offers("the chart of the step", "Guess for the cell’s settings")
	one := sentence(t, "-ttl", "1s")
	until(p, "sentence of the step", shownViews, func(all []shownView) bool { return all[0].Sentence == one })
}

// Where the sliders differ from the code, a line says so, until Reset. It is no
// status: who moves a slider is not told each time.
func TestSlidersDifferFromTheCode(t *testing.T) {
	differs := func(p *tab, want string) {
		t.Helper()
		until(p, fmt.Sprintf("line %q", want), turned, func(c turnedChart) bool { return c.Differs == want })
	}
	p := open(t, fileURL(theSite(t), "03_the_stale_holder.html", ""))
	p.views("live charts with sliders")
	differs(p, "")
	p.typeInto(0, "Pause", "11")
	differs(p, "Not what the code says: Pause = 11 s instead of 14 s.")
	p.act("switch", knobNode(0, "Fencing")+`.querySelector('input').click()`)
	differs(p, "Not what the code says: Pause = 11 s instead of 14 s, Fencing = on instead of off.")
	p.typeInto(0, "Pause", "14")
	differs(p, "Not what the code says: Fencing = on instead of off.")
	if role, err := eval[bool](p, `document.querySelector('.locklab-differs').closest('[role=status], [aria-live]') !== null`); err != nil || role {
		t.Errorf("the line is spoken at each move (%v)", err)
	}
	p.click("Reset", reset)
	differs(p, "")

	p = open(t, fileURL(theSite(t), "05_where_the_lock_lives.html", "#failover:Store=etcd"))
	p.views("live charts with sliders")
	differs(p, "Not what the code says: Store = etcd instead of redis.")
}
