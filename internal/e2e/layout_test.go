package e2e

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"locklab/internal/nb"
)

// A layout is what an output in HTML says to a reader who has no runtime.
type layout struct {
	html  string
	chart bool
	says  []string // its paragraphs, points and rows of tables, squeezed
	alts  []string // of its pictures
}

var (
	blockTag  = regexp.MustCompile(`</?(?:p|div|li|ol|ul|table|tr|details|summary)\b[^>]*>`)
	inlineTag = regexp.MustCompile(`<[^>]*>`)
	altOf     = regexp.MustCompile(`<img [^>]*alt="(.*?)"`)
)

func layoutOf(o nb.Output) layout {
	l := layout{html: o.Data["text/html"], chart: o.Data["image/png"] != ""}
	for _, block := range blockTag.Split(l.html, -1) {
		if said := squeeze(html.UnescapeString(inlineTag.ReplaceAllString(block, ""))); said != "" {
			l.says = append(l.says, said)
		}
	}
	for _, img := range altOf.FindAllStringSubmatch(l.html, -1) {
		l.alts = append(l.alts, html.UnescapeString(img[1]))
	}
	return l
}

// layoutsOf are the outputs in HTML of a notebook of the lesson.
func layoutsOf(t *testing.T, name string) []layout {
	t.Helper()
	n, _, err := nb.Read(here.Path("notebooks", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []layout
	for _, cell := range n.Cells {
		for _, o := range cell.Outputs() {
			if o.Data["text/html"] == "" {
				continue
			}
			l := layoutOf(o)
			if len(l.says) < 2 || l.chart != (len(l.alts) > 0) {
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
	for _, want := range l.says {
		if !strings.Contains(squeezed, want) {
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
		for _, l := range layoutsOf(t, filepath.Base(path)) {
			if l.chart {
				charts++
			}
		}
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
