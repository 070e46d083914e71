package aid

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ModuleFiles remembers the files that make the kernel's folder a Go module in
// a workspace. Without them no cell is built. The zero value is ready.
type ModuleFiles struct {
	kept map[string][]byte
}

// Restore reads the module files of a folder, and writes those anew that were
// there the last time and are not. The note tells the reader which.
func (m *ModuleFiles) Restore(dir string) (note string, err error) {
	if m.kept == nil {
		m.kept = map[string][]byte{}
	}
	var restored []string
	for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum"} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		switch {
		case err == nil:
			m.kept[name] = text
		case !errors.Is(err, fs.ErrNotExist):
			return "", lost(err)
		case m.kept[name] != nil:
			if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(path, m.kept[name], 0o600)); err != nil {
				return "", lost(err)
			}
			restored = append(restored, name)
		}
	}
	if restored == nil {
		return "", nil
	}
	return fmt.Sprintf("%s had been removed from the kernel's folder; restored.\n", strings.Join(restored, " and ")), nil
}

func lost(err error) error {
	return fmt.Errorf("the kernel's folder cannot be used (%w): restart the kernel", err)
}
