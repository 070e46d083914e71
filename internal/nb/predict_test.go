package nb

import (
	"regexp"
	"strings"
	"testing"
)

// No cell runs a simulation before the one that asks for a guess about it, or
// the answer is on the screen before the question.
func TestGuessesAreNotGivenAway(t *testing.T) {
	model := regexp.MustCompile(`simlib\.(Default\w+)\(`)
	shown := map[string]string{} // where a simulation was run first
	asked := 0
	for _, n := range lesson(t) {
		for _, c := range n.Cells {
			if c.CellType != "code" {
				continue
			}
			asks := strings.Contains(c.source(), "lab.Predict(")
			if asks {
				asked++
			}
			for _, m := range model.FindAllStringSubmatch(c.source(), -1) {
				if first := shown[m[1]]; asks && first != "" {
					t.Errorf("%s asks for a guess about %s, which %s has shown", n.name, m[1], first)
				}
				shown[m[1]] = n.name
			}
		}
	}
	if asked != 4 {
		t.Errorf("%d guesses are asked for, want 4", asked)
	}
}
