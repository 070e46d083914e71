package cards_test

import (
	"regexp"
	"strings"
	"testing"

	"locklab/simlib/cards"
)

// Each card is short, complete, and the only one of its name. That the lesson
// uses each is tested with the notebooks.
func TestCards(t *testing.T) {
	id, ids := regexp.MustCompile(`[^a-z]+`), map[string]bool{}
	for _, c := range cards.All() {
		if want := id.ReplaceAllString(strings.ToLower(c.Term), "-"); c.ID != want || ids[c.ID] {
			t.Errorf("%s has the id %q, want %q, and no other card with it", c.Term, c.ID, want)
		}
		ids[c.ID] = true
		for what, text := range map[string]string{"meaning": c.Means, "comparison": c.Like, "use": c.Used} {
			if end := strings.TrimRight(text, "”"); !strings.HasSuffix(end, ".") {
				t.Errorf("%s: its %s %q is no sentence", c.Term, what, text)
			}
		}
		if n := len(strings.Fields(c.Means + " " + c.Like + " " + c.Used)); n >= 60 {
			t.Errorf("%s has %d words, want fewer than 60", c.Term, n)
		}
	}
}

func TestFind(t *testing.T) {
	for _, term := range []string{"Fencing Token", "fencing-token", "ttl"} {
		if _, err := cards.Find(term); err != nil {
			t.Error(err)
		}
	}
	if _, err := cards.Find("zombie"); err == nil || !strings.Contains(err.Error(), "stale holder") {
		t.Errorf("a term without a card gives %v", err)
	}
}
