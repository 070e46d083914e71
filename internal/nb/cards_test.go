package nb

import (
	"regexp"
	"strings"
	"testing"

	"locklab/simlib/cards"
)

// Every card is opened once, from the section that uses its term first, and no
// section opens more than four.
func TestCardsAreOpenedWhereTheirTermsComeFirst(t *testing.T) {
	link := regexp.MustCompile(`\[([^\]]+)\]\(10_where_to_go_next\.ipynb#card-([a-z-]+)\)`)
	opened := map[string]string{} // the section by the card
	sections := map[string]string{}
	for _, n := range lesson(t) {
		section := strings.TrimSuffix(n.name, ".ipynb")
		here := 0
		for _, c := range n.Cells {
			if c.CellType != "markdown" {
				continue
			}
			sections[section] += c.source() + "\n"
			for _, m := range link.FindAllStringSubmatch(c.source(), -1) {
				here++
				if first, ok := opened[m[2]]; ok {
					t.Errorf("%s opens the card %s, which %s has opened", section, m[2], first)
				}
				opened[m[2]] = section
			}
		}
		if here > 4 {
			t.Errorf("%s opens %d cards, want at most 4", section, here)
		}
	}
	for _, c := range cards.All() {
		if opened[c.ID] != c.Section {
			t.Errorf("the card %q is opened by %q, and it says that section %q uses it first", c.ID, opened[c.ID], c.Section)
		}
		delete(opened, c.ID)
		// No earlier section uses the term without explaining it.
		word := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(c.Term) + `\b`)
		for section, text := range sections {
			if section < c.Section && word.MatchString(plain.ReplaceAllString(text, " ")) {
				t.Errorf("%s uses the term %q before %s explains it", section, c.Term, c.Section)
			}
		}
	}
	for id, section := range opened {
		t.Errorf("%s opens the card %q, and there is none", section, id)
	}
}

// plain matches what of a text no reader takes for the lesson's words: code,
// where links lead, what is cited, the links to other sections, and the tables of
// the map.
var plain = regexp.MustCompile("(?m)`[^`]*`|<!--.*?-->|\\]\\([^)]*\\)|^\\[[^\\n]*·.*$|^\\|.*$|^\\*\\*Goal.*$|^#.*$")
