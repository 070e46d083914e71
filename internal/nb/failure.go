package nb

import (
	"fmt"
	"regexp"
	"strings"
)

// A Failure is a cell that did not run to its end.
type Failure struct {
	Cell  int    // position in the notebook, from 1, text cells counted
	Count string // as in In [n]
	Line  string // first line of the cell's source
	Error []string
}

func (f Failure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cell %d", f.Cell)
	if f.Count != "" {
		fmt.Fprintf(&b, ", In [%s]", f.Count)
	}
	fmt.Fprintf(&b, ", `%s`:", f.Line)
	for _, l := range f.Error {
		b.WriteString("\n      " + l)
	}
	return b.String()
}

// Failures are the cells whose outputs hold an error that they do not announce
// with the tag raises-exception.
func (n *Notebook) Failures() []Failure {
	var all []Failure
	for i, c := range n.Cells {
		if !c.Code() || c.Tagged("raises-exception") {
			continue
		}
		for _, o := range c.outputs() {
			if o["output_type"] == "error" {
				all = append(all, Failure{Cell: i + 1, Count: c.Count(), Line: firstLine(c.Source()), Error: explain(c, o)})
				break
			}
		}
	}
	return all
}

// firstLine is the first line with something to tell: not a cell magic, not
// blank, not a comment, if there is one.
func firstLine(source string) string {
	first := ""
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if first == "" {
			first = line
		}
		if !strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "//") {
			return line
		}
	}
	return first
}

var (
	// ansi are the escape sequences that a terminal takes for colours.
	ansi     = regexp.MustCompile("\x1b\\[[0-9;]*m")
	cellInfo = regexp.MustCompile(`^Cell(?:\[(\d+)\]:)? Line (\d+)$`)
	place    = regexp.MustCompile(`\[\[ Cell \[(\d+)\] Line (\d+) \]\]`)
	goroot   = regexp.MustCompile(`^\s+/.*\.go:\d+`)
)

const errorLines = 12

// explain is the error in lines: the compiler's with the cell's line numbers,
// a panic's with the line that it came from, or what gonb said.
func explain(c Cell, o map[string]any) []string {
	var out []string
	where := func(count, line string) string {
		if count == "" || count == c.Count() {
			return "line " + line
		}
		return fmt.Sprintf("line %s of In [%s]", line, count)
	}
	trace, _ := o["traceback"].([]any)
	for _, t := range trace {
		part := strings.Split(strings.TrimSpace(ansi.ReplaceAllString(text(t), "")), "\n")
		if m := cellInfo.FindStringSubmatch(strings.TrimSpace(part[0])); m != nil {
			out = append(out, where(m[1], m[2])+": "+strings.TrimSpace(part[len(part)-1]))
		}
	}
	// What the program itself said before it ended.
	if len(out) == 0 {
		for _, s := range c.outputs() {
			if s["output_type"] != "stream" || s["name"] != "stderr" {
				continue
			}
			for line := range strings.Lines(ansi.ReplaceAllString(text(s["text"]), "")) {
				line = strings.TrimRight(line, "\r\n")
				if m := place.FindStringSubmatch(line); m != nil {
					out = append(out, "at "+where(m[1], m[2]))
				} else if strings.TrimSpace(line) != "" && !goroot.MatchString(line) {
					out = append(out, line)
				}
			}
		}
	}
	value := strings.TrimSpace(ansi.ReplaceAllString(text(o["evalue"]), ""))
	if len(out) == 0 || !strings.Contains(strings.Join(out, "\n"), value) && !strings.Contains(value, "\n") {
		for line := range strings.Lines(value) {
			out = append(out, strings.TrimRight(line, "\n"))
		}
	}
	if len(out) > errorLines {
		out = append(out[:errorLines], fmt.Sprintf("(%d more lines)", len(out)-errorLines))
	}
	return out
}
