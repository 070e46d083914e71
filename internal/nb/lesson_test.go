package nb

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// lessonCell is what the tests below look at.
type lessonCell struct {
	CellType       string `json:"cell_type"`
	ID             string
	Source         []string
	Metadata       map[string]any
	ExecutionCount *int `json:"execution_count"`
	Outputs        []struct {
		OutputType string `json:"output_type"`
		Text       []string
		Data       map[string]any
	}
}

func (c lessonCell) source() string { return strings.Join(c.Source, "") }

type lessonNotebook struct {
	name  string
	size  int
	Cells []lessonCell
	Meta  struct {
		Kernelspec struct{ Name, Language string }
	} `json:"metadata"`
}

func lesson(t *testing.T) []lessonNotebook {
	t.Helper()
	paths, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(paths) < 11 {
		t.Fatalf("found %d notebooks (%v)", len(paths), err)
	}
	var all []lessonNotebook
	for _, path := range paths {
		if strings.Contains(path, ".mine") {
			continue // a learner's own version, kept by reset
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n := lessonNotebook{name: filepath.Base(path), size: len(text)}
		if err := json.Unmarshal(text, &n); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, n)
	}
	return all
}

// Notebooks are committed executed, in order, small, and without anything that
// failed or that only a trusted notebook shows.
func TestLessonIsExecuted(t *testing.T) {
	for _, n := range lesson(t) {
		if n.size > 400<<10 {
			t.Errorf("%s has %d bytes, want at most 400 KB", n.name, n.size)
		}
		if n.Meta.Kernelspec.Name != "gonb" || n.Meta.Kernelspec.Language != "go" {
			t.Errorf("%s: kernelspec %+v, want gonb and go", n.name, n.Meta.Kernelspec)
		}
		ids := map[string]bool{}
		count := 0
		for _, c := range n.Cells {
			if c.ID == "" || ids[c.ID] {
				t.Errorf("%s: cell id %q is empty or not the only one", n.name, c.ID)
			}
			ids[c.ID] = true
			if c.CellType != "code" {
				continue
			}
			count++
			if c.ExecutionCount == nil || *c.ExecutionCount != count {
				t.Errorf("%s: cell %s is not executed in order", n.name, c.ID)
			}
			for _, o := range c.Outputs {
				switch {
				case o.OutputType == "error":
					t.Errorf("%s: cell %s failed", n.name, c.ID)
				case o.Data != nil && o.Data["text/plain"] == nil:
					t.Errorf("%s: cell %s has an output without a plain text", n.name, c.ID)
				case strings.Contains(strings.Join(o.Text, ""), "/tmp/"):
					t.Errorf("%s: cell %s shows a path of the machine", n.name, c.ID)
				}
			}
		}
	}
}

// The main path stays 26 minutes: it is short, and its code is shorter.
func TestLessonIsShort(t *testing.T) {
	total := 0
	for _, n := range lesson(t) {
		prose, codeCells, tries, predictions := 0, 0, 0, 0
		for i, c := range n.Cells {
			text := c.source()
			if c.CellType == "markdown" {
				prose += n.words(i)
				tries += strings.Count(text, "\n## Try this") + strings.Count(text, "## Try this\n")
				if strings.HasPrefix(text, "## Predict") {
					predictions++
				}
				continue
			}
			if !strings.Contains(text, "lab.Quiz(") { // a question is no code to read
				codeCells++
			}
			lines := strings.Split(strings.TrimSpace(strings.TrimPrefix(text, "%%\n")), "\n")
			if len(lines) > 5 {
				t.Errorf("%s: cell %s has %d lines, want at most 5", n.name, c.ID, len(lines))
			}
		}
		total += prose
		if prose > 350 {
			t.Errorf("%s has %d words of prose, want at most 350", n.name, prose)
		}
		if codeCells > 3 {
			t.Errorf("%s has %d code cells, want at most 3", n.name, codeCells)
		}
		if tries > 1 {
			t.Errorf("%s has %d exercises, want at most one", n.name, tries)
		}
		wanted := 0
		switch n.name[:2] {
		case "01", "02", "04", "05":
			wanted = 1
		}
		if predictions != wanted {
			t.Errorf("%s asks for %d predictions, want %d", n.name, predictions, wanted)
		}
	}
	if total > 2600 {
		t.Errorf("the lesson has %d words of prose, want at most 2,600", total)
	}
	t.Logf("%d words of prose", total)
}

var notProse = []*regexp.Regexp{
	regexp.MustCompile(`(?s)<details>.*?</details>`), // folded
	regexp.MustCompile(`(?m)^\[[^\n]*·[^\n]*$`),      // the way back, the contents and the next
	regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`),       // pictures
	regexp.MustCompile(`\]\([^)]*\)`),                // where links lead
	regexp.MustCompile(`(?s)## Read on.*`),           // a list of sources
	regexp.MustCompile(`<[^>]*>`),
}

var folds = regexp.MustCompile(`</?details>`)

// words counts the prose of a cell. What is folded is off the main path, but not
// what follows a guess: that opens with it.
func (n lessonNotebook) words(cell int) int {
	text := n.Cells[cell].source()
	for _, before := range slices.Backward(n.Cells[:cell]) {
		if strings.Contains(before.source(), "lab.Quiz(") {
			break
		}
		if strings.Contains(before.source(), "lab.Predict(") {
			text = folds.ReplaceAllString(text, "")
		}
	}
	return proseWords(text)
}

func proseWords(markdown string) int {
	for _, r := range notProse {
		markdown = r.ReplaceAllString(markdown, " ")
	}
	words := 0
	for _, w := range strings.Fields(markdown) {
		if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			words++
		}
	}
	return words
}

// Code that only calls for something to read is folded, and no other. Nothing else
// is said about a cell.
func TestFoldedCode(t *testing.T) {
	only := regexp.MustCompile(`^%%\nlab\.(Quiz|Cards?|Sources)\([^\n]*\)$`)
	folded := 0
	for _, n := range lesson(t) {
		for _, c := range n.Cells {
			said, err := json.Marshal(c.Metadata)
			if err != nil {
				t.Fatal(err)
			}
			want := "{}"
			if only.MatchString(c.source()) {
				want = `{"jupyter":{"source_hidden":true}}`
				folded++
			}
			if string(said) != want {
				t.Errorf("%s: the metadata of %s are %s, want %s", n.name, c.ID, said, want)
			}
		}
	}
	if folded < 10 {
		t.Errorf("%d cells are folded, want at least 10", folded)
	}
}

// Every link and picture is there, and each section leads back, to the
// contents and on, and on at its end as well.
func TestLessonLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)\)`)
	all := lesson(t)
	for i, n := range all {
		text := ""
		for _, c := range n.Cells {
			if c.CellType == "markdown" {
				text += c.source() + "\n"
			}
		}
		to := map[string]bool{}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to[m[1]] = true
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join("../../notebooks", m[1])); err != nil {
				t.Errorf("%s leads to %s: %v", n.name, m[1], err)
			}
		}
		if i == 0 {
			for _, other := range all[1:] {
				if !to[other.name] {
					t.Errorf("%s does not list %s", n.name, other.name)
				}
			}
			continue
		}
		wanted := []string{all[0].name}
		if i > 1 {
			wanted = append(wanted, all[i-1].name)
		}
		if i < len(all)-1 {
			wanted = append(wanted, all[i+1].name)
		}
		for _, w := range wanted {
			if !to[w] {
				t.Errorf("%s does not lead to %s", n.name, w)
			}
		}
		end := n.Cells[len(n.Cells)-1].source()
		for _, w := range []string{all[0].name, all[min(i+1, len(all)-1)].name} {
			if w != n.name && !strings.Contains(end, "]("+w+")") {
				t.Errorf("%s does not lead to %s at its end", n.name, w)
			}
		}
	}
}
