package nb

import (
	"regexp"
	"strings"
	"testing"

	"locklab/simlib/cards"
	"locklab/simlib/quiz"
)

// No choice, right or wrong, is found again by eye: no five words of it in a row
// stand in a section, in what a cell says, on a card, or in another question, its
// choices and their reasons. Four in a row ("longer than the TTL") are still the
// language's own. What says the same in other words passes: that takes a reader.
func TestNoChoiceIsGivenAway(t *testing.T) {
	const run = 5
	asks := regexp.MustCompile(`lab\.(Quiz|Answer)\(`)
	tag := regexp.MustCompile(`<[^>]*>|\]\([^)]*\)`)
	said := map[string]string{}
	for _, n := range lesson(t) {
		for _, c := range n.Cells {
			said[n.name] += " \n" + c.source()
			if asks.MatchString(c.source()) {
				continue
			}
			for _, o := range c.Outputs {
				said[n.name] += " \n" + strings.Join(o.Text, "") + "\n" + text(o.Data["text/html"])
			}
		}
	}
	for _, c := range cards.All() {
		said["the card "+c.ID] = c.Means + "\n" + c.Like + "\n" + c.Used
	}
	for _, z := range quiz.All() {
		for _, q := range z.Questions {
			said[q.ID] = q.Text
			for _, c := range q.Choices {
				said[q.ID] += "\n" + c.Text + "\n" + c.Why
			}
		}
	}
	for place, s := range said {
		said[place] = " " + strings.Join(inWords(tag.ReplaceAllString(s, " ")), " ") + " "
	}
	if s := said["04_fencing.ipynb"]; !strings.Contains(s, " one atomic durable step ") || !strings.Contains(s, " accepted ") {
		t.Fatalf("section 4 is not read: %q", s)
	}
	for _, z := range quiz.All() {
		for _, q := range z.Questions {
			for _, c := range q.Choices {
				words := inWords(c.Text)
				for i := range len(words) - run + 1 {
					part := strings.Join(words[i:i+run], " ")
					for place, s := range said {
						if place != q.ID && strings.Contains(s, " "+part+" ") {
							t.Errorf("%s: %q of the choice %q stands in %s", q.ID, part, c.Text, place)
						}
					}
				}
			}
		}
	}
}

// inWords is a text's words and numbers in small letters.
func inWords(text string) []string {
	return regexp.MustCompile(`[\pL\d]+(?:['’]\pL+)?`).FindAllString(strings.ToLower(text), -1)
}
