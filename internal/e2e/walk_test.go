package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/ledongthuc/pdf"

	"locklab/simlib"
	"locklab/simlib/chart"
)

const walkPage = "03_the_stale_holder.html"

// aWalk is what a walk is to show.
func aWalk(t *testing.T, pause time.Duration) (simlib.StaleHolderResult, chart.Spec) {
	t.Helper()
	p := simlib.DefaultStaleHolder()
	p.Pause = pause
	r, err := p.Run(t.Context(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Chart()
}

// A shownWalk is what a reader sees of a walk. What is hidden is empty.
type shownWalk struct {
	Step, Data, Mark, Said, Question string
	Choices, Legend, Off             []string // Off: the buttons that do nothing
	Title, Label, Sentence, Caption  string
	Focus                            string
	Told                             bool // what follows and tells the end is unfolded
	Jumps                            []float64
	Harm                             bool // it is to be seen, in its colour
}

// walking is JavaScript for the walk of a page, in any front end.
const walking = `((root) => {
	const seen = (node) => node.checkVisibility({ visibilityProperty: true });
	const texts = (selector) => [...root.querySelectorAll(selector)].filter(seen).map((node) => node.textContent);
	const one = (selector) => texts(selector)[0] ?? '';
	const top = root.getBoundingClientRect().top;
	return {
		Step: one('.locklab-step'), Data: one('.locklab-held > dd'), Mark: texts('.locklab-held > dd')[1] ?? '',
		Said: one('.locklab-walk-said'), Question: one('.locklab-walk-question'),
		Choices: texts('.locklab-walk-choices > button'), Legend: texts('.locklab-entry'),
		Off: texts('.locklab-stepping > [aria-disabled]'),
		Title: one('.locklab-title'), Label: root.querySelector('.locklab-live')?.getAttribute('aria-label') ?? '',
		Sentence: one('.locklab-sentence'), Caption: one('.locklab-caption'),
		Focus: document.activeElement.className,
		Told: [...document.querySelectorAll(':is(.prose, .jp-MarkdownOutput) details')].some((fold) => fold.open),
		Jumps: [...root.querySelectorAll('.locklab-live, .locklab-step, .locklab-walk-said, .locklab-walk-ask')].map((node) => node.getBoundingClientRect().top - top),
		Harm: ` + inks + `(root.querySelector('.locklab-live')).includes('` + "%s" + `'),
	};
})(document.querySelector('.locklab-walk')?.closest('.locklab') ?? document.createElement('div'))`

func (p *tab) walk(when string, ok func(shownWalk) bool) shownWalk {
	p.t.Helper()
	return until(p, "walk "+when, strings.Replace(walking, "%s", chart.Light[chart.Bad], 1), ok)
}

// at waits until a walk is at a step, counted from 1.
func (p *tab) at(when string, spec chart.Spec, step int) shownWalk {
	p.t.Helper()
	want := fmt.Sprintf("%d of %d · %s", step, len(spec.Steps), spec.Steps[step-1].Text)
	return p.walk(fmt.Sprintf("%s, at %q,", when, want), func(w shownWalk) bool { return w.Step == want })
}

// walks opens a page for a reader who walks, with the focus on the chart.
func walks(t *testing.T, address string) *tab {
	t.Helper()
	p := open(t, "about:blank")
	p.guesses()
	p.visit(address)
	p.views("live chart with sliders")
	p.act("focus", `document.querySelector('.locklab-live').focus()`)
	return p
}

func (p *tab) tool(name string) {
	p.t.Helper()
	p.click(name, fmt.Sprintf(`[...document.querySelectorAll('.locklab-tool')].find((node) => node.textContent === %q)`, name))
}

// everySpoken is all that a page says to who does not see it.
func (p *tab) everySpoken() string {
	p.t.Helper()
	var nodes []*accessibility.Node
	p.do("read", chromedp.ActionFunc(func(ctx context.Context) (err error) {
		nodes, err = accessibility.GetFullAXTree().Do(ctx)
		return err
	}))
	var said strings.Builder
	for _, node := range nodes {
		var name string
		if !node.Ignored && node.Name != nil && json.Unmarshal(node.Name.Value, &name) == nil {
			said.WriteString(name + "\n")
		}
	}
	return strings.ReplaceAll(said.String(), "\u00a0", " ")
}

// A walk opens at its first step and gives nothing away. Arrow keys step; at each
// step the page has the chart so far, what the storage holds and its mark, and a
// question where a write comes next; nothing jumps. The sentence comes last, and
// with it what follows and tells the end.
func TestWalk(t *testing.T) {
	for _, size := range [][2]int64{{1280, 900}, {330, 740}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			p := walks(t, fileURL(theSite(t), walkPage, ""))
			p.resize(size[0], size[1])
			p.painted()
			r, spec := aWalk(t, 14*time.Second)
			last := len(spec.Steps)
			var before shownWalk
			for i, step := range spec.Steps {
				if i > 0 {
					p.hit(kb.ArrowRight)
				}
				w := p.at("on its way", spec, i+1)
				if w.Data != step.Data || w.Mark != step.Mark {
					t.Errorf("at %q the storage holds %q and its mark is %q, want %q and %q", w.Step, w.Data, w.Mark, step.Data, step.Mark)
				}
				asks := i+1 < last && spec.Steps[i+1].Ask != nil
				if asks && (w.Question != spec.Steps[i+1].Ask.Question || !slices.Equal(w.Choices, spec.Steps[i+1].Ask.Choices)) ||
					!asks && w.Question+strings.Join(w.Choices, "") != "" {
					t.Errorf("at %q the page asks %q and offers %q", w.Step, w.Question, w.Choices)
				}
				if step.Ask != nil && w.Said != step.Ask.Says || step.Ask == nil && w.Said != "" {
					t.Errorf("at %q the page says %q", w.Step, w.Said)
				}
				if i > 0 && i+1 < last && !slices.Equal(w.Jumps, before.Jumps) {
					t.Errorf("at %q the page jumps from %v to %v", w.Step, before.Jumps, w.Jumps)
				}
				if i > 0 && i+1 == last && !slices.Equal(w.Jumps[:3], before.Jumps[:3]) {
					t.Errorf("at its end the page jumps from %v to %v", before.Jumps, w.Jumps)
				}
				before = w
				if i+1 == last {
					break
				}
				if w.Title != step.Chart.Title || w.Label != step.Chart.Alt || w.Sentence+w.Caption != "" || w.Told ||
					slices.Contains(w.Legend, "overwrote newer data") || slices.Contains(w.Legend, "works without it") != (i >= 3) {
					t.Errorf("at %q the page gives more away: %+v", w.Step, w)
				}
			}
			p.walk("at its end", func(w shownWalk) bool {
				return w.Title == spec.Title && w.Label == spec.Alt && w.Sentence == r.Summary() && w.Caption == r.Caption() && w.Told && w.Harm &&
					len(w.Legend) == 5 && slices.Equal(w.Off, []string{"Forward", "Show all"}) && w.Focus == "locklab-live"
			})
			p.hit(kb.Home)
			p.walk("at its first step", func(w shownWalk) bool {
				return strings.HasPrefix(w.Step, "1 of ") && !w.Harm && w.Sentence == "" && slices.Equal(w.Off, []string{"From the start", "Back"})
			})
			p.hit(kb.End)
			p.at("after End", spec, last)
			p.hit(kb.ArrowLeft)
			p.at("after an arrow to the left", spec, last-1)
		})
	}
}

// Before the end nothing tells it: neither what is seen nor what is read out.
func TestWalkGivesNothingAway(t *testing.T) {
	p := walks(t, fileURL(theSite(t), walkPage, ""))
	r, spec := aWalk(t, 14*time.Second)
	ends := []string{spec.Title, "overwrote newer data", "overwrote", "B's update (34)", r.Summary()[:30], "The tokens are made up", "did as it was told"}
	for step := 1; step < 6; step++ {
		p.at("on its way", spec, step)
		seen, err := eval[string](p, `document.body.innerText`)
		if err != nil {
			t.Fatal(err)
		}
		seen += p.everySpoken()
		for _, end := range ends {
			if strings.Contains(seen, end) {
				t.Errorf("at step %d the page tells %q", step, end)
			}
		}
		p.hit(kb.ArrowRight)
	}
	p.hit(kb.End)
	p.at("after End", spec, len(spec.Steps))
	said := p.everySpoken()
	for _, end := range ends {
		if !strings.Contains(said, end) && end != "B's update (34)" { // which is gone by then
			t.Errorf("at the end the page does not say %q", end)
		}
	}
}

// A choice shows what happens and whether it was right, with the focus on that;
// who goes on without one is told what happened.
func TestWalkAsks(t *testing.T) {
	p := walks(t, fileURL(theSite(t), walkPage, ""))
	_, spec := aWalk(t, 14*time.Second)
	write := slices.IndexFunc(spec.Steps, func(s chart.Step) bool { return s.Ask != nil })
	ask := spec.Steps[write].Ask
	reach := func() {
		t.Helper()
		p.hit(kb.Home)
		for range write - 1 {
			p.hit(kb.ArrowRight)
		}
		p.at("before a write", spec, write)
	}
	for i, choice := range ask.Choices {
		reach()
		p.act("focus on "+choice, fmt.Sprintf(`document.querySelectorAll('.locklab-walk-choices > button')[%d].focus()`, i))
		p.hit(kb.Enter)
		verdict := "No. "
		if i == ask.Right {
			verdict = "Right. "
		}
		if w := p.at("after a choice", spec, write+1); w.Said != verdict+ask.Says || !strings.Contains(w.Focus, "locklab-walk-said") {
			t.Errorf("after %q it says %q, and the focus is on %q", choice, w.Said, w.Focus)
		}
	}
	reach()
	p.accessible("while it asks", "html")
	p.tool("Forward")
	if w := p.at("after Forward", spec, write+1); w.Said != ask.Says {
		t.Errorf("without a choice it says %q", w.Said)
	}
	// A choice that goes takes no focus with it.
	for _, key := range []string{kb.ArrowRight, kb.ArrowLeft} {
		p.act("focus the chart", `document.querySelector('.locklab-live').focus()`)
		reach()
		p.act("focus a choice", `document.querySelector('.locklab-walk-choices > button').focus()`)
		p.hit(key)
		p.walk("with its focus", func(w shownWalk) bool {
			return w.Question == "" && (strings.Contains(w.Focus, "locklab-walk-said") || w.Focus == "locklab-live")
		})
	}
	// The buttons at the ends do nothing, and keep the focus.
	p.act("focus Forward", `[...document.querySelectorAll('.locklab-tool')].find((node) => node.textContent === 'Forward').focus()`)
	for range spec.Steps {
		p.hit(kb.Enter)
	}
	if w := p.at("at its end", spec, len(spec.Steps)); w.Focus != "locklab-tool" {
		t.Errorf("at the end the focus is on %q, want it to stay on Forward", w.Focus)
	}
}

// A new setting keeps the place: the number of the step, or the end.
func TestWalkKeepsItsPlace(t *testing.T) {
	p := walks(t, fileURL(theSite(t), walkPage, "#staleholder:Pause=11s"))
	_, of11 := aWalk(t, 11*time.Second)
	_, of8 := aWalk(t, 8*time.Second)
	_, of14 := aWalk(t, 14*time.Second)
	p.at("of a link", of11, 1)
	p.hit(kb.ArrowRight)
	p.hit(kb.ArrowRight)
	p.at("after two keys", of11, 3)
	p.typeInto(0, "Pause", "8")
	if w := p.walk("of another setting", func(w shownWalk) bool { return w.Step == "3 of 7 · "+of8.Steps[2].Text }); w.Sentence != "" {
		t.Errorf("within the walk the page says %q", w.Sentence)
	}
	p.tool("Show all")
	p.at("after Show all", of8, len(of8.Steps))
	p.typeInto(0, "Pause", "14")
	r, _ := aWalk(t, 14*time.Second)
	if w := p.at("of another setting", of14, len(of14.Steps)); w.Sentence != r.Summary() {
		t.Errorf("at the end the page says %q, want %q", w.Sentence, r.Summary())
	}
	// From a slider the arrow keys are not the walk's.
	spoken := func(want string) {
		t.Helper()
		if live, err := eval[string](p, `document.querySelector('.locklab-walk-now').ariaLive`); err != nil || live != want {
			t.Errorf("the step is spoken: %q (%v), want %q", live, err, want)
		}
	}
	spoken("off")
	p.act("focus a slider", knobNode(0, "Pause")+`.querySelector('[type=range]').focus()`)
	p.hit(kb.Home)
	_, of0 := aWalk(t, 0)
	p.at("after a key on a slider", of0, len(of0.Steps))
	p.tool("From the start")
	p.at("from the start", of0, 1)
	spoken("polite")
}

// Paper has the whole picture and the sentence, wherever the reader is; then the
// walk is where it was.
func TestWalkOnPaper(t *testing.T) {
	p := walks(t, fileURL(theSite(t), walkPage, ""))
	r, spec := aWalk(t, 14*time.Second)
	p.at("at first", spec, 1)
	var data []byte
	p.do("print", chromedp.ActionFunc(func(ctx context.Context) (err error) {
		data, _, err = pages.PrintToPDF().Do(ctx)
		return err
	}))
	path := filepath.Join(t.TempDir(), "printed.pdf")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	f, reader, err := pdf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text := ""
	for _, page := range printedPages(t, reader) {
		text += page.text
	}
	for _, want := range []string{r.Summary()[:60], "The tokens are made up", spec.Title, "overwrote newer data", "token 34", "did as it was told"} {
		if !strings.Contains(text, squeeze(want)) {
			t.Errorf("the paper does not say %q", want)
		}
	}
	for _, screen := range []string{spec.Steps[0].Chart.Title, "Arrow keys step", "1 of 8", "storage holds"} {
		if strings.Contains(text, squeeze(screen)) {
			t.Errorf("the paper says %q", screen)
		}
	}
	if w := p.at("after the print", spec, 1); w.Title != spec.Steps[0].Chart.Title || w.Sentence != "" {
		t.Errorf("after the print the page shows %+v", w)
	}
}

// A picture that is saved on the way shows what is on the screen.
func TestWalkSaved(t *testing.T) {
	p := walks(t, fileURL(theSite(t), walkPage, ""))
	_, spec := aWalk(t, 14*time.Second)
	p.act("catch what is saved", `window.saved = [];
		HTMLAnchorElement.prototype.click = function () { saved.push(this.href); };`)
	p.tool("Save SVG")
	p.tool("Show all")
	p.tool("Save SVG")
	saved := until(p, "two pictures", `saved`, func(saved []string) bool { return len(saved) == 2 })
	for i, says := range [][2]string{{spec.Steps[0].Chart.Title, "overwrote newer data"}, {spec.Title, spec.Steps[0].Chart.Title}} {
		svg, err := url.PathUnescape(saved[i])
		if err != nil || !strings.Contains(svg, says[0]) || strings.Contains(svg, says[1]) {
			t.Errorf("picture %d (%v) has no %q, or %q", i+1, err, says[0], says[1])
		}
	}
}

// Who wants all answers shown finds a walk at its end.
func TestWalkShown(t *testing.T) {
	p := walks(t, fileURL(theSite(t), walkPage, ""))
	_, spec := aWalk(t, 14*time.Second)
	set := func(shown bool) {
		t.Helper()
		p.act("show all answers", fmt.Sprintf(`locklab.need('progress').then(({ change }) => change((all) => { all.shown = %t; }))`, shown))
	}
	p.at("at first", spec, 1)
	set(true)
	p.at("with all answers shown", spec, len(spec.Steps))
	p.reload()
	if w := p.at("after a reload", spec, len(spec.Steps)); !w.Told {
		t.Error("what happened stays closed")
	}
	set(false)
	if w := p.at("with answers closed", spec, 1); w.Told || w.Sentence != "" {
		t.Errorf("the page shows %+v", w)
	}
}

// Without the file that walks the chart is live, whole and with its sentence.
func TestWalkBroken(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(dir, os.DirFS(theSite(t))); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "static", "walk.js")); err != nil {
		t.Fatal(err)
	}
	p := open(t, fileURL(dir, walkPage, ""))
	r, spec := aWalk(t, 14*time.Second)
	until(p, "whole chart", shownViews, func(all []shownView) bool {
		return len(all) == 1 && all[0].State == "live" && all[0].Sliders && all[0].Label == spec.Alt &&
			slices.Contains(all[0].Notes, "No steps: walk.js could not be loaded")
	})
	if seen, err := eval[string](p, `document.body.innerText`); err != nil || !strings.Contains(seen, r.Summary()) {
		t.Errorf("the sentence is not seen (%v)", err)
	}
}

// In JupyterLab the keys that step are not for the notebook, and a cell that is run
// again begins its walk again. The first notebook walks as well.
func TestWalkInJupyterLab(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	const name = "03_the_stale_holder.ipynb"
	p.show(serve(t, mainServer), jupyterLab, trusted(t, name, released(t, name)))
	r, spec := aWalk(t, 14*time.Second)
	p.at("of the saved output", spec, 1)
	p.ready()
	if heights, err := eval[[]float64](p, `[...document.querySelectorAll('.locklab-held > *')].map((node) => node.getBoundingClientRect().height)`); err != nil ||
		len(heights) != 4 || len(slices.Compact(heights)) != 1 {
		t.Errorf("what the storage holds and its mark are not in a line each: %v (%v)", heights, err)
	}
	before := p.saved()
	p.click("the chart", `document.querySelector('.locklab-live')`)
	for step := 2; step <= len(spec.Steps); step++ {
		p.hit(kb.ArrowRight)
		p.at("on its way", spec, step)
	}
	p.walk("at its end", func(w shownWalk) bool { return w.Sentence == r.Summary() && w.Told })
	p.hit("m")
	if now := p.lab(); now != before {
		t.Errorf("the keys have changed the notebook: %+v, was %+v", now, before)
	}
	p.idle()
	p.runAll()
	if w := p.at("of a new output", spec, 1); w.Sentence != "" {
		t.Errorf("the new output says %q", w.Sentence)
	}

	const first = "00_start_here.ipynb"
	p.show(serve(t, mainServer), jupyterLab, trusted(t, first, released(t, first)))
	_, of0 := aWalk(t, 0)
	p.at("of the first notebook", of0, 1)
}

// Each step's data can be read back from the page as Go wrote it.
func TestWalkData(t *testing.T) {
	p := walks(t, fileURL(theSite(t), "index.html", ""))
	_, spec := aWalk(t, 0)
	text, err := p.evaluate(charted + `[0].parentNode.querySelector('script').textContent`)
	if err != nil {
		t.Fatal(err)
	}
	var view struct {
		Charts []struct {
			Steps []struct{ Text, Data, Mark string }
		}
	}
	if err := json.Unmarshal([]byte(text), &view); err != nil {
		t.Fatal(err)
	}
	for i, step := range spec.Steps {
		if got := view.Charts[0].Steps[i]; got.Text != step.Text || got.Data != step.Data || got.Mark != step.Mark {
			t.Errorf("step %d is %+v, want %q, %q, %q", i+1, got, step.Text, step.Data, step.Mark)
		}
		p.at("of the first page", spec, i+1)
		p.hit(kb.ArrowRight)
	}
}
