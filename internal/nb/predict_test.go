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

// What follows a guess gives it away, up to the quiz of its section: prose about
// what came of it is in a fold, and so is what a run of the same simulation says.
func TestWhatFollowsAGuessIsFolded(t *testing.T) {
	folded := regexp.MustCompile(`(?s)<details>.*?</details>`)
	tells := regexp.MustCompile(`What happened|Check by formula`)
	found := 0
	for _, n := range lesson(t) {
		follows := false
		for _, c := range n.Cells {
			source := c.source()
			switch {
			case strings.Contains(source, "lab.Predict("):
				follows = true
				if layout := text(c.Outputs[0].Data["text/html"]); strings.Index(layout, "<details") > strings.Index(layout, "locklab-sentence") {
					t.Errorf("%s: %s is answered above its fold", n.name, c.ID)
				}
			case strings.Contains(source, "lab.Quiz("):
				follows = false
			case follows && c.CellType == "markdown":
				found += len(tells.FindAllString(source, -1))
				if bare := tells.FindString(folded.ReplaceAllString(source, "")); bare != "" {
					t.Errorf("%s: in %s, %q follows a guess and is not folded", n.name, c.ID, bare)
				}
			case follows && strings.Contains(source, "lab."):
				for _, o := range c.Outputs {
					if !strings.Contains(text(o.Data["text/html"]), `<details class="locklab-came">`) {
						t.Errorf("%s: what %s gives follows a guess and is not folded", n.name, c.ID)
					}
				}
			}
		}
	}
	if found < 7 {
		t.Errorf("%d words of what happened, want at least 7", found)
	}
}
