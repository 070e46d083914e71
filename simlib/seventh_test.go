package simlib_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A seventh simulation is a file of its own and one line of all.go: in a copy of the
// tree it is run by its name, drawn, turned, guessed, and held to what holds for all.
func TestASeventh(t *testing.T) {
	const root = ".."
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "go.mod", "go.sum", "cmd", "internal", "simlib")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	copied := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		to := filepath.Join(copied, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) []byte {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if text, err := os.ReadFile(filepath.Join(root, name)); err == nil { // one that is deleted is listed too
			write(name, text)
		}
	}
	write("simlib/retries.go", read("testdata/seventh/retries.go"))
	all := strings.SplitAfter(string(read("all.go")), "\n")
	sixth := slices.IndexFunc(all, func(line string) bool { return strings.Contains(line, "anySim(DefaultJobLength()),") })
	if sixth < 0 {
		t.Fatal("all.go lists no job length")
	}
	all = slices.Insert(all, sixth+1, "\t\tanySim(DefaultRetries()),\n")
	write("simlib/all.go", []byte(strings.Join(all, "")))

	run := func(args ...string) string {
		t.Helper()
		command := exec.Command("go", args...)
		command.Dir = copied
		out, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("go %s: %v\n%.4000s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("vet", "./simlib/...", "./cmd/...")
	said := run("run", "./cmd/locklab", "sim", "retries", "-loss", "0.9")
	if !strings.Contains(said, "the mean number of writes sent for one that arrives is 10.") {
		t.Errorf("it says %q", said)
	}
	// What holds for all simulations, of this one alone: the others are looked at anyhow.
	all = slices.DeleteFunc(all, func(line string) bool {
		return strings.Contains(line, "anySim(Default") && !strings.Contains(line, "Retries")
	})
	write("simlib/all.go", []byte(strings.Join(all, "")))
	run("test", "-run", "Geometry|TestCell|WordsReadWell|NumbersAgree|BriefAnswer|SentWhole|Imports",
		"./simlib", "./simlib/view", "./simlib/draw")
}
