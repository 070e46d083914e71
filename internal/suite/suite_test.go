package suite

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"locklab/internal/clone"
	"locklab/internal/need"
)

func stages() []Stage {
	return Stages(func(context.Context, clone.Clone, io.Writer) error { return nil })
}

func TestSelect(t *testing.T) {
	all, err := Select(stages(), nil)
	if err != nil || len(all) != 6 {
		t.Errorf("all: %d stages, %v", len(all), err)
	}
	two, err := Select(stages(), []string{"unit", "vet", "unit"})
	if err != nil || len(two) != 2 || two[0].Name != "vet" || two[1].Name != "unit" {
		t.Errorf("two: %v, %v", two, err)
	}
	if _, err := Select(stages(), []string{"units"}); err == nil || !strings.Contains(err.Error(), `"units"`) {
		t.Errorf("a wrong name: %v", err)
	}
}

func TestMissingNamesEachWithItsCommand(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CC", "")
	t.Setenv("LOCKLAB_CHROME", "")
	err := Missing(stages())
	if err == nil {
		t.Fatal("nothing is missing on an empty PATH")
	}
	for _, want := range []string{"git is missing", "C compiler is missing", "Node.js is missing"} {
		if strings.Count(err.Error(), want) != 1 {
			t.Errorf("want %q once in:\n%v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "install it with `"); n != strings.Count(err.Error(), "is missing") {
		t.Errorf("not each has its command:\n%v", err)
	}
	notebooks, err := Select(stages(), []string{"notebooks"})
	if err != nil {
		t.Fatal(err)
	}
	if err := Missing(notebooks); err != nil {
		t.Errorf("notebooks need nothing more than set-up: %v", err)
	}
}

// A program that is there and lacks what it needs is as good as missing.
func TestMissingNamesWhatIsLacking(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("CC", "")
	for name, script := range map[string]string{
		"gcc":     "#!/bin/sh\necho 'fatal error: errno.h: No such file' >&2\nexit 1\n",
		"fc-list": "#!/bin/sh\necho 'DejaVu Sans,DejaVu Sans Condensed'\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(found(compiler), found(fonts))
	for _, want := range []string{"gcc (go test -race links with it) lacks the headers of C: install it with `", "lacks Liberation Sans: install it with `"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q in:\n%v", want, err)
		}
	}
	packages, left := need.Packages(err)
	if left != nil || runtime.GOOS != "darwin" && !slices.Contains(packages, "libc6-dev") {
		t.Errorf("packages %q, and left is %v", packages, left)
	}
}

func found(p need.Program) error {
	_, err := p.Find()
	return err
}

// README names all that a stage needs.
func TestNeedsInREADME(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n## Test\n"))
	text, _, _ = bytes.Cut(text, []byte("\n## "))
	for _, s := range stages() {
		for _, n := range s.needs {
			if !bytes.Contains(text, []byte(n.Name)) {
				t.Errorf("the part on tests does not name %s", n.Name)
			}
		}
	}
}

// What go.mod names is fetched by every learner: it is what packages of the
// lesson are made of, and not what the tests in browsers need besides.
func TestTheLessonNeedsItsModules(t *testing.T) {
	out := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = "../.."
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %q: %v", args, err)
		}
		return string(out)
	}
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal([]byte(out("mod", "edit", "-json")), &mod); err != nil || len(mod.Require) == 0 {
		t.Fatalf("%d modules, %v", len(mod.Require), err)
	}
	used := strings.Fields(out("list", "-deps", "-test", "-f", "{{with .Module}}{{.Path}}{{end}}", "./..."))
	for _, m := range mod.Require {
		if !slices.Contains(used, m.Path) {
			t.Errorf("go.mod names %s, which no package of the lesson uses", m.Path)
		}
	}
}

func TestAnyTest(t *testing.T) {
	for out, want := range map[string]bool{
		"ok  \tlocklab/simlib\t0.5s\n":                                  true,
		"?   \tlocklab/a\t[no test files]\nok  \tlocklab/b\t(cached)\n": true,
		"ok  \tlocklab/simlib\t0.5s [no tests to run]\n":                false,
		"?   \tlocklab/a\t[no test files]\n":                            false,
		"":                                                              false,
		"FAIL\tlocklab/a\t0.1s\n":                                       false,
		"ok  \ta\t0.1s [no tests to run]\nok  \tb\t0.2s\n":              true,
		"go: warning: \"./internal/e2e/...\" matched no packages\nno packages": false,
	} {
		if got := anyTest(out); got != want {
			t.Errorf("anyTest(%q) = %v", out, got)
		}
	}
}

func TestRunGoesOnAndSumsUp(t *testing.T) {
	var out strings.Builder
	ran := 0
	err := Run(t.Context(), clone.Clone(t.TempDir()), []Stage{
		{Name: "one", Short: "fails", run: func(context.Context, *runner) error { ran++; return errors.New("ran no test") }},
		{Name: "two", Short: "passes", run: func(context.Context, *runner) error { ran++; return nil }},
	}, &out)
	if !errors.Is(err, ErrFailed) || ran != 2 {
		t.Errorf("Run = %v after %d stages", err, ran)
	}
	if want := regexp.MustCompile(`(?s)== one: fails.*== two: passes.*\n  one +0\.0 s  FAILED: ran no test\n  two +0\.0 s  ok\n$`); !want.MatchString(out.String()) {
		t.Errorf("output:\n%s", out.String())
	}
}

func TestPlatforms(t *testing.T) {
	for host, want := range map[[2]string]string{
		{"linux", "amd64"}:  "amd64 with AVX2 and FMA, WebAssembly in node, arm64 under qemu",
		{"linux", "arm64"}:  "WebAssembly in node",
		{"darwin", "arm64"}: "WebAssembly in node",
		{"darwin", "amd64"}: "amd64 with AVX2 and FMA, WebAssembly in node",
	} {
		var got []string
		for _, p := range platforms(host[0], host[1]) {
			got = append(got, p.name)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%v: %s, want %s", host, s, want)
		}
	}
}

func TestDigestPackages(t *testing.T) {
	c := clone.Clone(t.TempDir())
	put := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(c.Path(path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(c.Path(path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("simlib/a_test.go", "func TestA(t *testing.T) {\n\t// TestBEverywhere\n")
	if got, err := digestPackages(c); err == nil {
		t.Errorf("none has one: %q, want an error", got)
	}
	put("simlib/rnd/a_test.go", "package rnd\n\nfunc TestSameEverywhere(t *testing.T) {\n")
	put("simlib/rnd/b_test.go", "package rnd\n\nfunc TestEverywhereToo(t *testing.T) {\n")
	put("simlib/rnd/c.go", "func TestSameEverywhere() {\n")
	if got, err := digestPackages(c); err != nil || len(got) != 1 || got[0] != "./simlib/rnd" {
		t.Errorf("got %q, %v", got, err)
	}
}
