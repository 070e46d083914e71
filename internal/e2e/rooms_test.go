package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"locklab/internal/page"
)

// The simulations are the heaviest file of a page. Where a line is metered they are
// fetched when somebody reaches for a slider, and else when the page is idle.
func TestSimulationsWhenWanted(t *testing.T) {
	const slider = charted + `[0].querySelector('.locklab-knob-slider')`
	for _, c := range []struct {
		name, line string // navigator.connection
		idle       bool
	}{
		{"saving data", `{ saveData: true, effectiveType: '4g' }`, false},
		{"on a slow line", `{ saveData: false, effectiveType: '3g' }`, false},
		{"on a fast line", `{ saveData: false, effectiveType: '4g' }`, true},
		{"on a line that is not told", `undefined`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked atomic.Int32
			address := host{files: map[string]http.HandlerFunc{"simulations.js": func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				http.FileServer(http.Dir(theSite(t))).ServeHTTP(w, r)
			}}}.serve(t)
			p := open(t, "about:blank")
			p.first(`Object.defineProperty(Navigator.prototype, 'connection', { get: () => (` + c.line + `) });
				const idle = requestIdleCallback;
				window.e2eIdle = 0;
				window.requestIdleCallback = (act) => idle(() => { act(); e2eIdle += 1; });`)
			p.visit(address + ttlPage)
			p.views("live chart with sliders")
			if c.idle {
				until(p, "idle page, which fetches", `e2eIdle`, func(times int) bool { return times > 0 && asked.Load() == 1 })
			} else {
				// What an idle page would do comes before this.
				if text, err := p.evaluate(`new Promise((done) => { setTimeout(() => requestIdleCallback(() => done('idle')), 300); })`); err != nil || text != "idle" {
					t.Fatal(text, err)
				}
				if n := asked.Load(); n != 0 {
					t.Errorf("asked for %d times before anybody reached for a slider", n)
				}
				p.act("focus", slider+`.focus()`)
				until(p, "page whose simulations are asked for", `0`, func(int) bool { return asked.Load() == 1 })
			}
			p.act("focus", slider+`.focus()`)
			least := sentence(t, "-ttl", "100ms")
			p.hit(kb.Home)
			until(p, "sentence of the slider at its start", shownViews, func(all []shownView) bool { return all[0].Sentence == least })
			if n := asked.Load(); n != 1 {
				t.Errorf("asked for %d times", n)
			}
		})
	}
}

// A setting that comes before the simulations are there is answered when they are.
func TestSimulationsComeLate(t *testing.T) {
	come := make(chan struct{})
	address := host{files: map[string]http.HandlerFunc{"simulations.js": func(w http.ResponseWriter, r *http.Request) {
		<-come
		http.FileServer(http.Dir(theSite(t))).ServeHTTP(w, r)
	}}}.serve(t)
	p := open(t, address+ttlPage+"#ttl:TTL=1s")
	p.views("live chart with sliders")
	p.typeInto(0, "TTL", "2")
	until(p, "word that it is at work", shownViews, func(all []shownView) bool {
		return all[0].Sentence == sentence(t) && slices.Contains(all[0].Notes, "Simulating …")
	})
	close(come)
	two := sentence(t, "-ttl", "2s")
	until(p, "sentence of what was set last", shownViews, func(all []shownView) bool {
		return all[0].Sentence == two && len(all[0].Notes) == 0
	})
}

// Simulations that fail are given up with a word, and what is set next is answered by
// others.
func TestSimulationsFail(t *testing.T) {
	p := open(t, "about:blank")
	p.first(`window.e2eWorkers = 0;
		window.Worker = class extends Worker {
			constructor(...all) { super(...all); e2eWorkers += 1; }
			postMessage(question) {
				if (!window.e2eFail) return super.postMessage(question);
				window.e2eFail = false;
				setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })));
			}
		};`)
	p.visit(host{}.serve(t) + ttlPage)
	p.views("live chart with sliders")
	answers := func(seconds string) {
		t.Helper()
		p.typeInto(0, "TTL", seconds)
		want := sentence(t, "-ttl", seconds+"s")
		until(p, "sentence of a TTL of "+seconds+" s", shownViews, func(all []shownView) bool { return all[0].Sentence == want })
	}
	answers("1")
	p.act("fail", `window.e2eFail = true`)
	p.typeInto(0, "TTL", "2")
	until(p, "word of the failure", shownViews, func(all []shownView) bool { return slices.Contains(all[0].Notes, "out of memory") })
	answers("5")
	if n, err := eval[int](p, `e2eWorkers`); err != nil || n != 2 {
		t.Errorf("%d workers, %v; want the one that failed and another", n, err)
	}
}

// A room that could not be loaded is asked for again by the next who needs it.
func TestRoomTriedAgain(t *testing.T) {
	var there atomic.Bool
	files := http.FileServer(http.Dir(theSite(t)))
	address := host{files: map[string]http.HandlerFunc{"words.js": func(w http.ResponseWriter, r *http.Request) {
		if !there.Load() {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}}}.serve(t)
	p := open(t, address+ttlPage)
	p.openAnswer()
	const say = "No live chart: words.js could not be loaded: the server answers 404"
	until(p, "line that says "+say, shownViews, func(all []shownView) bool { return slices.Contains(all[0].Notes, say) })
	there.Store(true)
	p.act("mount again", `const { parentNode: view } = `+charted+`[0];
		locklab.mount(view.querySelector('.locklab'), view.querySelector('script').textContent)`)
	until(p, "live chart with sliders", shownViews, func(all []shownView) bool { return all[0].State == "live" && all[0].Sliders })
}

// A page asks for each file once, and for what draws a chart at once with the runtime.
func TestEachFileOnce(t *testing.T) {
	p := open(t, host{}.serve(t)+ttlPage)
	p.views("live chart with sliders")
	p.typeInto(0, "TTL", "1")
	one := sentence(t, "-ttl", "1s")
	until(p, "sentence of a TTL that was typed", shownViews, func(all []shownView) bool { return all[0].Sentence == one })
	files, err := eval[[]struct{ Name, By string }](p, `performance.getEntriesByType('resource').filter(({ name }) => name.includes('.js?'))
		.map(({ name }) => ({ Name: name, By: document.querySelector('script[defer][src="' + name.slice(name.indexOf('static/')) + '"]') ? 'the page' : 'the runtime' }))`)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]string{}
	for _, f := range files {
		name := path.Base(strings.Split(f.Name, "?")[0])
		if by[name] != "" {
			t.Errorf("%s is asked for twice", name)
		}
		by[name] = f.By
	}
	for _, name := range page.Rooms("place") {
		if by[name] != "the page" {
			t.Errorf("%s is asked for by %q", name, by[name])
		}
	}
	if by["echarts.min.js"] != "the runtime" {
		t.Errorf("saw %v", by)
	}
}

// An output that a notebook keeps of an earlier version is drawn, sliders and all,
// and one of a later version says that it is.
func TestSavedViews(t *testing.T) {
	live, err := os.ReadFile("testdata/view_1.json")
	if err != nil {
		t.Fatal(err)
	}
	layout, err := os.ReadFile("testdata/view_1.html")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, host{}.serve(t)+ttlPage)
	p.openAnswer()
	mount := func(live string) {
		t.Helper()
		text, err := json.Marshal([]string{string(layout), live})
		if err != nil {
			t.Fatal(err)
		}
		p.act("mount", `const [html, live] = `+string(text)+`;
			window.e2eSaved?.remove();
			window.e2eSaved = document.querySelector('main').appendChild(document.createElement('div'));
			e2eSaved.innerHTML = html;
			for (const fold of e2eSaved.querySelectorAll('details')) fold.open = true;
			locklab.mount(e2eSaved.querySelector('.locklab'), live);`)
	}
	type saved struct{ State, Notes string }
	const look = `(() => {
		const root = e2eSaved.querySelector('.locklab');
		return { State: root.dataset.locklab ?? '', Notes: [...root.querySelectorAll('.locklab-note')].map((note) => note.textContent).join('') };
	})()`
	mount(string(live))
	got := until(p, "live chart of the first version", look, func(s saved) bool { return s.State != "" && s.State != "loading" })
	if got.State != "live" || got.Notes != "" {
		t.Errorf("an output of the first version is %s: %q", got.State, got.Notes)
	}
	until(p, "sliders of the first version", `e2eSaved.querySelectorAll('.locklab-knob').length`, func(n int) bool { return n > 0 })
	mount(`{"version": 99, "whatever": true}`)
	got = until(p, "word about a later version", look, func(s saved) bool { return s.State == "failed" })
	if !strings.Contains(got.Notes, "a newer version of the lesson has saved it") {
		t.Errorf("an output of a later version says %q", got.Notes)
	}
}
