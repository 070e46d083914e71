package e2e

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	printing "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/ledongthuc/pdf"
	"golang.org/x/text/unicode/norm"

	"locklab/internal/about"
	"locklab/internal/nb"
	"locklab/internal/site"
	"locklab/simlib/quiz"
)

// squeeze drops what a PDF knows nothing of, where words and lines end, and what
// depends on the font, such as an fi that is one letter.
func squeeze(text string) string { return norm.NFKC.String(strings.Join(strings.Fields(text), "")) }

// printed is a page of a PDF: its text, squeezed, and where each letter is.
type printed struct {
	text    string
	letters []pdf.Text
}

func printedPages(t *testing.T, r *pdf.Reader) []printed {
	t.Helper()
	pages := []printed{{}} // as they are counted
	for n := range r.NumPage() {
		text, err := r.Page(n + 1).GetPlainText(nil)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, printed{squeeze(text), r.Page(n + 1).Content().Text})
	}
	return pages
}

var (
	drawing = regexp.MustCompile(`data:image/svg\+xml;base64,([^"]+)`)
	// contentsEntry is the number of a section, its title, what it is about, and
	// its page.
	contentsEntry = regexp.MustCompile(`(?m)^(\d+)\n(?:\D.*\n)+(\d+)$`)
	chartTitle    = regexp.MustCompile(`<text[^>]*>([^<]+)</text>`)
)

// The PDF is the whole lesson, in order and readable, with its charts drawn and
// not as pixels, with contents that lead to the right pages, and leaves nothing
// behind.
func TestPDF(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "temp"))
	t.Setenv("HOME", filepath.Join(dir, "home"))
	for _, made := range []string{"temp", "home"} {
		if err := os.Mkdir(filepath.Join(dir, made), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "of the lesson.pdf")
	start := time.Now()
	const source = "https://example.org/a-course/locklab"
	if said, err := exec.Command(here.Bin("locklab"), "export", "-pdf", "-source", source, "-o", path).CombinedOutput(); err != nil {
		t.Fatalf("locklab export -pdf: %v\n%s", err, said)
	}
	t.Logf("printed in %v", time.Since(start).Round(time.Millisecond))
	nothingLeft(t, filepath.Join(dir, "temp"), filepath.Join(dir, "home"))

	f, r, err := pdf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pages := printedPages(t, r)
	notebooks, err := nb.Lesson(here)
	if err != nil {
		t.Fatal(err)
	}
	if least, most := len(notebooks), 5*len(notebooks); r.NumPage() < least || r.NumPage() > most {
		t.Errorf("%d pages, want %d to %d", r.NumPage(), least, most)
	}

	contents, err := r.Page(1).GetPlainText(nil)
	if err != nil {
		t.Fatal(err)
	}
	says := map[string]string{} // of a section's number, that of its page
	for _, entry := range contentsEntry.FindAllStringSubmatch(contents, -1) {
		says[entry[1]] = entry[2]
	}
	number := regexp.MustCompile(`^\d+`)
	begins, ends := 1, 0 // the pages of the section
	bookmarks := r.Outline().Child
	if len(bookmarks) != len(notebooks)+1 || bookmarks[len(notebooks)].Title != "Answers" {
		t.Fatalf("%d bookmarks of %d sections and the answers: %+v", len(bookmarks), len(notebooks), bookmarks)
	}
	answers := ""
	for _, p := range pages {
		if answers != "" || strings.Contains(p.text, "ThequizzesAnswers") {
			answers += p.text
		}
	}
	charts := 0
	for i, path := range notebooks {
		n, _, err := nb.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		title := bookmarks[i].Title
		if heading := regexp.MustCompile(`(?m)^# (.*)`).FindStringSubmatch(n.Cells[0].Source()); heading == nil || heading[1] != title {
			t.Errorf("%s: the bookmark is %q, want it to be %q", name, title, heading)
		}
		if i == 0 {
			continue
		}
		section, _ := strconv.Atoi(number.FindString(name))
		opening := squeeze("Section " + strconv.Itoa(section) + " " + title)
		for begins++; begins < len(pages) && !strings.Contains(pages[begins].text, opening); begins++ {
		}
		if begins == len(pages) {
			t.Fatalf("%s: no page with %q after those of the section before", name, opening)
		}
		if got := says[strconv.Itoa(section)]; got != strconv.Itoa(begins) {
			t.Errorf("%s begins on page %d, and the contents say %q:\n%s", name, begins, got, contents)
		}
		for ends = begins + 1; ends < len(pages) && !strings.Contains(pages[ends].text, "Section"+strconv.Itoa(section+1)) && strings.Contains(pages[ends].text, squeeze(title)); ends++ {
		}
		text := ""
		for _, p := range pages[begins:ends] {
			text += p.text
		}
		for _, cell := range n.Cells {
			if cell.ID() == "answer" { // in Go, where code can be run
				continue
			}
			for _, o := range cell.Outputs() {
				says := layoutOf(o).says
				for _, said := range strings.Split(o.Text, "\n\n") {
					says = append(says, squeeze(said))
				}
				for _, said := range says {
					if said == "Theanswer" { // the title of a fold
						continue
					}
					if begin := said[:min(len(said), 60)]; !strings.Contains(text, begin) && !strings.Contains(answers, begin) {
						t.Errorf("%s: no %q in its pages", name, said)
					}
				}
				for _, encoded := range drawing.FindAllStringSubmatch(o.Data["text/html"], -1) {
					svg, err := base64.StdEncoding.DecodeString(encoded[1])
					if err != nil {
						t.Fatal(err)
					}
					drawn := chartTitle.FindStringSubmatch(string(svg))
					if drawn == nil || !strings.Contains(text, squeeze(drawn[1])) {
						t.Errorf("%s: no chart with the words %q", name, drawn)
					}
					charts++
				}
				if o.Data["image/png"] != "" {
					size := sizeOf(pages[begins:ends], squeeze(o.Data["text/plain"])[:20])
					// A page too wide for the paper would be printed smaller.
					if math.Abs(size-10.125) > 0.05 {
						t.Errorf("%s: its sentence is printed in %.2f points, want 10.125", name, size)
					}
				}
			}
		}
	}
	if charts < 10 {
		t.Errorf("%d charts, want at least those of six simulations", charts)
	}

	if want := squeeze("locklab, version " + about.Version + ". Source: " + source); !strings.Contains(pages[len(pages)-1].text, want) {
		t.Errorf("no %q on the last page: %s", want, pages[len(pages)-1].text)
	}

	wellSet(t, pages)
	info := r.Trailer().Key("Info")
	for key, want := range map[string]string{"Author": about.Author, "Subject": about.Licences, "Title": bookmarks[0].Title} {
		if got := info.Key(key).Text(); got != want {
			t.Errorf("its %s is %q, want %q", key, got, want)
		}
	}
	for n := range pages {
		if n > 0 {
			x := r.Page(n).Resources().Key("XObject")
			for _, name := range x.Keys() {
				if x.Key(name).Key("Subtype").Name() == "Image" {
					t.Errorf("page %d has a picture in pixels", n)
				}
			}
		}
	}
	links := 0
	for n := range r.NumPage() {
		links += r.Page(n + 1).V.Key("Annots").Len()
	}
	if first := r.Page(1).V.Key("Annots").Len(); first < len(notebooks)-1 || links <= first {
		t.Errorf("%d links in the contents and %d in all, want one to each section and those of the further reading", first, links)
	}
}

// wellSet complains of words off the paper or too small to read, and of headings
// with too little below them.
func wellSet(t *testing.T, pages []printed) {
	t.Helper()
	const (
		right    = 595.3 - 56.6 // points: A4 and the margin
		bottom   = 51
		smallest = 7
		heading  = 12.375 // the size of one within a section
	)
	for n, p := range pages {
		var text strings.Builder
		headed := 0.0 // where the last heading is
		below := map[float64]bool{}
		for _, l := range p.letters {
			if l.X > right || l.X < 0 || l.Y < 0 {
				t.Errorf("page %d: %q at %.0f, %.0f is not on the paper", n, l.S, l.X, l.Y)
				break
			}
			// What is raised is smaller.
			if l.FontSize < smallest-0.05 && strings.TrimSpace(l.S) != "" {
				text.WriteString(l.S)
			}
			if math.Abs(l.FontSize-heading) < 0.05 {
				if headed != l.Y {
					clear(below)
				}
				headed = l.Y
			} else if l.Y < headed && l.Y > bottom {
				below[math.Round(l.Y)] = true
			}
		}
		if text.Len() > 0 {
			t.Errorf("page %d: %.100q is smaller than %d points", n, text.String(), smallest)
		}
		if headed > 0 && len(below) < 2 {
			t.Errorf("page %d: %d lines below the last heading", n, len(below))
		}
	}
}

// Each page of the site, printed by a browser from a dark screen with the charts
// live, is as good as the PDF: nothing is cut off or too small, what is folded on
// the screen is there and in the colours for paper, no question is apart from its
// choices, and the answers stand on the last page.
func TestPrintedPages(t *testing.T) {
	for _, name := range sitePages(t) {
		t.Run(name, func(t *testing.T) {
			p := open(t, "about:blank")
			p.prefer("prefers-color-scheme", "dark")
			p.visit(fileURL(theSite(t), name, ""))
			p.views("charts")
			pages := p.print()
			wellSet(t, pages)
			all := ""
			for _, page := range pages {
				all += page.text
			}
			if name == site.Index {
				return
			}
			for _, l := range layoutsOf(t, strings.TrimSuffix(name, ".html")+".ipynb") {
				for _, said := range l.says {
					if said != "Theanswer" && !strings.Contains(all, said[:min(len(said), 60)]) {
						t.Errorf("no %q on paper", said)
					}
				}
				// The title of each chart is also the words by which it is unfolded.
				for _, encoded := range drawing.FindAllStringSubmatch(l.html, -1) {
					svg, err := base64.StdEncoding.DecodeString(encoded[1])
					if err != nil {
						t.Fatal(err)
					}
					for _, drawn := range chartTitle.FindAllStringSubmatch(string(svg), 1) {
						if !strings.Contains(all, squeeze(html.UnescapeString(drawn[1]))) {
							t.Errorf("no chart %q on paper", drawn[1])
						}
					}
				}
			}
			z := quizIn(name)
			if z == nil {
				return
			}
			on := func(words string) int {
				return slices.IndexFunc(pages, func(page printed) bool { return strings.Contains(page.text, squeeze(words)) })
			}
			for _, q := range z.Questions {
				asked := on(q.Text)
				for _, c := range q.Choices {
					if at := on(c.Text); at != asked && !strings.Contains(pages[asked].text, squeeze(c.Text)) {
						t.Errorf("%q is on page %d, and the choice %q on %d", q.Text, asked, c.Text, at)
					}
					if at := on(c.Why); at <= asked {
						t.Errorf("%q is asked on page %d, and answered on %d", q.Text, asked, at)
					}
				}
			}
		})
	}
}

// quizIn is the quiz of a page, nil if it has none.
func quizIn(name string) *quiz.Quiz {
	for _, z := range quiz.All() {
		if asked[z.Name]+".html" == name {
			return &z
		}
	}
	return nil
}

// print is what a browser prints of the page in a tab.
func (p *tab) print() []printed {
	p.t.Helper()
	var data []byte
	p.do("print", chromedp.ActionFunc(func(ctx context.Context) (err error) {
		data, _, err = printing.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
		return err
	}))
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		p.t.Fatal(err)
	}
	return printedPages(p.t, r)
}

// sizeOf is the size of the letters of words, squeezed, where they first stand;
// 0 if they are nowhere.
func sizeOf(pages []printed, words string) float64 {
	for _, p := range pages {
		var text strings.Builder
		at := map[int]float64{}
		for _, l := range p.letters {
			if strings.TrimSpace(l.S) != "" {
				at[text.Len()] = l.FontSize
				text.WriteString(squeeze(l.S))
			}
		}
		if i := strings.Index(text.String(), words); i >= 0 {
			return at[i]
		}
	}
	return 0
}

// nothingLeft looks for what a command has left in folders that were empty, and
// in the set-up.
func nothingLeft(t *testing.T, dirs ...string) {
	t.Helper()
	left, err := filepath.Glob(here.Venv("print-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			left = append(left, filepath.Join(dir, f.Name()))
		}
	}
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Ctrl-C while the browser prints ends at once and leaves nothing.
func TestPDFInterrupted(t *testing.T) {
	dir := t.TempDir()
	temp, path := filepath.Join(dir, "temp"), filepath.Join(dir, "lesson.pdf")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(here.Bin("locklab"), "export", "-pdf", "-o", path)
	cmd.Env = append(os.Environ(), "TMPDIR="+temp, "LOCKLAB_E2E_PDF="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if at, _ := filepath.Glob(here.Venv("print-*", "page", "browser", "SingletonSocket")); len(at) > 0 {
			break
		}
		if time.Now().After(end) {
			cmd.Process.Kill()
			t.Fatal("no browser was started")
		}
	}
	start := time.Now()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("it ended with %v, want status 130", err)
	}
	if took := time.Since(start); took > patience {
		t.Errorf("it took %v to end", took)
	}
	if left := leftAfter(10*time.Second, "LOCKLAB_E2E_PDF="+dir); len(left) > 0 {
		t.Errorf("processes left behind: %v", left)
	}
	nothingLeft(t, temp)
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a PDF all the same")
	}
}

// What cannot work is said in a line before anything is done.
func TestPDFRefuses(t *testing.T) {
	notes := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(notes, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]struct{ browser, path string }{
		"is no PDF":                       {os.Getenv("LOCKLAB_CHROME"), notes},
		"$LOCKLAB_CHROME is \"/no/such\"": {"/no/such", filepath.Join(t.TempDir(), "lesson.pdf")},
	} {
		t.Run(want, func(t *testing.T) {
			t.Setenv("LOCKLAB_CHROME", c.browser)
			said, err := exec.Command(here.Bin("locklab"), "export", "-pdf", "-o", c.path).CombinedOutput()
			if err == nil || !strings.Contains(string(said), want) || strings.Count(string(said), "\n") != 1 {
				t.Errorf("want one line with it: %v\n%s", err, said)
			}
		})
	}
	if text, err := os.ReadFile(notes); err != nil || string(text) != "mine" {
		t.Errorf("the file in the way is now %q (%v)", text, err)
	}
}
