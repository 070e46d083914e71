package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A host serves the site with a Content-Security-Policy, if any, in which HOST is its
// address, and some files of static/ in its own way.
type host struct {
	policy string
	files  map[string]http.HandlerFunc
}

func (h host) serve(t *testing.T) (address string) {
	t.Helper()
	files := http.FileServer(http.Dir(theSite(t)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.policy != "" {
			w.Header().Set("Content-Security-Policy", strings.ReplaceAll(h.policy, "HOST", "http://"+r.Host))
		}
		if own := h.files[path.Base(r.URL.Path)]; own != nil {
			own(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// leastPolicy is the one that README.md tells to hosts.
func leastPolicy(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(here.Path("README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^Content-Security-Policy: (.*)$`).FindSubmatch(text)
	if m == nil {
		t.Fatal("README.md names no policy")
	}
	return string(m[1])
}

// Where a host sends the policy of README.md every page works with all that is in it,
// and asks for nothing that the policy refuses.
func TestSiteUnderPolicy(t *testing.T) {
	address := host{policy: leastPolicy(t)}.serve(t)
	for _, name := range sitePages(t) {
		t.Run(name, func(t *testing.T) {
			p := open(t, "about:blank")
			p.first(`window.e2eRefused = [];
				addEventListener('securitypolicyviolation', (e) => e2eRefused.push(e.effectiveDirective + ' ' + e.blockedURI))`)
			p.visit(address + name)
			all := p.views("live charts with sliders")
			p.unfold()
			for i, v := range all {
				p.moveKnob(i, v.Name, v.Knobs[0])
				p.act("point and save", fmt.Sprintf(`const root = `+charted+`[%d];
					const canvas = root.querySelector('.locklab-live canvas');
					const { left, top, width, height } = canvas.getBoundingClientRect();
					canvas.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: left + width / 2, clientY: top + height / 2 }));
					for (const button of root.querySelectorAll('.locklab-tool')) if (button.textContent.startsWith('Save')) button.click();`, i))
			}
			until(p, "pictures that are seen, all there", `[...document.images].filter((img) => img.checkVisibility() && !(img.complete && img.naturalWidth > 0)).map((img) => img.src)`,
				func(missing []string) bool { return len(missing) == 0 })
			if refused, err := eval[[]string](p, `e2eRefused`); err != nil || len(refused) > 0 {
				t.Errorf("the policy refuses %q (%v)", refused, err)
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			if len(p.console) > 0 {
				t.Errorf("the page complains: %s", strings.Join(p.console, "\n"))
			}
		})
	}
}

// What can go wrong with the scripts of a page that a host serves: each has a
// sentence of its own, where the sliders or the chart would be, and the rest of the
// page stays. (See TestSiteBroken for a page from the disk.)
func TestSiteFailures(t *testing.T) {
	static := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(theSite(t), "static", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	script := func(data []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			w.Write(data)
		}
	}
	silent := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	least := leastPolicy(t)
	others := "" // all scripts but one
	paths, err := filepath.Glob(filepath.Join(theSite(t), "static", "*.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range paths {
		if name := filepath.Base(file); name != "echarts.min.js" {
			others += " HOST/static/" + name
		}
	}
	for name, c := range map[string]struct {
		host  host
		first string // before the page's own scripts
		say   string
		chart bool // it is the chart that is missing
	}{
		"simulations missing":   {host: host{files: map[string]http.HandlerFunc{"simulations.js": http.NotFound}}, say: "No sliders: simulations.js could not be loaded: the server answers 404"},
		"simulations silent":    {host: host{files: map[string]http.HandlerFunc{"simulations.js": silent}}, say: "No sliders: simulations.js could not be loaded: the server does not answer"},
		"simulations cut":       {host: host{files: map[string]http.HandlerFunc{"simulations.js": script(damage(static("simulations.js"), cut))}}, say: "No sliders: simulations.js is damaged"},
		"simulations changed":   {host: host{files: map[string]http.HandlerFunc{"simulations.js": script(damage(static("simulations.js"), changed))}}, say: "No sliders: simulations.js is damaged"},
		"starter changed":       {host: host{files: map[string]http.HandlerFunc{"simulations.js": script(bytes.Replace(static("simulations.js"), []byte("globalThis.Go ="), []byte("globalThis.Og ="), 1))}}, say: "No sliders: the simulations did not start: Go is not defined"},
		"a policy on workers":   {host: host{policy: least + "; worker-src 'none'"}, say: "No sliders: simulations.js could not be loaded: the Content-Security-Policy refuses it (worker-src)"},
		"a policy on Wasm":      {host: host{policy: "default-src 'self'"}, say: "No sliders: the Content-Security-Policy refuses WebAssembly: its script-src lacks 'wasm-unsafe-eval'"},
		"no WebAssembly":        {first: `delete window.WebAssembly`, say: "No sliders: this browser runs no WebAssembly"},
		"no workers":            {first: `delete window.Worker`, say: "No sliders: this browser has no workers, in which the simulations run"},
		"knobs missing":         {host: host{files: map[string]http.HandlerFunc{"knobs.js": http.NotFound}}, say: "No sliders: knobs.js could not be loaded: the server answers 404"},
		"knobs cut":             {host: host{files: map[string]http.HandlerFunc{"knobs.js": script(damage(static("knobs.js"), cut))}}, say: "No sliders: knobs.js is damaged"},
		"another page instead":  {host: host{policy: least, files: map[string]http.HandlerFunc{"knobs.js": instead}}, say: "No sliders: knobs.js could not be loaded: the server sends it as text/html; charset=utf-8"},
		"echarts missing":       {host: host{files: map[string]http.HandlerFunc{"echarts.min.js": http.NotFound}}, say: "No live chart: echarts.min.js could not be loaded: the server answers 404", chart: true},
		"chart missing":         {host: host{files: map[string]http.HandlerFunc{"chart.js": http.NotFound}}, say: "No live chart: chart.js could not be loaded: the server answers 404", chart: true},
		"words cut":             {host: host{files: map[string]http.HandlerFunc{"words.js": script(damage(static("words.js"), cut))}}, say: "No live chart: words.js is damaged", chart: true},
		"a policy on the rooms": {host: host{policy: "script-src HOST/static/locklab.js HOST/static/site.js"}, say: "No live chart: place.js could not be loaded: the Content-Security-Policy refuses it (script-src-elem)", chart: true},
		"a policy on echarts":   {host: host{policy: "script-src" + others}, say: "No live chart: echarts.min.js could not be loaded: the Content-Security-Policy refuses it (script-src-elem)", chart: true},
		"locklab cut":           {host: host{files: map[string]http.HandlerFunc{"locklab.js": script(damage(static("locklab.js"), cut))}}, say: "No live chart: static/locklab.js is damaged", chart: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, "about:blank")
			if c.first != "" {
				p.first(c.first)
			}
			p.visit(c.host.serve(t) + ttlPage + "#ttl:TTL=1s")
			p.openAnswer()
			v := until(p, "line that says "+c.say, shownViews, func(all []shownView) bool {
				return len(all) == 1 && slices.Contains(all[0].Notes, c.say)
			})[0]
			if v.Sliders || v.Sentence != sentence(t) || (v.State == "live") == c.chart || (len(v.Pictures) > 0) != c.chart {
				t.Errorf("the page shows %+v", v)
			}
			if at, err := eval[string](p, charted+`[0].querySelector('.locklab-chart + .locklab-note')?.textContent ?? ''`); err != nil || !c.chart && at != c.say {
				t.Errorf("below the chart it says %q (%v)", at, err)
			}
		})
	}
}

// A page in a sandbox: the sliders work there too, and what does not is said.
func TestSiteInSandbox(t *testing.T) {
	t.Run("without its origin", func(t *testing.T) {
		p := open(t, host{policy: "sandbox allow-scripts"}.serve(t)+ttlPage)
		until(p, "live charts with sliders", shownViews, func(all []shownView) bool { return all[0].State == "live" && all[0].Sliders })
		p.typeInto(0, "TTL", "1")
		one := sentence(t, "-ttl", "1s")
		until(p, "sentence of a TTL that was typed, and a word that nothing is kept", shownViews, func(all []shownView) bool {
			return all[0].Sentence == one && len(all[0].Notes) == 1 && strings.HasPrefix(all[0].Notes[0], "This browser does not keep your progress (")
		})
	})
	t.Run("without downloads", func(t *testing.T) {
		p := open(t, host{files: map[string]http.HandlerFunc{"frame.html": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(`<!DOCTYPE html><iframe src="/` + ttlPage + `" sandbox="allow-scripts allow-same-origin" width="1000" height="2000"></iframe>`))
		}}}.serve(t)+"frame.html")
		const save = `[...document.querySelector('iframe').contentDocument.querySelectorAll('.locklab-tool')].find((node) => node.textContent === 'Save PNG')`
		until(p, "button to save", `Boolean(`+save+`)`, func(there bool) bool { return there })
		p.act("save", save+`.click()`)
		until(p, "word that nothing may have come", save+`.parentNode.querySelector('.locklab-note').textContent`, func(said string) bool {
			return said == "Saved as locklab-ttl.png, unless the frame around this page forbids downloads. If nothing came, open the page by itself."
		})
	})
}

// instead is a host's page for what it does not know.
func instead(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Write([]byte("<!DOCTYPE html><title>Nothing here</title>"))
}
