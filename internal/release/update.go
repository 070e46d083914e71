package release

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"locklab/internal/clone"
)

// Update brings the newest lesson into a clone: whatever the branch that it
// follows has, without a merge. A file that both the learner and the new lesson
// changed is kept beside the new one; one that only the learner changed stays;
// commits of the learner's own stay in a branch that is named. Where that cannot
// be done it says why, and nothing is changed. With live, w is a terminal and
// shows how far git is.
func Update(ctx context.Context, c clone.Clone, live bool, w io.Writer) error {
	r, err := Find(ctx, string(c))
	switch {
	case errors.Is(err, ErrNoGit):
		return errors.New("git is missing, and the newest lesson comes by it: install git, then update again")
	case errors.Is(err, ErrNoRepo), err == nil && r.line(ctx, "rev-parse", "--show-cdup") != "":
		return fmt.Errorf("%s was not cloned with git, but downloaded or copied, so that git cannot update it: get the newest lesson into another folder, and take your notebooks there", c)
	case err != nil:
		return err
	}
	if err := r.settled(ctx); err != nil {
		return err
	}
	from, err := r.source(ctx)
	if err != nil {
		return err
	}
	u := &update{Repo: r}
	u.head = r.line(ctx, "rev-parse", "HEAD")
	// What the clone had is asked before the fetch: those who publish may have
	// rewritten what came before.
	if u.base = r.line(ctx, "rev-parse", r.Commit(ctx)); u.base == "" {
		return fmt.Errorf("%s has no commit yet: get the newest lesson into another folder, and take your notebooks there", c)
	}
	if err := r.fetch(ctx, from, live, w); err != nil {
		return err
	}
	if u.next = r.line(ctx, "rev-parse", "FETCH_HEAD^{commit}"); u.next == "" {
		return fmt.Errorf("git fetched no commit of %s; nothing is changed", from)
	}
	at := r.line(ctx, "show", "-s", "--format=%h of "+from.String()+", from %cs", u.next)
	if r.says(ctx, "merge-base", "--is-ancestor", u.next, "HEAD") {
		fmt.Fprintf(w, "you have the newest lesson: %s\n", at)
		return nil
	}
	if err := u.compare(ctx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	// From here on Ctrl-C waits until all is done, a second at most.
	if err := u.apply(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	fmt.Fprintf(w, "updated to %s\n", at)
	u.report(w)
	return nil
}

// unfinished are git's works in progress, by the file that tells of each.
var unfinished = []struct{ file, what, undo string }{
	{"MERGE_HEAD", "a merge", "git merge --abort"},
	{"rebase-merge", "a rebase", "git rebase --abort"},
	{"rebase-apply", "a rebase", "git rebase --abort"},
	{"CHERRY_PICK_HEAD", "a cherry-pick", "git cherry-pick --abort"},
	{"REVERT_HEAD", "a revert", "git revert --abort"},
	{"BISECT_LOG", "a bisection", "git bisect reset"},
}

// settled says what else is under way in the repository.
func (r Repo) settled(ctx context.Context) error {
	dir := r.line(ctx, "rev-parse", "--absolute-git-dir")
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	for _, u := range unfinished {
		if there(u.file) {
			return fmt.Errorf("%s is not finished here; nothing is changed: finish it, or undo it with `%s`, then update again", u.what, u.undo)
		}
	}
	if there("index.lock") {
		return fmt.Errorf("another git is at work here; nothing is changed: update again when it is done (if none is, one broke off: remove %s)", filepath.Join(dir, "index.lock"))
	}
	if files := r.line(ctx, "diff", "--name-only", "--diff-filter=U"); files != "" {
		return fmt.Errorf("%s: git has this in conflict; nothing is changed: make of it what you want, `git add` it, then update again", strings.ReplaceAll(files, "\n", ", "))
	}
	return nil
}

// A source is a branch of another repository.
type source struct{ remote, ref string }

func (s source) String() string {
	if s.ref == "HEAD" {
		return s.remote
	}
	return s.remote + "/" + strings.TrimPrefix(s.ref, "refs/heads/")
}

// source is the branch that the clone follows, as Commit has it.
func (r Repo) source(ctx context.Context) (source, error) {
	if b := r.line(ctx, "symbolic-ref", "-q", "--short", "HEAD"); b != "" {
		s := source{r.line(ctx, "config", "branch."+b+".remote"), r.line(ctx, "config", "branch."+b+".merge")}
		if s.remote != "" && s.ref != "" {
			return s, nil
		}
	}
	const origin = "origin"
	if r.line(ctx, "config", "remote."+origin+".url") == "" {
		return source{}, errors.New("this repository follows no other (it has no upstream branch, and no origin), so there is nothing to update from: `git remote add origin ADDRESS` names one")
	}
	if b, ok := strings.CutPrefix(r.line(ctx, "symbolic-ref", "-q", "refs/remotes/"+origin+"/HEAD"), "refs/remotes/"+origin+"/"); ok {
		return source{origin, "refs/heads/" + b}, nil
	}
	return source{origin, "HEAD"}, nil
}

// fetch gets the newest commits. It changes no file and no branch. It stays in
// the terminal's own process group: git, or ssh, may ask for a password.
func (r Repo) fetch(ctx context.Context, from source, live bool, w io.Writer) error {
	fmt.Fprintf(w, "asking for the newest lesson: %s\n", from)
	args := []string{"-C", r.dir, "fetch", "--no-recurse-submodules"}
	if live {
		args = append(args, "--progress")
	}
	cmd := exec.CommandContext(ctx, "git", append(args, from.remote, from.ref)...)
	cmd.Env = r.environ()
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = os.Stdin, &said
	if live {
		cmd.Stderr = io.MultiWriter(w, &said)
	}
	err := cmd.Run()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if live { // git's own words are there already
		said.Reset()
	}
	return fmt.Errorf("the newest lesson could not be fetched; nothing is changed: without a network, connect and update again\n%w",
		&failure{"fetch " + from.remote, strings.TrimSpace(said.String()), err})
}

// An update goes from base, which the clone had, to next.
type update struct {
	Repo
	head, base, next string
	changed          []string          // what differs between base and next
	inBase, inNext   map[string]bool   // of those, which are there
	mine             map[string]string // of all files, those of the learner's that are not as in base, with git's letter
	same             []string          // of the changed, those that the learner has as in next
	inTheWay         []string          // of the changed, those that are neither
	kept             [][2]string       // what was in the way, and where it is now
	branch           string            // where the learner's own commits stay
}

// compare sees what the update changes, and what of it the learner changed. It
// looks at the files themselves, so that it is one whether a change was
// committed, staged or neither.
func (u *update) compare(ctx context.Context) error {
	out, err := u.git(ctx, "diff-tree", "-r", "-z", "--no-renames", "--name-status", u.base, u.next)
	if err != nil {
		return err
	}
	u.inBase, u.inNext = map[string]bool{}, map[string]bool{}
	for name, letter := range letters(out) {
		u.changed = append(u.changed, name)
		u.inBase[name], u.inNext[name] = letter != "A", letter != "D"
	}
	slices.Sort(u.changed)
	if u.mine, err = u.differs(ctx, u.base); err != nil {
		return err
	}
	fromNext, err := u.differs(ctx, u.next)
	if err != nil {
		return err
	}
	for _, name := range u.changed {
		info, err := os.Lstat(filepath.Join(u.dir, name))
		there := err == nil
		_, touched := u.mine[name]
		_, other := fromNext[name]
		switch {
		case !u.inNext[name]: // gone in the new lesson
			if there && touched {
				u.inTheWay = append(u.inTheWay, name)
			}
		case !there:
			// A file where the new lesson has a folder is in the way too, unless
			// it is the old lesson's.
			for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
				info, err := os.Lstat(filepath.Join(u.dir, dir))
				if err == nil && !info.IsDir() && !u.inBase[dir] && !slices.Contains(u.inTheWay, dir) {
					u.inTheWay = append(u.inTheWay, dir)
				}
			}
		case u.inBase[name] && !touched:
		case !other && !info.IsDir():
			u.same = append(u.same, name)
		default:
			u.inTheWay = append(u.inTheWay, name)
		}
	}
	return nil
}

// letters are the files of git's --name-status, with its letter for each.
func letters(out string) map[string]string {
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	files := map[string]string{}
	for i := 0; i+1 < len(fields); i += 2 {
		files[fields[i+1]] = fields[i]
	}
	return files
}

// with is the repo with an index of its own, filled from a commit.
func (r Repo) with(ctx context.Context, commit string) (with Repo, remove func(), err error) {
	dir, err := os.MkdirTemp("", "locklab-update-")
	if err != nil {
		return r, nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	r.index = filepath.Join(dir, "index")
	if _, err := r.git(ctx, "read-tree", commit); err != nil {
		remove()
		return r, nil, err
	}
	// It ends with 1 where a file differs, which is no failure.
	r.git(ctx, "update-index", "-q", "--refresh")
	return r, remove, ctx.Err()
}

// differs are the files of a commit that are not the same on the disk.
func (r Repo) differs(ctx context.Context, commit string) (map[string]string, error) {
	i, remove, err := r.with(ctx, commit)
	if err != nil {
		return nil, err
	}
	defer remove()
	out, err := i.git(ctx, "diff-files", "-z", "--no-renames", "--name-status")
	return letters(out), err
}

// apply makes the update, or leaves all as it was. The files come first; the
// branch and the index, which git changes as a whole, come last. When something
// ends it in between, the next update goes on from there: what is already new is
// then the same.
func (u *update) apply(ctx context.Context) (err error) {
	i, remove, err := u.with(ctx, u.base)
	if err != nil {
		return err
	}
	defer remove()
	if err := u.keepCommits(ctx); err != nil {
		return fmt.Errorf("your own commits could not be kept; nothing is changed: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("all is as it was, for the new lesson could not be written (is the disk full?): %w", err), u.undo(ctx, i))
		}
	}()
	for _, name := range u.inTheWay {
		kept, err := keep(filepath.Join(u.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // its folder was in the way too, and went with it
		}
		if err != nil {
			return fmt.Errorf("your version could not be kept: %w", err)
		}
		u.kept = append(u.kept, [2]string{name, filepath.Join(filepath.Dir(name), filepath.Base(kept))})
	}
	if len(u.same) > 0 {
		if _, err := i.feed(ctx, strings.Join(u.same, "\x00")+"\x00", "update-index", "--add", "-z", "--stdin"); err != nil {
			return err
		}
	}
	if _, err := i.git(ctx, "read-tree", "-m", "-u", u.base, u.next); err != nil {
		return err
	}
	_, err = u.git(ctx, "reset", "-q", u.next)
	return err
}

// keepCommits puts a branch where the learner's own commits are, if there are
// any. What is staged and is neither committed nor in a file becomes one.
func (u *update) keepCommits(ctx context.Context) error {
	commit := u.head
	staged, err := u.git(ctx, "diff", "--cached", "-z", "--no-renames", "--name-status")
	if err != nil {
		return err
	}
	onDisk, err := u.git(ctx, "diff", "-z", "--no-renames", "--name-status")
	if err != nil {
		return err
	}
	other := letters(onDisk)
	for name := range letters(staged) {
		if other[name] == "" {
			continue
		}
		tree := u.line(ctx, "write-tree")
		commit = u.line(ctx, "-c", "user.name=locklab", "-c", "user.email=locklab@localhost", "commit-tree", "-p", u.head, "-m", "What was staged before `locklab update`", tree)
		if commit == "" {
			return errors.New("git could not write what is staged (is the disk full?)")
		}
		break
	}
	if u.says(ctx, "merge-base", "--is-ancestor", commit, u.next) {
		return nil
	}
	branch := u.line(ctx, "symbolic-ref", "-q", "--short", "HEAD")
	if branch == "" {
		branch = "detached"
	}
	for name := range names(branch) {
		if u.says(ctx, "rev-parse", "--verify", "-q", "refs/heads/"+name) {
			continue
		}
		if _, err := u.git(ctx, "branch", "--no-track", name, commit); err != nil {
			return err
		}
		u.branch = name
		return nil
	}
	return nil
}

// undo gives the files back as they were before apply.
func (u *update) undo(ctx context.Context, i Repo) error {
	var errs []error
	var again []string
	for _, name := range u.changed {
		switch _, touched := u.mine[name]; {
		case u.inBase[name] && !touched:
			again = append(again, name)
		case u.inNext[name] && !slices.Contains(u.same, name):
			os.Remove(filepath.Join(u.dir, name)) // the new one, if it came so far
		}
	}
	for _, k := range u.kept {
		errs = append(errs, os.Rename(filepath.Join(u.dir, k[1]), filepath.Join(u.dir, k[0])))
	}
	if len(again) > 0 {
		// What is still as it was stays untouched.
		i.git(ctx, "update-index", "-q", "--refresh")
		_, err := i.feed(ctx, strings.Join(again, "\x00")+"\x00", "checkout-index", "-f", "-q", "-z", "--stdin")
		errs = append(errs, err)
	}
	if u.branch != "" {
		_, err := u.git(ctx, "branch", "-q", "-D", u.branch)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// report says what is the learner's, and where.
func (u *update) report(w io.Writer) {
	for _, k := range u.kept {
		fmt.Fprintf(w, "  your version of %s is %s\n", k[0], k[1])
	}
	var stays []string
	for name := range u.mine {
		if _, changes := u.inNext[name]; !changes {
			stays = append(stays, name)
		}
	}
	slices.Sort(stays)
	for _, name := range stays {
		how := "as you have it"
		if u.mine[name] == "D" {
			how = "deleted"
		}
		fmt.Fprintf(w, "  %s stays %s: the new lesson changes nothing there\n", name, how)
	}
	if u.branch != "" {
		fmt.Fprintf(w, "  your own commits are in the branch %s\n", u.branch)
	}
	fmt.Fprintln(w, "The next start sets up what is new. (JupyterLab is open? Stop it, and start anew.)")
}
