package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"locklab/internal/clone"
	"locklab/internal/need"
	"locklab/internal/proc"
	"locklab/simlib/chart"
)

// firefoxVar names the profile in the environment of all processes of Firefox.
const firefoxVar = "LOCKLAB_E2E_FIREFOX"

// A firefox is a Firefox at work, without a screen.
type firefox struct {
	*bidi
	version string

	mu   sync.Mutex
	tabs map[string]*foxTab // by the name of their context
}

// startFirefox starts Firefox with a new profile, for as long as the test.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	path, err := need.Firefox("opens the exported pages").Find()
	if err != nil {
		t.Fatal(err)
	}
	profile := filepath.Join(root, "firefox")
	if err := os.Mkdir(profile, 0o700); err != nil {
		t.Fatal(err)
	}
	said, err := os.Create(filepath.Join(root, "firefox.log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless", "--no-remote", "--profile", profile,
		"--remote-debugging-port", "0", "--remote-allow-system-access", "about:blank")
	cmd.Env = clone.With(os.Environ(), firefoxVar, profile, "MOZ_CRASHREPORTER_DISABLE", "1",
		"XDG_CACHE_HOME", filepath.Join(root, "home", ".cache")) // it would else write into the user's
	cmd.Stdout, cmd.Stderr = said, said
	ctx, end := context.WithCancel(shared)
	ended := make(chan error, 1)
	started.Go(func() {
		defer said.Close()
		ended <- proc.Run(ctx, cmd)
	})
	t.Cleanup(func() {
		end()
		if left := leftAfter(10*time.Second, firefoxVar+"="+profile); len(left) > 0 {
			t.Errorf("left behind after Firefox was stopped: %v", left)
		}
		if t.Failed() {
			keep(t, said.Name())
		}
	})

	f := &firefox{tabs: map[string]*foxTab{}}
	// With its port open it writes the address into its profile.
	var server struct {
		Host string `json:"ws_host"`
		Port int    `json:"ws_port"`
	}
	for limit := time.Now().Add(patience); f.bidi == nil; time.Sleep(poll) {
		text, err := os.ReadFile(filepath.Join(profile, "WebDriverBiDiServer.json"))
		if err == nil && json.Unmarshal(text, &server) == nil && server.Port > 0 {
			f.bidi, err = dialBidi(ctx, fmt.Sprintf("ws://%s:%d/session", server.Host, server.Port), f.heard)
		}
		select {
		case err := <-ended:
			t.Fatalf("%s ended at its start: %v", path, err)
		default:
		}
		if err != nil && time.Now().After(limit) {
			t.Fatalf("%s does not answer within %v: %v", path, patience, err)
		}
	}
	t.Cleanup(f.close)
	var session struct {
		Capabilities struct {
			Version string `json:"browserVersion"`
		}
	}
	f.do(t, "session.new", object{"capabilities": object{}}, &session)
	f.version = session.Capabilities.Version
	f.do(t, "script.addPreloadScript", object{"functionDeclaration": "() => {" + skipping + "}"}, nil)
	f.do(t, "session.subscribe", object{"events": []string{"log.entryAdded", "network.beforeRequestSent"}}, nil)
	return f
}

// do gives a command, which must work.
func (f *firefox) do(t *testing.T, method string, params, result any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(shared, patience)
	defer cancel()
	if err := f.call(ctx, method, params, result); err != nil {
		t.Fatal(err)
	}
}

// prefers sets the system's colour scheme, of which BiDi itself knows nothing,
// by a setting of Firefox.
func (f *firefox) prefers(t *testing.T, scheme string) {
	t.Helper()
	var own struct{ Contexts []struct{ Context string } }
	f.do(t, "browsingContext.getTree", object{"moz:scope": "chrome"}, &own)
	if len(own.Contexts) == 0 {
		t.Fatal("Firefox has no window")
	}
	value := map[string]int{"dark": 0, "light": 1}[scheme]
	set := fmt.Sprintf(`Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', %d), ''`, value)
	if _, err := (foxWindow{f, own.Contexts[0].Context}).evaluate(set); err != nil {
		t.Fatal(err)
	}
}

// heard takes what Firefox says about its pages.
func (f *firefox) heard(event string, params json.RawMessage) {
	var e struct {
		Context     string // of a request
		Level, Text string // of a line
		Source      struct{ Context string }
		Request     struct{ URL string }
	}
	err := json.Unmarshal(params, &e)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		for _, p := range f.tabs {
			p.console = append(p.console, fmt.Sprintf("%s: %v in %s", event, err, params))
		}
		return
	}
	p := f.tabs[e.Context+e.Source.Context]
	switch {
	case p == nil: // a tab that is closed
	case e.Request.URL != "":
		u, err := url.Parse(e.Request.URL)
		if err != nil || (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "127.0.0.1" {
			p.strange = append(p.strange, e.Request.URL)
		}
	default:
		p.console = append(p.console, e.Level+": "+e.Text)
	}
}

// A foxWindow is a window of Firefox.
type foxWindow struct {
	f       *firefox
	context string
}

func (w foxWindow) call(method string, params object, result any) error {
	ctx, cancel := context.WithTimeout(shared, patience)
	defer cancel()
	return w.f.call(ctx, method, params, result)
}

func (w foxWindow) evaluate(expression string) (string, error) {
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails struct{ Text string }
	}
	err := w.call("script.evaluate", object{"expression": expression, "target": object{"context": w.context}, "awaitPromise": true}, &answer)
	if err == nil && answer.ExceptionDetails.Text != "" {
		err = errors.New(answer.ExceptionDetails.Text)
	}
	if err != nil {
		return "", err
	}
	var text string
	err = json.Unmarshal(answer.Result.Value, &text)
	return text, err
}

// foxKeys are the keys of kb that the tests press, as WebDriver calls them.
var foxKeys = strings.NewReplacer(kb.PageUp, "\uE00E")

func (w foxWindow) keys(text string) error {
	var presses []object
	for _, key := range foxKeys.Replace(text) {
		for _, way := range []string{"keyDown", "keyUp"} {
			presses = append(presses, object{"type": way, "value": string(key)})
		}
	}
	return w.call("input.performActions", object{"context": w.context,
		"actions": []object{{"type": "key", "id": "keyboard", "actions": presses}}}, nil)
}

// A foxTab is a page of Firefox in the hands of one test.
type foxTab struct {
	reader
	w       foxWindow
	url     string
	console []string // what the page said
	strange []string // addresses that it asked for and that are not here
}

// open opens an address in a new tab.
func (f *firefox) open(t *testing.T, address string) *foxTab {
	t.Helper()
	var made struct{ Context string }
	f.do(t, "browsingContext.create", object{"type": "tab"}, &made)
	w := foxWindow{f, made.Context}
	p := &foxTab{reader: reader{t, w}, w: w, url: address}
	f.mu.Lock()
	f.tabs[w.context] = p
	f.mu.Unlock()
	t.Cleanup(func() {
		p.judge()
		f.do(t, "browsingContext.close", object{"context": w.context}, nil)
		f.mu.Lock()
		delete(f.tabs, w.context)
		f.mu.Unlock()
	})
	p.resize(1280, 800)
	f.do(t, "browsingContext.navigate", object{"context": w.context, "url": address, "wait": "complete"}, nil)
	return p
}

func (p *foxTab) resize(width, height int) {
	p.t.Helper()
	p.w.f.do(p.t, "browsingContext.setViewport", object{"context": p.w.context, "viewport": object{"width": width, "height": height}}, nil)
}

func (p *foxTab) reload() {
	p.t.Helper()
	p.w.f.do(p.t, "browsingContext.reload", object{"context": p.w.context, "wait": "complete"}, nil)
}

// judge ends a test: the page may have said nothing and asked nobody, and of one
// that failed what it showed is kept.
func (p *foxTab) judge() {
	p.w.f.mu.Lock()
	strange, console := p.strange, strings.Join(p.console, "\n")
	p.w.f.mu.Unlock()
	if len(strange) > 0 {
		p.t.Errorf("the page asked other machines: %s", strings.Join(strange, ", "))
	}
	if console != "" {
		p.t.Errorf("the page complains: %s", console)
	}
	if !p.t.Failed() {
		return
	}
	html, err := p.evaluate(`document.documentElement.outerHTML`)
	if err != nil {
		console += "\n" + err.Error()
	}
	picture, err := p.picture()
	if err != nil {
		console += "\n" + err.Error()
	}
	keepText(p.t, "page.png", string(picture))
	keepText(p.t, "page.html", html)
	keepText(p.t, "console.txt", p.url+"\n"+console+"\n")
}

// picture is the whole page as a PNG.
func (p *foxTab) picture() ([]byte, error) {
	var shot struct{ Data []byte } // in base 64
	err := p.w.call("browsingContext.captureScreenshot", object{"context": p.w.context, "origin": "document"}, &shot)
	return shot.Data, err
}

// The site from the disk in Firefox: every chart comes alive, a control of each
// kind is moved, and what the page then says is what the simulation gives
// outside it. The state is in the address, and a reload keeps it.
func TestFirefox(t *testing.T) {
	f := startFirefox(t)
	t.Logf("Firefox %s", f.version)
	for _, name := range sitePages(t) {
		t.Run(name, func(t *testing.T) {
			p := f.open(t, fileURL(theSite(t), name, ""))
			views := p.views("live charts with sliders")
			p.unfold()
			for _, width := range []int{360, 1280} {
				p.resize(width, 740)
				p.painted()
				p.seen(fmt.Sprintf("%d pixels wide", width))
			}
			p.act("answer", answering)
			until(p, "verdicts of the quizzes", `[...document.querySelectorAll('.locklab-quiz')].map((quiz) => quiz.querySelector('.locklab-quiz-verdict').textContent)`,
				func(verdicts []string) bool { return !slices.Contains(verdicts, "") })
			for i, v := range views {
				p.agrees(v.Name+" before any move", i)
				moved := map[string]bool{}
				for _, k := range v.Knobs {
					kind := k.Kind
					switch {
					case k.Slider: // of any unit
						kind = "slider"
					case kind == "choice": // one will do
						k.Options = k.Options[len(k.Options)-1:]
					}
					if !moved[kind] {
						p.moveKnob(i, v.Name, k)
						moved[kind] = true
					}
				}
			}
		})
	}
	t.Run("served under the policy of README.md", func(t *testing.T) {
		p := f.open(t, host{policy: leastPolicy(t)}.serve(t)+ttlPage)
		p.moveKnob(0, "ttl", p.views("live charts with sliders")[0].Knobs[0])
	})
	t.Run("dark", func(t *testing.T) {
		f.prefers(t, "dark")
		p := f.open(t, fileURL(theSite(t), ttlPage, ""))
		colors := func(palette, absent chart.Palette) {
			t.Helper()
			until(p, "chart in the colours of the system", inks+`(document.querySelector('.locklab-live'))`, func(inks []string) bool {
				return painted(inks, palette, absent)
			})
		}
		colors(chart.Dark, chart.Light)
		f.prefers(t, "light")
		colors(chart.Light, chart.Dark)
	})
	t.Run("address", func(t *testing.T) {
		p := f.open(t, fileURL(theSite(t), ttlPage, "#ttl:TTL=1s,StallChance=0.01"))
		setting := func(when, ttl string) {
			t.Helper()
			want := sentence(t, "-ttl", ttl, "-stall-chance", "0.01")
			until(p, "sentence of "+ttl+" "+when, shownViews, func(all []shownView) bool {
				return len(all) == 1 && all[0].Sentence == want
			})
			p.agrees("view of "+ttl+" "+when, 0)
		}
		setting("from the address", "1s")
		p.typeInto(0, "TTL", "2.5")
		setting("that was typed", "2.5s")
		until(p, "address with what was typed", `location.hash`, func(hash string) bool { return hash == "#ttl:TTL=2.5s,StallChance=0.01" })
		p.reload()
		setting("after a reload", "2.5s")
	})
}
