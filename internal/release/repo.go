// Package release knows what a clone has from those who publish the lesson, and
// brings what they published since. The work is git's own; nothing that is a
// learner's is ever overwritten.
package release

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"

	"locklab/internal/clone"
	"locklab/internal/proc"
)

var (
	ErrNoGit  = errors.New("git is missing")
	ErrNoRepo = errors.New("not in a git repository")
	// ErrNoFile says that a commit, or the index, has no such file.
	ErrNoFile = errors.New("no such file in git")
)

// A Repo is the git repository that a folder is in.
type Repo struct {
	dir string
	// index is the file to use in place of the repository's own index.
	index string
}

// Find returns the repository that dir is in, be it at its root or below.
func Find(ctx context.Context, dir string) (Repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return Repo{}, ErrNoGit
	}
	if _, err := os.Stat(dir); err != nil {
		return Repo{}, err
	}
	r := Repo{dir: dir}
	_, err := r.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil && strings.Contains(err.Error(), "not a git repository") {
		err = ErrNoRepo
	}
	return r, err
}

// environ leaves out what leads git to another repository, as in its hooks.
func (r Repo) environ() []string {
	env := clone.Without(os.Environ(), "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE", "GIT_PREFIX")
	env = clone.With(env, "LC_ALL", "C")
	if r.index != "" {
		env = clone.With(env, "GIT_INDEX_FILE", r.index)
	}
	return env
}

// failure is what git said when it failed.
type failure struct {
	command, said string
	err           error
}

func (f *failure) Error() string {
	text := fmt.Sprintf("`git %s` failed (%v)", f.command, f.err)
	for line := range strings.Lines(f.said) {
		text += "\n  | " + strings.TrimRight(line, "\n")
	}
	return text
}

func (f *failure) Unwrap() error { return f.err }

// git runs a command of git and returns what it prints.
func (r Repo) git(ctx context.Context, args ...string) (string, error) {
	return r.feed(ctx, "", args...)
}

// feed is git with something to read.
func (r Repo) feed(ctx context.Context, in string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", r.dir}, args...)...)
	cmd.Env = r.environ()
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &said
	if err := proc.Run(ctx, cmd); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", &failure{strings.Join(args, " "), strings.TrimSpace(said.String()), err}
	}
	return out.String(), nil
}

// line is git for one line, and "" when git has none to give.
func (r Repo) line(ctx context.Context, args ...string) string {
	out, err := r.git(ctx, args...)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

// says is git for a yes or a no.
func (r Repo) says(ctx context.Context, args ...string) bool {
	_, err := r.git(ctx, args...)
	return err == nil
}

// Commit is what was last released as far as this clone took it in: the newest
// commit that it shares with the branch that it follows, whatever the learner
// committed after it. That branch is the upstream of the one that is checked out,
// else the default of origin. A clone that follows none has only its last commit.
func (r Repo) Commit(ctx context.Context) string {
	for _, ref := range []string{"@{upstream}", "refs/remotes/origin/HEAD"} {
		if c := r.line(ctx, "rev-parse", "--verify", "-q", ref+"^{commit}"); c != "" {
			if base := r.line(ctx, "merge-base", "HEAD", c); base != "" {
				return base
			}
		}
	}
	return "HEAD"
}

// File is a file's text in a commit, or with "" in the index, as git would
// write it to the disk. The name is relative to the folder of the repo.
func (r Repo) File(ctx context.Context, commit, name string) ([]byte, error) {
	object := commit + ":./" + path.Clean(name)
	if r.line(ctx, "rev-parse", "--verify", "-q", object) == "" {
		return nil, errors.Join(ErrNoFile, ctx.Err())
	}
	out, err := r.git(ctx, "cat-file", "--filters", object)
	return []byte(out), err
}

// Staged says whether the index has a file other than the last commit has it.
func (r Repo) Staged(ctx context.Context, name string) bool {
	return !r.says(ctx, "diff", "--cached", "--quiet", "--", "./"+name)
}

// Unstage gives a file in the index back as the last commit has it.
func (r Repo) Unstage(ctx context.Context, name string) error {
	_, err := r.git(ctx, "reset", "-q", "--", "./"+name)
	return err
}
