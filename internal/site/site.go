// Package site makes the lesson a static site: a page a notebook, with the
// saved outputs, live charts, and the simulations behind their sliders.
//
// A page is complete without any script, needs no server and no network, and
// names everything by relative addresses, so that the folder can be opened
// from a disk or put anywhere. All pages share one copy of the runtime, in
// static/; see package page for what is in it, and assets/site.js for what
// this package adds.
//
// Code is shown and cannot be changed: for that there are the notebooks.
package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/parser"

	"locklab/internal/about"
	"locklab/internal/clone"
	"locklab/internal/nb"
	"locklab/internal/page"
)

//go:embed assets
var assets embed.FS

var layouts = template.Must(template.ParseFS(assets, "assets/*.html"))

// Index is the name of the contents page.
const Index = "index.html"

// licencesFile is NOTICE as the site has it: with a name that any server takes for
// text, and a beginning by which a browser knows UTF-8 where no server says so.
const (
	licencesFile  = "licences.txt"
	byteOrderMark = "\ufeff"
)

// Pages leave out cells of their notebooks, here by their ids, that make sense
// only where code can be run; and the contents page puts one first.
var onlyInNotebook = map[string]bool{
	"how": true, "proof": true, "here": true, // of the contents page
	"code": true, "answer": true, "names": true, // an answer in Go
}

const contentsCell = "map"

// onlyInJupyterLab are files of the runtime that a page has no use for.
var onlyInJupyterLab = map[string]bool{"remoteEntry.js": true, "notebook.js": true}

// A Page is a notebook as HTML.
type Page struct {
	File        string // in the site
	Part        string // the id of the page in a file that has them all
	Number      int    // of the section; 0 is the contents page
	Title       string
	Description string
	Cells       []template.HTML
	// Answers are those of the quizzes, for paper, where they stand elsewhere.
	Answers []template.HTML
}

// Build is the site of notebooks, the first of which is the contents page:
// files by their names in the site. source is the web address of the notebooks
// and of all that they need, "" if they are on no web; simulations is what
// page.Simulations made. The same notebooks give the same bytes.
func Build(c clone.Clone, notebooks []string, source string, simulations []byte) (map[string][]byte, error) {
	files, version, err := static(simulations)
	if err != nil {
		return nil, err
	}
	notice, err := os.ReadFile(c.Path("NOTICE"))
	if err != nil {
		return nil, err
	}
	files[licencesFile] = append([]byte(byteOrderMark), notice...)
	pages, err := maker{clone: c, address: fileName, files: files}.pages(notebooks)
	if err != nil {
		return nil, err
	}
	for i := range pages {
		var b bytes.Buffer
		if err := layouts.ExecuteTemplate(&b, "page.html", frame{Version: version, Lesson: pages[0].Title, Source: source, Pages: pages, At: i}); err != nil {
			return nil, err
		}
		files[pages[i].File] = b.Bytes()
	}
	return files, nil
}

// A maker makes pages of notebooks.
type maker struct {
	clone clone.Clone
	// address is where the page of a notebook will be: a file of the site, or a
	// part of one after #.
	address func(i int, notebook string) string
	// paper says that pages are printed, and nothing can be clicked.
	paper bool
	files map[string][]byte // of the site; maker adds the pictures that pages show
}

func (m maker) pages(notebooks []string) ([]Page, error) {
	addresses := map[string]string{}
	for i, path := range notebooks {
		rel, err := filepath.Rel(string(m.clone), path)
		if err != nil {
			return nil, err
		}
		addresses[filepath.ToSlash(rel)] = m.address(i, path)
	}
	var pages []Page
	var errs []error
	for i, path := range notebooks {
		p, err := m.page(i, path, addresses)
		if err != nil {
			errs = append(errs, err)
		}
		pages = append(pages, p)
	}
	return pages, errors.Join(errs...)
}

func fileName(i int, notebook string) string {
	if i == 0 {
		return Index
	}
	return strings.TrimSuffix(filepath.Base(notebook), ".ipynb") + ".html"
}

// static are the files that all pages share, and a version that changes with
// them, so that a browser keeps no old ones.
func static(simulations []byte) (files map[string][]byte, version string, err error) {
	files = map[string][]byte{
		"static/" + page.SimulationsFile: simulations,
		"static/" + page.GlossaryFile:    page.Glossary(),
	}
	add := func(from fs.FS, pattern string) error {
		names, err := fs.Glob(from, pattern)
		for _, name := range names {
			if onlyInJupyterLab[path.Base(name)] {
				continue
			}
			data, readErr := fs.ReadFile(from, name)
			files["static/"+path.Base(name)] = data
			err = errors.Join(err, readErr)
		}
		return err
	}
	err = errors.Join(add(page.Labextension(), "static/*"), add(assets, "assets/site.*"), add(assets, "assets/print.css"), add(assets, "assets/*.svg"))
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
	}
	return files, hex.EncodeToString(sum.Sum(nil))[:12], err
}

// number is what a notebook's name begins with.
var number = regexp.MustCompile(`^\d+`)

func (m maker) page(i int, path string, addresses map[string]string) (Page, error) {
	n, _, err := nb.Read(path)
	if err != nil {
		return Page{}, err
	}
	dir, err := filepath.Rel(string(m.clone), filepath.Dir(path))
	if err != nil {
		return Page{}, err
	}
	name := filepath.ToSlash(filepath.Join(dir, filepath.Base(path)))
	text := &prose{clone: m.clone, dir: filepath.ToSlash(dir), pages: addresses, images: m.files}
	var p Page
	p.File, p.Part, _ = strings.Cut(addresses[name], "#")
	text.own = p.Part
	text.ids = parser.NewContext(parser.WithIDs(headingIDs{parser.NewContext().IDs(), p.Part}))
	p.Number, _ = strconv.Atoi(number.FindString(filepath.Base(path)))
	var contents []template.HTML
	first := true
	for at, cell := range n.Cells {
		var made string
		switch {
		case onlyInNotebook[cell.ID()], i == 0 && m.paper && cell.Code():
			continue
		case cell.Markdown():
			if made, err = text.render([]byte(cell.Source()), first); made != "" {
				made = "<section class=\"prose\">\n" + made + "</section>\n"
			}
			first = false
		case cell.Code() && strings.TrimSpace(cell.Source()) != "":
			made, err = text.code(cell)
		}
		if err != nil {
			return Page{}, fmt.Errorf("%s, cell %d: %w", name, at+1, err)
		}
		made = p.answered(made, m.paper)
		if m.paper {
			made = strings.ReplaceAll(made, "<details", "<details open") // in the text of a page < is &lt;
		}
		if i == 0 && cell.ID() == contentsCell {
			contents = append(contents, template.HTML(made))
		} else {
			p.Cells = append(p.Cells, template.HTML(made))
		}
	}
	if len(contents) > 0 {
		p.Cells = slices.Insert(p.Cells, min(1, len(p.Cells)), contents...)
	}
	p.Title, p.Description = text.title, text.describe()
	if p.Title == "" {
		return Page{}, fmt.Errorf("%s: no heading (a line that starts with #) to name the page by", filepath.Base(path))
	}
	return p, nil
}

// A frame is what the layout shows around a page.
type frame struct {
	Version string // of the files in static/
	Lesson  string
	Source  string // as Build has it
	Pages   []Page
	At      int
	Paper   bool
}

// Release is the version of the lesson.
func (f frame) Release() string { return about.Version }

// Author is the name under which it is published.
func (f frame) Author() string { return about.Author }

// Licences is the file of the site with those of others' work.
func (f frame) Licences() string { return licencesFile }

func (f frame) Page() Page { return f.Pages[f.At] }

// Contents says that this is the contents page.
func (f frame) Contents() bool { return f.At == 0 }

// Previous and Next are the neighbours, nil where there is none. The contents
// page is nobody's previous one: it has a link of its own.
func (f frame) Previous() *Page {
	if f.At < 2 {
		return nil
	}
	return &f.Pages[f.At-1]
}

func (f frame) Next() *Page {
	if f.At+1 == len(f.Pages) {
		return nil
	}
	return &f.Pages[f.At+1]
}

// Way is what the links to the neighbours need.
func (f frame) Way(class, label string) any {
	return struct {
		Frame        frame
		Class, Label string
	}{f, class, label}
}

// Sections are the pages but for the contents.
func (f frame) Sections() []Page { return f.Pages[1:] }

// Rooms are the files of the runtime that a chart is drawn by, if there is one.
func (f frame) Rooms() []string {
	for _, cell := range f.Page().Cells {
		if strings.Contains(string(cell), `<div class="locklab-chart">`) {
			return page.Rooms("place")
		}
	}
	return nil
}

// Answered are the pages whose quizzes are answered elsewhere.
func (f frame) Answered() []Page {
	return slices.DeleteFunc(slices.Clone(f.Pages), func(p Page) bool { return len(p.Answers) == 0 })
}
