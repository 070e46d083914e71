package lab_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A cell links nothing that draws, and no network: each would make every cell's
// program longer to link.
func TestCellsAreThin(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		switch {
		case pkg == "net", pkg == "os/exec", pkg == "html/template":
			t.Errorf("a cell links %s", pkg)
		case strings.Contains(pkg, ".") && !strings.HasPrefix(pkg, "github.com/janpfeifer/gonb/gonbui/protocol"):
			t.Errorf("a cell links %s", pkg)
		}
	}
}

// A cell that shows a run links neither JSON, nor regular expressions, nor the
// words of quizzes, cards and sources: what it does not call stays out of it.
func TestShowLinksLittle(t *testing.T) {
	dir := t.TempDir()
	cell := filepath.Join(dir, "cell.go")
	err := os.WriteFile(cell, []byte(`package main

import (
	"locklab/simlib"
	"locklab/simlib/lab"
)

func main() { lab.Show(simlib.DefaultTTL()) }
`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "cell")
	if out, err := exec.Command("go", "build", "-o", program, cell).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	symbols, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(symbols), "locklab/simlib/wire.Send") {
		t.Fatal("the cell's program does not send a view")
	}
	for _, alien := range []string{"encoding/json.Marshal", "regexp.Compile", "text/tabwriter.NewWriter", "locklab/simlib/quiz.Find", "locklab/simlib.DefaultFailover", "locklab/simlib/cards.All"} {
		if strings.Contains(string(symbols), " "+alien) {
			t.Errorf("a cell that shows a run links %s", alien)
		}
	}
}
