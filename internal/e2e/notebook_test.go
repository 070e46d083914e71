package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"locklab/internal/jupyter"
)

const ttlNotebook = "02_the_lock_must_expire.ipynb"

// importCell is what each notebook of the lesson starts with.
const importCell = "import (\n\t\"locklab/simlib\"\n\t\"locklab/simlib/lab\"\n)"

// folder is a new folder of the lesson copy for a test, as a path and as the
// server names it.
func folder(t *testing.T) (dir, name string) {
	t.Helper()
	name = strings.ReplaceAll(t.Name(), "/", " ")
	dir = filepath.Join(lesson, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, name
}

// released is the text of a notebook of the lesson.
func released(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(here.Path("notebooks", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// write puts a notebook into the test's folder and returns its name for the
// server.
func write(t *testing.T, name string, text []byte) string {
	t.Helper()
	dir, at := folder(t)
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return at + "/" + name
}

// trusted is write and then signs the notebook for this run's home, as
// `locklab open` does for the learner's.
func trusted(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := write(t, name, text)
	cmd := jupyter.Command(here, "trust", "--", filepath.Join(lesson, path))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("jupyter trust: %v: %s", err, out)
	}
	return path
}

// notebook is the text of a notebook with code cells and no outputs.
func notebook(t *testing.T, cells ...string) []byte {
	t.Helper()
	list := []object{}
	for i, source := range cells {
		list = append(list, object{"cell_type": "code", "id": fmt.Sprintf("cell-%d", i+1), "metadata": object{},
			"execution_count": nil, "outputs": []any{}, "source": source})
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetIndent("", " ")
	if err := enc.Encode(object{
		"cells": list, "nbformat": 4, "nbformat_minor": 5,
		"metadata": object{"kernelspec": object{"display_name": "Go (gonb)", "language": "go", "name": "gonb"}},
	}); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// sentence is the first line of what `locklab sim ttl` prints.
func sentence(t *testing.T, flags ...string) string {
	t.Helper()
	cmd := exec.Command(here.Bin("locklab"), append([]string{"sim", "ttl"}, flags...)...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("locklab sim ttl: %v", err)
	}
	said, _, _ := strings.Cut(string(out), "\n")
	return said
}

var inSentence = regexp.MustCompile(`^With a TTL of (.*?), .* At one job every .*? that makes (.*?)\. `)

// dotLabel is what the chart writes at its dot, made from the sentence.
func dotLabel(t *testing.T, sentence string) string {
	t.Helper()
	m := inSentence.FindStringSubmatch(sentence)
	if m == nil {
		t.Fatalf("the sentence has another form than this test knows: %q", sentence)
	}
	rate := regexp.MustCompile(` overlaps?`).ReplaceAllString(m[2], "")
	return "TTL " + m[1] + ": " + rate
}

// A front is one of the two front ends of a server.
type front struct {
	name string
	path string // before the notebook's name
}

var (
	jupyterLab = front{"JupyterLab", "lab/workspaces/%s/tree/"}
	notebook7  = front{"Notebook 7", "notebooks/"}
)

// show opens a notebook of a server in a front end for a new reader.
func show(t *testing.T, s *server, f front, path string) *tab {
	t.Helper()
	p := open(t, "about:blank")
	p.show(s, f, path)
	return p
}

// show opens a notebook of a server in a front end.
func (p *tab) show(s *server, f front, path string) {
	p.t.Helper()
	at := f.path
	if strings.Contains(at, "%s") {
		// A workspace of its own: JupyterLab would else open what was open before.
		at = fmt.Sprintf(at, regexp.MustCompile(`\W+`).ReplaceAllString(path, "-"))
	}
	p.s, p.path = s, path
	p.visit(s.url + at + (&url.URL{Path: path}).EscapedPath() + "?token=" + s.token)
}

// A cell is a code cell as the page shows it.
type cell struct {
	Count   string // in the brackets at its left: "1", "*" or ""; "folded" of code that is folded, which has none
	Source  string
	Outputs []output
}

type output struct {
	State    string // of the chart: "", "loading", "live" or "failed"
	Seen     bool   // it was there when mark was called
	Sentence string
	Caption  string
	Charts   []liveChart
	Pictures []picture
	Controls []string // whatever in it a reader could try to use, by tag and words
	Notes    []string
	Text     string // all of it
}

type liveChart struct {
	Label string   // for those who do not see it
	Texts []string // written in it
	Inks  []string // its colours
}

type picture struct {
	Shown   bool
	Natural int // its own width; 0 if it could not be read
}

// look is the expression of JavaScript for all code cells.
const look = `[...document.querySelectorAll('.jp-Notebook .jp-CodeCell')].map((cell) => ({
	Count: (cell.querySelector('.jp-InputPlaceholder') ? 'folded' : cell.querySelector('.jp-InputPrompt')?.textContent ?? '').replace(/[\[\]:\s]/g, ''),
	Source: [...cell.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
	Outputs: [...cell.querySelectorAll('.jp-OutputArea-output')].map((output) => {
		const root = output.querySelector('.locklab');
		const text = (selector) => output.querySelector(selector)?.textContent ?? '';
		return {
			State: root?.dataset.locklab ?? '',
			Seen: output.querySelector('[data-e2e-seen]') !== null,
			Sentence: text('.locklab-sentence'),
			Caption: text('.locklab-caption'),
			Charts: [...output.querySelectorAll('.locklab-live')].map((live) => ({
				Label: live.getAttribute('aria-label'),
				Texts: live.querySelector('canvas')?.e2eTexts ?? [],
				Inks: ` + inks + `(live),
			})),
			Pictures: [...output.querySelectorAll('img')].map((img) => ({
				Shown: img.checkVisibility() && img.getBoundingClientRect().width > 0,
				Natural: img.naturalWidth,
			})),
			Controls: [...output.querySelectorAll('button, input, select, textarea, script, iframe, canvas, a')].map((node) => (node.tagName + ' ' + node.textContent).trim()),
			Notes: [...output.querySelectorAll('.locklab-note')].map((note) => note.textContent).filter(Boolean),
			Text: output.innerText,
		};
	}),
}))`

// cells waits until the code cells are right.
func (p *tab) cells(what string, right func([]cell) bool) []cell {
	p.t.Helper()
	return until(p, what, look, right)
}

// ofTTL is the one output of notebook 02 that is a chart, or nil.
func ofTTL(cells []cell) *output {
	if len(cells) != 4 || len(cells[1].Outputs) != 1 {
		return nil
	}
	return &cells[1].Outputs[0]
}

// live waits for notebook 02 with a chart that shows a sentence. With fresh it
// must have come after mark was called.
func (p *tab) live(what, sentence string, fresh bool) []cell {
	p.t.Helper()
	dot := dotLabel(p.t, sentence)
	cells := p.cells(what, func(cells []cell) bool {
		o := ofTTL(cells)
		for _, c := range cells {
			if c.Count == "" || c.Count == "*" {
				return false
			}
		}
		return o != nil && o.State == "live" && o.Sentence == sentence && !(fresh && o.Seen) &&
			len(o.Charts) > 0 && strings.Contains(strings.Join(o.Charts[0].Texts, "\n"), dot)
	})
	o := ofTTL(cells)
	ttl, rate, _ := strings.Cut(strings.TrimPrefix(dot, "TTL "), ": ")
	if label := o.Charts[0].Label; !strings.Contains(label, "TTL of "+ttl+":") || !strings.Contains(label, rate) {
		p.t.Errorf("%s: the chart's text alternative is %q, want it to say %s and %s", what, label, ttl, rate)
	}
	for _, pic := range o.Pictures {
		if pic.Shown {
			p.t.Errorf("%s: the static picture is shown beside the live chart", what)
		}
	}
	if len(o.Notes) > 0 {
		p.t.Errorf("%s: the chart is live and says %q", what, o.Notes)
	}
	return cells
}

// ready waits until the notebook has its kernel and the kernel waits for work.
// JupyterLab's own word for that is at first "unknown", not "idle".
func (p *tab) ready() {
	p.t.Helper()
	var sessions []struct {
		Path   string
		Kernel struct {
			State       string `json:"execution_state"`
			Connections int
		}
	}
	for limit := time.Now().Add(patience); ; time.Sleep(poll) {
		if err := p.s.call(p.ctx, http.MethodGet, "api/sessions", nil, &sessions); err != nil {
			p.t.Fatal(err)
		}
		for _, one := range sessions {
			if one.Path == p.path && one.Kernel.State == "idle" && one.Kernel.Connections > 0 {
				return
			}
		}
		if time.Now().After(limit) {
			p.t.Fatalf("the notebook has no idle kernel within %v: %+v", patience, sessions)
		}
	}
}

// mark makes outputs that are there known, so that new ones can be told apart.
func (p *tab) mark() {
	p.t.Helper()
	if _, err := eval[any](p, `document.querySelectorAll('.jp-OutputArea-output > *').forEach((node) => { (node.querySelector('.locklab') ?? node).dataset.e2eSeen = ''; })`); err != nil {
		p.t.Fatal(err)
	}
}

// runAll chooses Run All Cells from the menu.
func (p *tab) runAll() {
	p.t.Helper()
	p.ready()
	p.mark()
	p.menu("Run", "Run All Cells")
}

// retype changes a text in a code cell with the keyboard and runs the cell:
// click on the line, go to the text, select it, type over it, Shift+Enter.
func (p *tab) retype(nth int, old, replacement string) {
	p.t.Helper()
	before := p.cells("cell to edit", func(cells []cell) bool {
		return len(cells) > nth && strings.Contains(cells[nth].Source, old)
	})[nth].Source
	ahead, _, _ := strings.Cut(before, old)
	line := strings.Count(ahead, "\n")
	column := len([]rune(ahead[strings.LastIndex(ahead, "\n")+1:]))
	p.click("the line to edit", fmt.Sprintf(`document.querySelectorAll('.jp-Notebook .jp-CodeCell')[%d]?.querySelectorAll('.cm-line')[%d]`, nth, line))
	p.press(kb.Home, 1)
	p.press(kb.ArrowRight, column)
	p.press(kb.ArrowRight, len([]rune(old)), shift)
	p.do("type", chromedp.KeyEvent(replacement))
	want := strings.Replace(before, old, replacement, 1)
	p.cells("edited cell", func(cells []cell) bool { return len(cells) > nth && cells[nth].Source == want })
	p.mark()
	p.press(kb.Enter, 1, shift)
}
