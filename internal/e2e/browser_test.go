package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"locklab/internal/need"
)

const (
	// patience is how long any one thing may take before a test gives it up;
	// on an idle machine all of them take a second or three.
	patience = time.Minute
	poll     = 50 * time.Millisecond

	tall = 2600 // pixels, to see a whole notebook at once
)

// browser is the one Chromium of almost all tests.
var browser = sync.OnceValues(func() (context.Context, error) { return startChromium("chromium") })

// startChromium starts a Chromium that keeps its files under a name, with more
// in its environment, each as in NAME=value, until the tests end.
func startChromium(name string, env ...string) (context.Context, error) {
	path, err := need.Chromium("opens the pages").Find()
	if err != nil {
		return nil, err
	}
	said, err := os.Create(filepath.Join(root, name+".log"))
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(filepath.Join(root, name)),
		chromedp.Env(env...),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-gpu", true),
		// The pages are our own, and the sandbox works neither for root nor in
		// every user namespace.
		chromedp.NoSandbox,
		chromedp.CombinedOutput(said),
		chromedp.WSURLReadTimeout(patience),
	)
	allocator, endAllocator := chromedp.NewExecAllocator(shared, options...)
	quiet := func(string, ...any) {} // about events that are newer than chromedp
	ctx, endBrowser := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet))
	if err := chromedp.Run(ctx); err != nil {
		endBrowser()
		endAllocator()
		text, _ := os.ReadFile(said.Name())
		return nil, fmt.Errorf("%s does not start: %w\n%s", path, err, text)
	}
	started.Go(func() {
		<-shared.Done()
		endAllocator() // waits until the process is gone
		said.Close()
	})
	return ctx, nil
}

// A reader has a page before their eyes and a keyboard under their hands, in
// whatever browser.
type reader struct {
	t *testing.T
	window
}

// A window is what a browser gives a reader.
type window interface {
	// evaluate returns the value of an expression of JavaScript: a text, or the
	// promise of one.
	evaluate(expression string) (string, error)
	// keys presses a key for each rune of a text; kb names those that write none.
	keys(text string) error
}

// A chromeWindow is a window of Chromium.
type chromeWindow struct{ ctx context.Context }

func (w chromeWindow) run(action chromedp.Action) error {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, action)
}

func (w chromeWindow) evaluate(expression string) (string, error) {
	var text string
	err := w.run(chromedp.Evaluate(expression, &text, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	return text, err
}

func (w chromeWindow) keys(text string) error { return w.run(chromedp.KeyEvent(text)) }

// A tab is a page of Chromium in the hands of one test.
type tab struct {
	reader
	ctx     context.Context
	browser context.Context
	url     string
	profile cdp.BrowserContextID
	skips   pages.ScriptIdentifier // what presses Skip

	// Of a notebook: who serves it, and under which name.
	s    *server
	path string

	mu      sync.Mutex
	console []string // what the page said
	strange []string // addresses that it asked for and that are not here
}

// open opens an address for a new reader, of whom the browser knows nothing and
// who skips whatever is to be guessed or walked.
func open(t *testing.T, address string) *tab {
	t.Helper()
	b, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	return openBy(t, b, address)
}

// openBy does so in a browser.
func openBy(t *testing.T, b context.Context, address string) *tab {
	t.Helper()
	all := cdp.WithExecutor(b, chromedp.FromContext(b).Browser)
	profile, err := target.CreateBrowserContext().Do(all)
	if err != nil {
		t.Fatalf("a new profile of the browser: %v", err)
	}
	t.Cleanup(func() {
		if err := target.DisposeBrowserContext(profile).Do(all); err != nil {
			t.Errorf("the browser's profile: %v", err)
		}
	})
	return openIn(t, b, profile, address)
}

// beside opens an address in another tab of the same reader.
func (p *tab) beside(address string) *tab {
	p.t.Helper()
	return openIn(p.t, p.browser, p.profile, address)
}

// skipping presses Skip as soon as a page asks for a guess, because the charts
// come after that, and Show all as soon as there is a walk.
const skipping = `const e2eWalks = new WeakSet();
new MutationObserver(() => {
	for (const button of document.querySelectorAll('.locklab-predict-ask button')) {
		if (button.textContent === 'Skip') button.click();
	}
	for (const button of document.querySelectorAll('.locklab-stepping > button')) {
		if (button.textContent !== 'Show all' || e2eWalks.has(button)) continue;
		e2eWalks.add(button);
		button.click();
	}
}).observe(document, { childList: true, subtree: true })`

// guesses makes the reader of a tab one who skips nothing from the next page on.
func (p *tab) guesses() {
	p.t.Helper()
	p.do("skip no more", pages.RemoveScriptToEvaluateOnNewDocument(p.skips))
}

// first runs a script in each page before the page's own.
func (p *tab) first(script string) (id pages.ScriptIdentifier) {
	p.t.Helper()
	p.do("prepare pages", chromedp.ActionFunc(func(ctx context.Context) (err error) {
		id, err = pages.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
	return id
}

// recording is JavaScript that keeps what is drawn: in e2eTexts of a canvas the
// words that are on it, and in e2eDrawn when which canvas was begun anew.
const recording = `(() => {
	const drawing = CanvasRenderingContext2D.prototype;
	const { clearRect, fillText } = drawing;
	window.e2eDrawn = [];
	drawing.clearRect = function (...area) {
		this.canvas.e2eTexts = [];
		e2eDrawn.push({ canvas: this.canvas, at: performance.now() });
		return clearRect.apply(this, area);
	};
	drawing.fillText = function (text, ...place) {
		(this.canvas.e2eTexts ??= []).push(text);
		return fillText.call(this, text, ...place);
	};
})()`

func openIn(t *testing.T, b context.Context, profile cdp.BrowserContextID, address string) *tab {
	t.Helper()
	// A window of its own: a tab in the background draws nothing, and so no chart.
	id, err := target.CreateTarget("about:blank").WithNewWindow(true).WithBrowserContextID(profile).
		Do(cdp.WithExecutor(b, chromedp.FromContext(b).Browser))
	if err != nil {
		t.Fatalf("a new window of the browser: %v", err)
	}
	ctx, end := chromedp.NewContext(b, chromedp.WithTargetID(id))
	p := &tab{reader: reader{t, chromeWindow{ctx}}, ctx: ctx, browser: b, url: address, profile: profile}
	t.Cleanup(func() {
		p.judge()
		end()
	})
	// The tab lives as long as the context of the first Run.
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	chromedp.ListenTarget(ctx, p.hear)
	p.do("focus", emulation.SetFocusEmulationEnabled(true))
	p.resize(1280, tall)
	p.first(recording)
	p.skips = p.first(skipping)
	p.visit(address)
	return p
}

// visit opens an address in the same tab.
func (p *tab) visit(address string) {
	p.t.Helper()
	p.url = address
	p.do("open "+address, chromedp.Navigate(address))
}

// hear takes what the browser says about the page.
func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range e.Args {
			if a.Value != nil {
				words = append(words, string(a.Value))
			} else {
				words = append(words, a.Description)
			}
		}
		p.console = append(p.console, fmt.Sprintf("%s: %s", e.Type, strings.Join(words, " ")))
	case *runtime.EventExceptionThrown:
		p.console = append(p.console, "exception: "+e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		p.console = append(p.console, fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL))
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "127.0.0.1" {
			p.strange = append(p.strange, e.Request.URL)
		}
	case *pages.EventJavascriptDialogOpening: // "leave without saving?"
		go chromedp.Run(p.ctx, pages.HandleJavaScriptDialog(true))
	}
}

// judge ends a test: no page may have asked another machine, and of one that
// failed what it showed is kept.
func (p *tab) judge() {
	p.mu.Lock()
	strange, console := p.strange, strings.Join(p.console, "\n")
	p.mu.Unlock()
	if len(strange) > 0 {
		p.t.Errorf("the page asked other machines: %s", strings.Join(strange, ", "))
	}
	if !p.t.Failed() {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var picture []byte
	var html string
	errs := []error{
		chromedp.Run(ctx, chromedp.CaptureScreenshot(&picture)),
		chromedp.Run(ctx, chromedp.Evaluate(`document.documentElement.outerHTML`, &html)),
	}
	for _, err := range errs {
		if err != nil {
			console += "\n" + err.Error()
		}
	}
	keepText(p.t, "page.png", string(picture))
	keepText(p.t, "page.html", html)
	keepText(p.t, "console.txt", p.url+"\n"+console+"\n")
}

// ---- What a test keeps when it fails ----

var kept sync.Map // from a test's name to its folder

func keepFolder(t *testing.T) (string, error) {
	if dir, ok := kept.Load(t.Name()); ok {
		return dir.(string), nil
	}
	dir := filepath.Join(filepath.Dir(root), "locklab-e2e-failed", strings.ReplaceAll(t.Name(), "/", "-"))
	if os.Getenv("LOCKLAB_E2E_KEEP") != "" {
		dir = filepath.Join(os.Getenv("LOCKLAB_E2E_KEEP"), strings.ReplaceAll(t.Name(), "/", "-"))
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	kept.Store(t.Name(), dir)
	t.Logf("what it saw is in %s", dir)
	return dir, nil
}

func keepText(t *testing.T, name, text string) {
	dir, err := keepFolder(t)
	if err == nil {
		for n := 2; ; n++ { // a test may have more than one tab
			if _, statErr := os.Stat(filepath.Join(dir, name)); statErr != nil {
				break
			}
			ext := filepath.Ext(name)
			name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
		}
		err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
	}
	if err != nil {
		t.Logf("could not keep %s: %v", name, err)
	}
}

func keep(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Log(err)
		return
	}
	keepText(t, filepath.Base(file), string(text))
}

// ---- What a hand does ----

func (p *tab) do(what string, actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

func (p *tab) resize(width, height int64) {
	p.t.Helper()
	p.do("resize", chromedp.EmulateViewport(width, height))
}

// prefer sets what the system says about the reader, such as
// prefers-color-scheme.
func (p *tab) prefer(feature, value string) {
	p.t.Helper()
	p.do("prefer "+value, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: feature, Value: value}}))
}

func (p *tab) reload() {
	p.t.Helper()
	p.do("reload", chromedp.Reload())
}

// A spot is where an element can be clicked.
type spot struct {
	There, Free bool // in the page; and not covered by something else
	X, Y        float64
}

// find finds an element, an expression of JavaScript, once nothing covers it and it
// stands still: what is above it may still be growing.
func (p *tab) find(element string, limit time.Duration) spot {
	p.t.Helper()
	var was spot
	for end := time.Now().Add(limit); ; time.Sleep(poll) {
		s, err := eval[spot](p, `(() => {
			const node = `+element+`;
			if (!node) return { There: false };
			node.scrollIntoView({ block: 'nearest' });
			const { left, top, width, height } = node.getClientRects()[0] ?? new DOMRect(); // a link may go on in the next line
			const [X, Y] = [left + width / 2, top + height / 2];
			const hit = width > 0 && height > 0 && document.elementFromPoint(X, Y);
			return { There: true, Free: Boolean(hit) && (node.contains(hit) || hit.contains(node)), X, Y };
		})()`)
		if err == nil && s.Free && s == was || time.Now().After(end) {
			return s
		}
		was = s
	}
}

func (p *tab) click(what, element string) {
	p.t.Helper()
	s := p.find(element, patience)
	if !s.Free {
		p.t.Fatalf("%s: no such thing to click on within %v; saw %+v", what, patience, s)
	}
	p.clickAt(what, s)
}

func (p *tab) clickAt(what string, s spot) {
	p.t.Helper()
	// A menu does not take a click from a mouse that was not there before.
	p.do("click on "+what, chromedp.MouseEvent(input.MouseMoved, s.X, s.Y), chromedp.MouseClickXY(s.X, s.Y))
}

// menu chooses an item of the menu bar by the words on the way to it. A menu
// closes when the page moves the focus, as it does while it starts; a learner
// then opens it again.
func (p *tab) menu(path ...string) {
	p.t.Helper()
	item := func(nodes, label string) string {
		return fmt.Sprintf(`[...document.querySelectorAll(%q)].findLast((item) => item.querySelector('.lm-Menu-itemLabel, .lm-MenuBar-itemLabel').textContent === %q)`, nodes, label)
	}
	for end := time.Now().Add(patience); ; {
		p.click("menu "+path[0], item(".lm-MenuBar-item", path[0]))
		chosen := 1
		for chosen < len(path) {
			s := p.find(item(".lm-Menu-item", path[chosen]), 5*time.Second)
			if !s.Free {
				break
			}
			p.clickAt(path[chosen], s)
			chosen++
		}
		if chosen == len(path) {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("menu %s: no item %s", strings.Join(path[:chosen], ", "), path[chosen])
		}
		p.press(kb.Escape, len(path))
	}
}

// ---- What an eye sees ----

// eval evaluates an expression of JavaScript. A space at which no line ends looks
// like any other.
func eval[T any](p window, expression string) (T, error) {
	var value T
	text, err := p.evaluate(`JSON.stringify(` + expression + `) ?? 'null'`)
	if err != nil {
		return value, err
	}
	return value, json.Unmarshal([]byte(strings.ReplaceAll(text, "\u00a0", " ")), &value)
}

// A testWindow is a reader, or whoever has one.
type testWindow interface {
	window
	test() *testing.T
}

func (r reader) test() *testing.T { return r.t }

// until looks at an expression of JavaScript until its value is right, and
// fails the test with the last value if it never is.
func until[T any](p testWindow, what, expression string, right func(T) bool) T {
	t := p.test()
	t.Helper()
	var value T
	var err error
	for limit := time.Now().Add(patience); ; time.Sleep(poll) {
		if value, err = eval[T](p, expression); err == nil && right(value) {
			return value
		}
		if time.Now().After(limit) {
			saw := fmt.Sprintf("%+v", value)
			if err != nil {
				saw = err.Error()
			}
			if len(saw) > 2000 {
				saw = saw[:2000] + "…"
			}
			t.Fatalf("no %s within %v; saw %s", what, patience, saw)
		}
	}
}

// press types a key with modifiers, n times.
func (p *tab) press(key string, n int, modifiers ...input.Modifier) {
	p.t.Helper()
	for range n {
		p.do("press a key", chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...)))
	}
}

const shift = input.ModifierShift
