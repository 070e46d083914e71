package nb

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
	"strings"

	"locklab/internal/atomicfile"
)

// Reset makes a notebook what it was when released (the last commit that git
// has) and keeps the learner's version beside it as NAME.mine.ipynb, or with the
// next free number. A notebook that is as released stays as it is.
func Reset(ctx context.Context, path string, w io.Writer) error {
	if filepath.Ext(path) != ".ipynb" {
		return fmt.Errorf("%s is not a notebook: its name does not end in .ipynb", path)
	}
	released, err := atHead(ctx, path)
	if err != nil {
		return err
	}
	mine, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := atomicfile.Write(path, released, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s was gone; it is back as released\n", path)
		return nil
	case err != nil:
		return err
	case bytes.Equal(mine, released):
		fmt.Fprintf(w, "%s is as released; nothing to do\n", path)
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	kept, err := keep(path, mine, info.Mode().Perm())
	if err != nil {
		return fmt.Errorf("your version could not be kept, so %s stays as it is: %w", path, err)
	}
	if err := atomicfile.Write(path, released, info.Mode().Perm()); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s is as released; your version is %s\n  (open in JupyterLab? there: File, Reload Notebook from Disk)\n", path, kept)
	return nil
}

// keep writes a copy under a name that nothing has yet.
func keep(path string, data []byte, mode fs.FileMode) (string, error) {
	stem := strings.TrimSuffix(path, ".ipynb") + ".mine"
	for n := 1; ; n++ {
		name := stem + ".ipynb"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.ipynb", stem, n)
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			os.Remove(name)
			return "", err
		}
		return name, nil
	}
}

// atHead is the file's text in the last commit.
func atHead(ctx context.Context, path string) ([]byte, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is missing, and the released notebook comes from it: install git, or download the notebook anew")
	}
	cmd := exec.CommandContext(ctx, "git", "-C", filepath.Dir(path), "show", "HEAD:./"+filepath.Base(path))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	said := stderr.String()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case strings.Contains(said, "not a git repository"):
		return nil, fmt.Errorf("%s is in no git clone, so there is no released version here: download it anew, or clone the repository", path)
	case strings.Contains(said, "cannot change to"):
		return nil, fmt.Errorf("%s: there is no such folder", filepath.Dir(path))
	case strings.Contains(said, "does not exist in"), strings.Contains(said, "exists on disk, but not in"):
		return nil, fmt.Errorf("%s is not one of the released notebooks%s", path, similar(path))
	}
	return nil, fmt.Errorf("git: %s", strings.TrimSpace(said))
}
