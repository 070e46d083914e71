package site

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"locklab/internal/clone"
	"locklab/simlib/words"
)

// markdown is what Jupyter shows too: CommonMark with tables and HTML.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()), // the lesson's own
)

// prose turns the prose of one notebook into HTML.
type prose struct {
	clone  clone.Clone
	dir    string            // of the notebook in the clone, with slashes
	pages  map[string]string // from a notebook's path in the clone to its address
	own    string            // the part of pages[…] of this notebook after #, if it is only a part of a page
	images map[string][]byte // what the pages show, by name in the site; prose adds to it

	ids         parser.Context // of headings, once in a page
	title       string         // the first heading
	goal, first string         // the paragraph that names the goal, and the next
	above       string         // the latest heading, or line to unfold something by
}

// render makes HTML of a cell. The first cell of a notebook may begin with links
// to its neighbours, and a cell may hold nothing else: a page has them elsewhere.
func (p *prose) render(source []byte, first bool) (string, error) {
	doc := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(p.ids))
	if top, ok := doc.FirstChild().(*ast.Paragraph); ok && (first || doc.ChildCount() == 1) && p.onlyLinks(top, source) {
		doc.RemoveChild(doc, top)
	}
	if err := p.resolve(doc); err != nil {
		return "", err
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if p.title == "" && n.Level == 1 {
				p.title = plain(n, source)
			}
		case *ast.Paragraph:
			said := plain(n, source)
			_, picture := n.FirstChild().(*ast.Image)
			switch {
			case picture && n.ChildCount() == 1:
				n.SetAttributeString("class", []byte("picture"))
				n.SetAttributeString("tabindex", []byte("0")) // it may scroll
			case p.goal == "" && strings.HasPrefix(said, "Goal:"):
				p.goal = said
				n.SetAttributeString("class", []byte("goal"))
			case p.first == "":
				p.first = said
			}
		}
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, source, doc); err != nil {
		return "", err
	}
	return p.nameTables(unbroken(b.String())), nil
}

// unbroken keeps numbers and their units together, but in code.
func unbroken(made string) string {
	return codeOrText.ReplaceAllStringFunc(made, func(part string) string {
		if strings.HasPrefix(part, "<") {
			return part
		}
		return words.Unbroken(part)
	})
}

var codeOrText = regexp.MustCompile(`(?s)<code.*?</code>|<[^>]*>|[^<]+`)

// nameTables names each table by what it stands below: a heading, or the line by
// which it is unfolded. In a wide one, which on a small screen scrolls by itself, the
// first cell names its row.
func (p *prose) nameTables(made string) string {
	const wide = 4 // columns
	return nameOrTable.ReplaceAllStringFunc(made, func(part string) string {
		if name := nameOrTable.FindStringSubmatch(part)[1]; name != "" {
			p.above = strings.ReplaceAll(tag.ReplaceAllString(name, ""), `"`, "&quot;")
			return part
		}
		table := strings.Replace(part, "<table>", `<table aria-label="`+p.above+`">`, 1)
		table = strings.ReplaceAll(table, "<th>", `<th scope="col">`)
		if strings.Count(table, "<th ") < wide {
			return table
		}
		table = firstCell.ReplaceAllString(table, "<tr>\n<th scope=\"row\">$1</th>")
		return `<div class="table" role="region" aria-label="` + p.above + `" tabindex="0">` + table + "</div>"
	})
}

var (
	nameOrTable = regexp.MustCompile(`(?s)<(?:h[1-6]|summary)[^>]*>(.*?)</(?:h[1-6]|summary)>|<table>\n.*?</table>`)
	firstCell   = regexp.MustCompile(`(?s)<tr>\n<td>(.*?)</td>`)
	tag         = regexp.MustCompile(`<[^>]*>`)
)

// onlyLinks says whether a paragraph is a row of links to notebooks.
func (p *prose) onlyLinks(n *ast.Paragraph, source []byte) bool {
	links := 0
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Link:
			if _, there := p.pages[path.Join(p.dir, string(c.Destination))]; !there {
				return false
			}
			links++
		case *ast.Text:
			if word := strings.Trim(string(c.Segment.Value(source)), " ·:"); word != "" && word != "next" {
				return false
			}
		}
	}
	return links > 0
}

// resolve leads links and pictures to what the site has. A link to what the
// clone has and the site has not becomes plain text, and so does one that sets
// sliders where pages are parts of one, on paper.
func (p *prose) resolve(doc ast.Node) error {
	var dead []*ast.Link
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Link:
			var to string
			to, err = p.link(string(n.Destination))
			if to == "" {
				dead = append(dead, n)
			}
			n.Destination = []byte(to)
		case *ast.Image:
			var to string
			to, err = p.image(string(n.Destination))
			n.Destination = []byte(to)
		}
		return ast.WalkContinue, err
	})
	for _, n := range dead {
		parent := n.Parent()
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			parent.InsertBefore(parent, n, c)
		}
		parent.RemoveChild(parent, n)
	}
	return err
}

func (p *prose) link(to string) (string, error) {
	u, err := url.Parse(to)
	if err != nil {
		return "", fmt.Errorf("the link %q: %w", to, err)
	}
	fragment := strings.ToLower(u.Fragment)
	switch {
	case u.Scheme != "" || u.Path == "" && fragment == "":
		return to, nil
	case u.Path == "" && strings.Contains(fragment, ":") && p.own != "":
		return "", nil
	case u.Path == "" && strings.Contains(fragment, ":"):
		return to, nil
	case u.Path == "":
		return "#" + within(p.own, fragment), nil
	}
	name := path.Join(p.dir, u.Path)
	if address, ok := p.pages[name]; ok {
		if fragment == "" {
			return address, nil
		}
		page, part, _ := strings.Cut(address, "#")
		return page + "#" + within(part, fragment), nil
	}
	if _, err := os.Stat(p.clone.Path(name)); err != nil {
		return "", fmt.Errorf("the link %q leads to nothing: %w", to, err)
	}
	return "", nil
}

// within is the id of a heading in a part of a page, or in a page of its own if
// part is empty.
func within(part, heading string) string {
	if part == "" {
		return heading
	}
	return part + "-" + heading
}

// headingIDs are the ids of headings in a part of a page.
type headingIDs struct {
	parser.IDs
	part string
}

func (h headingIDs) Generate(text []byte, kind ast.NodeKind) []byte {
	return []byte(within(h.part, string(h.IDs.Generate(text, kind))))
}

func (p *prose) image(from string) (string, error) {
	u, err := url.Parse(from)
	if err != nil || u.Scheme == "data" {
		return from, err
	}
	if u.Scheme != "" {
		return "", fmt.Errorf("the picture %s is on another machine: a page shows only what is in the clone", from)
	}
	data, err := os.ReadFile(p.clone.Path(path.Join(p.dir, u.Path)))
	if err != nil {
		return "", fmt.Errorf("the picture %s: %w", from, err)
	}
	name := "images/" + path.Base(u.Path)
	if there, ok := p.images[name]; ok && !bytes.Equal(there, data) {
		return "", fmt.Errorf("the picture %s has the name of another one", from)
	}
	p.images[name] = data
	return name, nil
}

// plain is the text of a node without its markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// describe is what a search engine shows of a page: its goal, and as many
// sentences of its first paragraph as fit.
func (p *prose) describe() string {
	const most = 160 // characters; more is cut off
	goal := strings.TrimPrefix(p.goal, "Goal:")
	goal, _, _ = strings.Cut(goal, "Time:")
	goal = strings.TrimSpace(goal)
	if goal != "" {
		goal = strings.ToUpper(goal[:1]) + goal[1:]
	}
	said := goal
	for sentence := range strings.SplitAfterSeq(p.first, ". ") {
		longer := strings.TrimSpace(said + " " + strings.TrimSpace(sentence))
		if said != "" && len([]rune(longer)) > most {
			break
		}
		said = longer
	}
	return said
}
