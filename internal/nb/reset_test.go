package nb

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a git repository with one notebook in a folder.
func repo(t *testing.T) (notebook string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a b")
	notebook = filepath.Join(dir, "notebooks", "02_ttl.ipynb")
	put(t, notebook, "released")
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "."},
		{"-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "x"},
	} {
		cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	return notebook
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestResetKeepsTheLearnersVersion(t *testing.T) {
	path := repo(t)
	kept := strings.TrimSuffix(path, ".ipynb") + ".mine.ipynb"
	second := strings.TrimSuffix(path, ".ipynb") + ".mine-2.ipynb"
	for _, step := range []struct{ mine, says, kept string }{
		{"released", "nothing to do", ""},
		{"my first", "your version is " + kept, kept},
		{"my second", "your version is " + second, second},
	} {
		put(t, path, step.mine)
		var out strings.Builder
		if err := Reset(t.Context(), path, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), step.says) {
			t.Errorf("says %q, want %q in it", out.String(), step.says)
		}
		if b, _ := os.ReadFile(path); string(b) != "released" {
			t.Errorf("the notebook is %q", b)
		}
		if step.kept != "" {
			if b, _ := os.ReadFile(step.kept); string(b) != step.mine {
				t.Errorf("%s holds %q, want %q", step.kept, b, step.mine)
			}
		}
	}
	if b, _ := os.ReadFile(kept); string(b) != "my first" {
		t.Errorf("the first version became %q", b)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Reset(t.Context(), path, &out); err != nil || !strings.Contains(out.String(), "it is back") {
		t.Errorf("a notebook that was deleted: %v, %q", err, out.String())
	}
}

func TestResetErrorsLeaveTheFile(t *testing.T) {
	path := repo(t)
	own := filepath.Join(filepath.Dir(path), "mine.ipynb")
	put(t, own, "mine alone")
	outside := filepath.Join(t.TempDir(), "x.ipynb")
	put(t, outside, "x")
	for p, want := range map[string]string{
		own:                               "not one of the released notebooks",
		outside:                           "no git clone",
		filepath.Join(path, "..", "x.md"): "not end in .ipynb",
		"/no/such/folder/x.ipynb":         "no such folder",
		filepath.Join(filepath.Dir(path), "ttl.ipynb"): "did you mean " + path,
	} {
		if err := Reset(t.Context(), p, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", p, err, want)
		}
	}
	if b, _ := os.ReadFile(own); string(b) != "mine alone" {
		t.Errorf("a notebook of the learner's own became %q", b)
	}
	t.Setenv("PATH", t.TempDir())
	if err := Reset(t.Context(), path, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "install git") {
		t.Errorf("without git: %v", err)
	}
}
