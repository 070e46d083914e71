package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"locklab/internal/clone"
	"locklab/internal/page"
	"locklab/internal/paper"
)

// Print is the whole lesson as one page, for package paper to print: its files
// by their names. What the web pages fold is open or at the end, and what makes
// sense only on a screen is left out. source is as for Build.
func Print(c clone.Clone, notebooks []string, source string) (map[string][]byte, error) {
	files := map[string][]byte{}
	pages, err := maker{clone: c, address: part, paper: true, files: files}.pages(notebooks)
	if err != nil {
		return nil, err
	}
	for name, from := range map[string]fs.FS{
		"static/locklab.css": page.Labextension(), "assets/site.css": assets, "assets/print.css": assets,
	} {
		if files[path.Base(name)], err = fs.ReadFile(from, name); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	if err := layouts.ExecuteTemplate(&b, "print.html", frame{Lesson: pages[0].Title, Source: source, Pages: pages, Paper: true}); err != nil {
		return nil, err
	}
	files[paper.Page] = b.Bytes()
	files["heads.css"] = heads(pages)
	return files, nil
}

// forPaper is a cell as it is printed. What is folded is open, but for the answers
// of a quiz, which go to p.Answers: whoever reads the question would read them as
// well. A chart's tables can break: the names of the columns are there again on
// the next page, and cells that hold whole sentences get several lines. In the
// text of a page < is &lt;.
func (p *Page) forPaper(cell string) string {
	answers := 0
	cell = foldedAnswer.ReplaceAllStringFunc(cell, func(fold string) string {
		answers++
		p.Answers = append(p.Answers, template.HTML(foldedAnswer.FindStringSubmatch(fold)[1]))
		return ""
	})
	if answers > 0 {
		says := "The answer is on page"
		if answers > 1 {
			says = "The answers are on page"
		}
		cell = strings.Replace(cell, "</section>", `<p class="to-answers"><a href="#answers-`+p.Part+`">`+says+" </a></p>\n</section>", 1)
	}
	cell = strings.ReplaceAll(cell, "<details", "<details open")
	return dataTable.ReplaceAllStringFunc(cell, func(table string) string {
		parts := dataTable.FindStringSubmatch(table)
		class := ""
		if wordy.MatchString(table) {
			class = ` class="wordy"`
		}
		return "<table" + class + parts[1] + "><thead>" + parts[2] + "</thead>\n<tbody>" + parts[3] + "</tbody></table>"
	})
}

var (
	foldedAnswer = regexp.MustCompile(`(?s)<details>\n<summary[^>]*>The answer</summary>\n(.*?)</details>\n`)
	dataTable    = regexp.MustCompile(`(?s)<table( aria-label="[^"]*")?>\n(<tr><th[ >].*?</tr>)\n(.*?)</table>`)
	wordy        = regexp.MustCompile(`<td[^>]*>[^<]{45}`)
)

// heads are the rules for what stands at the head of each printed page.
func heads(pages []Page) []byte {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace
	var b bytes.Buffer
	head := func(part, says string) {
		fmt.Fprintf(&b, "#%s { page: %s }\n", part, part)
		fmt.Fprintf(&b, "@page %s { @top-left { content: \"%s\" } @top-right { content: \"%s\" } }\n", part, quote(pages[0].Title), quote(says))
	}
	for _, p := range pages[1:] {
		head(p.Part, fmt.Sprintf("%d · %s", p.Number, p.Title))
	}
	head("answers", "Answers")
	return b.Bytes()
}

// part is the address of a section in the printed page.
func part(i int, _ string) string {
	if i == 0 {
		return "#start"
	}
	return "#section-" + strconv.Itoa(i)
}
