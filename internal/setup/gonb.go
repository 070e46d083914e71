package setup

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"locklab/internal/clone"
)

const (
	gonb = "github.com/janpfeifer/gonb"
	zap  = "go.uber.org/zap"
)

// ourZap are the files of the module that stands in for zap.
func ourZap(c clone.Clone) []string {
	return []string{c.Path("internal", "tools", "zap", "go.mod"), c.Path("internal", "tools", "zap", "zap.go")}
}

// ourGonb are the files of ours that change gonb: the patch, and the package
// that it calls.
func ourGonb(c clone.Clone) (patch string, pkg []string) {
	pkg, _ = filepath.Glob(c.Path("internal", "kernel", "aid", "*.go"))
	return c.Path("internal", "tools", "gonb.patch"), slices.DeleteFunc(pkg, isTest)
}

// writeTools makes .venv/tools a module like internal/tools, whose gonb is a
// copy of the pinned one with our change, beside our zap. The module cache stays as it is: the
// go command takes no overlay of its files, and other projects share it.
func (s *state) writeTools(ctx context.Context, j *job, env []string) error {
	tools, dir := s.clone.Path("internal", "tools"), s.clone.Venv("tools")
	if err := j.run(ctx, tools, env, s.goCommand(), "mod", "download", gonb); err != nil {
		return err
	}
	list := exec.CommandContext(ctx, s.goCommand(), "list", "-m", "-f", "{{.Dir}}", gonb)
	list.Dir, list.Env = tools, env
	source, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list -m %s: %w", gonb, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := changeGonb(s.clone, string(bytes.TrimSpace(source)), filepath.Join(dir, "gonb")); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "zap"), 0o755); err != nil {
		return err
	}
	for _, file := range ourZap(s.clone) {
		if err := copyFile(file, filepath.Join(dir, "zap", filepath.Base(file))); err != nil {
			return err
		}
	}
	mod := content(filepath.Join(tools, "go.mod")) + "\nreplace " + gonb + " => ./gonb\nreplace " + zap + " => ./zap\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), []byte(content(filepath.Join(tools, "go.sum"))), 0o644)
}

// changeGonb copies gonb's source, without the pictures of its documentation, and
// changes the copy.
func changeGonb(c clone.Clone, source, copied string) error {
	entries, err := os.ReadDir(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(copied, 0o755); err != nil {
		return err
	}
	for _, e := range entries {
		from, to := filepath.Join(source, e.Name()), filepath.Join(copied, e.Name())
		switch {
		case e.Name() == "docs":
			continue
		case e.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		default:
			err = copyFile(from, to)
		}
		if err != nil {
			return err
		}
	}
	patch, pkg := ourGonb(c)
	text, err := os.ReadFile(patch)
	if err != nil {
		return err
	}
	if err := applyPatch(string(text), copied); err != nil {
		return &Error{What: fmt.Sprintf("%s does not fit %s: %v", filepath.Base(patch), filepath.Base(source), err),
			Fix: "the two belong together: `git checkout internal/tools` brings back both as released, and `go clean -modcache` a module cache that somebody changed"}
	}
	aid := filepath.Join(copied, "internal", "kernel", "aid")
	if err := os.MkdirAll(aid, 0o755); err != nil {
		return err
	}
	for _, file := range pkg {
		if err := copyFile(file, filepath.Join(aid, filepath.Base(file))); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
