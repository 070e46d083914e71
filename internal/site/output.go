package site

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"locklab/internal/nb"
	"locklab/internal/page"
	"locklab/simlib/words"
)

// code is a code cell and its saved outputs.
func (p *prose) code(c nb.Cell) (string, error) {
	if c.Count() == "" {
		return "", errors.New("not run, and a page shows what a run has saved: `locklab run` runs it")
	}
	var b strings.Builder
	b.WriteString("<section class=\"code\">\n")
	source := strings.TrimRight(c.Source(), "\n")
	listing := `<pre class="go" tabindex="0"><code>` + goHTML(source) + "</code></pre>\n"
	fold := ""
	switch {
	case strings.HasPrefix(source, "import") && len(c.Outputs()) == 0:
		fold = "Imports"
	case c.Hidden():
		fold = "Code"
	}
	if fold != "" {
		listing = "<details class=\"listing\">\n<summary>" + fold + "</summary>\n" + listing + "</details>\n"
	}
	b.WriteString(listing)
	for _, o := range c.Outputs() {
		made, err := p.output(o)
		if err != nil {
			return "", err
		}
		b.WriteString(made)
	}
	b.WriteString("</section>\n")
	return b.String(), nil
}

// output is one output in the richest form that a page can show.
func (p *prose) output(o nb.Output) (string, error) {
	switch o.Type {
	case "stream":
		return pre("output "+o.Name, words.Unbroken(joined(o.Text))), nil
	case "error":
		return pre("output error", o.Text), nil
	}
	if live, ok := o.Data[page.MIME]; ok {
		layout, err := p.unpack(o.Data["text/html"])
		if err != nil {
			return "", err
		}
		return chart(layout, live)
	}
	if layout, ok := o.Data["text/html"]; ok {
		layout, err := p.relink(layout)
		if err != nil {
			return "", err
		}
		layout, err = p.unpack(layout)
		return "<div class=\"output\">\n" + layout + "</div>\n", err
	}
	picture := func(data []byte, ending string) string {
		alt := html.EscapeString(strings.TrimSpace(o.Data["text/plain"]))
		return `<p class="output"><img alt="` + alt + `" src="` + p.picture(data, ending) + "\"></p>\n"
	}
	if svg, ok := o.Data["image/svg+xml"]; ok {
		return picture([]byte(svg), "svg"), nil
	}
	for _, ending := range []string{"png", "jpeg"} {
		if data, ok := o.Data["image/"+ending]; ok {
			data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), ""))
			return picture(data, ending), err
		}
	}
	return pre("output", o.Data["text/plain"]), nil
}

// packed is a picture inside an address.
var packed = regexp.MustCompile(` src="data:image/(svg|png|jpeg)[^",]*;base64,([^"]*)"`)

// unpack gives the pictures inside a layout files of their own. A notebook has to
// carry them, but a server's policy may admit pictures of the server alone.
func (p *prose) unpack(layout string) (string, error) {
	var errs []error
	layout = packed.ReplaceAllStringFunc(layout, func(src string) string {
		m := packed.FindStringSubmatch(src)
		data, err := base64.StdEncoding.DecodeString(m[2])
		if err != nil {
			errs = append(errs, fmt.Errorf("a picture in an output is damaged: %w", err))
		}
		return ` src="` + p.picture(data, m[1]) + `"`
	})
	return layout, errors.Join(errs...)
}

// picture adds a picture of an output to the site and returns its name there.
func (p *prose) picture(data []byte, ending string) string {
	sum := sha256.Sum256(data)
	name := "images/" + hex.EncodeToString(sum[:6]) + "." + ending
	p.images[name] = data
	return name
}

// notebookLink is a link to a notebook in an output.
var notebookLink = regexp.MustCompile(`(<a href=")([^":]+\.ipynb(?:#[^"]*)?)"`)

// ownID is an id in an output.
var ownID = regexp.MustCompile(` id="([^"]+)"`)

// relink leads the links of an output's layout to what the site has, and makes
// its ids those of this notebook's part of the page.
func (p *prose) relink(layout string) (string, error) {
	var errs []error
	layout = notebookLink.ReplaceAllStringFunc(layout, func(link string) string {
		m := notebookLink.FindStringSubmatch(link)
		to, err := p.link(html.UnescapeString(m[2]))
		if err == nil && to == "" {
			err = fmt.Errorf("an output leads to %s, which is no page of the site", m[2])
		}
		errs = append(errs, err)
		return m[1] + html.EscapeString(to) + `"`
	})
	layout = ownID.ReplaceAllStringFunc(layout, func(id string) string {
		return ` id="` + within(p.own, ownID.FindStringSubmatch(id)[1]) + `"`
	})
	return layout, errors.Join(errs...)
}

// joined is a text whose lines were broken for the width of a cell, by lab.Say or
// another, as lines for any width: where the next word would not have fitted, a line
// goes on. What is set in columns or is code, with two spaces in a row, stays.
func joined(text string) string {
	lines := strings.Split(text, "\n")
	made := lines[0]
	for i, line := range lines[1:] {
		before := lines[i]
		next, _, _ := strings.Cut(line, " ")
		running := next != "" && !strings.Contains(before+line, "  ")
		if running && utf8.RuneCountInString(before+" "+next) > words.Columns {
			made += " " + line
		} else {
			made += "\n" + line
		}
	}
	return made
}

func pre(class, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return `<pre class="` + class + `">` + html.EscapeString(strings.TrimRight(text, "\n")) + "</pre>\n"
}

// chart is a static layout with what the runtime needs to make it live.
func chart(layout, live string) (string, error) {
	var data struct{ Name string }
	if err := json.Unmarshal([]byte(live), &data); err != nil {
		return "", fmt.Errorf("the data of its chart is damaged (%w): `locklab run` makes it anew", err)
	}
	if layout == "" || data.Name == "" {
		return "", errors.New("its chart lacks the static layout or its name: `locklab run` makes it anew")
	}
	// In a script element nothing but "<" could end it, and in JSON that
	// stands in strings only.
	live = strings.ReplaceAll(live, "<", `\u003c`)
	return "<div class=\"output view\">\n" + layout +
		`<script type="application/json">` + live + "</script>\n</div>\n", nil
}
