package nb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"locklab/internal/atomicfile"
	"locklab/internal/release"
)

// Reset makes a notebook what it was when released, whatever was committed or
// staged since, and keeps the learner's version beside it as NAME.mine.ipynb, or
// with the next free number. A notebook that is as released stays as it is.
func Reset(ctx context.Context, path string, w io.Writer) error {
	if filepath.Ext(path) != ".ipynb" {
		return fmt.Errorf("%s is not a notebook: its name does not end in .ipynb", path)
	}
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	repo, err := release.Find(ctx, dir)
	switch {
	case errors.Is(err, release.ErrNoGit):
		return errors.New("git is missing, and the released notebook comes from it: install git, or download the notebook anew")
	case errors.Is(err, release.ErrNoRepo):
		return fmt.Errorf("%s is in no git clone, so there is no released version here: download it anew, or clone the repository", path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such folder", dir)
	case err != nil:
		return err
	}
	released, err := repo.File(ctx, repo.Commit(ctx), name)
	if errors.Is(err, release.ErrNoFile) {
		return fmt.Errorf("%s is not one of the released notebooks%s", path, similar(path))
	}
	if err != nil {
		return err
	}
	mine, err := os.ReadFile(path)
	gone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !gone {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	var kept []string
	keep := func(version []byte) error {
		name, err := release.KeepText(path, version, mode)
		if err != nil {
			return fmt.Errorf("your version could not be kept, so %s stays as it is: %w", path, err)
		}
		kept = append(kept, name)
		return nil
	}
	changed := !gone && !bytes.Equal(mine, released)
	if changed {
		if err := keep(mine); err != nil {
			return err
		}
	}
	staged := repo.Staged(ctx, name)
	if staged {
		// It may hold a version that is nowhere else, or none, as in a conflict.
		index, err := repo.File(ctx, "", name)
		if err == nil && !bytes.Equal(index, released) && (gone || !bytes.Equal(index, mine)) {
			if err := keep(index); err != nil {
				return err
			}
		}
		if err := repo.Unstage(ctx, name); err != nil {
			return err
		}
	}
	if gone || changed {
		if err := atomicfile.Write(path, released, mode); err != nil {
			return err
		}
	}
	switch {
	case len(kept) > 0:
		fmt.Fprintf(w, "%s is as released; your version is %s\n  (open in JupyterLab? there: File, Reload Notebook from Disk)\n", path, strings.Join(kept, ", what was staged "))
	case gone:
		fmt.Fprintf(w, "%s was gone; it is back as released\n", path)
	case staged:
		fmt.Fprintf(w, "%s is as released; what was staged of it no longer is\n", path)
	default:
		fmt.Fprintf(w, "%s is as released; nothing to do\n", path)
	}
	return nil
}
