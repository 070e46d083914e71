package view

import (
	"fmt"
	"html"
	"strings"

	"locklab/simlib/facts"
)

// Facts lays out what is stated about systems, folded by system: the statement,
// what its sources say, and where to look it up.
func Facts() string {
	var b strings.Builder
	b.WriteString("<div class=\"locklab locklab-facts\">\n")
	for _, g := range facts.Groups() {
		fmt.Fprintf(&b, "<details>\n<summary class=\"locklab-fold-title\">%s</summary>\n<ul>\n", html.EscapeString(g.Name))
		for _, s := range g.Statements {
			fmt.Fprintf(&b, "<li>\n<p>%s</p>\n<p class=\"locklab-fact-says\">%s</p>\n", html.EscapeString(s.Text), html.EscapeString(s.Says))
			for _, source := range s.Sources {
				writeSource(&b, "", source)
				if by := source.ReportedBy; by != nil {
					writeSource(&b, "as reported by ", by)
				}
			}
			b.WriteString("</li>\n")
		}
		b.WriteString("</ul>\n</details>\n")
	}
	fmt.Fprintf(&b, "<p class=\"locklab-caption\">%s</p>\n</div>\n", html.EscapeString(factsRead()))
	return b.String()
}

// writeSource is a line with a source, which leads to it.
func writeSource(b *strings.Builder, before string, s *facts.Source) {
	fmt.Fprintf(b, "<p class=\"locklab-fact-from\">%s<a href=\"%s\">%s, %s</a></p>\n",
		before, html.EscapeString(s.URL), html.EscapeString(s.Title), html.EscapeString(s.Edition()))
}

// FactsText is the same where there is nothing but text.
func FactsText() string {
	var b strings.Builder
	for _, g := range facts.Groups() {
		fmt.Fprintf(&b, "%s\n", g.Name)
		for _, s := range g.Statements {
			fmt.Fprintf(&b, "* %s\n  It says: %s\n", s.Text, s.Says)
			for _, source := range s.Sources {
				fmt.Fprintf(&b, "  %s\n", source)
			}
		}
	}
	return b.String() + factsRead()
}

func factsRead() string {
	return "In each, what the lesson states, what the source says, and the source: its release or date, and the revision of the text as it was read in " + facts.Read + "."
}
