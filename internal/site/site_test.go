package site

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"net/url"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"locklab/internal/about"
	"locklab/internal/clone"
	"locklab/internal/nb"
	"locklab/internal/paper"
	"locklab/simlib/view"
)

// lesson is the site of the lesson as it is in the repository, with a stand-in
// for the simulations.
func lesson(t *testing.T) (files map[string][]byte, notebooks []string) {
	t.Helper()
	c, notebooks := theNotebooks(t)
	files, err := Build(c, notebooks, "", []byte("simulations"))
	if err != nil {
		t.Fatal(err)
	}
	return files, notebooks
}

// theNotebooks are those of the repository.
func theNotebooks(t *testing.T) (clone.Clone, []string) {
	t.Helper()
	c, err := clone.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	notebooks, err := nb.Lesson(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, notebooks
}

func pagesOf(files map[string][]byte) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) == ".html" {
			names = append(names, name)
		}
	}
	return names
}

// An element is what the tests look at of a page.
type element struct {
	name string
	attr map[string]string
	text string // all that is in it
}

// elements reads a page.
func elements(t *testing.T, page []byte) []*element {
	t.Helper()
	var all, open []*element
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, e := range open {
				e.text += string(token)
			}
		}
	}
}

func find(all []*element, match func(*element) bool) []*element {
	var found []*element
	for _, e := range all {
		if match(e) {
			found = append(found, e)
		}
	}
	return found
}

func named(name string) func(*element) bool { return func(e *element) bool { return e.name == name } }

func TestPageANotebook(t *testing.T) {
	files, notebooks := lesson(t)
	if got := len(pagesOf(files)); got != len(notebooks) {
		t.Errorf("%d pages of %d notebooks", got, len(notebooks))
	}
	titles, descriptions := map[string]bool{}, map[string]bool{}
	for _, name := range pagesOf(files) {
		all := elements(t, files[name])
		one := func(what string, match func(*element) bool) *element {
			t.Helper()
			found := find(all, match)
			if len(found) != 1 {
				t.Fatalf("%s: %d of %s", name, len(found), what)
			}
			return found[0]
		}
		title := one("title", named("title")).text
		heading := one("h1", named("h1")).text
		one("main", named("main"))
		description := one("description", func(e *element) bool { return e.attr["name"] == "description" }).attr["content"]
		if !strings.HasPrefix(title, heading) || titles[title] {
			t.Errorf("%s: title %q of heading %q, or not the only one", name, title, heading)
		}
		if n := len([]rune(description)); n < 30 || n > 200 || descriptions[description] {
			t.Errorf("%s: description %q has %d characters, or is not the only one", name, description, n)
		}
		titles[title], descriptions[description] = true, true
		if here := find(all, func(e *element) bool { return e.attr["aria-current"] == "page" }); len(here) != 1 || here[0].attr["href"] != name {
			t.Errorf("%s: the list of sections does not show where the reader is", name)
		}
	}
}

// Each page leads to its neighbours and the contents, and no longer by the rows
// of links that the notebook begins and ends with.
func TestWaysOnwards(t *testing.T) {
	files, notebooks := lesson(t)
	order := []string{Index}
	for i := range notebooks[1:] {
		order = append(order, fileName(i+1, notebooks[i+1]))
	}
	for i, name := range order {
		all := elements(t, files[name])
		to := func(rel string) string {
			var hrefs []string
			for _, e := range find(all, func(e *element) bool { return e.name == "a" && e.attr["rel"] == rel }) {
				hrefs = append(hrefs, e.attr["href"])
			}
			return strings.Join(slices.Compact(hrefs), " ")
		}
		previous, next := "", ""
		if i > 1 {
			previous = order[i-1]
		}
		if i+1 < len(order) {
			next = order[i+1]
		}
		if to("prev") != previous || to("next") != next {
			t.Errorf("%s leads back to %q and on to %q, want %q and %q", name, to("prev"), to("next"), previous, next)
		}
		for _, e := range find(all, named("p")) {
			if strings.Contains(e.text, " · ") {
				t.Errorf("%s: the notebook's own row of links is there: %q", name, e.text)
			}
		}
	}
	contents := string(files[Index])
	for _, name := range order[1:] {
		if !strings.Contains(contents, `<td><a href="`+name+`">`) {
			t.Errorf("%s is not in the table of contents", name)
		}
	}
	for _, words := range []string{"Shift+Enter", "Run the next cell"} {
		if strings.Contains(contents, words) {
			t.Errorf("the contents page says %q, and there is no cell to run", words)
		}
	}
}

// Everything that a page names is in the site, by a relative address; only a
// reader's click may lead to another host.
func TestAddresses(t *testing.T) {
	files, _ := lesson(t)
	ids := map[string]map[string]bool{}
	for _, name := range pagesOf(files) {
		ids[name] = map[string]bool{}
		for _, e := range elements(t, files[name]) {
			if id := e.attr["id"]; id != "" {
				if ids[name][id] {
					t.Errorf("%s: the id %s is there twice", name, id)
				}
				ids[name][id] = true
			}
		}
	}
	used := map[string]bool{}
	for _, name := range pagesOf(files) {
		for _, e := range elements(t, files[name]) {
			for key, value := range e.attr {
				if strings.HasPrefix(key, "on") || key == "style" {
					t.Errorf("%s: %s on <%s>", name, key, e.name)
				}
				if key != "href" && key != "src" && key != "srcset" {
					continue
				}
				u, err := url.Parse(value)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				switch {
				case strings.HasPrefix(u.Scheme, "http") && e.name == "a":
					continue
				case u.Path == "" && strings.Contains(u.Fragment, ":"): // a setting of a chart
					chart, _, _ := strings.Cut(u.Fragment, ":")
					if !bytes.Contains(files[name], []byte(`,"name":"`+chart+`"`)) {
						t.Errorf("%s: <%s %s=%q>: no such chart there", name, e.name, key, value)
					}
					continue
				case u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/"):
					t.Errorf("%s: <%s %s=%q> is not relative", name, e.name, key, value)
					continue
				}
				to := u.Path
				if to == "" {
					to = name
				}
				used[to] = true
				if files[to] == nil {
					t.Errorf("%s: <%s %s=%q> leads to nothing", name, e.name, key, value)
				} else if u.Fragment != "" && !ids[to][u.Fragment] {
					t.Errorf("%s: <%s %s=%q>: no such id there", name, e.name, key, value)
				}
			}
			if e.name == "script" && e.attr["src"] == "" && e.attr["type"] != "application/json" {
				t.Errorf("%s: a script in the page", name)
			}
			if e.name == "th" && strings.TrimSpace(e.text) == "" {
				t.Errorf("%s: a table's head is empty", name)
			}
			if e.name == "style" {
				t.Errorf("%s: a style in the page", name)
			}
		}
	}
	for name := range files {
		if strings.HasPrefix(name, "images/") && !used[name] {
			t.Errorf("no page shows %s", name)
		}
	}
	for _, name := range []string{"static/site.css", "static/site.js", "static/locklab.css"} {
		for _, bad := range []string{"url(", "@import", "http:", "https:", "file:"} {
			if bytes.Contains(files[name], []byte(bad)) {
				t.Errorf("%s has %s", name, bad)
			}
		}
	}
	for _, name := range []string{"echarts.min.js", "echarts-LICENSE", "echarts-NOTICE", "echarts-LICENSE-d3", "echarts-LICENSE-zrender", "knobs.js", "simulations.js"} {
		if len(files["static/"+name]) == 0 {
			t.Errorf("no static/%s", name)
		}
	}
}

// Every page ends with its licences, its version and where its source is, and so
// does the page for paper. A source that is no web address does no harm.
func TestColophon(t *testing.T) {
	c, notebooks := theNotebooks(t)
	const (
		address = "https://example.org/locklab?a=1&b=2"
		hostile = `javascript:alert(1)"><script>alert(2)</script>`
	)
	for source, says := range map[string]string{
		"":      "the notebooks from which these pages were made; ask whoever published them.",
		address: address,
		hostile: hostile,
	} {
		files, err := Build(c, notebooks, source, []byte("simulations"))
		if err != nil {
			t.Fatal(err)
		}
		printed, err := Print(c, notebooks, source)
		if err != nil {
			t.Fatal(err)
		}
		leadTo := []string{"https://creativecommons.org/licenses/by/4.0/", "https://www.apache.org/licenses/LICENSE-2.0"}
		if source == address {
			leadTo = append(leadTo, address)
		}
		check := func(name string, page []byte, leadTo []string) {
			t.Helper()
			all := elements(t, page)
			footers := find(all, named("footer"))
			if len(footers) != 1 {
				t.Fatalf("%s: %d footers", name, len(footers))
			}
			text := strings.Join(strings.Fields(footers[0].text), " ")
			for _, want := range []string{strings.TrimSuffix(about.Licences, "."), ". " + about.Author + ", version " + about.Version + ". Source: " + says} {
				if !strings.Contains(text, want) {
					t.Errorf("%s: no %q in %q", name, want, text)
				}
			}
			for _, href := range leadTo {
				if len(find(all, func(e *element) bool { return e.name == "a" && e.attr["href"] == href })) == 0 {
					t.Errorf("%s: no link to %s", name, href)
				}
			}
			if bytes.Contains(page, []byte("<script>")) || bytes.Contains(page, []byte(`href="javascript:`)) {
				t.Errorf("%s runs what is in the source %q", name, source)
			}
		}
		for _, name := range pagesOf(files) {
			check(name, files[name], append(leadTo, licencesFile))
		}
		check(paper.Page, printed[paper.Page], leadTo)
	}
}

// Whoever gets the pages gets the licences of what is in them.
func TestLicencesAreShipped(t *testing.T) {
	files, _ := lesson(t)
	c, _ := theNotebooks(t)
	notice, err := os.ReadFile(c.Path("NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	if string(files[licencesFile]) != byteOrderMark+string(notice) {
		t.Errorf("%s is not NOTICE", licencesFile)
	}
}

// repacked is a page with the pictures of its outputs inside it, as a notebook has
// them.
func repacked(files map[string][]byte, page string) string {
	return regexp.MustCompile(` src="(images/[0-9a-f]{12}\.svg)"`).ReplaceAllStringFunc(page, func(src string) string {
		svg := files[strings.Split(src, `"`)[1]]
		return ` src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(svg) + `"`
	})
}

// Every chart of the notebooks is in its page: the layout as saved but for its
// pictures, which are files, and the data for the runtime, unchanged.
func TestChartsAreWhole(t *testing.T) {
	files, notebooks := lesson(t)
	charts := 0
	for i, path := range notebooks {
		n, _, err := nb.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		name := fileName(i, path)
		scripts := find(elements(t, files[name]), func(e *element) bool { return e.attr["type"] == "application/json" })
		for _, c := range n.Cells {
			for _, o := range c.Outputs() {
				data, ok := o.Data[view.MIME]
				if !ok {
					continue
				}
				charts++
				if len(scripts) == 0 {
					t.Fatalf("%s lacks the data of a chart", name)
				}
				if !strings.Contains(repacked(files, string(files[name])), o.Data["text/html"]+"<script") {
					t.Errorf("%s lacks the layout of a chart", name)
				}
				var got, want any
				if err := json.Unmarshal([]byte(scripts[0].text), &got); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if err := json.Unmarshal([]byte(data), &want); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: the data of a chart is not the notebook's", name)
				}
				scripts = scripts[1:]
			}
		}
	}
	if charts < 6 {
		t.Errorf("%d charts in the lesson, want one of each simulation at least", charts)
	}
}

func TestDeterministic(t *testing.T) {
	one, _ := lesson(t)
	two, _ := lesson(t)
	if !maps.EqualFunc(one, two, bytes.Equal) {
		t.Error("two exports differ")
	}
}

// The page for paper has all of the lesson, and nothing that needs a click.
func TestPrint(t *testing.T) {
	c, notebooks := theNotebooks(t)
	files, err := Print(c, notebooks, "")
	if err != nil {
		t.Fatal(err)
	}
	all := elements(t, files[paper.Page])
	ids := map[string]bool{}
	for _, e := range all {
		if id := e.attr["id"]; id != "" {
			if ids[id] {
				t.Errorf("the id %s is there twice", id)
			}
			ids[id] = true
		}
		if _, open := e.attr["open"]; e.name == "details" && !open {
			t.Errorf("folded: %.80s", e.text)
		}
	}
	parts := find(all, func(e *element) bool { return e.name == "section" && e.attr["class"] == "part" })
	if len(parts) != len(notebooks)+1 { // the answers
		t.Fatalf("%d parts of %d notebooks", len(parts), len(notebooks))
	}
	inside := 0
	for _, e := range all {
		switch to := e.attr["href"] + e.attr["src"]; {
		case to == "", e.name == "a" && strings.HasPrefix(to, "https:"), e.name == "a" && strings.HasPrefix(to, "http:"):
		case strings.HasPrefix(to, "#"):
			inside++
			if !ids[to[1:]] {
				t.Errorf("<%s> leads to %s, and there is no such id", e.name, to)
			}
		case to == paper.Numbers:
		case files[to] == nil:
			t.Errorf("<%s> names %s, and there is no such file", e.name, to)
		}
	}
	if inside < len(notebooks)-1 {
		t.Errorf("%d links from place to place, want one to each section", inside)
	}
	text := repacked(files, string(files[paper.Page]))
	for i, path := range notebooks {
		n, _, err := nb.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range n.Cells {
			for _, o := range cell.Outputs() {
				if layout := o.Data["text/html"]; i > 0 && o.Data[view.MIME] != "" && !strings.Contains(text, strings.ReplaceAll(new(Page).answered(layout, true), "<details", "<details open")) {
					t.Errorf("%s: an output is not there", path)
				}
			}
		}
	}
	for _, want := range []string{`"3 · The stale holder"`, "#section-3 { page: section-3 }"} {
		if !bytes.Contains(files["heads.css"], []byte(want)) {
			t.Errorf("no %s at the heads of the pages:\n%s", want, files["heads.css"])
		}
	}
}
