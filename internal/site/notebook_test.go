package site

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"locklab/internal/clone"
	"locklab/internal/paper"
	"locklab/simlib/quiz"
	"locklab/simlib/view"
	"locklab/simlib/words"
)

// cell is a cell of a notebook that a test makes.
type cell map[string]any

func markdownCell(source string) cell {
	return cell{"cell_type": "markdown", "id": "m", "metadata": cell{}, "source": source}
}

func codeCell(source string, outputs ...cell) cell {
	return cell{"cell_type": "code", "id": "c", "metadata": cell{}, "source": source, "execution_count": 1, "outputs": outputs}
}

func display(data cell) cell {
	return cell{"output_type": "display_data", "metadata": cell{}, "data": data}
}

// fake is a clone with notebooks of these cells, the first of them an empty
// contents page.
func fake(t *testing.T, notebooks map[string][]cell) (clone.Clone, []string) {
	t.Helper()
	c := clone.Clone(t.TempDir())
	write(t, c.Path("NOTICE"), "licences")
	var paths []string
	notebooks["00_start.ipynb"] = []cell{markdownCell("# A lesson")}
	for _, name := range slices.Sorted(maps.Keys(notebooks)) {
		cells := notebooks[name]
		text, err := json.Marshal(cell{"nbformat": 4, "nbformat_minor": 5, "metadata": cell{}, "cells": cells})
		if err != nil {
			t.Fatal(err)
		}
		write(t, c.Path("notebooks", name), string(text))
		if name != "00_start.ipynb" {
			paths = append(paths, c.Path("notebooks", name))
		}
	}
	return c, append([]string{c.Path("notebooks", "00_start.ipynb")}, paths...)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What is wrong with a notebook is named with its cell, and there is no site.
func TestFaults(t *testing.T) {
	unrun := codeCell("x := 1")
	unrun["execution_count"] = nil
	for want, faulty := range map[string]cell{
		"leads to nothing":        markdownCell("[there](gone.ipynb)"),
		"picture ../images/x.svg": markdownCell("![x](../images/x.svg)"),
		"on another machine":      markdownCell("![x](https://example.org/x.svg)"),
		"not run":                 unrun,
		"damaged":                 codeCell("x", display(cell{view.MIME: "{", "text/html": "<div></div>"})),
		"static layout":           codeCell("x", display(cell{view.MIME: `{"name":"ttl"}`})),
	} {
		c, paths := fake(t, map[string][]cell{"01_a.ipynb": {markdownCell("# A"), faulty}})
		_, err := Build(c, paths, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "notebooks/01_a.ipynb, cell 2") {
			t.Errorf("error %v, want the cell and %q", err, want)
		}
	}
	c, paths := fake(t, map[string][]cell{"01_a.ipynb": {markdownCell("no heading")}})
	if _, err := Build(c, paths, "", nil); err == nil || !strings.Contains(err.Error(), "01_a.ipynb: no heading") {
		t.Errorf("error %v, want that there is no heading", err)
	}
}

func TestOutputs(t *testing.T) {
	png := base64.StdEncoding.EncodeToString([]byte("png"))
	const dot = "8f8cbb7dcf46.png" // by its SHA-256
	hidden := codeCell("call()", display(cell{"text/plain": "called"}))
	hidden["metadata"] = cell{"jupyter": cell{"source_hidden": true}}
	c, paths := fake(t, map[string][]cell{"01_a.ipynb": {
		markdownCell("# A"),
		hidden,
		codeCell("x",
			cell{"output_type": "stream", "name": "stdout", "text": []string{"1 < 2\n", "3\n"}},
			cell{"output_type": "stream", "name": "stderr", "text": "careful\n"},
			cell{"output_type": "error", "ename": "ERROR", "evalue": "exit status 1", "traceback": []string{"\x1b[31mpanic\x1b[0m: <nil>"}},
			display(cell{"text/html": "<b>bold</b>", "text/plain": "bold"}),
			display(cell{"image/png": png + "\n", "text/plain": `a "dot"`}),
			display(cell{"text/plain": "plain"}),
			display(cell{view.MIME: `{"name":"</script><!--"}`, "text/html": "<div class=\"locklab\"></div>\n"}),
		),
		codeCell("", cell{}),
	}})
	files, err := Build(c, paths, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	page := string(files["01_a.html"])
	for _, want := range []string{
		`<pre class="output stdout">1 &lt; 2` + "\n3</pre>",
		`<pre class="output stderr">careful</pre>`,
		`<pre class="output error">panic: &lt;nil&gt;</pre>`,
		`<b>bold</b>`,
		`<img alt="a &#34;dot&#34;" src="images/` + dot + `">`,
		`<pre class="output">plain</pre>`,
		`{"name":"\u003c/script>\u003c!--"}</script>`,
		"<details class=\"listing\">\n<summary>Code</summary>\n<pre class=\"go\" tabindex=\"0\"><code>call()</code></pre>\n</details>\n" + `<pre class="output">called</pre>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if got := string(files["images/"+dot]); got != "png" {
		t.Errorf("the file of the picture has %q", got)
	}
	if n := strings.Count(page, `<section class="code">`); n != 2 {
		t.Errorf("%d code cells, want two, without the empty one", n)
	}
}

// Lines that were broken for the width of a cell go on; others end where they did.
func TestLinesGoOn(t *testing.T) {
	sentence := strings.Repeat("a TTL of 10 s is over; ", 12)
	broken, used := "", 0
	for _, word := range strings.Fields(sentence) {
		if used+1+len(word) > words.Columns {
			broken, used = broken+"\n", 0
		} else if used > 0 {
			broken, used = broken+" ", used+1
		}
		broken, used = broken+word, used+len(word)
	}
	if strings.Count(broken, "\n") < 2 {
		t.Fatalf("too short a text:\n%s", broken)
	}
	columns := strings.Repeat("x  ", 32) + "\nyes  no"
	for text, want := range map[string]string{
		broken + "\n\n1: yes\n2: no\n": strings.TrimSpace(sentence) + "\n\n1: yes\n2: no\n",
		columns:                        columns,
	} {
		if got := joined(text); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// No line ends between a number and its unit; code stays as it is.
func TestUnbroken(t *testing.T) {
	const nbsp = "\u00a0"
	c, paths := fake(t, map[string][]cell{"01_a.ipynb": {markdownCell("# A\n\nIn *10 s* or 5 min. `x := 10 s` <b title=\"10 s\">3 h</b>"),
		codeCell("x // 10 s", cell{"output_type": "stream", "name": "stdout", "text": "lost for 30 s\n"})}})
	files, err := Build(c, paths, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<em>10" + nbsp + "s</em> or 5" + nbsp + "min.", "<code>x := 10 s</code>", `title="10 s">3` + nbsp + "h</b>", "// 10 s</span>", "lost for 30" + nbsp + "s</pre>"} {
		if !strings.Contains(string(files["01_a.html"]), want) {
			t.Errorf("no %q in the page:\n%s", want, files["01_a.html"])
		}
	}
}

func TestProse(t *testing.T) {
	c, paths := fake(t, map[string][]cell{
		"01_a.ipynb": {markdownCell("[contents](00_start.ipynb) · next: [B](02_b.ipynb)\n\n# A\n\n## Same"), markdownCell("## Same\n\n" +
			"[B](02_b.ipynb#End) and [the *code*](../code.go) x<sup>2</sup>\n\n![p](../images/p.svg)\n\n" +
			"| a | b |\n|---|---|\n| 1 | 2 |\n\n### *Wide* \"ones\"\n\n| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |\n\n<details>\n<summary>More</summary>\n\n* point\n\n</details>\n\n[One second](#ttl:TTL=1s)"), markdownCell("[Contents](00_start.ipynb) · next: [B](02_b.ipynb)")},
		"02_b.ipynb": {markdownCell("# B\n\n## End")},
	})
	write(t, c.Path("code.go"), "")
	write(t, c.Path("images", "p.svg"), "picture")
	files, err := Build(c, paths, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	page := string(files["01_a.html"])
	for _, want := range []string{
		`<h2 id="same">`, `<h2 id="same-1">`, `<a href="02_b.html#end">B</a>`, "and the <em>code</em> x<sup>2</sup>",
		`<p class="picture" tabindex="0"><img src="images/p.svg" alt="p"></p>`,
		`<table aria-label="Same">` + "\n<thead>\n<tr>\n<th scope=\"col\">a</th>", "<tr>\n<td>1</td>\n<td>2</td>",
		`<div class="table" role="region" aria-label="Wide &quot;ones&quot;" tabindex="0"><table aria-label="Wide &quot;ones&quot;">`,
		"<tr>\n<th scope=\"row\">1</th>\n<td>2</td>", "<li>point</li>\n</ul>\n</details>", `<a href="#ttl:TTL=1s">One second</a>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page:\n%s", want, page)
		}
	}
	if strings.Contains(page, "next: ") || strings.Contains(page, "<section class=\"prose\">\n</section>") {
		t.Error("the notebook's own rows of links are in the page")
	}
	if string(files["images/p.svg"]) != "picture" {
		t.Error("the picture is not in the site")
	}
}

// A link to a heading leads to that of the right section, and nothing is folded.
func TestPrintInOnePage(t *testing.T) {
	c, paths := fake(t, map[string][]cell{
		"01_a.ipynb": {markdownCell("# A\n\n## Same\n\n[here](#Same) [there](02_b.ipynb#same) [B](02_b.ipynb) [one second](#ttl:TTL=1s)\n\n<details>\n<summary>More</summary>\n\n`<details>`\n\n</details>")},
		"02_b.ipynb": {markdownCell("# B \"quoted\"\n\n## Same"), codeCell("x", display(cell{"text/html": "<details>\n<summary>Numbers</summary>\n</details>"}))},
	})
	files, err := Print(c, paths, "")
	if err != nil {
		t.Fatal(err)
	}
	page := string(files[paper.Page])
	for _, want := range []string{
		`<h2 id="section-1-same">`, `<h2 id="section-2-same">`, `<a href="#section-1-same">here</a>`, `<a href="#section-2-same">there</a>`, `<a href="#section-2">B</a> one second</p>`,
		"<details open>\n<summary>More", "<details open>\n<summary>Numbers", "<code>&lt;details&gt;</code>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page:\n%s", want, page)
		}
	}
	for _, none := range []string{"Answers", "to-answers"} {
		if strings.Contains(page, none) {
			t.Errorf("%s of no quiz", none)
		}
	}
	if want := `"2 · B \"quoted\""`; !strings.Contains(string(files["heads.css"]), want) {
		t.Errorf("no %s at the heads:\n%s", want, files["heads.css"])
	}
}

// On paper the answers of a quiz stand at the end, and it says where.
func TestPrintQuiz(t *testing.T) {
	live, layout, err := view.Quiz(quiz.All()[0])
	if err != nil {
		t.Fatal(err)
	}
	c, paths := fake(t, map[string][]cell{"01_a.ipynb": {markdownCell("# A"), codeCell("x", display(cell{view.MIME: live, "text/html": layout}))}})
	files, err := Print(c, paths, "")
	if err != nil {
		t.Fatal(err)
	}
	asked, answered, _ := strings.Cut(string(files[paper.Page]), `id="answers"`)
	for i, q := range quiz.All()[0].Questions {
		if text := html.EscapeString(q.Text); !strings.Contains(asked, text) {
			t.Errorf("question %d is not there", i+1)
		}
		for _, c := range q.Choices {
			if why := html.EscapeString(c.Why); strings.Contains(asked, why) || !strings.Contains(answered, why) {
				t.Errorf("question %d: %q is not at the end alone", i+1, why)
			}
		}
	}
	if to := `href="#answers-section-1"`; strings.Count(asked, to) != 1 || !strings.Contains(answered, `id="answers-section-1"`) {
		t.Errorf("no link from the questions to the answers:\n%s", asked)
	}
}

func TestGoColours(t *testing.T) {
	const source = "%%\np := f(\"<a>\") // why\nfor i := range 3 {\n\tp.X = `raw\n` + 'x'\n}"
	got := goHTML(source)
	want := `<span class="m">%%</span>` + "\np := f(" + `<span class="s">&#34;&lt;a&gt;&#34;</span>) <span class="c">// why</span>` + "\n" +
		`<span class="k">for</span> i := <span class="k">range</span> <span class="n">3</span> {` + "\n\tp.X = " +
		"<span class=\"s\">`raw\n`</span> + <span class=\"s\">&#39;x&#39;</span>\n}"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Colours add nothing to a cell and take nothing away, whatever is in it.
func FuzzGoColours(f *testing.F) {
	for _, s := range []string{"", "%%", "!ls\n%help\nx", "func main() {", "\"open", "/* open", "`open\r\n", "a\r\nb // c\r\n", "\x00\xff", "1e", "'"} {
		f.Add(s)
	}
	tag := regexp.MustCompile(`</?span[^>]*>`)
	f.Fuzz(func(t *testing.T, source string) {
		if got := html.UnescapeString(tag.ReplaceAllString(goHTML(source), "")); got != html.UnescapeString(html.EscapeString(source)) {
			t.Errorf("%q became %q", source, got)
		}
	})
}
