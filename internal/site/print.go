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
// by their names. What the web pages fold is open or at the end. source is as for
// Build.
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

// answered puts a cell's answers to a quiz into p.Answers, for paper: whoever reads
// a question there would read what is folded below it as well. The cell says where
// they are, and on paper alone has them no more.
func (p *Page) answered(cell string, paper bool) string {
	folds := foldedAnswer.FindAllStringSubmatch(cell, -1)
	if len(folds) == 0 {
		return cell
	}
	for _, fold := range folds {
		p.Answers = append(p.Answers, template.HTML(fold[1]))
	}
	says, at := "The answers are ", "at the end."
	if len(folds) == 1 {
		says = "The answer is "
	}
	to := "answers"
	if paper {
		cell = foldedAnswer.ReplaceAllString(cell, "")
		to, at = "answers-"+p.Part, "on page " // whose number comes from the style sheet
	}
	return strings.Replace(cell, "</section>", `<p class="to-answers"><a href="#`+to+`">`+says+at+"</a></p>\n</section>", 1)
}

// foldedAnswer is a fold that says by its class that it is one.
var foldedAnswer = regexp.MustCompile(`(?s)<details class="locklab-answer">\n<summary.*?</summary>\n(.*?)</details>\n`)

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
