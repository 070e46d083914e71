package e2e

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// axeSHA256 is the digest of axe.min.js in the npm package axe-core 4.14.1,
// which looks for what keeps readers out. To get the file again:
//
//	npm pack axe-core@4.14.1
//	tar -xzf axe-core-4.14.1.tgz package/axe.min.js \
//		package/LICENSE package/LICENSE-3RD-PARTY.txt
const (
	axeVersion = "4.14.1"
	axeSHA256  = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
)

//go:embed axe
var axeFiles embed.FS

func axeFile(t *testing.T, name string) string {
	t.Helper()
	text, err := axeFiles.ReadFile("axe/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAxeUnmodified(t *testing.T) {
	text := axeFile(t, "axe.min.js")
	sum := sha256.Sum256([]byte(text))
	if got := hex.EncodeToString(sum[:]); got != axeSHA256 {
		t.Errorf("axe.min.js has digest %s, want %s", got, axeSHA256)
	}
	if want := "/*! axe v" + axeVersion + "\n"; !strings.HasPrefix(text, want) {
		t.Errorf("axe.min.js does not begin with %q", want)
	}
	for name, want := range map[string]string{
		"LICENSE":               "Mozilla Public License, version 2.0",
		"LICENSE-3RD-PARTY.txt": "MIT License",
	} {
		if !strings.Contains(axeFile(t, name), want) {
			t.Errorf("%s does not say %q", name, want)
		}
	}
}

// A finding is what axe has against a page.
type finding struct {
	ID, Impact, Help string
	Nodes            []string
}

// accessible asks axe about what a selector finds.
func (p reader) accessible(when, selector string) {
	p.t.Helper()
	if there, err := eval[bool](p, `'axe' in globalThis`); err != nil || !there {
		if _, err := p.evaluate(axeFile(p.t, "axe.min.js") + "\n''"); err != nil {
			p.t.Fatalf("axe: %v", err)
		}
	}
	text, err := p.evaluate(`(async () => {
		const { violations, passes } = await axe.run(` + quoted(selector) + `, { resultTypes: ['violations'] });
		return JSON.stringify({ Passes: passes.length, Findings: violations.map(({ id, impact, help, nodes }) =>
			({ ID: id, Impact: impact, Help: help, Nodes: nodes.map(({ html, target }) => target.join(' ') + ' ' + html.slice(0, 200)) })) });
	})()`)
	var answer struct {
		Passes   int
		Findings []finding
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &answer)
	}
	if err != nil {
		p.t.Fatalf("axe %s: %v", when, err)
	}
	if answer.Passes == 0 {
		p.t.Errorf("%s: axe found nothing to look at", when)
	}
	for _, f := range answer.Findings {
		p.t.Errorf("%s: %s (%s, %s): %s", when, f.Help, f.ID, f.Impact, strings.Join(f.Nodes, "\n"))
	}
}

// quoted is a text as JavaScript writes it.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text has JSON
	}
	return string(b)
}

// An output in JupyterLab, in both themes.
func TestNotebookIsAccessible(t *testing.T) {
	p := show(t, serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, released(t, ttlNotebook)))
	p.live("live chart from the saved output", sentence(t), false)
	p.ready()
	p.unfold()
	p.accessible("in the light", ".locklab")
	p.theme("JupyterLab Dark")
	until(p, "dark page", `document.body.dataset.jpThemeLight`, func(light string) bool { return light == "false" })
	p.painted()
	p.accessible("in the dark", ".locklab")
}
