package nb

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
		{"init", "-q", "-b", "main"}, {"add", "."},
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

// Released is what the clone has of the branch that it follows, whatever the
// learner did with git since. Afterwards nothing stands in the way of git.
func TestResetWhateverGitHas(t *testing.T) {
	const gone, mine = "gone", "mine"
	const commit = "-c user.name=t -c user.email=t@example.invalid -c commit.gpgsign=false commit -q -a -m mine"
	type step struct {
		text string // to be the notebook's, when not empty; or gone
		git  string // to be run then
	}
	for name, c := range map[string]struct {
		steps []step
		kept  string // texts that are beside it afterwards
		says  string
		pulls bool // git pull brings the next release
		fails bool // the last command of git does
	}{
		"edited":              {steps: []step{{text: mine}}, kept: mine, says: "your version is", pulls: true},
		"staged":              {steps: []step{{mine, "add ."}}, kept: mine, says: "your version is", pulls: true},
		"staged and undone":   {steps: []step{{mine, "add ."}, {text: "released"}}, kept: mine, says: "your version is", pulls: true},
		"staged, then edited": {steps: []step{{"staged", "add ."}, {text: mine}}, kept: "mine staged", says: "your version is", pulls: true},
		"staged, then gone":   {steps: []step{{"staged", "add ."}, {text: gone}}, kept: "staged", says: "your version is", pulls: true},
		"removed":             {steps: []step{{git: "rm -q -r ."}}, says: "was gone", pulls: true},
		"committed":           {steps: []step{{mine, commit}}, kept: mine, says: "your version is"},
		"committed twice":     {steps: []step{{"older", commit}, {mine, commit}}, kept: mine, says: "your version is"},
		"committed, edited":   {steps: []step{{"older", commit}, {text: mine}}, kept: mine, says: "your version is"},
		"committed, as released": {steps: []step{{mine, commit}, {text: "released"}},
			says: "nothing to do"},
		"committed the removal": {steps: []step{{git: "rm -q -r ."}, {git: commit}}, says: "was gone"},
		"committed on a branch": {steps: []step{{git: "switch -q -c try"}, {mine, commit}}, kept: mine, says: "your version is"},
		"committed, detached":   {steps: []step{{git: "switch -q --detach"}, {mine, commit}}, kept: mine, says: "your version is"},
		"fetched":               {steps: []step{{mine, "fetch -q"}}, kept: mine, says: "your version is", pulls: true},
		"fetched, untouched":    {steps: []step{{git: "fetch -q"}}, says: "nothing to do", pulls: true},
		"in the middle of a merge": {steps: []step{{mine, commit}, {git: "fetch -q"}, {git: strings.Replace(commit, "commit -q -a -m mine", "merge -q @{upstream}", 1)}},
			kept: "<<<<<<< HEAD\nmine\n=======\nnext\n>>>>>>> @{upstream}\n", says: "your version is", fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			source := repo(t)
			run := func(dir string, args ...string) (string, error) {
				out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
				return string(out), err
			}
			dir := filepath.Join(t.TempDir(), "clone")
			if out, err := run(".", "clone", "-q", filepath.Dir(filepath.Dir(source)), dir); err != nil {
				t.Fatal(out)
			}
			put(t, source, "next")
			if out, err := run(filepath.Dir(source), strings.Fields(commit)...); err != nil {
				t.Fatal(out)
			}
			path := filepath.Join(dir, "notebooks", filepath.Base(source))
			for i, s := range c.steps {
				switch s.text {
				case "":
				case gone:
					if err := os.Remove(path); err != nil {
						t.Fatal(err)
					}
				default:
					put(t, path, s.text)
				}
				if s.git == "" {
					continue
				}
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				out, err := run(filepath.Dir(path), strings.Fields(s.git)...)
				if (err != nil) != (c.fails && i == len(c.steps)-1) {
					t.Fatalf("git %s: %v: %s", s.git, err, out)
				}
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			var said strings.Builder
			if err := Reset(t.Context(), path, &said); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(said.String(), c.says) {
				t.Errorf("says %q, want %q in it", said.String(), c.says)
			}
			if b, _ := os.ReadFile(path); string(b) != "released" {
				t.Errorf("the notebook is %q", b)
			}
			var kept []string
			beside, _ := filepath.Glob(strings.TrimSuffix(path, ".ipynb") + ".mine*.ipynb")
			for _, name := range beside {
				b, _ := os.ReadFile(name)
				kept = append(kept, string(b))
			}
			slices.Sort(kept)
			if got := strings.Join(kept, " "); got != c.kept {
				t.Errorf("kept %q, want %q", got, c.kept)
			}
			if out, err := run(dir, "diff", "--cached", "--quiet"); err != nil {
				t.Errorf("something is staged still: %v %s", err, out)
			}
			if c.pulls {
				out, err := run(dir, "pull", "-q", "--ff-only")
				if b, _ := os.ReadFile(path); err != nil || string(b) != "next" {
					t.Errorf("git pull: %v: %s; the notebook is %q", err, out, b)
				}
			}
		})
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
