package release

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"locklab/internal/clone"
)

// The tests are in real repositories, with nobody's configuration of git.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.invalid",
		"GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.invalid",
	} {
		os.Setenv(name, value)
	}
	if dir := os.Getenv(updateVar); dir != "" {
		if err := Update(context.Background(), clone.Clone(dir), false, os.Stdout); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// updateVar names the clone that this process is to update, and no more.
const updateVar = "LOCKLAB_TEST_UPDATE"

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := tryGit(dir, args...)
	if err != nil {
		t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return out
}

func tryGit(dir string, args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// A lesson is one that is published, and a learner's clone of it.
type lesson struct {
	t         *testing.T
	published string
	clone     string
}

func newLesson(t *testing.T) *lesson {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a b")
	l := &lesson{t: t, published: filepath.Join(dir, "published"), clone: filepath.Join(dir, "clone")}
	if err := os.MkdirAll(l.published, 0o755); err != nil {
		t.Fatal(err)
	}
	git(t, l.published, "init", "-q", "-b", "main")
	l.publish(map[string]string{
		"go.mod": "module locklab\n", "README.md": "read me",
		"notebooks/01.ipynb": "first 1", "notebooks/02.ipynb": "first 2", "notebooks/03.ipynb": "first 3",
		"notebooks/09.ipynb": "first 9", "simlib/ttl.go": "package simlib",
	})
	git(t, dir, "clone", "-q", l.published, l.clone)
	return l
}

// publish makes a release. A file without text is removed.
func (l *lesson) publish(files map[string]string) {
	l.t.Helper()
	for name, text := range files {
		if text == "" {
			git(l.t, l.published, "rm", "-q", name)
			continue
		}
		put(l.t, filepath.Join(l.published, name), text)
	}
	git(l.t, l.published, "add", "-A")
	git(l.t, l.published, "commit", "-q", "-m", "release")
}

// second is the release that the learners of these tests update to. It does not
// touch 03 and README.md.
var second = map[string]string{
	"notebooks/01.ipynb": "second 1", "notebooks/02.ipynb": "second 2", "notebooks/04.ipynb": "second 4",
	"notebooks/09.ipynb": "", "simlib/ttl.go": "package simlib // second", "extra/data.txt": "second data",
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

func (l *lesson) edit(name, text string) { l.t.Helper(); put(l.t, filepath.Join(l.clone, name), text) }
func (l *lesson) git(args ...string) string {
	l.t.Helper()
	return git(l.t, l.clone, args...)
}

func (l *lesson) commit(name, text string) {
	l.t.Helper()
	l.edit(name, text)
	l.git("add", name)
	l.git("commit", "-q", "-m", "mine")
}

func (l *lesson) update() (said string, err error) {
	var out strings.Builder
	err = Update(l.t.Context(), clone.Clone(l.clone), false, &out)
	return out.String(), err
}

// files are all that a learner sees in the clone.
func (l *lesson) files() map[string]string {
	l.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(l.clone, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == ".git" {
				return filepath.SkipDir
			}
			return nil
		}
		name, _ := filepath.Rel(l.clone, path)
		if d.Type()&os.ModeSymlink != 0 {
			to, err := os.Readlink(path)
			files[name] = "link to " + to
			return err
		}
		text, err := os.ReadFile(path)
		files[name] = string(text)
		return err
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return files
}

// all is the clone's whole state but for what a fetch brings.
func (l *lesson) all() string {
	l.t.Helper()
	var b strings.Builder
	files := l.files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%s: %q\n", name, files[name])
	}
	for _, args := range [][]string{{"symbolic-ref", "-q", "HEAD"}, {"rev-parse", "HEAD"}, {"for-each-ref", "refs/heads", "refs/stash"}, {"ls-files", "-s"}, {"status", "--porcelain", "--ignored"}} {
		out, _ := tryGit(l.clone, args...)
		fmt.Fprintf(&b, "git %s: %s\n", args[0], out)
	}
	return b.String()
}

// holds says whether a text is in a file of the clone or in a commit of one of
// its branches.
func (l *lesson) holds(text string) bool {
	l.t.Helper()
	for _, have := range l.files() {
		if have == text {
			return true
		}
	}
	objects := exec.Command("sh", "-c", `git rev-list --objects --no-object-names --branches | git cat-file --batch`)
	objects.Dir = l.clone
	out, err := objects.Output()
	if err != nil {
		l.t.Fatal(err)
	}
	return strings.Contains(string(out), "\n"+text+"\n")
}

// Whatever a learner has, the newest lesson comes, and what is the learner's is
// there after it.
func TestUpdateKeepsWhatIsTheLearners(t *testing.T) {
	const two, three, four = "notebooks/02.ipynb", "notebooks/03.ipynb", "notebooks/04.ipynb"
	const twoKept = "notebooks/02.mine.ipynb"
	for name, c := range map[string]struct {
		before func(l *lesson)
		want   map[string]string // what is not as in the second release; "" for what is not there
		branch string            // what keeps the learner's commits
		mine   string            // a text of which no file has to be left
	}{
		"untouched":        {before: func(l *lesson) {}},
		"edited":           {before: func(l *lesson) { l.edit(two, "mine") }, want: map[string]string{twoKept: "mine"}},
		"staged":           {before: func(l *lesson) { l.edit(two, "mine"); l.git("add", two) }, want: map[string]string{twoKept: "mine"}},
		"edited elsewhere": {before: func(l *lesson) { l.edit(three, "mine") }, want: map[string]string{three: "mine"}},
		"staged, then edited": {before: func(l *lesson) { l.edit(two, "staged"); l.git("add", two); l.edit(two, "mine") },
			want: map[string]string{twoKept: "mine"}, branch: "main.mine", mine: "staged"},
		"staged, then deleted": {before: func(l *lesson) {
			l.edit(three, "staged")
			l.git("add", three)
			os.Remove(filepath.Join(l.clone, three))
		},
			want: map[string]string{three: ""}, branch: "main.mine", mine: "staged"},
		"committed": {before: func(l *lesson) { l.commit(two, "mine") },
			want: map[string]string{twoKept: "mine"}, branch: "main.mine"},
		"committed twice": {before: func(l *lesson) { l.commit(two, "older"); l.commit(two, "mine") },
			want: map[string]string{twoKept: "mine"}, branch: "main.mine", mine: "older"},
		"committed elsewhere": {before: func(l *lesson) { l.commit(three, "mine") },
			want: map[string]string{three: "mine"}, branch: "main.mine"},
		"committed and taken back": {before: func(l *lesson) { l.commit(two, "mine"); l.commit(two, "first 2") },
			branch: "main.mine", mine: "mine"},
		"committed, then edited": {before: func(l *lesson) { l.commit(two, "older"); l.edit(two, "mine") },
			want: map[string]string{twoKept: "mine"}, branch: "main.mine", mine: "older"},
		"committed what is new": {before: func(l *lesson) { l.commit(two, "second 2") }, branch: "main.mine"},
		"committed a notebook of one's own": {before: func(l *lesson) { l.commit("notebooks/own.ipynb", "mine") },
			want: map[string]string{"notebooks/own.ipynb": "mine"}, branch: "main.mine"},
		"merged a branch of one's own": {before: func(l *lesson) {
			l.git("switch", "-q", "-c", "try")
			l.commit(two, "mine")
			l.git("switch", "-q", "main")
			l.commit(three, "mine too")
			l.git("merge", "-q", "-m", "merge", "try")
		}, want: map[string]string{twoKept: "mine", three: "mine too"}, branch: "main.mine"},
		"a branch of that name is there": {before: func(l *lesson) { l.git("branch", "main.mine"); l.commit(two, "mine") },
			want: map[string]string{twoKept: "mine"}, branch: "main.mine-2"},
		"kept before": {before: func(l *lesson) { l.edit(twoKept, "kept before"); l.edit(two, "mine") },
			want: map[string]string{twoKept: "kept before", "notebooks/02.mine-2.ipynb": "mine"}},
		"code": {before: func(l *lesson) { l.edit("simlib/ttl.go", "package mine") },
			want: map[string]string{"simlib/ttl.go.mine": "package mine"}},
		"code elsewhere": {before: func(l *lesson) { l.edit("README.md", "mine") }, want: map[string]string{"README.md": "mine"}},
		"deleted":        {before: func(l *lesson) { os.Remove(filepath.Join(l.clone, two)) }},
		"deleted elsewhere": {before: func(l *lesson) { os.Remove(filepath.Join(l.clone, three)) },
			want: map[string]string{three: ""}},
		"removed from git": {before: func(l *lesson) { l.git("rm", "-q", "--cached", two); l.edit(two, "mine") },
			want: map[string]string{twoKept: "mine"}},
		"edited what is gone": {before: func(l *lesson) { l.edit("notebooks/09.ipynb", "mine") },
			want: map[string]string{"notebooks/09.mine.ipynb": "mine"}},
		"in the way": {before: func(l *lesson) { l.edit(four, "mine") },
			want: map[string]string{"notebooks/04.mine.ipynb": "mine"}},
		"in the way, staged": {before: func(l *lesson) { l.edit(four, "mine"); l.git("add", four) },
			want: map[string]string{"notebooks/04.mine.ipynb": "mine"}},
		"in the way, and the same": {before: func(l *lesson) { l.edit(four, "second 4") }},
		"in the way, and ignored": {before: func(l *lesson) { l.edit(".git/info/exclude", "extra\n"); l.edit("extra/data.txt", "mine") },
			want: map[string]string{"extra/data.txt.mine": "mine"}},
		"a folder in the way": {before: func(l *lesson) { l.edit(four+"/x", "mine") },
			want: map[string]string{"notebooks/04.mine.ipynb/x": "mine"}},
		"a file where a folder comes": {before: func(l *lesson) { l.edit("extra", "mine") },
			want: map[string]string{"extra.mine": "mine"}},
		"a folder for a file": {before: func(l *lesson) { os.Remove(filepath.Join(l.clone, two)); l.edit(two+"/x", "mine") },
			want: map[string]string{"notebooks/02.mine.ipynb/x": "mine"}},
		"a link for a file": {before: func(l *lesson) {
			l.edit("own.ipynb", "mine")
			os.Remove(filepath.Join(l.clone, two))
			if err := os.Symlink("../own.ipynb", filepath.Join(l.clone, two)); err != nil {
				t.Fatal(err)
			}
		}, want: map[string]string{"own.ipynb": "mine", twoKept: "link to ../own.ipynb"}},
		"detached": {before: func(l *lesson) { l.git("switch", "-q", "--detach"); l.edit(two, "mine") },
			want: map[string]string{twoKept: "mine"}},
		"detached, with a commit": {before: func(l *lesson) { l.git("switch", "-q", "--detach"); l.commit(two, "mine") },
			want: map[string]string{twoKept: "mine"}, branch: "detached.mine"},
		"on a branch of one's own": {before: func(l *lesson) { l.git("switch", "-q", "-c", "try/it"); l.commit(two, "mine") },
			want: map[string]string{twoKept: "mine"}, branch: "try/it.mine"},
		"origin's default unknown": {before: func(l *lesson) {
			l.git("remote", "set-head", "origin", "-d")
			l.git("switch", "-q", "--detach")
			l.edit(two, "mine")
		}, want: map[string]string{twoKept: "mine"}},
		"fetched already": {before: func(l *lesson) { l.edit(two, "mine"); l.git("fetch", "-q") },
			want: map[string]string{twoKept: "mine"}},
		"an update broke off": {before: func(l *lesson) { l.edit("notebooks/01.ipynb", "second 1"); l.edit(four, "second 4") }},
		"cloned without its history": {before: func(l *lesson) {
			if err := os.RemoveAll(l.clone); err != nil {
				t.Fatal(err)
			}
			git(t, filepath.Dir(l.clone), "clone", "-q", "--depth=1", "--branch=main", "file://"+l.published, l.clone)
			l.git("fetch", "-q", "--depth=1")
			l.commit(two, "mine")
		}, want: map[string]string{twoKept: "mine", "notebooks/09.ipynb": "", "extra/data.txt": "second data"}, branch: "main.mine"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLesson(t)
			var mine []string
			if strings.Contains(name, "fetched") {
				l.publish(second)
				c.before(l)
			} else {
				c.before(l)
				l.publish(second)
			}
			for file, text := range l.files() {
				if !strings.HasPrefix(text, "first ") && file != "go.mod" {
					mine = append(mine, text)
				}
			}
			if c.mine != "" {
				mine = append(mine, c.mine)
			}
			said, err := l.update()
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			// All files are those of the release, but for what is the learner's.
			want := map[string]string{"go.mod": "module locklab\n", "README.md": "read me", three: "first 3"}
			maps.Copy(want, second)
			maps.Copy(want, c.want)
			maps.DeleteFunc(want, func(_, text string) bool { return text == "" })
			if got := l.files(); !maps.Equal(got, want) {
				t.Errorf("files %q\nwant  %q\n%s", got, want, said)
			}
			if head, tip := l.git("rev-parse", "HEAD"), git(t, l.published, "rev-parse", "HEAD"); head != tip {
				t.Errorf("HEAD is %s, want %s", head, tip)
			}
			for file := range c.want {
				base, _, _ := strings.Cut(file, ".ipynb/")
				if strings.Contains(file, ".mine") && file != "notebooks/02.mine.ipynb" && !strings.Contains(said, base) {
					t.Errorf("%s is not named:\n%s", file, said)
				}
			}
			// Nothing is staged, and nothing of the learner's is lost.
			if staged := l.git("diff", "--cached", "--name-only"); staged != "" {
				t.Errorf("staged: %s", staged)
			}
			for _, text := range mine {
				if text != "read me" && !strings.HasPrefix(text, "package simlib") && !l.holds(text) {
					t.Errorf("%q is lost:\n%s", text, said)
				}
			}
			branches := strings.Fields(l.git("for-each-ref", "--format=%(refname:short)", "refs/heads/*mine*", "refs/heads/**/*mine*"))
			branches = slices.DeleteFunc(branches, func(b string) bool { return b == "main.mine" && c.branch == "main.mine-2" })
			if c.branch == "" && len(branches) > 0 || c.branch != "" && (!slices.Equal(branches, []string{c.branch}) || !strings.Contains(said, "in the branch "+c.branch)) {
				t.Errorf("branches %q, want %q:\n%s", branches, c.branch, said)
			}
			// Once more there is nothing to do.
			if said, err := l.update(); err != nil || !strings.Contains(said, "you have the newest lesson") || !maps.Equal(l.files(), want) {
				t.Errorf("once more: %v, %q", err, said)
			}
		})
	}
}

// One update follows another, and each keeps what was changed since the last.
func TestUpdateAgain(t *testing.T) {
	l := newLesson(t)
	l.commit("notebooks/01.ipynb", "mine")
	l.publish(second)
	if said, err := l.update(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	l.commit("notebooks/01.ipynb", "mine again")
	l.publish(map[string]string{"notebooks/01.ipynb": "third 1"})
	if said, err := l.update(); err != nil || !strings.Contains(said, "in the branch main.mine-2") {
		t.Errorf("%v\n%s", err, said)
	}
	files := l.files()
	for name, want := range map[string]string{"01": "third 1", "01.mine": "mine", "01.mine-2": "mine again", "02": "second 2"} {
		if got := files["notebooks/"+name+".ipynb"]; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// Those who publish may write their history anew. What the learner had of it
// is not the learner's.
func TestUpdateFollowsARewrittenHistory(t *testing.T) {
	l := newLesson(t)
	l.publish(map[string]string{"notebooks/01.ipynb": "withdrawn 1"})
	l.git("pull", "-q", "--ff-only")
	l.edit("notebooks/02.ipynb", "mine")
	git(t, l.published, "reset", "-q", "--hard", "HEAD~1")
	l.publish(second)
	said, err := l.update()
	if err != nil {
		t.Fatal(err)
	}
	files := l.files()
	if files["notebooks/01.ipynb"] != "second 1" || files["notebooks/01.mine.ipynb"] != "" || files["notebooks/02.mine.ipynb"] != "mine" {
		t.Errorf("files %q\n%s", files, said)
	}
}

// Line ends that git changes on the way to the disk are no edit.
func TestUpdateSeesThroughLineEnds(t *testing.T) {
	l := newLesson(t)
	l.publish(map[string]string{"notebooks/01.ipynb": "a\nb\n"})
	l.git("config", "core.autocrlf", "true")
	l.git("pull", "-q", "--ff-only")
	if files := l.files(); files["notebooks/01.ipynb"] != "a\r\nb\r\n" {
		t.Fatalf("01 is %q", files["notebooks/01.ipynb"])
	}
	l.publish(map[string]string{"notebooks/01.ipynb": "a\nc\n"})
	said, err := l.update()
	if files := l.files(); err != nil || files["notebooks/01.ipynb"] != "a\r\nc\r\n" || files["notebooks/01.mine.ipynb"] != "" {
		t.Errorf("%v, files %q\n%s", err, files, said)
	}
}

// Where it cannot update it says why, and changes nothing.
func TestUpdateRefuses(t *testing.T) {
	const two = "notebooks/02.ipynb"
	// diverge makes a conflict ready.
	diverge := func(l *lesson) {
		l.git("switch", "-q", "-c", "try")
		l.commit(two, "one way")
		l.git("switch", "-q", "main")
		l.commit(two, "another")
	}
	fails := func(l *lesson, args ...string) {
		l.t.Helper()
		if out, err := tryGit(l.clone, args...); err == nil {
			l.t.Fatalf("git %q: no conflict: %s", args, out)
		}
	}
	for name, c := range map[string]struct {
		before func(l *lesson)
		want   string
	}{
		"merge":       {func(l *lesson) { diverge(l); fails(l, "merge", "try") }, "a merge is not finished here; nothing is changed: finish it, or undo it with `git merge --abort`"},
		"rebase":      {func(l *lesson) { diverge(l); fails(l, "rebase", "try") }, "git rebase --abort"},
		"cherry-pick": {func(l *lesson) { diverge(l); fails(l, "cherry-pick", "try") }, "git cherry-pick --abort"},
		"revert": {func(l *lesson) { l.commit(two, "a"); l.commit(two, "b"); fails(l, "revert", "--no-edit", "HEAD~1") },
			"git revert --abort"},
		"bisection": {func(l *lesson) { l.git("bisect", "start") }, "git bisect reset"},
		"stash in conflict": {func(l *lesson) { l.edit(two, "a"); l.git("stash"); l.commit(two, "b"); fails(l, "stash", "pop") },
			two + ": git has this in conflict"},
		"another git": {func(l *lesson) { l.edit(".git/index.lock", "") }, "another git is at work here"},
		"no upstream": {func(l *lesson) { l.git("remote", "remove", "origin") }, "this repository follows no other"},
		"archive": {func(l *lesson) {
			if err := os.RemoveAll(filepath.Join(l.clone, ".git")); err != nil {
				t.Fatal(err)
			}
		}, "was not cloned with git"},
		"archive in another repository": {func(l *lesson) {
			if err := os.RemoveAll(filepath.Join(l.clone, ".git")); err != nil {
				t.Fatal(err)
			}
			git(t, filepath.Dir(l.clone), "init", "-q")
		}, "was not cloned with git"},
		"archive made a repository": {func(l *lesson) {
			if err := os.RemoveAll(filepath.Join(l.clone, ".git")); err != nil {
				t.Fatal(err)
			}
			l.git("init", "-q")
			l.git("remote", "add", "origin", l.published)
		}, "has no commit yet"},
		"no network":        {func(l *lesson) { l.git("remote", "set-url", "origin", "http://127.0.0.1:1/lesson.git") }, "could not be fetched; nothing is changed: without a network"},
		"no such place":     {func(l *lesson) { l.git("remote", "set-url", "origin", "/no/such/place") }, "  | fatal: '/no/such/place' does not appear to be a git repository"},
		"branch gone there": {func(l *lesson) { git(t, l.published, "branch", "-m", "trunk") }, "couldn't find remote ref refs/heads/main"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLesson(t)
			l.edit("notebooks/01.ipynb", "mine")
			l.git("commit", "-q", "-a", "-m", "mine")
			c.before(l)
			if name != "branch gone there" {
				l.publish(second)
			}
			before := l.all()
			said, err := l.update()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q in it\n%s", err, c.want, said)
			}
			if after := l.all(); after != before {
				t.Errorf("it changed\n%s\nto\n%s", before, after)
			}
		})
	}
}

func TestUpdateWithoutGit(t *testing.T) {
	l := newLesson(t)
	t.Setenv("PATH", t.TempDir())
	if _, err := l.update(); err == nil || !strings.Contains(err.Error(), "install git") {
		t.Errorf("without git: %v", err)
	}
}

// Ctrl-C ends a fetch that waits, and leaves all as it was.
func TestUpdateIsStopped(t *testing.T) {
	l := newLesson(t)
	l.edit("notebooks/02.ipynb", "mine")
	l.publish(second)
	l.git("config", "remote.origin.uploadpack", "sleep 60 #")
	before := l.all()
	ctx, stop := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer stop()
	start := time.Now()
	err := Update(ctx, clone.Clone(l.clone), false, &strings.Builder{})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 20*time.Second {
		t.Errorf("%v after %v, want the context's error at once", err, time.Since(start))
	}
	if after := l.all(); after != before {
		t.Errorf("it changed\n%s\nto\n%s", before, after)
	}
	l.git("config", "--unset", "remote.origin.uploadpack")
	if said, err := l.update(); err != nil {
		t.Errorf("the next update: %v\n%s", err, said)
	}
}

// When git cannot write a file, here since it is larger than this process may
// write, all is as it was, also what was new already.
func TestUpdateThatCannotWrite(t *testing.T) {
	l := newLesson(t)
	l.commit("notebooks/03.ipynb", "mine 3")
	l.edit("notebooks/02.ipynb", "mine 2")
	l.edit("notebooks/04.ipynb", "mine 4")
	if err := os.Remove(filepath.Join(l.clone, "notebooks/01.ipynb")); err != nil {
		t.Fatal(err)
	}
	l.publish(second)
	l.publish(map[string]string{"notebooks/05.ipynb": strings.Repeat("0", 4<<20)}) // and 1000 times smaller on its way
	before := l.all()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `ulimit -f 2048; exec "$0"`, exe)
	cmd.Env = append(os.Environ(), updateVar+"="+l.clone)
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "all is as it was") {
		t.Errorf("%v: %s", err, said)
	}
	if after := l.all(); after != before {
		t.Errorf("it changed\n%s\nto\n%s", before, after)
	}
	if said, err := l.update(); err != nil {
		t.Errorf("the next update: %v\n%s", err, said)
	}
	if files := l.files(); files["notebooks/02.mine.ipynb"] != "mine 2" || files["notebooks/04.mine.ipynb"] != "mine 4" || len(files["notebooks/05.ipynb"]) != 4<<20 {
		t.Error("the next update, with room, did not bring all")
	}
}
