package nb

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/view"
)

// asRun is the simulation that a cell has shown, with the cell's settings; nil if
// it has shown none.
func asRun(t *testing.T, c lessonCell) simlib.Sim[simlib.Result] {
	t.Helper()
	for _, o := range c.Outputs {
		var shown struct {
			Name  string
			Knobs []struct {
				Name, Kind, Unit string
				Options          []string
				Value            float64
			}
		}
		if json.Unmarshal([]byte(text(o.Data[view.MIME])), &shown) != nil || len(shown.Knobs) == 0 {
			continue
		}
		sims := simlib.All()
		s := sims[slices.IndexFunc(sims, func(s simlib.Sim[simlib.Result]) bool { return s.Name() == shown.Name })]
		for _, k := range shown.Knobs {
			value := strconv.FormatFloat(k.Value, 'f', -1, 64) + k.Unit
			if k.Kind == "choice" {
				value = k.Options[int(k.Value)]
			}
			var err error
			if s, err = s.With(k.Name, value); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	return nil
}

// Each step to try is a link that sets the sliders, and beside it is the line of
// Go that does the same in the cell. A step keeps what those before it have set,
// so a line may stand at the earlier one.
func TestStepsSetWhatTheySay(t *testing.T) {
	link := regexp.MustCompile(`\]\(#(\w+):([^)]*)\)`)
	code := regexp.MustCompile("`(p\\.[^`]*)`")
	found := 0
	for _, n := range lesson(t) {
		var shown simlib.Sim[simlib.Result]
		for _, c := range n.Cells {
			if s := asRun(t, c); s != nil {
				shown = s
			}
			_, list, ok := strings.Cut(c.source(), "## Try this\n")
			if !ok {
				continue
			}
			var said []string // lines of Go, so far
			for line := range strings.Lines(strings.TrimSpace(list)) {
				links := link.FindAllStringSubmatchIndex(line, -1)
				if len(links) == 0 {
					t.Errorf("%s: the step %q sets nothing", n.name, line)
				}
				for i, at := range links {
					found++
					name, setting := line[at[2]:at[3]], line[at[4]:at[5]]
					end := len(line)
					if i+1 < len(links) {
						end = links[i+1][0]
					}
					if name != shown.Name() {
						t.Errorf("%s: %s:%s is for a chart that is not above it", n.name, name, setting)
						continue
					}
					lines, err := linesOf(shown, setting)
					if err != nil {
						t.Errorf("%s: %s:%s: %v", n.name, name, setting, err)
					}
					for _, m := range code.FindAllStringSubmatch(line[at[1]:end], -1) {
						said = append(said, m[1])
						if !slices.Contains(lines, m[1]) {
							t.Errorf("%s: beside %s:%s stands %s, and it sets %q", n.name, name, setting, m[1], lines)
						}
					}
					for _, l := range lines {
						if !slices.Contains(said, l) {
							t.Errorf("%s: no %s beside %s:%s or above", n.name, l, name, setting)
						}
					}
				}
			}
		}
	}
	if found < 12 {
		t.Errorf("%d links that set sliders, want at least 12", found)
	}
}

// linesOf are the lines of a cell that say what a setting sets, each of which
// differs from what s has.
func linesOf(s simlib.Sim[simlib.Result], setting string) ([]string, error) {
	was := s.Knobs()
	var names []string
	for pair := range strings.SplitSeq(setting, ",") {
		name, value, _ := strings.Cut(pair, "=")
		with, err := s.With(name, value)
		if err != nil {
			return nil, err
		}
		s, names = with, append(names, name)
	}
	var lines []string
	for i, k := range s.Knobs() {
		if !slices.Contains(names, k.Name) {
			continue
		}
		if k.String() == was[i].String() {
			return nil, fmt.Errorf("%s is the cell's own", k.Line())
		}
		lines = append(lines, k.Line())
	}
	if len(lines) != len(names) {
		return nil, fmt.Errorf("only %q of %q are knobs", lines, names)
	}
	return lines, s.Validate()
}
