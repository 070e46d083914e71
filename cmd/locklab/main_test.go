package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The help of every command, one after another, as a reader meets it.
func TestHelpGolden(t *testing.T) {
	var out strings.Builder
	show := func(args ...string) {
		out.WriteString("-- locklab " + strings.Join(args, " ") + " --\n")
		if err := run(t.Context(), args, &out); err != nil {
			t.Errorf("locklab %q: %v", args, err)
		}
	}
	show("-h")
	for _, c := range commands(&out) {
		if !c.rawArgs { // sim prints its own, and has its own test
			show(c.name, "-h")
		}
	}
	const golden = "testdata/help.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("help differs from %s (-update writes it):\n%s", golden, got)
	}
}

func TestHelpIsFoundEveryWay(t *testing.T) {
	for _, ways := range [][][]string{
		{{"help", "run"}, {"run", "-h"}, {"run", "--help"}, {"run", "x.ipynb", "-h"}},
		{{"help", "sim", "ttl"}, {"sim", "ttl", "-h"}, {"sim", "-h", "ttl"}},
	} {
		texts := map[string]bool{}
		for _, args := range ways {
			var out strings.Builder
			if err := run(t.Context(), args, &out); err != nil {
				t.Errorf("%q: %v", args, err)
			}
			texts[out.String()] = true
		}
		if len(texts) != 1 {
			t.Errorf("%q: %d different texts", ways, len(texts))
		}
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"opne"}, `no command "opne"`},
		{[]string{"run", "-chekc"}, "-chekc"},
		{[]string{"run", "-timeout", "soon"}, "timeout"},
		{[]string{"run", "-timeout", "-1s"}, "want 0 or more"},
		{[]string{"reset"}, "name the notebook"},
		{[]string{"open", "x.ipynb"}, "takes no arguments"},
		{[]string{"export", "site"}, "takes no arguments"},
		{[]string{"export", "-pdf", "lesson.pdf"}, "goes after -o"},
		{[]string{"export", "-source", "javascript:alert(1)"}, `"javascript:alert(1)": want a web address`},
		{[]string{"export", "-pdf", "-source", "me:secret@example.org"}, "want a web address"},
		{[]string{"clean", "all"}, "takes no arguments"},
		{[]string{"setup", "all"}, "takes no arguments"},
		{[]string{"update", "now"}, "takes no arguments"},
		{[]string{"version", "all"}, "takes no arguments"},
		{[]string{"kernel"}, "connection file"},
		{[]string{"test", "units"}, `no stage "units"`},
	} {
		err := run(t.Context(), c.args, &strings.Builder{})
		if !errors.As(err, new(usageError)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want a usage error with %q", c.args, err, c.want)
		}
	}
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	fs := flag.NewFlagSet("x", flag.ContinueOnError)
	check := fs.Bool("check", false, "")
	rest, err := parse(fs, []string{"a.ipynb", "-check", "b.ipynb", "--", "-c.ipynb"})
	if want := []string{"a.ipynb", "b.ipynb", "-c.ipynb"}; err != nil || !*check || !slices.Equal(rest, want) {
		t.Errorf("rest %q, check %v, %v; want %q", rest, *check, err, want)
	}
}

// A first `go run` is silent while it compiles these.
func TestImportsAreLight(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.Lines(string(out)) {
		pkg = strings.TrimSpace(pkg)
		if pkg == "net" || strings.HasPrefix(pkg, "net/") || strings.Contains(pkg, ".") || strings.HasPrefix(pkg, "locklab/simlib/chart/") {
			t.Errorf("cmd/locklab links %s", pkg)
		}
	}
}
