// Package clone knows where things are in a copy of the repository, and which
// environment the programs that run in it get.
package clone

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Module is the first line that marks the root of a clone, in its go.mod.
const Module = "module locklab"

// ErrNotFound says that no clone is here.
var ErrNotFound = errors.New("no clone of locklab here: change to the folder that holds its go.mod")

// Clone is the absolute path of a clone's root.
type Clone string

// Find returns the clone that holds dir.
func Find(dir string) (Clone, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		if c := Clone(dir); c.is() {
			return c, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", ErrNotFound
		}
		dir = up
	}
}

// Here returns the clone that holds the working directory, or else the one
// whose .venv/bin holds the running program.
func Here() (Clone, error) {
	dir, err := os.Getwd()
	if err == nil {
		if c, err := Find(dir); err == nil {
			return c, nil
		}
	}
	if exe, err := os.Executable(); err == nil {
		if c, err := OfProgram(exe); err == nil {
			return c, nil
		}
	}
	return "", ErrNotFound
}

// OfProgram returns the clone whose .venv/bin holds the program exe. It does
// not depend on the working directory.
func OfProgram(exe string) (Clone, error) {
	bin := filepath.Dir(exe)
	venv := filepath.Dir(bin)
	c := Clone(filepath.Dir(venv))
	if filepath.Base(bin) != "bin" || filepath.Base(venv) != ".venv" || !c.is() {
		return "", fmt.Errorf("%s does not stand in the .venv/bin of a clone of locklab: run `go run ./cmd/locklab` in the clone to set it up again", exe)
	}
	return c, nil
}

func (c Clone) is() bool {
	b, err := os.ReadFile(filepath.Join(string(c), "go.mod"))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(b)) {
		if strings.TrimSpace(line) == Module {
			return true
		}
	}
	return false
}

// Path joins elements to the clone's root.
func (c Clone) Path(elem ...string) string {
	return filepath.Join(append([]string{string(c)}, elem...)...)
}

// Venv joins elements to .venv, the only folder that set-up makes.
func (c Clone) Venv(elem ...string) string {
	return c.Path(append([]string{".venv"}, elem...)...)
}

// Bin is a program of the set-up: gonb, goimports, gopls, locklab, python.
func (c Clone) Bin(name string) string { return c.Venv("bin", name) }

// Valid says why a clone cannot work where it stands.
func (c Clone) Valid() error {
	for _, bad := range []struct{ char, name, why string }{
		{",", "a comma", "the Go kernel splits its list of modules there"},
		{":", "a colon", "it separates folders in PATH"},
		{"\n", "a line break", "no tool's configuration can hold it"},
		{"\r", "a line break", "no tool's configuration can hold it"},
	} {
		if strings.Contains(string(c), bad.char) {
			return fmt.Errorf("the path %q has %s in it, and %s: move the clone to a path without it", string(c), bad.name, bad.why)
		}
	}
	return nil
}
