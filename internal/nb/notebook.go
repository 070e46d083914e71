// Package nb reads, runs, compares and resets the lesson's notebooks.
//
// What it writes has one form, whoever ran the notebook and wherever: no times,
// no versions, no paths of temporary folders, and the layout that Jupyter's own
// nbformat gives a file. Running twice leaves no difference in git.
package nb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A Notebook is the JSON of an .ipynb file.
type Notebook struct {
	doc   map[string]any
	Cells []Cell
}

// A Cell is the JSON of one cell.
type Cell struct {
	doc map[string]any
}

// Read reads a notebook and says in what way a file is not one that we can run.
func Read(path string) (*Notebook, []byte, error) {
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("%s: there is no such file%s", path, similar(path))
	case err != nil:
		return nil, nil, err
	}
	n, err := Parse(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, data, nil
}

// similar names a notebook beside path whose name has path's in it.
func similar(path string) string {
	word := strings.TrimSuffix(filepath.Base(path), ".ipynb")
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		if word != "" && e.Name() != filepath.Base(path) && filepath.Ext(e.Name()) == ".ipynb" && strings.Contains(e.Name(), word) {
			return fmt.Sprintf("; did you mean %s?", filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return ""
}

// Parse reads the text of a notebook.
func Parse(data []byte) (*Notebook, error) {
	var doc map[string]any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&doc); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
			return nil, fmt.Errorf("not a notebook: line %d is not JSON: %w", line, err)
		}
		return nil, fmt.Errorf("not a notebook: %w", err)
	}
	cells, ok := doc["cells"].([]any)
	if format := fmt.Sprint(doc["nbformat"]); !ok || format != "4" {
		return nil, fmt.Errorf("not a notebook of format 4: open and save it in JupyterLab to convert it")
	}
	n := &Notebook{doc: doc}
	for i, c := range cells {
		cell, ok := c.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("not a notebook: cell %d is not an object", i+1)
		}
		n.Cells = append(n.Cells, Cell{cell})
	}
	return n, nil
}

// Language is the language of the notebook's kernel, as far as it says.
func (n *Notebook) Language() string {
	meta, _ := n.doc["metadata"].(map[string]any)
	for _, key := range []string{"kernelspec", "language_info"} {
		m, _ := meta[key].(map[string]any)
		for _, field := range []string{"language", "name"} {
			if s, ok := m[field].(string); ok && s != "" {
				return s
			}
		}
	}
	return ""
}

// ID is the cell's own name in its notebook.
func (c Cell) ID() string { s, _ := c.doc["id"].(string); return s }

// Code says whether a cell is one to execute.
func (c Cell) Code() bool { return c.doc["cell_type"] == "code" }

// Markdown says whether a cell is prose.
func (c Cell) Markdown() bool { return c.doc["cell_type"] == "markdown" }

// Source is the cell's text.
func (c Cell) Source() string { return text(c.doc["source"]) }

// Count is the number in In [n], or "" when the cell was not executed.
func (c Cell) Count() string {
	if n, ok := c.doc["execution_count"].(json.Number); ok {
		return n.String()
	}
	return ""
}

// Tagged says whether the cell's metadata has a tag.
func (c Cell) Tagged(tag string) bool {
	meta, _ := c.doc["metadata"].(map[string]any)
	tags, _ := meta["tags"].([]any)
	for _, t := range tags {
		if t == tag {
			return true
		}
	}
	return false
}

// Hidden says whether the cell's code is folded in Jupyter until a reader asks
// for it.
func (c Cell) Hidden() bool {
	meta, _ := c.doc["metadata"].(map[string]any)
	jupyter, _ := meta["jupyter"].(map[string]any)
	return jupyter["source_hidden"] == true
}

func (c Cell) outputs() []map[string]any {
	list, _ := c.doc["outputs"].([]any)
	var out []map[string]any
	for _, o := range list {
		if m, ok := o.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// text joins a multi-line string of the format: a string or a list of lines.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var b strings.Builder
		for _, line := range v {
			s, _ := line.(string)
			b.WriteString(s)
		}
		return b.String()
	}
	return ""
}

// lines is the inverse of text. It splits where Python does, as nbformat writes
// files: also at a lone carriage return and at rarer separators.
func lines(s string) []any {
	out := []any{}
	start := 0
	for i, r := range s {
		switch r {
		case '\r':
			if strings.HasPrefix(s[i+1:], "\n") {
				continue
			}
		case '\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029':
		default:
			continue
		}
		end := i + utf8.RuneLen(r)
		out = append(out, s[start:end])
		start = end
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

// temporary is the folder that gonb builds a cell in; its name differs by run.
var temporary = regexp.MustCompile(`[^\s"'(]*/gonb_[0-9a-f]{8}/|\bgonb_[0-9a-f]{8}\b`)

// Normalize leaves out what differs from run to run and from machine to
// machine. What a learner sees stays.
func (n *Notebook) Normalize() {
	if meta, ok := n.doc["metadata"].(map[string]any); ok {
		if info, ok := meta["language_info"].(map[string]any); ok {
			for key := range info {
				switch key {
				case "name", "file_extension", "mimetype":
				default: // versions, and the empty names of tools
					delete(info, key)
				}
			}
		}
	}
	for _, c := range n.Cells {
		if meta, ok := c.doc["metadata"].(map[string]any); ok {
			delete(meta, "execution")
		}
		if !c.Code() {
			continue
		}
		outs := []any{}
		var last map[string]any
		for _, o := range c.outputs() {
			o = replaceTemporary(o).(map[string]any)
			if o["output_type"] == "stream" {
				if last != nil && last["output_type"] == "stream" && last["name"] == o["name"] {
					last["text"] = lines(text(last["text"]) + text(o["text"]))
					continue
				}
				o["text"] = lines(text(o["text"]))
			}
			outs = append(outs, o)
			last = o
		}
		c.doc["outputs"] = outs
	}
}

func replaceTemporary(v any) any {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, "gonb_") {
			return temporary.ReplaceAllString(v, "")
		}
	case []any:
		for i := range v {
			v[i] = replaceTemporary(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = replaceTemporary(v[k])
		}
	}
	return v
}

// Bytes is the notebook as nbformat lays it out: keys sorted, indented by one
// space, no character escaped that need not be.
func (n *Notebook) Bytes() ([]byte, error) { return encode(n.doc) }

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return unescapeSeparators(b.Bytes()), nil
}

// unescapeSeparators undoes what encoding/json always escapes and nbformat does
// not: the line separators U+2028 and U+2029, unless the backslash is itself
// escaped.
func unescapeSeparators(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\u202`)) {
		return data
	}
	var out []byte
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' || i+1 == len(data) {
			out = append(out, data[i])
			continue
		}
		if rest := data[i:]; bytes.HasPrefix(rest, []byte(`\u2028`)) || bytes.HasPrefix(rest, []byte(`\u2029`)) {
			out = append(out, "\u2028"[0], "\u2028"[1], 0xa8+rest[5]-'8')
			i += 5
			continue
		}
		out = append(out, data[i], data[i+1])
		i++
	}
	return out
}
