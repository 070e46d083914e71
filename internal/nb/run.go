package nb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"locklab/internal/atomicfile"
	"locklab/internal/clone"
	"locklab/internal/jupyter"
	"locklab/internal/kernel"
)

// Options say how notebooks are run.
type Options struct {
	Check   bool          // compare with the committed outputs, write nothing
	Timeout time.Duration // for each cell; 0 for none
	Live    bool          // w is a terminal: show each cell as it runs
}

// ErrFailed says that a notebook failed or differs; what and where was written.
var ErrFailed = errors.New("not all notebooks ran as they should")

// Lesson is the notebooks of the lesson in reading order: what `run` runs when
// it is told nothing. A learner's own versions that reset kept are left out.
func Lesson(c clone.Clone) ([]string, error) {
	dir := c.Path("notebooks")
	entries, err := os.ReadDir(dir)
	var out []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".ipynb" && !strings.Contains(e.Name(), ".mine") {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no notebook in %s", dir)
	}
	return out, err
}

// job is one notebook to run.
type job struct {
	path string
	name string // as shown
	data []byte // the file as it was read
	book *Notebook
}

// Load reads notebooks before anything is set up or started, so that a wrong
// name is told at once.
func Load(paths []string) error {
	_, err := load(paths)
	return err
}

func load(paths []string) ([]*job, error) {
	var jobs []*job
	var errs []error
	seen := map[string]bool{}
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		if seen[abs] {
			continue
		}
		seen[abs] = true
		if filepath.Ext(p) != ".ipynb" {
			if info, err := os.Stat(p); err == nil && info.IsDir() {
				errs = append(errs, fmt.Errorf("%s is a folder: name its notebooks, for instance %s", p, filepath.Join(p, "*.ipynb")))
				continue
			}
			if _, err := os.Stat(p); err == nil {
				errs = append(errs, fmt.Errorf("%s is not a notebook: its name does not end in .ipynb", p))
				continue
			}
		}
		book, data, err := Read(p)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if lang := book.Language(); lang != "go" && lang != kernel.Name {
			if lang == "" {
				lang = "no language"
			}
			errs = append(errs, fmt.Errorf("%s is not for the Go kernel but for %s: choose \"Go (gonb)\" in JupyterLab and save it", p, lang))
			continue
		}
		jobs = append(jobs, &job{path: abs, name: p, data: data, book: book})
	}
	return jobs, errors.Join(errs...)
}

// Run executes notebooks one after another and writes their outputs back into
// them, each as a whole and only if all its cells ran; with Check it compares
// instead. It goes on after a notebook that fails, and says on w what failed.
func Run(ctx context.Context, c clone.Clone, paths []string, o Options, w io.Writer) error {
	jobs, err := load(paths)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "locklab-run-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	log, err := os.Create(c.Venv("run.log"))
	if err != nil { // a read-only clone can still be checked
		if log, err = os.Create(os.DevNull); err != nil {
			return err
		}
	}
	defer log.Close()

	r := &runner{c: c, o: o, w: w, temp: temp, log: log, left: jobs}
	for len(r.left) > 0 {
		if err := r.execute(ctx); err != nil {
			return err
		}
	}
	if len(r.written) > 0 {
		if err := jupyter.Trust(ctx, c, r.written); err != nil {
			return err
		}
	}
	if r.failed > 0 {
		fmt.Fprintf(w, "%d of %d notebooks failed; what Jupyter said is in %s\n", r.failed, len(jobs), log.Name())
		return ErrFailed
	}
	return nil
}

type runner struct {
	c    clone.Clone
	o    Options
	w    io.Writer
	temp string
	log  io.Writer

	job   *job // at work, or nil
	left  []*job
	start time.Time // of the job
	cell  int       // index of the cell at work
	began time.Time // the cell
	late  bool      // a cell was interrupted
	drawn bool      // the line that tells how far it is

	failed  int
	written []string
}

// writeBack replaces the notebook unless somebody changed it meanwhile.
func writeBack(path string, before, data []byte) error {
	now, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, before) {
		return fmt.Errorf("changed while it ran: its outputs are not written; run it again")
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, data, info.Mode().Perm())
}
