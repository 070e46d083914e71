package view

import (
	"fmt"
	"html"
	"strings"
	"text/tabwriter"

	"locklab/simlib"
)

// table lays a table out.
func table(t simlib.Table) string {
	var b strings.Builder
	// Arrow keys scroll one that is longer than its place.
	b.WriteString(`<table tabindex="0" aria-label="` + html.EscapeString(t.Title) + "\">\n")
	prose := proseColumns(t)
	// The first row names the columns, and the first cell of each other its row.
	row := func(cells []string, scope string) {
		b.WriteString("<tr>")
		for i, c := range cells {
			tag, attributes := "td", ""
			if scope == "col" || i == 0 {
				tag, attributes = "th", ` scope="`+scope+`"`
			}
			if prose[i] {
				attributes += ` class="locklab-words"`
			}
			b.WriteString("<" + tag + attributes + ">" + html.EscapeString(c) + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	row(t.Columns, "col")
	for _, cells := range t.Rows {
		row(cells, "row")
	}
	b.WriteString("</table>\n")
	return b.String()
}

// proseColumns says which columns of a table hold sentences, not numbers or a
// few words: they read from the left and take several lines.
func proseColumns(t simlib.Table) []bool {
	const aFewWords = 40 // characters
	prose := make([]bool, len(t.Columns))
	for _, row := range t.Rows {
		for i, c := range row {
			prose[i] = prose[i] || len(c) > aFewWords
		}
	}
	return prose
}

// Compared lays out a table of runs side by side, in a fold where it follows a
// guess about such a run.
func Compared(t simlib.Table, afterAGuess bool) string {
	inner := `<div class="locklab-data">` + "\n" + table(t) + "</div>\n"
	if afterAGuess {
		inner = openFold(t.Title) + inner + closeFold
	} else {
		inner = `<p class="locklab-caption">` + html.EscapeString(t.Title) + "</p>\n" + inner
	}
	return "<div class=\"locklab locklab-compared\">\n" + inner + "</div>\n"
}

// ComparedText is the same as text, in columns.
func ComparedText(t simlib.Table) string {
	var b strings.Builder
	fmt.Fprintln(&b, t.Title)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush()
	return strings.TrimRight(b.String(), "\n")
}
