package clone

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fake is a folder that looks like a clone.
func fake(t *testing.T) Clone {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a b")
	if err := os.MkdirAll(filepath.Join(dir, "notebooks", "practice"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("// lesson\nmodule locklab\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return Clone(dir)
}

func TestFindFromBelow(t *testing.T) {
	c := fake(t)
	if got, err := Find(c.Path("notebooks", "practice")); err != nil || got != c {
		t.Errorf("Find below the clone = %q, %v; want %q", got, err, c)
	}
	// The module of the tools lies inside and is not the clone.
	tools := c.Path("internal", "tools")
	if err := os.MkdirAll(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tools, "go.mod"), []byte("module locklab/internal/tools\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Find(tools); err != nil || got != c {
		t.Errorf("Find in the tools' module = %q, %v; want %q", got, err, c)
	}
	if got, err := Find(t.TempDir()); err == nil {
		t.Errorf("Find outside = %q, want an error", got)
	}
}

func TestOfProgram(t *testing.T) {
	c := fake(t)
	if got, err := OfProgram(c.Bin("locklab")); err != nil || got != c {
		t.Errorf("OfProgram = %q, %v; want %q", got, err, c)
	}
	for _, exe := range []string{c.Path("bin", "locklab"), "/tmp/.venv/bin/locklab", c.Venv("locklab")} {
		if _, err := OfProgram(exe); err == nil || !strings.Contains(err.Error(), "go run ./cmd/locklab") {
			t.Errorf("OfProgram(%q): error %v, want one that says what to run", exe, err)
		}
	}
}

func TestValid(t *testing.T) {
	for path, want := range map[string]string{
		"/home/a b/it's 100% \"new\" $HOME": "",
		"/home/a,b":                         "comma",
		"/home/a:b":                         "colon",
		"/home/a\nb":                        "line break",
	} {
		err := Clone(path).Valid()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("Valid(%q) = %v, want %q in it", path, err, want)
		}
	}
}

func TestCellEnviron(t *testing.T) {
	base := []string{"PATH=/usr/bin", "GOFLAGS=-mod=mod", "GOWORK=off", "GOOS=js", "GOPROXY=direct", "HOME=/home/x", "CGO_ENABLED=1"}
	got := Clone("/c").CellEnviron("/go", base)
	slices.Sort(got)
	want := []string{
		"CGO_ENABLED=0", "GOFLAGS=-buildvcs=false '-ldflags=-s -w'", "GOPROXY=off", "GOTOOLCHAIN=local",
		"HOME=/home/x", "LOCKLAB=/c", "PATH=/c/.venv/bin:/go/bin:/usr/bin",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestPythonEnvironLeavesNothingOfAnother(t *testing.T) {
	got := PythonEnviron([]string{"PYTHONPATH=/old", "PYTHONHOME=/old", "VIRTUAL_ENV=/old", "PIP_TARGET=/old", "CONDA_PREFIX=/old", "PIP_USER=1", "PIP_INDEX_URL=mirror"})
	slices.Sort(got)
	if want := []string{"PIP_INDEX_URL=mirror", "PIP_USER=0", "PYTHONNOUSERSITE=1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestJupyterEnvironPutsTheCloneFirst(t *testing.T) {
	c := Clone("/c")
	env := c.JupyterEnviron([]string{"PATH=/usr/bin", "JUPYTER_PATH=/mine", "JUPYTER_DATA_DIR=/data"})
	twice := c.JupyterEnviron(env)
	for _, e := range [][]string{env, twice} {
		for name, want := range map[string]string{
			"PATH": "/c/.venv/bin:/usr/bin", "JUPYTER_PATH": "/c/.venv/share/jupyter:/mine",
			"JUPYTER_CONFIG_PATH": "/c/.venv/etc/jupyter", "JUPYTER_DATA_DIR": "/data",
		} {
			if got := Get(e, name); got != want {
				t.Errorf("%s = %q, want %q", name, got, want)
			}
		}
	}
}
