package nb

import "strings"

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
			if trace, ok := doc["traceback"].([]any); ok && len(trace) > 0 {
				var parts []string
				for _, part := range trace {
					parts = append(parts, text(part))
				}
				o.Text = strings.Join(parts, "\n")
			}
			o.Text = ansi.ReplaceAllString(o.Text, "")
		}
		all = append(all, o)
	}
	return all
}
