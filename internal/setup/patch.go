package setup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// applyPatch changes files below dir as a unified diff says. What it changes is
// pinned, so every line has to stand exactly where the diff has it. A learner
// may have neither git nor patch, and a library for this would link package net
// into what a first `go run` compiles.
func applyPatch(patch, dir string) error {
	var name string
	var old, changed []string // lines of the file at work
	finish := func() error {
		if name == "" {
			return nil
		}
		return os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(append(changed, old...), "")), 0o644)
	}
	started, line := false, 0 // line counts those of the old file
	for text := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(text, "diff --git "):
			started = true
		case !started, strings.HasPrefix(text, "index "), strings.HasPrefix(text, "--- a/"):
		case strings.HasPrefix(text, "+++ b/"):
			if err := finish(); err != nil {
				return err
			}
			name = strings.TrimSpace(strings.TrimPrefix(text, "+++ b/"))
			before, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			old, changed, line = strings.SplitAfter(string(before), "\n"), nil, 0
		case strings.HasPrefix(text, "@@ -"):
			var first int
			if _, err := fmt.Sscanf(text, "@@ -%d,", &first); err != nil || first <= line || first-1-line > len(old) {
				return fmt.Errorf("%s: no place for %q", name, strings.TrimSpace(text))
			}
			changed, old, line = append(changed, old[:first-1-line]...), old[first-1-line:], first-1
		case text[0] == '+':
			changed = append(changed, text[1:])
		case text[0] == ' ', text[0] == '-':
			line++
			if len(old) == 0 || old[0] != text[1:] {
				return fmt.Errorf("%s:%d is not %q", name, line, strings.TrimSpace(text[1:]))
			}
			if text[0] == ' ' {
				changed = append(changed, old[0])
			}
			old = old[1:]
		default:
			return fmt.Errorf("%s: %q is no line of a unified diff", name, text)
		}
	}
	return finish()
}
