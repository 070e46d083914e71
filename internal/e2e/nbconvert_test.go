package e2e

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// nbconvert makes pages of notebooks, in a folder beside theirs, as somebody does
// who knows only that folder and the jupyter of the set-up.
func nbconvert(t *testing.T, dir, to string, args ...string) {
	t.Helper()
	cmd := exec.Command(here.Bin("jupyter"), append([]string{"nbconvert", "--to=html", "--output-dir=" + filepath.Join(dir, to)}, args...)...)
	cmd.Dir = filepath.Join(dir, "notebooks")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("jupyter nbconvert: %v\n%s", err, said)
	}
}

func htmlName(notebook string) string { return strings.TrimSuffix(notebook, ".ipynb") + ".html" }

// A shownPage is what a reader has of a page that is not ours.
type shownPage struct {
	Text   string // with everything unfolded
	Images []shownImage
	// Controls are whatever in an output a reader could try to use.
	Controls []string
}

type shownImage struct {
	Alt   string
	Width int // its own; 0 if it could not be read
	Shown bool
}

// read opens a page from the disk and unfolds it.
func read(t *testing.T, path string) (*tab, shownPage) {
	t.Helper()
	p := open(t, fileURL(filepath.Dir(path), filepath.Base(path), ""))
	folded, err := eval[string](p, `document.body.innerText`)
	if err != nil {
		t.Fatal(err)
	}
	p.act("unfold", `for (const fold of document.querySelectorAll('details')) fold.open = true`)
	s := until(p, "pictures", `({
		Text: document.body.innerText,
		Images: [...document.images].map((img) => ({ Alt: img.alt, Width: img.complete ? img.naturalWidth : -1, Shown: img.checkVisibility() && img.getBoundingClientRect().width > 0 })),
		Controls: [...document.querySelectorAll('.jp-OutputArea-output, .output_area, .output')].flatMap((output) => [...output.querySelectorAll('button, input, select, textarea, script, iframe, canvas')].map((node) => node.outerHTML.slice(0, 100))),
	})`, func(s shownPage) bool {
		return !slices.ContainsFunc(s.Images, func(img shownImage) bool { return img.Width < 0 })
	})
	if len(s.Text) < len(folded) {
		t.Errorf("less is shown when everything is unfolded")
	}
	return p, s
}

// complaints are what the page said and what it asked other machines for.
func (p *tab) complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := append(slices.Clone(p.console), p.strange...)
	p.strange = nil
	for i := range all {
		all[i] = strings.ReplaceAll(all[i], p.url, "PAGE")
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Pages that nbconvert makes show sentences, tables and pictures, and nothing
// that does not work. Their own frame asks for scripts from the network, which is
// not there; our outputs ask for nothing.
func TestNbconvert(t *testing.T) {
	for template, names := range map[string][]string{
		"lab":     lessonNames(t),
		"classic": {ttlNotebook, "07_who_lives_by_this.ipynb"},
	} {
		t.Run(template, func(t *testing.T) {
			dir := lessonCopy(t)
			const blank = "blank.ipynb"
			if err := os.WriteFile(filepath.Join(dir, "notebooks", blank), notebook(t), 0o644); err != nil {
				t.Fatal(err)
			}
			nbconvert(t, dir, "pages", append([]string{"--template=" + template, blank}, names...)...)
			p, _ := read(t, filepath.Join(dir, "pages", htmlName(blank)))
			frame := p.complaints()
			for _, name := range names {
				p, s := read(t, filepath.Join(dir, "pages", htmlName(name)))
				shown := map[string]bool{}
				for _, img := range s.Images {
					shown[img.Alt] = img.Shown
					if img.Width == 0 {
						t.Errorf("%s: the picture %q cannot be read", name, img.Alt)
					}
				}
				for _, l := range layoutsOf(t, name) {
					l.in(t, name, s.Text)
					for _, alt := range l.alts {
						if !shown[alt] {
							t.Errorf("%s: the picture %q is not shown", name, alt)
						}
					}
				}
				if len(s.Controls) > 0 {
					t.Errorf("%s: dead controls: %v", name, s.Controls)
				}
				for _, said := range p.complaints() {
					if !slices.Contains(frame, said) {
						t.Errorf("%s: the page complains: %s", name, said)
					}
				}
			}
		})
	}
}

// nbconvert runs a notebook by the kernel of the set-up, with nothing of ours in
// its environment.
func TestNbconvertExecute(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "notebooks"), 0o755); err != nil {
		t.Fatal(err)
	}
	const name = "run.ipynb"
	text := notebook(t, importCell, "%%\np := simlib.DefaultTTL()\np.TTL = 3 * time.Second\nlab.Show(p)")
	if err := os.WriteFile(filepath.Join(dir, "notebooks", name), text, 0o644); err != nil {
		t.Fatal(err)
	}
	nbconvert(t, dir, "pages", "--execute", name)
	p, s := read(t, filepath.Join(dir, "pages", htmlName(name)))
	p.complaints() // of the page's own frame
	if want := sentence(t, "-ttl", "3s"); !strings.Contains(s.Text, want) {
		t.Errorf("there is no %q in the page:\n%s", want, s.Text)
	}
	if len(s.Images) != 2 || s.Images[0].Width == 0 {
		t.Errorf("pictures %+v, want the two of the chart", s.Images)
	}
}

var untrustedMarkup = regexp.MustCompile(`<details|class="locklab|<img[^>]* src="data:`)

// A code host that trusts nobody shows a notebook without scripts, styles,
// classes, folds and data: addresses. What GitHub does is not documented; people
// report that it drops the first four and keeps the last, so this is the harder
// case. All words and tables are there, and what each picture says.
func TestCodeHost(t *testing.T) {
	type object = map[string]any
	config, err := json.Marshal(object{
		"HTMLExporter": object{"preprocessors": []string{"nbconvert.preprocessors.sanitize.SanitizeHTML"}},
		"SanitizeHTML": object{
			"strip":      true,
			"tags":       strings.Fields("a b blockquote br code div em h1 h2 h3 h4 hr i img li ol p pre span strong sub sup table tbody td th thead tr ul"),
			"attributes": object{"a": []string{"href"}, "img": []string{"alt", "height", "src", "width"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := lessonCopy(t)
	file := filepath.Join(dir, "host.json")
	if err := os.WriteFile(file, config, 0o644); err != nil {
		t.Fatal(err)
	}
	names := lessonNames(t)
	nbconvert(t, dir, "pages", append([]string{"--config=" + file}, names...)...)
	for _, name := range names {
		path := filepath.Join(dir, "pages", htmlName(name))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if kept := untrustedMarkup.Find(text); kept != nil {
			t.Fatalf("%s: this code host lets %s pass", name, kept)
		}
		p, s := read(t, path)
		for _, l := range layoutsOf(t, name) {
			l.in(t, name, s.Text)
			for _, alt := range l.alts {
				if !slices.ContainsFunc(s.Images, func(img shownImage) bool { return img.Alt == alt }) {
					t.Errorf("%s: nothing in place of the picture %q", name, alt)
				}
			}
		}
		if strings.Contains(s.Text, "<p") || strings.Contains(s.Text, "</") {
			t.Errorf("%s: there is markup in the text", name)
		}
		if len(s.Controls) > 0 {
			t.Errorf("%s: dead controls: %v", name, s.Controls)
		}
		p.complaints()
	}
}

// The menu of JupyterLab offers no export that cannot work: it lists what its
// server names, but for custom and notebook.
func TestExportMenu(t *testing.T) {
	var got map[string]any
	if err := serve(t, mainServer).call(t.Context(), http.MethodGet, "api/nbconvert", nil, &got); err != nil {
		t.Fatal(err)
	}
	if names, want := slices.Sorted(maps.Keys(got)), []string{"custom", "html", "markdown", "notebook"}; !slices.Equal(names, want) {
		t.Errorf("exporters %q, want %q", names, want)
	}
}
