package need

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	browser := Chromium("prints the lesson")
	browser.Names = []string{"chromium"}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("LOCKLAB_CHROME", "")
	if _, err := browser.Find(); err == nil || !strings.Contains(err.Error(), "Chromium is missing (prints the lesson): install it with `") {
		t.Errorf("nothing on PATH: %v", err)
	}
	program := func(name string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	onPath, mine := program("chromium"), program("my chrome")
	if got, err := browser.Find(); err != nil || got != onPath {
		t.Errorf("on PATH: %q, %v", got, err)
	}
	t.Setenv("LOCKLAB_CHROME", mine)
	if got, err := browser.Find(); err != nil || got != mine {
		t.Errorf("LOCKLAB_CHROME: %q, %v", got, err)
	}
	t.Setenv("LOCKLAB_CHROME", "/no/chrome")
	if _, err := browser.Find(); err == nil || !strings.Contains(err.Error(), "$LOCKLAB_CHROME") {
		t.Errorf("a wrong LOCKLAB_CHROME: %v", err)
	}
}

func TestPackages(t *testing.T) {
	broken := errors.New("$CC is broken")
	git, browser := &Missing{What: "git is missing", Debian: "git", Mac: "git"}, &Missing{What: "a browser is missing", Debian: "chromium fonts", Mac: "--cask chromium"}
	packages, left := Packages(errors.Join(errors.Join(git, broken), browser))
	want := []string{"git", "chromium", "fonts"}
	if runtime.GOOS == "darwin" {
		want = []string{"git", "--cask", "chromium"}
	}
	if !slices.Equal(packages, want) || !errors.Is(left, broken) || errors.As(left, new(*Missing)) {
		t.Errorf("%q, and left is %v", packages, left)
	}
	if packages, left := Packages(nil); len(packages) > 0 || left != nil {
		t.Errorf("of no error: %q, %v", packages, left)
	}
}
