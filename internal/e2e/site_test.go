package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"locklab/internal/about"
	"locklab/internal/site"
	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/view"
)

// exported is the folder of the lesson's site, written by the command.
var exported = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(root, "a site, 100% #ours")
	said, err := exec.Command(here.Bin("locklab"), "export", "-o", dir).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("locklab export: %w\n%s", err, said)
	}
	return dir, nil
})

func theSite(t *testing.T) string {
	t.Helper()
	dir, err := exported()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func sitePages(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(theSite(t), "*.html"))
	if err != nil || len(paths) != 11 {
		t.Fatalf("%d pages (%v)", len(paths), err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return names
}

const ttlPage = "02_the_lock_must_expire.html"

// fileURL is the address of a page of a site on the disk.
func fileURL(dir, name, fragment string) string {
	return (&url.URL{Scheme: "file", Path: filepath.Join(dir, name)}).String() + fragment
}

// ---- What a page shows ----

// A shownView is an output of an exported page as a reader finds it.
type shownView struct {
	Name     string // of the simulation
	State    string // data-locklab
	Sliders  bool   // the controls are there
	Sentence string
	Caption  string
	Label    string // the live chart's text alternative
	Tables   []simlib.Table
	Presets  []string
	Knobs    []shownKnob
	Notes    []string
	Pictures []string // that are seen
}

// A shownKnob is one control.
type shownKnob struct {
	Name, Kind, Unit string
	Min, Max         float64
	Options          []string
	Role             simlib.Role
	Value            string // as Go writes it
	Slider           bool
}

// charted is JavaScript for all outputs with a chart, and shownViews for what
// they show.
const charted = `[...document.querySelectorAll('.view > .locklab:not(.locklab-quiz)')]`

const shownViews = charted + `.map((root) => {
	const texts = (selector) => [...root.querySelectorAll(selector)].map((node) => node.textContent);
	const data = JSON.parse(root.parentNode.querySelector(':scope > script').textContent);
	const rows = [...root.querySelectorAll('.locklab-knob')];
	return {
		Name: data.name,
		State: root.dataset.locklab ?? '',
		Sliders: rows.length > 0,
		Sentence: texts('.locklab-sentence')[0],
		Caption: texts('.locklab-caption')[0],
		Label: root.querySelector('.locklab-live')?.getAttribute('aria-label') ?? '',
		Tables: [...root.querySelectorAll('.locklab-data')].map((fold) => ({
			Title: fold.querySelector('summary').textContent,
			Columns: [...fold.querySelectorAll('thead th')].map((cell) => cell.textContent),
			Rows: [...fold.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent)),
		})),
		Presets: texts('.locklab-presets button'),
		Knobs: rows.map((row, i) => {
			const { name, kind, unit = '', min, max, options, role } = data.knobs[i];
			const box = row.querySelector('.locklab-knob-input');
			const value = kind === 'switch' ? String(box.checked) : box.value + unit;
			return { Name: name, Kind: kind, Unit: unit, Min: min, Max: max, Options: options, Role: role, Value: value,
				Slider: row.querySelector('[type=range]') !== null };
		}),
		Notes: texts('.locklab-note').filter(Boolean),
		Pictures: [...root.querySelectorAll('.locklab-chart > img')].filter((img) => img.checkVisibility()).map((img) => img.alt),
	};
})`

// views waits until all charts of the page are live and have their sliders, and
// all quizzes are live.
func (p reader) views(what string) []shownView {
	p.t.Helper()
	until(p, "live quizzes", `[...document.querySelectorAll('.locklab-quiz')].map(({ dataset }) => dataset.locklab ?? '')`,
		func(states []string) bool {
			return !slices.ContainsFunc(states, func(s string) bool { return s != "live" })
		})
	return until(p, what, shownViews, func(all []shownView) bool {
		for _, v := range all {
			if v.State != "live" || !v.Sliders {
				return false
			}
		}
		return true
	})
}

// native is what the simulation gives outside the page for what the controls
// are set to.
func native(t *testing.T, v shownView) view.View {
	t.Helper()
	for _, s := range simlib.All() {
		if s.Name() != v.Name {
			continue
		}
		for _, k := range v.Knobs {
			with, err := s.With(k.Name, k.Value)
			if err != nil {
				t.Fatal(err)
			}
			s = with
		}
		r, err := s.Run(t.Context(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		return view.Of(s, r)
	}
	t.Fatalf("no simulation %q", v.Name)
	return view.View{}
}

// agrees waits until an output shows what the simulation gives natively.
func (p reader) agrees(what string, i int) {
	p.t.Helper()
	var want view.View
	asked := ""
	until(p, what+" as outside the page", shownViews, func(all []shownView) bool {
		v := all[i]
		if knobs := fmt.Sprint(v.Knobs); knobs != asked {
			want, asked = native(p.t, v), knobs
		}
		return v.State == "live" && v.Sentence == want.Sentence && v.Caption == want.Caption && len(v.Notes) == 0 &&
			v.Label == want.Charts[0].Alt && slices.EqualFunc(v.Tables, want.Tables, sameTable)
	})
}

func sameTable(a, b simlib.Table) bool {
	return a.Title == b.Title && slices.Equal(a.Columns, b.Columns) && slices.EqualFunc(a.Rows, b.Rows, slices.Equal)
}

// ---- What a reader does ----

// knobNode is JavaScript for a control of an output.
func knobNode(i int, name string) string {
	return fmt.Sprintf(`[...`+charted+`[%d].querySelectorAll('.locklab-knob')]
		.find((row) => row.querySelector('.locklab-knob-name').textContent === %q)`, i, name)
}

func (p reader) act(what, script string) {
	p.t.Helper()
	if _, err := eval[any](p, `(() => {`+script+`})()`); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// typeInto types a number over what is in a knob's box.
func (p reader) typeInto(i int, name, text string) {
	p.t.Helper()
	p.act("select "+name, `const row = `+knobNode(i, name)+`;
		const fold = row.closest('details');
		if (fold) fold.open = true;
		const box = row.querySelector('[type=number]');
		box.focus();
		box.select();`)
	p.hit(text)
}

// hit presses the keys of a text.
func (p reader) hit(keys string) {
	p.t.Helper()
	if err := p.keys(keys); err != nil {
		p.t.Fatalf("press %q: %v", keys, err)
	}
}

// other is another valid value of a numeric knob than the present one.
func other(k shownKnob) string {
	v, _ := strconv.ParseFloat(strings.TrimSuffix(k.Value, k.Unit), 64)
	to := v / 2
	switch {
	case k.Role == simlib.RoleSeed:
		to = v + 6
	case v == 0 && k.Kind == "whole":
		to = 1
	case v == 0:
		to = k.Min + (k.Max-k.Min)/8
	case v/2 < k.Min:
		to = math.Min(v+1, k.Max)
	}
	if k.Kind == "whole" {
		to = math.Round(to)
	}
	return strconv.FormatFloat(to, 'f', -1, 64)
}

// moveKnob moves a control of an output in every way there is, and compares.
func (p reader) moveKnob(i int, sim string, k shownKnob) {
	p.t.Helper()
	what := fmt.Sprintf("%s after %s was", sim, k.Name)
	row := knobNode(i, k.Name)
	switch k.Kind {
	case "switch":
		p.act("switch "+k.Name, row+`.querySelector('input').click()`)
		p.agrees(what+" switched", i)
	case "choice":
		for _, option := range k.Options {
			p.act("choose "+option, fmt.Sprintf(`const list = %s.querySelector('select');
				list.value = %q;
				list.dispatchEvent(new Event('input', { bubbles: true }));`, row, option))
			p.agrees(what+" "+option, i)
		}
	default:
		to := other(k)
		p.typeInto(i, k.Name, to)
		until(p, "number typed", shownViews, func(all []shownView) bool {
			for _, now := range all[i].Knobs {
				if now.Name == k.Name {
					return now.Value == to+k.Unit && now.Value != k.Value
				}
			}
			return false
		})
		p.agrees(what+" typed over", i)
		if k.Slider == (k.Role == simlib.RoleSeed) {
			p.t.Errorf("%s, whose role is %q, has a slider: %t", k.Name, k.Role, k.Slider)
		}
		if k.Slider {
			slider := row + `.querySelector('[type=range]')`
			from, err := eval[string](p, `(() => { `+slider+`.focus(); return document.activeElement.value; })()`)
			if err != nil {
				p.t.Fatal(err)
			}
			p.hit(kb.PageUp)
			until(p, "slider at another place", slider+`.value`, func(place string) bool { return place != from })
			p.agrees(what+" slid", i)
		}
	}
}

// ---- The tests ----

// A reader with nothing but a browser: every page from the disk, every control
// moved, and what the page then says is what the simulation gives outside it.
func TestSiteSliders(t *testing.T) {
	for _, name := range sitePages(t) {
		t.Run(name, func(t *testing.T) {
			p := open(t, fileURL(theSite(t), name, ""))
			for i, v := range p.views("live charts with sliders") {
				p.agrees(v.Name+" before any move", i)
				for _, preset := range v.Presets {
					p.act("choose "+preset, fmt.Sprintf(`[...`+charted+`[%d].querySelectorAll('.locklab-presets button')]
						.find((node) => node.textContent === %q).click()`, i, preset))
					p.agrees(v.Name+" after "+preset, i)
				}
				for _, k := range p.views("output")[i].Knobs {
					p.moveKnob(i, v.Name, k)
				}
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			if len(p.console) > 0 {
				t.Errorf("the page complains: %s", strings.Join(p.console, "\n"))
			}
		})
	}
}

// The address holds what the sliders are set to, and gives it to whoever opens
// it.
func TestSiteAddress(t *testing.T) {
	dir := theSite(t)
	p := open(t, fileURL(dir, ttlPage, "#ttl:TTL=1s,StallChance=0.01"))
	setting := func(ttl, chance string) {
		t.Helper()
		want := sentence(t, "-ttl", ttl, "-stall-chance", chance)
		until(p, "sentence of "+ttl, shownViews, func(all []shownView) bool {
			return len(all) == 1 && all[0].Sentence == want && len(all[0].Notes) == 0
		})
		p.agrees("view of "+ttl, 0)
	}
	address := func(want string) {
		t.Helper()
		until(p, "address with "+want, `location.hash`, func(hash string) bool { return hash == want })
	}
	setting("1s", "0.01")
	address("#ttl:TTL=1s,StallChance=0.01")

	p.typeInto(0, "TTL", "2.5")
	setting("2.5s", "0.01")
	address("#ttl:TTL=2.5s,StallChance=0.01")
	p.reload()
	setting("2.5s", "0.01")

	p.act("another address", `location.hash = '#ttl:TTL=1m30s'`)
	setting("90s", "0.002")

	p.click("Reset", `[...document.querySelectorAll('.locklab-tool')].find((node) => node.textContent === 'Reset')`)
	setting("10s", "0.002")
	address("")
}

// An address that asks for what there is not leaves a page that works, with all of
// the cell's settings, and says what is wrong in a few words.
func TestSiteWrongAddress(t *testing.T) {
	dir := theSite(t)
	for fragment, want := range map[string]string{
		"#ttl:TTL=soon":                          "soon is no value for TTL",
		"#ttl:TTL=0s":                            "These are the cell's settings, since ttl: TTL 0s: want 100ms to 10m",
		"#ttl:Holds=9,TTL=999999h":               "These are the cell's settings, since ttl: TTL 999999h: want 100ms to 10m",
		"#ttl:TTL=" + strings.Repeat("9", 1<<20): "they have 1048584 characters",
		"#ttl:TTL=NaN":                           "NaN is no value for TTL",
		"#ttl:Holds=1e99":                        "Holds",
		"#ttl:TTL=1s,Nothing=1":                  "there is no Nothing",
		"#other:TTL=1s":                          "no chart of this page is “other”",
		"#ttl:TTL":                               "not KNOB=VALUE",
		"#:::":                                   "not NAME:KNOB=VALUE",
		"#ttl:%E0%A4%A=1":                        "are not followed",
		"#ttl:<b>=1":                             "there is no <b>",
	} {
		t.Run(fragment[:min(len(fragment), 40)], func(t *testing.T) {
			p := open(t, fileURL(dir, ttlPage, fragment))
			p.views("live charts with sliders")
			until(p, "line that says "+want, `[...document.querySelectorAll('.locklab-note')].map((node) => node.textContent)`, func(notes []string) bool {
				said := strings.Join(notes, "\n")
				return strings.Contains(said, want) && len(said) < 300
			})
			now := p.views("chart")[0]
			if now.Sentence != sentence(t) {
				t.Errorf("the page shows %q, want what the cell gave", now.Sentence)
			}
			for _, k := range simlib.DefaultTTL().Knobs() {
				at := slices.IndexFunc(now.Knobs, func(s shownKnob) bool { return s.Name == k.Name })
				if v, err := strconv.ParseFloat(strings.TrimSuffix(now.Knobs[at].Value, k.Unit), 64); err != nil || v != k.Number() {
					t.Errorf("%s is at %s beside the chart of %s", k.Name, now.Knobs[at].Value, k)
				}
			}
			p.typeInto(0, "TTL", "1")
			p.typeInto(0, "Holds", "1000")
			one := sentence(t, "-ttl", "1s", "-holds", "1000")
			until(p, "sentence of a TTL that was typed", shownViews, func(all []shownView) bool { return all[0].Sentence == one })
		})
	}
}

// A number may be typed as readers of numbers write it.
func TestSiteTyping(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	p.views("live charts with sliders")
	for _, c := range []struct{ name, typed, flag, value string }{
		{"TTL", "1e2", "-ttl", "100s"},
		{"Holds", "1E+3", "-holds", "1000"},
		{"TTL", ".5", "-ttl", "500ms"},
	} {
		p.act("reset", charted+`[0].querySelector('.locklab-knobs > .locklab-tools > .locklab-tool').click()`)
		p.typeInto(0, c.name, c.typed)
		want := sentence(t, c.flag, c.value)
		until(p, "sentence of "+c.typed, shownViews, func(all []shownView) bool { return all[0].Sentence == want && len(all[0].Notes) == 0 })
	}
}

// A run that takes long says so until it ends. Ten million runs of the job, with
// their curves, take seconds on any machine.
func TestSiteSaysThatItIsBusy(t *testing.T) {
	p := open(t, fileURL(theSite(t), "09_break_it.html", ""))
	p.views("live charts with sliders")
	p.act("note what is said", `
		window.e2eSaid = [];
		const note = document.querySelector('.locklab-knobs .locklab-note');
		new MutationObserver(() => e2eSaid.push(note.textContent)).observe(note, { childList: true, characterData: true, subtree: true })`)
	p.typeInto(0, "Runs", "10000000")
	until(p, "word that it is at work", `e2eSaid`, func(said []string) bool { return slices.Contains(said, "Simulating …") })
	until(p, "end of the work", shownViews, func(all []shownView) bool {
		return strings.Contains(all[0].Sentence, "of 10,000,000 runs") && len(all[0].Notes) == 0
	})
}

// Without scripts a page is text and pictures, and has no dead control.
func TestSiteWithoutScripts(t *testing.T) {
	for _, name := range sitePages(t) {
		t.Run(name, func(t *testing.T) {
			p := open(t, "about:blank")
			p.do("open without scripts", emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(fileURL(theSite(t), name, "#ttl:TTL=1s")))
			type seen struct {
				Charts, Pictures int
				Controls         []string
				Words            int
				End              string
			}
			s := until(p, "page", `({
				Charts: document.querySelectorAll('.locklab-chart').length,
				Pictures: [...document.querySelectorAll('.locklab-chart > img')].filter((img) => img.complete && img.naturalWidth > 0 && img.alt && (img.closest('details:not([open])') || img.checkVisibility())).length,
				Controls: [...document.querySelectorAll('button, input, select, [data-locklab]')].map((node) => node.outerHTML),
				Words: document.querySelector('main').innerText.split(/\s+/).length,
				End: document.body.innerText.trim().split('\n').at(-1),
			})`, func(s seen) bool { return s.Words > 50 && s.Pictures == s.Charts })
			if len(s.Controls) > 0 {
				t.Errorf("controls without a script: %v", s.Controls)
			}
			if want := "locklab, version " + about.Version + ". Source: the notebooks"; !strings.HasPrefix(s.End, want) {
				t.Errorf("the page ends with %q, want %q", s.End, want)
			}
		})
	}
}

// A page on a dark screen is printed in the colours for white paper.
func TestSiteOnPaper(t *testing.T) {
	p := open(t, "about:blank")
	p.prefer("prefers-color-scheme", "dark")
	p.do("open in the dark", chromedp.Navigate(fileURL(theSite(t), ttlPage, "")))
	p.views("live chart with sliders")
	screen := func(when string) {
		t.Helper()
		until(p, "dark chart on the screen "+when, inks+`(document.querySelector('.locklab-live'))`, func(inks []string) bool {
			return painted(inks, chart.Dark, chart.Light)
		})
	}
	screen("at first")
	p.act("begin to print", `dispatchEvent(new Event('beforeprint'))`)
	color := chart.Light[chart.Muted]
	until(p, "chart with text in "+color+" on paper", `[...document.querySelectorAll('.locklab-live svg text')].map((node) => node.getAttribute('fill'))`,
		func(fills []string) bool { return slices.Contains(fills, color) })
	p.act("end", `dispatchEvent(new Event('afterprint'))`)
	screen("again")
}

// The site works below any prefix of a server, asks for nothing that is not in
// it, and shows its first chart within a second. Machines are noisy, so only
// three seconds fail; the figure is logged.
func TestSiteBelowPrefix(t *testing.T) {
	var mu sync.Mutex
	var missing []string
	files := http.StripPrefix("/course/2026/", http.FileServer(http.Dir(theSite(t))))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := os.Stat(filepath.Join(theSite(t), strings.TrimPrefix(r.URL.Path, "/course/2026/"))); err != nil {
			mu.Lock()
			missing = append(missing, r.URL.Path)
			mu.Unlock()
		}
		files.ServeHTTP(w, r)
	}))
	defer server.Close()

	p := open(t, "about:blank")
	p.first(`new MutationObserver((_, watch) => {
		if (!document.querySelector('[data-locklab=live]')) return;
		performance.mark('first chart');
		watch.disconnect();
	}).observe(document, { attributeFilter: ['data-locklab'], subtree: true })`)
	p.visit(server.URL + "/course/2026/" + ttlPage)
	p.views("live charts with sliders")
	took := until(p, "mark of the first chart", `performance.getEntriesByName('first chart')[0]?.startTime ?? 0`, func(ms float64) bool { return ms > 0 })
	t.Logf("the first chart was live after %.0f ms", took)
	if took > 3000 {
		t.Errorf("the first chart was live after %.0f ms", took)
	}
	p.click("the next page", `document.querySelector('.long .next')`)
	until(p, "next page", `location.pathname`, func(path string) bool { return path == "/course/2026/03_the_stale_holder.html" })
	p.views("live charts with sliders")
	mu.Lock()
	defer mu.Unlock()
	if len(missing) > 0 {
		t.Errorf("not in the site: %v", missing)
	}
}

// A file of the runtime that is lost, cut or changed: the picture or the chart
// stays, and a line says what is missing.
func TestSiteBroken(t *testing.T) {
	for _, c := range []struct {
		file, how, say string
		live, sliders  bool
	}{
		{"locklab.js", lost, "No live chart: static/locklab.js could not be loaded", false, false},
		{"locklab.js", cut, "No live chart: static/locklab.js is damaged", false, false},
		{"echarts.min.js", lost, "No live chart: echarts.min.js could not be loaded", false, false},
		{"echarts.min.js", cut, "No live chart: echarts.min.js is damaged", false, false},
		{"place.js", lost, "No live chart: place.js could not be loaded", false, false},
		{"draw.js", cut, "No live chart: draw.js is damaged", false, false},
		{"control.js", lost, "No sliders: control.js could not be loaded", true, false},
		{"host.js", cut, "No sliders: host.js is damaged", true, false},
		{"knobs.js", lost, "No sliders: knobs.js could not be loaded", true, false},
		{"knobs.js", cut, "No sliders: knobs.js is damaged", true, false},
		{"simulations.js", lost, "No sliders: simulations.js could not be loaded", true, false},
		{"simulations.js", cut, "No sliders: simulations.js is damaged", true, false},
		{"simulations.js", changed, "No sliders: simulations.js is damaged", true, false},
		{"predict.js", lost, "No guess: predict.js could not be loaded", true, true},
		{"predict.js", cut, "No guess: predict.js is damaged", true, true},
		{"folds.js", lost, "No guess: folds.js could not be loaded", true, true},
		{"folds.js", cut, "No guess: folds.js is damaged", true, true},
		{"progress.js", lost, "No guess: progress.js could not be loaded", true, true},
	} {
		t.Run(c.file+" "+c.how, func(t *testing.T) {
			dir := filepath.Join(root, "broken site", strings.ReplaceAll(t.Name(), "/", "-"))
			if err := os.CopyFS(dir, os.DirFS(theSite(t))); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "static", c.file)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			if data = damage(data, c.how); data != nil {
				if err := os.WriteFile(file, data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			p := open(t, fileURL(dir, ttlPage, "#ttl:TTL=1s"))
			p.unfold() // as a reader has to where no script does
			want := sentence(t)
			if c.sliders {
				want = sentence(t, "-ttl", "1s")
			}
			v := until(p, "line that says "+c.say, shownViews, func(all []shownView) bool {
				return len(all) == 1 && slices.Contains(all[0].Notes, c.say) && all[0].Sentence == want
			})[0]
			if v.Sliders != c.sliders || (len(v.Pictures) == 0) != c.live || (v.State == "live") != c.live {
				t.Errorf("the page shows %+v", v)
			}
		})
	}
}

// What can happen to a file.
const (
	lost    = "lost"
	cut     = "cut"
	changed = "changed"
)

// damage is what is left of a file, nil for nothing. What is changed is one byte of
// the many in the middle of simulations.js that are the module.
func damage(data []byte, how string) []byte {
	switch how {
	case lost:
		return nil
	case cut:
		return data[:len(data)/2]
	}
	data = slices.Clone(data)
	if at := len(data) / 2; data[at] == 'A' {
		data[at] = 'B'
	} else {
		data[at] = 'A'
	}
	return data
}

// A page weighs at most 2 MB as a server compresses it, with all that it loads.
func TestSiteWeight(t *testing.T) {
	const most = 2e6 // bytes
	dir := theSite(t)
	weight := func(name string) int {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(data)
		z.Close()
		return b.Len()
	}
	shared := 0
	for _, pattern := range []string{"*.js", "*.css", "*.svg"} {
		paths, err := filepath.Glob(filepath.Join(dir, "static", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			shared += weight("static/" + filepath.Base(path))
		}
	}
	for _, name := range sitePages(t) {
		p := open(t, fileURL(dir, name, ""))
		own := weight(name)
		for _, src := range until(p, "pictures", `[...document.images].map((img) => img.getAttribute('src')).filter((src) => !src.startsWith('data:'))`, func([]string) bool { return true }) {
			own += weight(src)
		}
		t.Logf("%s: %d KB, and %d KB that all pages share", name, own/1000, shared/1000)
		if own+shared > most {
			t.Errorf("%s weighs %d bytes, want at most %.0f", name, own+shared, most)
		}
	}
}

// JupyterLab lists the licences of what it loads for the charts, and the exported
// site has them beside its pages.
func TestLicences(t *testing.T) {
	notice, err := os.ReadFile(here.Path("NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	// Some servers do not say in which letters a text is.
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		http.ServeFile(w, r, filepath.Join(theSite(t), "licences.txt"))
	}))
	defer plain.Close()
	p := open(t, plain.URL)
	until(p, "NOTICE, each letter of it", `document.body.innerText`, func(text string) bool {
		return strings.TrimSpace(text) == strings.TrimSpace(string(notice))
	})
	var listed struct {
		Bundles map[string]struct {
			Packages []struct{ VersionInfo, ExtractedText string }
		}
	}
	if err := serve(t, mainServer).call(t.Context(), http.MethodGet, "lab/api/licenses/?bundles=locklab", nil, &listed); err != nil {
		t.Fatal(err)
	}
	if p := listed.Bundles["locklab"].Packages; len(p) != 1 || p[0].VersionInfo != about.Version || p[0].ExtractedText != string(notice) {
		t.Errorf("JupyterLab lists %.300v, want NOTICE", p)
	}
}

// A failing export leaves the site as it was.
func TestExportFailsWhole(t *testing.T) {
	dir := filepath.Join(root, "kept site")
	if err := os.CopyFS(dir, os.DirFS(theSite(t))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(here.Bin("locklab"), "export", "-o", dir).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "notes.txt") || strings.Count(string(said), "\n") != 1 {
		t.Errorf("export over a file of ours: %v\n%s", err, said)
	}
	for _, name := range []string{site.Index, "notes.txt", "static/simulations.js"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
