package setup

import (
	"errors"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gonbSource is the pinned gonb in the module cache.
func gonbSource(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", gonb).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// The patch fits the pinned gonb, and the copy is whole: Go's parser reads what it
// changed, and the pictures of the documentation are left out.
func TestGonbIsChanged(t *testing.T) {
	c, source := root(t), gonbSource(t)
	copied := filepath.Join(t.TempDir(), "gonb")
	if err := changeGonb(c, source, copied); err != nil {
		t.Fatal(err)
	}
	patch, pkg := ourGonb(c)
	changed := 0
	for line := range strings.Lines(content(patch)) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "+++ b/")
		if !ok {
			continue
		}
		changed++
		text := content(filepath.Join(copied, name))
		if text == content(filepath.Join(source, name)) {
			t.Errorf("%s is as it was", name)
		}
		if want, err := format.Source([]byte(text)); err != nil || string(want) != text {
			t.Errorf("%s: %v; or gofmt would have it otherwise", name, err)
		}
	}
	if changed < 3 {
		t.Errorf("the patch changes %d files, which is too few to be true", changed)
	}
	// What is there in the copy and not in the source.
	out, _ := exec.Command("diff", "-rq", source, copied).Output()
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "Only in") && line != "Only in "+source+": docs\n" && line != "Only in "+filepath.Join(copied, "internal", "kernel")+": aid\n" {
			t.Errorf("diff: %s", line)
		}
	}
	for _, file := range pkg {
		_, err := os.Stat(filepath.Join(copied, "internal", "kernel", "aid", filepath.Base(file)))
		if test := strings.HasSuffix(file, "_test.go"); test == (err == nil) {
			t.Errorf("%s: copied: %v", filepath.Base(file), err == nil)
		}
	}
}

// A gonb that is not the one which the patch was made for is refused, with what
// to do.
func TestThePatchDoesNotFitAnother(t *testing.T) {
	another := filepath.Join(t.TempDir(), "gonb@v0.12.0")
	if err := os.CopyFS(filepath.Join(another, "internal"), os.DirFS(filepath.Join(gonbSource(t), "internal"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(another, "internal", "jpyexec", "jpyexec.go")
	write(t, file, "// A line more.\n"+content(file), 0o644)
	err := changeGonb(root(t), another, filepath.Join(t.TempDir(), "copy"))
	var known *Error
	if !errors.As(err, &known) || !strings.Contains(known.What, "gonb.patch does not fit gonb@v0.12.0: internal/jpyexec/jpyexec.go:") ||
		!strings.Contains(known.Fix, "git checkout internal/tools") {
		t.Errorf("another gonb: %v", err)
	}
}

// The kernel is built with our zap, and without the HTTP server of zap's makers.
func TestGonbLinksNoHTTP(t *testing.T) {
	c, from := fake(t), root(t)
	for _, dir := range []string{"internal/tools", "internal/kernel/aid"} {
		if err := os.CopyFS(c.Path(dir), os.DirFS(from.Path(dir))); err != nil {
			t.Fatal(err)
		}
	}
	s := &state{clone: c, env: os.Environ(), part: cells}
	if err := errors.Join(s.findGo(t.Context()), s.makeVenv()); err != nil {
		t.Fatal(err)
	}
	log, err := openLog(c, cells)
	if err != nil {
		t.Fatal(err)
	}
	defer log.close()
	b := newBoard(&strings.Builder{})
	defer b.close()
	if err := s.writeTools(t.Context(), &job{name: "tools", line: b.start("tools", ""), log: log}, s.toolsEnviron()); err != nil {
		t.Fatal(err)
	}
	list := exec.Command(s.goCommand(), "list", "-deps", gonb)
	list.Dir, list.Env = c.Venv("tools"), s.toolsEnviron()
	out, err := list.CombinedOutput()
	deps := strings.Fields(string(out))
	if err != nil || !slices.Contains(deps, zap) || slices.Contains(deps, "net/http") {
		t.Errorf("gonb is built from (%v):\n%s", err, out)
	}
}

func TestApplyPatch(t *testing.T) {
	const before = "one\ntwo\nthree\nfour\nfive\nsix\n"
	for name, test := range map[string]struct {
		patch, want, fault string
	}{
		"two hunks": {"why\n\ndiff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n one\n+one and a half\n two\n@@ -5,2 +6,1 @@ five\n five\n-six\n",
			"one\none and a half\ntwo\nthree\nfour\nfive\n", ""},
		"other words":      {"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,1 @@\n one\n-2\n", before, `f:2 is not "2"`},
		"another place":    {"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -2,2 +2,1 @@\n one\n-two\n", before, `f:2 is not "one"`},
		"beyond the end":   {"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -60,2 +60,1 @@\n one\n-two\n", before, "no place for"},
		"another file":     {"diff --git a/g b/g\n--- a/g\n+++ b/g\n@@ -1,1 +1,1 @@\n-one\n+1\n", before, "no such file"},
		"not of this kind": {"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-one\n\\ No newline at end of file\n", before, "no line of a unified diff"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "f"), before, 0o644)
		err := applyPatch(test.patch, dir)
		if test.fault == "" && err != nil || test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)) {
			t.Errorf("%s: %v, want %q", name, err, test.fault)
		}
		if got := content(filepath.Join(dir, "f")); got != test.want {
			t.Errorf("%s: the file is\n%swant\n%s", name, got, test.want)
		}
	}
}

// The kernel is built anew when what changes it is.
func TestToolsAreBuiltFromTheirInputs(t *testing.T) {
	c := root(t)
	inputs := strings.Join(toolsStep.inputs(&state{clone: c}), "")
	patch, pkg := ourGonb(c)
	if len(pkg) < 3 {
		t.Fatalf("%d files of the package", len(pkg))
	}
	for _, path := range slices.Concat(pkg, ourZap(c), []string{patch, c.Path("internal", "tools", "go.mod")}) {
		if text := content(path); text == "" || !strings.Contains(inputs, text) {
			t.Errorf("the step does not look at %s", path)
		}
	}
}
