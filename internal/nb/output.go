package nb

import (
	"regexp"
	"strings"
)

// ID is the cell's own name in its notebook.
func (c Cell) ID() string { s, _ := c.doc["id"].(string); return s }

// Markdown says whether a cell is prose.
func (c Cell) Markdown() bool { return c.doc["cell_type"] == "markdown" }

// An Output is what a code cell gave.
type Output struct {
	// Type is "stream", "display_data", "execute_result" or "error".
	Type string
	// Name is "stdout" or "stderr", of a stream.
	Name string
	// Text is what a stream printed, or of an error the message with the
	// place where it happened, without colours.
	Text string
	// Data are the forms of a display, by media type.
	Data map[string]string
}

// colours are the escape sequences that a terminal takes for colours.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Outputs are the saved outputs of a code cell.
func (c Cell) Outputs() []Output {
	var all []Output
	for _, doc := range c.outputs() {
		field := func(name string) string { s, _ := doc[name].(string); return s }
		o := Output{Type: field("output_type"), Name: field("name"), Text: text(doc["text"]), Data: map[string]string{}}
		if data, ok := doc["data"].(map[string]any); ok {
			for mime, value := range data {
				o.Data[mime] = text(value)
			}
		}
		if o.Type == "error" {
			o.Text = field("ename") + ": " + field("evalue")
			if lines, ok := doc["traceback"].([]any); ok && len(lines) > 0 {
				var all []string
				for _, line := range lines {
					all = append(all, text(line))
				}
				o.Text = strings.Join(all, "\n")
			}
			o.Text = colours.ReplaceAllString(o.Text, "")
		}
		all = append(all, o)
	}
	return all
}
