package view

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"locklab/simlib"
)

// table lays a table out.
func table(t simlib.Table) string {
	var b strings.Builder
	// Arrow keys scroll one that is longer than its place.
	b.WriteString(`<table tabindex="0" aria-label="` + html.EscapeString(t.Title) + "\">\n")
	classes := columnClasses(t)
	// The first row names the columns, and the first cell of each other its row.
	row := func(cells []string, scope string) {
		b.WriteString("<tr>")
		for i, c := range cells {
			tag, attributes := "td", ""
			if scope == "col" || i == 0 {
				tag, attributes = "th", ` scope="`+scope+`"`
			}
			if class := classes[i]; class != "" {
				attributes += ` class="` + class + `"`
			}
			b.WriteString("<" + tag + attributes + ">" + shown(c) + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<thead>\n")
	row(t.Columns, "col")
	b.WriteString("</thead>\n<tbody>\n")
	for _, cells := range t.Rows {
		row(cells, "row")
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

// columnClasses are the classes of a table's columns: what holds words reads from
// the left, and sentences take several lines.
func columnClasses(t simlib.Table) []string {
	const aFewWords = 40 // characters
	classes := make([]string, len(t.Columns))
	for i, inWords := range t.InWords {
		long := slices.ContainsFunc(t.Rows, func(row []string) bool { return len(row[i]) > aFewWords })
		switch {
		case long:
			classes[i] = "words wordy"
		case inWords:
			classes[i] = "words"
		}
	}
	return classes
}

// openTable lays out a table of runs side by side, in a fold where it follows a
// guess about such a run.
func openTable(t simlib.Table, afterAGuess bool) string {
	inner := `<div class="locklab-data">` + "\n" + table(t) + "</div>\n"
	if afterAGuess {
		return openFold(t.Title) + inner + closeFold
	}
	return `<p class="locklab-caption">` + shown(t.Title) + "</p>\n" + inner
}

// tableText is a table as text, in columns.
func tableText(t simlib.Table) string {
	var b strings.Builder
	b.WriteString(t.Title)
	rows := append([][]string{t.Columns}, t.Rows...)
	widths := make([]int, len(t.Columns))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += fmt.Sprintf("%-*s", widths[i]+2, cell)
		}
		b.WriteString("\n" + strings.TrimRight(line, " "))
	}
	return b.String()
}
