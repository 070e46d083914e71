package need

import (
	"os"
	"path/filepath"
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
