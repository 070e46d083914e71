// Package setup makes .venv ready: the tools of the Go kernel, Jupyter in a
// Python environment of its own, the kernel's specification, and a warm build
// cache. It changes nothing else in the clone. What only helps with typing can
// follow while cells run.
//
// The steps are data. Each knows what its result depends on, how to see quickly
// that the result is still there, and how to make it. A finished step leaves a
// stamp, so a rerun does only what is missing, whatever broke it off before.
package setup

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"locklab/internal/atomicfile"
	"locklab/internal/clone"
)

// A step is one part of the set-up.
type step struct {
	name string
	does string // shown while it works
	// inputs are what the result depends on; a change makes it anew.
	inputs func(*state) []string
	// there looks quickly whether the result is still there.
	there func(context.Context, *state) bool
	do    func(context.Context, *state, *job) error
	// programs are those that it puts into .venv/bin, which the other steps leave
	// alone.
	programs []string
}

// A part of the set-up has a lock and a log of its own: nobody waits for what he
// does not need. Its lanes run side by side, the steps of a lane one after
// another.
type part struct {
	name  string
	lanes [][]step
	made  string // what is said once it is made, with the time that it took
	nice  bool   // leaves the processors to others
}

var (
	// cells is what cells need to run.
	cells = part{name: "setup", made: "set-up: ready in %s; `locklab clean` undoes it", lanes: [][]step{
		{toolsStep, warmStep},
		{pythonStep, hostStep, pageStep, jupyterStep},
	}}
	// export has one step more.
	export = part{name: cells.name, made: cells.made, lanes: append(slices.Clone(cells.lanes), []step{siteStep})}
	// typing helps with typing in cells.
	typing = part{name: "typing", made: "set-up: now cells have completion, after %s", lanes: [][]step{{typingStep}}}
)

// programs are those that any step puts into .venv/bin.
func programs() (all []string) {
	for _, lane := range slices.Concat(export.lanes, typing.lanes) {
		for _, st := range lane {
			all = append(all, st.programs...)
		}
	}
	return all
}

// state is what the steps share. It does not change once they run.
type state struct {
	clone  clone.Clone
	env    []string // of this process
	goVer  string   // as in go1.26.8
	goRoot string
	self   string // the running program, to become .venv/bin/locklab
	part
	// programs are those that any step makes, whether or not it is of the part.
	programs []string
}

// Ready sets up what cells need to run and says so on w. It is quick when nothing
// is missing. Two set-ups of one clone wait for each other.
func Ready(ctx context.Context, c clone.Clone, w io.Writer) error { return ready(ctx, c, cells, w) }

// Whole sets up all, what helps with typing too.
func Whole(ctx context.Context, c clone.Clone, w io.Writer) error {
	if err := Ready(ctx, c, w); err != nil {
		return err
	}
	return ready(ctx, c, typing, w)
}

// Follow sets up in the background what helps with typing, and says in one line
// that it is there, or why it is not; the next start tries again. end stops it.
func Follow(ctx context.Context, c clone.Clone, w io.Writer) (end func()) {
	return follow(ctx, c, typing, w)
}

func follow(ctx context.Context, c clone.Clone, p part, w io.Writer) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	work.Go(func() {
		p.nice = true
		took, err := p.make(ctx, c, io.Discard)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			why, _, _ := strings.Cut(err.Error(), "\n")
			fmt.Fprintf(w, "set-up: cells have no completion yet, and the next start tries again: %s\n", why)
		case took > 0:
			fmt.Fprintf(w, p.made+"\n", elapsed(took))
		}
	})
	return func() {
		cancel()
		work.Wait()
	}
}

func ready(ctx context.Context, c clone.Clone, p part, w io.Writer) error {
	took, err := p.make(ctx, c, w)
	if took > 0 {
		fmt.Fprintf(w, p.made+"\n", elapsed(took))
	}
	return err
}

// make makes what is missing of the part, and says how long that took: 0 when
// there was nothing to do.
func (p part) make(ctx context.Context, c clone.Clone, w io.Writer) (took time.Duration, err error) {
	if err := c.Valid(); err != nil {
		return 0, err
	}
	s := &state{clone: c, env: os.Environ(), part: p, programs: programs()}
	if err := s.findGo(ctx); err != nil {
		return 0, err
	}
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	s.self = self
	if s.missing(ctx) == 0 {
		return 0, nil
	}
	if err := s.makeVenv(); err != nil {
		return 0, err
	}
	unlock, err := lock(ctx, c, p, w)
	if err != nil {
		return 0, err
	}
	defer unlock()

	start := time.Now()
	log, err := openLog(c, p)
	if err != nil {
		return 0, s.writeError(err)
	}
	defer log.close()
	board := newBoard(w)
	defer board.close()
	if err := s.runLanes(ctx, board, log); err != nil {
		return 0, err
	}
	if board.steps == 0 {
		return 0, nil // the one that we waited for did it all
	}
	return time.Since(start), nil
}

// missing counts the steps whose result is not there.
func (s *state) missing(ctx context.Context) int {
	counts := make([]int, len(s.lanes))
	var wg sync.WaitGroup
	for i, lane := range s.lanes {
		wg.Go(func() {
			for _, st := range lane {
				if !s.done(ctx, st) {
					counts[i]++
				}
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

func (s *state) done(ctx context.Context, st step) bool {
	b, err := os.ReadFile(s.stamp(st))
	return err == nil && string(b) == s.hash(st) && st.there(ctx, s)
}

func (s *state) stamp(st step) string { return s.clone.Venv("stamps", st.name) }

func (s *state) hash(st step) string {
	h := fnv.New128a()
	for _, in := range append(st.inputs(s), string(s.clone), s.goVer) {
		fmt.Fprintf(h, "%d %s\n", len(in), in)
	}
	return fmt.Sprintf("%x\n", h.Sum(nil))
}

func (s *state) runLanes(ctx context.Context, board *board, log *logFile) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(s.lanes))
	var wg sync.WaitGroup
	for i, lane := range s.lanes {
		wg.Go(func() {
			for _, st := range lane {
				if err := s.perform(ctx, st, board, log); err != nil {
					errs[i] = err
					cancel() // the other lane need not go on
					return
				}
			}
		})
	}
	wg.Wait()
	// A lane that was cancelled only because the other failed is no news.
	var first error
	for _, err := range errs {
		if err != nil && (first == nil || errors.Is(first, context.Canceled)) {
			first = err
		}
	}
	return first
}

func (s *state) perform(ctx context.Context, st step, board *board, log *logFile) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.done(ctx, st) {
		return nil
	}
	line := board.start(st.name, st.does)
	err := func() error {
		if err := os.Remove(s.stamp(st)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return s.writeError(err)
		}
		j := &job{line: line, log: log, name: st.name, nice: s.nice}
		if err := st.do(ctx, s, j); err != nil {
			return s.writeError(err)
		}
		if !st.there(ctx, s) {
			if err := ctx.Err(); err != nil {
				return err
			}
			return &Error{What: st.name + " finished, yet its result is not there", Log: log.path,
				Fix: "run `go run ./cmd/locklab clean`, then start again"}
		}
		return s.writeError(atomicfile.Write(s.stamp(st), []byte(s.hash(st)), 0o644))
	}()
	line.end(err)
	return err
}

// makeVenv makes .venv and marks it as ours, so that clean may remove it.
func (s *state) makeVenv() error {
	err := os.MkdirAll(s.clone.Venv(), 0o755)
	// One that the learner made is used, but not ours to remove.
	if there, _ := os.ReadDir(s.clone.Venv()); err == nil && len(there) == 0 {
		err = os.WriteFile(s.clone.Venv(marker), []byte("made by locklab; `locklab clean` removes it\n"), 0o644)
	}
	if err == nil {
		err = os.MkdirAll(s.clone.Venv("stamps"), 0o755)
	}
	return s.writeError(err)
}

// writeError turns what the system says about a write into what to do.
func (s *state) writeError(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return diskFull(string(s.clone))
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return &Error{What: fmt.Sprintf("cannot write in %s: %v", s.clone, err),
			Fix: "copy the clone to a folder of yours, for instance `cp -r . ~/locklab`, and start there"}
	}
	return err
}

const marker = ".locklab"

// Clean removes .venv and says how much that was. It refuses one that set-up
// did not make.
func Clean(ctx context.Context, c clone.Clone, w io.Writer) error {
	venv := c.Venv()
	if _, err := os.Lstat(venv); errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintln(w, "nothing to undo: there is no .venv")
		return nil
	}
	if _, err := os.Stat(c.Venv(marker)); err != nil {
		return fmt.Errorf("%s was not made by locklab: it stays; remove it by hand if you mean to", venv)
	}
	for _, p := range []part{cells, typing} {
		unlock, err := lock(ctx, c, p, w)
		if err != nil {
			return err
		}
		defer unlock()
	}
	var bytes int64
	files := 0
	filepath.WalkDir(venv, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
				files++
			}
		}
		return nil
	})
	// The marker goes last: a removal that breaks off can be started again.
	entries, err := os.ReadDir(venv)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != marker {
			if err := os.RemoveAll(filepath.Join(venv, e.Name())); err != nil {
				return fmt.Errorf("%w: stop what still uses it, then clean again", err)
			}
		}
	}
	if err := os.RemoveAll(venv); err != nil {
		return err
	}
	fmt.Fprintf(w, "removed %s: %d files, %d MB. The caches of go and pip stay; `go clean -cache` and `pip cache purge` empty them.\n",
		venv, files, bytes>>20)
	return nil
}

// lock waits until no other set-up of this part of the clone runs.
func lock(ctx context.Context, c clone.Clone, p part, w io.Writer) (unlock func(), err error) {
	f, err := os.OpenFile(c.Venv(p.name+".lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, (&state{clone: c}).writeError(err)
	}
	for said := false; ; said = true {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil, !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR):
			// Some network file systems have no locks: better without than not at all.
			return func() { f.Close() }, nil
		case !said:
			fmt.Fprintln(w, "set-up: another one is at work in this clone; waiting for it")
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
