package nb

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"locklab/internal/atomicfile"
	"locklab/internal/clone"
	"locklab/internal/jupyter"
	"locklab/internal/kernel"
	"locklab/internal/proc"
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
	all, err := filepath.Glob(filepath.Join(quoteGlob(c.Path("notebooks")), "*.ipynb"))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, p := range all {
		if !strings.Contains(filepath.Base(p), ".mine") {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no notebook in %s", c.Path("notebooks"))
	}
	sort.Strings(out)
	return out, nil
}

func quoteGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// job is one notebook to run.
type job struct {
	path  string
	name  string // as shown
	data  []byte // the file as it was read
	book  *Notebook
	state string // "", "ran", or what went wrong
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

	r := &runner{c: c, o: o, w: w, temp: temp, log: log}
	// One nbconvert for the notebooks of a folder saves its start; when it
	// breaks off at one, another goes on after it.
	for _, group := range byFolder(jobs) {
		for len(group) > 0 {
			done, err := r.execute(ctx, group)
			if err != nil {
				return err
			}
			group = group[done:]
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

func byFolder(jobs []*job) [][]*job {
	var groups [][]*job
	at := map[string]int{}
	for _, j := range jobs {
		dir := filepath.Dir(j.path)
		i, ok := at[dir]
		if !ok {
			i = len(groups)
			at[dir] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], j)
	}
	return groups
}

type runner struct {
	c       clone.Clone
	o       Options
	w       io.Writer
	temp    string
	log     *os.File
	failed  int
	written []string
}

// execute runs nbconvert on notebooks of one folder and returns how many of
// them are dealt with, at least one.
func (r *runner) execute(ctx context.Context, jobs []*job) (int, error) {
	timeout := -1
	if r.o.Timeout > 0 {
		timeout = max(1, int(r.o.Timeout.Round(time.Second)/time.Second))
	}
	args := []string{"nbconvert", "--to=notebook", "--execute", "--output-dir=" + r.temp,
		"--config=" + r.c.Path("internal", "nb", "execute.py"),
		fmt.Sprintf("--ExecutePreprocessor.timeout=%d", timeout),
		"--ExecutePreprocessor.kernel_name=" + kernel.Name}
	for _, j := range jobs {
		args = append(args, j.path)
	}
	cmd := jupyter.Command(r.c, args...)
	// The outcome must not depend on what the user configured for nbconvert.
	// Asked for no configuration, Jupyter makes an empty folder for it each
	// time and leaves it in TMPDIR.
	cmd.Env = clone.With(cmd.Env, "JUPYTER_NO_CONFIG", "1", "JUPYTER_CONFIG_DIR", r.temp, "TMPDIR", r.temp, kernel.Headless, "1")

	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	watched := &watch{r: r, jobs: jobs, current: -1, start: time.Now()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		watched.read(read)
	}()
	err := proc.Run(ctx, cmd)
	write.Close()
	<-done
	watched.mu.Lock() // its clock may tick once more
	defer watched.mu.Unlock()
	if ctx.Err() != nil {
		watched.erase()
		watched.current = -1 // and no more lines
		return 0, ctx.Err()
	}
	if err == nil {
		watched.finish()
		return len(jobs), nil
	}
	if watched.current < 0 {
		return 0, fmt.Errorf("nbconvert did not start (%w): `go run ./cmd/locklab clean` and a new start mend a broken set-up\n  | %s",
			err, strings.Join(watched.tail, "\n  | "))
	}
	watched.broke(err)
	return watched.current + 1, nil
}

// watch follows what nbconvert says.
type watch struct {
	r       *runner
	jobs    []*job
	current int // index of the notebook at work
	cell    int // index of the cell at work
	start   time.Time
	tail    []string
	timeout bool

	mu    sync.Mutex // the lines of nbconvert and the clock come side by side
	drawn bool
}

const (
	saysNotebook = "[NbConvertApp] Converting notebook "
	saysWritten  = "[NbConvertApp] Writing "
	saysCell     = "[locklab] cell "
	saysTimeout  = "Timeout waiting for execute reply"
	tailLines    = 6
)

func (v *watch) read(from io.Reader) {
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				v.mu.Lock()
				v.draw()
				v.mu.Unlock()
			}
		}
	}()
	in := bufio.NewReader(from)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			fmt.Fprint(v.r.log, line)
			v.mu.Lock()
			v.line(strings.TrimRight(line, "\r\n"))
			v.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

func (v *watch) line(line string) {
	switch {
	case strings.HasPrefix(line, saysNotebook):
		v.current++
		v.cell, v.tail, v.timeout = 0, nil, false
		v.start = time.Now()
		v.draw()
	case strings.HasPrefix(line, saysCell):
		fmt.Sscan(strings.TrimPrefix(line, saysCell), &v.cell)
		v.draw()
	case strings.HasPrefix(line, saysWritten):
		v.finish()
	case strings.Contains(line, saysTimeout):
		v.timeout = true
	case strings.TrimSpace(line) != "":
		v.tail = append(v.tail, ansi.ReplaceAllString(line, ""))
		if len(v.tail) > tailLines {
			v.tail = v.tail[1:]
		}
	}
}

func (v *watch) job() *job { return v.jobs[v.current] }

func (v *watch) draw() {
	if v.r.o.Live && v.current >= 0 && v.job().state == "" {
		fmt.Fprintf(v.r.w, "\r\x1b[K%s: cell %d of %d, %.0f s", v.job().name, v.cell+1, len(v.job().book.Cells), time.Since(v.start).Seconds())
		v.drawn = true
	}
}

func (v *watch) erase() {
	if v.drawn {
		fmt.Fprint(v.r.w, "\r\x1b[K")
		v.drawn = false
	}
}

func (v *watch) say(format string, args ...any) {
	v.erase()
	fmt.Fprintf(v.r.w, format+"\n", args...)
}

// broke reports the notebook at which nbconvert gave up.
func (v *watch) broke(err error) {
	j := v.job()
	if j.state != "" {
		return
	}
	j.state = "broke"
	v.r.failed++
	what := err.Error()
	if len(v.tail) > 0 {
		what = v.tail[len(v.tail)-1] // the exception; the log has the rest
	}
	if strings.Contains(what, "DeadKernelError") {
		what = "the kernel died"
	}
	at := ""
	if v.cell < len(j.book.Cells) {
		at = fmt.Sprintf(", `%s`", firstLine(j.book.Cells[v.cell].Source()))
	}
	v.say("%s: FAILED, stopped at cell %d of %d%s: %s; the file is as it was", j.name, v.cell+1, len(j.book.Cells), at, what)
}

// finish deals with the notebook that was just executed.
func (v *watch) finish() {
	if v.current < 0 || v.job().state != "" {
		return
	}
	j := v.job()
	took := fmt.Sprintf("%d cells in %.1f s", len(j.book.Cells), time.Since(v.start).Seconds())
	if len(j.book.Cells) == 1 {
		took = strings.Replace(took, "cells", "cell", 1)
	}
	fail := func(format string, args ...any) {
		j.state = "failed"
		v.r.failed++
		v.say(format, args...)
	}
	out := filepath.Join(v.r.temp, filepath.Base(j.path))
	// nbconvert announces the file before it writes it.
	book, err := waitFor(out)
	if err != nil {
		fail("%s: %v", j.name, err)
		return
	}
	os.Remove(out)
	book.Normalize()
	if failures := book.Failures(); len(failures) > 0 {
		fail("%s: FAILED, %s; the file is as it was", j.name, took)
		for _, f := range failures {
			v.say("    %s", f)
		}
		if v.timeout {
			v.say("    a cell took longer than %v; -timeout changes that", v.r.o.Timeout)
		}
		return
	}
	data, err := book.Bytes()
	if err != nil {
		fail("%s: %v", j.name, err)
		return
	}
	j.state = "ran"
	switch {
	case bytes.Equal(data, j.data):
		v.say("%s: ok, %s, outputs as they were", j.name, took)
	case v.r.o.Check:
		j.book.Normalize()
		diffs := Compare(j.book, book)
		if len(diffs) == 0 {
			diffs = []string{"metadata or layout: `locklab run " + j.name + "` writes it anew"}
		}
		fail("%s: DIFFERS from what is saved, %s", j.name, took)
		for _, d := range diffs {
			v.say("    %s", d)
		}
	default:
		if err := writeBack(j.path, j.data, data); err != nil {
			fail("%s: %v", j.name, err)
			return
		}
		v.r.written = append(v.r.written, j.path)
		v.say("%s: ok, %s, outputs written", j.name, took)
	}
}

// waitFor reads a notebook that is about to be written in full.
func waitFor(path string) (*Notebook, error) {
	var last error
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		var book *Notebook
		if book, _, last = Read(path); last == nil {
			return book, nil
		}
	}
	return nil, fmt.Errorf("nbconvert did not write its result (is the disk full?): %w", last)
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
