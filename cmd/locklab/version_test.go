package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"locklab/internal/about"
)

// The commit is the clone's own and no other repository's, and without one there
// is none.
func TestVersionCommand(t *testing.T) {
	around := t.TempDir()
	dir := filepath.Join(around, "a clone")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	change := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module locklab\n"+text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git := func(dir string, args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	release := func(dir string) (commit string) {
		t.Helper()
		git(dir, "init", "-q")
		git(dir, "add", ".")
		git(dir, "commit", "-q", "-m", "x")
		git(dir, "tag", "-a", "-m", "x", "v9.9.9")
		return git(dir, "rev-parse", "--short=12", "HEAD")
	}
	says := func(when, commit string) {
		t.Helper()
		var out strings.Builder
		if err := versionCommand(&out).run(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		want := "locklab " + about.Version + commit + "\n" + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + "\n"
		if out.String() != want {
			t.Errorf("%s: %q, want %q", when, out.String(), want)
		}
	}

	change("")
	release(around)
	t.Chdir(dir)
	says("in another repository", "")
	commit := release(dir)
	says("as released", ", commit "+commit)
	change("// mine\n")
	says("changed", ", commit "+commit+", with changes")
	t.Chdir(around)
	says("outside the clone", "")
}
