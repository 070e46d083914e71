//go:build e2e

package e2e

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"locklab/internal/nb"
	"locklab/internal/site"
)

// A layout is what an output with a chart says to a reader who has no runtime.
type layout struct {
	html     string
	sentence string
	caption  string
	alts     []string // of its pictures
	rows     []string // of its tables, squeezed
}

var (
	inLayout = regexp.MustCompile(`<p class="locklab-(\w+)">(.*?)</p>`)
	altOf    = regexp.MustCompile(`<img [^>]*alt="(.*?)"`)
	rowOf    = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
	cellOf   = regexp.MustCompile(`(?s)<t[hd]>(.*?)</t[hd]>`)
)

// layoutsOf are the charts of a notebook of the lesson.
func layoutsOf(t *testing.T, name string) []layout {
	t.Helper()
	n, _, err := nb.Read(here.Path("notebooks", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []layout
	for _, cell := range n.Cells {
		for _, o := range cell.Outputs() {
			if o.Data[site.ViewMIME] == "" {
				continue
			}
			l := layout{html: o.Data["text/html"]}
			for _, p := range inLayout.FindAllStringSubmatch(l.html, -1) {
				switch said := html.UnescapeString(p[2]); p[1] {
				case "sentence":
					l.sentence = said
				case "caption":
					l.caption = said
				}
			}
			for _, img := range altOf.FindAllStringSubmatch(l.html, -1) {
				l.alts = append(l.alts, html.UnescapeString(img[1]))
			}
			for _, row := range rowOf.FindAllStringSubmatch(l.html, -1) {
				text := ""
				for _, cell := range cellOf.FindAllStringSubmatch(row[1], -1) {
					text += html.UnescapeString(cell[1])
				}
				l.rows = append(l.rows, squeeze(text))
			}
			if l.sentence == "" || l.caption == "" || len(l.alts) == 0 || len(l.rows) < 2 {
				t.Fatalf("%s: an output of another form than this test knows:\n%.300s", name, l.html)
			}
			all = append(all, l)
		}
	}
	return all
}

// in complains of what of the layout is not in a text.
func (l layout) in(t *testing.T, where, text string) {
	t.Helper()
	squeezed := squeeze(text)
	for _, want := range append([]string{l.sentence, l.caption}, l.rows...) {
		if !strings.Contains(squeezed, squeeze(want)) {
			t.Errorf("%s: there is no %q", where, want)
		}
	}
}

// lessonNames are the notebooks of the lesson.
func lessonNames(t *testing.T) []string {
	t.Helper()
	paths, err := nb.Lesson(here)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	charts := 0
	for _, path := range paths {
		names = append(names, filepath.Base(path))
		charts += len(layoutsOf(t, filepath.Base(path)))
	}
	if charts < 6 {
		t.Fatalf("%d charts in the lesson, want one of each simulation at least", charts)
	}
	return names
}

// lessonCopy is a folder with the notebooks and the pictures that they name.
func lessonCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"notebooks", "images"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(here.Path(part))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
