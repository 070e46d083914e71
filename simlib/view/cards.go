package view

import (
	"fmt"
	"html"
	"strings"

	"locklab/simlib/cards"
)

// Cards lays out some cards. Each has its ID, with card- before it, as the id
// that links lead to, and leads back to the section that uses it first.
func Cards(some []cards.Card) string {
	var b strings.Builder
	b.WriteString("<div class=\"locklab locklab-cards\">\n")
	for _, c := range some {
		from := "at the start"
		if n := strings.TrimLeft(c.Section[:2], "0"); n != "" {
			from = "in section " + n
		}
		fmt.Fprintf(&b, "<div class=\"locklab-card\" id=\"card-%s\">\n<p class=\"locklab-card-term\">%s</p>\n<p>%s</p>\n<p class=\"locklab-card-like\">Like this: %s</p>\n<p>%s</p>\n"+
			"<p class=\"locklab-card-from\"><a href=\"%s.ipynb\">First used %s</a></p>\n</div>\n",
			c.ID, html.EscapeString(c.Term), html.EscapeString(c.Means), html.EscapeString(c.Like), html.EscapeString(c.Used),
			c.Section, from)
	}
	b.WriteString("</div>\n")
	return b.String()
}

// CardText is a card where there is nothing but text.
func CardText(c cards.Card) string {
	return fmt.Sprintf("%s: %s Like this: %s Used: %s", c.Term, c.Means, c.Like, c.Used)
}
