package nb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"locklab/internal/clone"
	"locklab/internal/jupyter"
	"locklab/internal/kernel"
	"locklab/internal/proc"
)

// limit is for each cell, in the seconds in which Jupyter counts; 0 for none.
func (r *runner) limit() time.Duration {
	if r.o.Timeout == 0 {
		return 0
	}
	return max(time.Second, r.o.Timeout.Round(time.Second))
}

// quoteGlob is for nbconvert, which takes names for patterns.
var quoteGlob = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]")

// execute runs nbconvert on the jobs that are left and deals with each as it
// ends. If nbconvert itself is ended, that is the end of one job.
func (r *runner) execute(ctx context.Context) error {
	args := []string{"nbconvert", "--to=notebook", "--output-dir=" + r.temp,
		"--config=" + r.c.Path("internal", "nb", "execute.py"),
		fmt.Sprintf("--Execute.timeout=%d", r.limit()/time.Second), "--Execute.kernel_name=" + kernel.Name}
	for _, j := range r.left {
		args = append(args, quoteGlob.Replace(j.path))
	}
	cmd := jupyter.Command(r.c, args...)
	// The outcome must not depend on what the user configured for nbconvert.
	// Asked for no configuration, Jupyter makes an empty folder for it each
	// time and leaves it in TMPDIR.
	cmd.Env = clone.With(cmd.Env, "JUPYTER_NO_CONFIG", "1", "JUPYTER_CONFIG_DIR", r.temp, "TMPDIR", r.temp, kernel.Headless, "1")

	read, write := io.Pipe()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = write, io.MultiWriter(r.log, &said)
	ended := make(chan error, 1)
	go func() {
		err := proc.Run(ctx, cmd)
		write.Close()
		ended <- err
	}()
	read.CloseWithError(r.follow(read))
	err := <-ended
	switch {
	case ctx.Err() != nil:
		r.erase()
		return ctx.Err()
	case r.job != nil:
		r.broke(fmt.Sprint("nbconvert ended: ", err))
	case len(r.left) > 0:
		if err == nil {
			err = errors.New("it ran no notebook")
		}
		return fmt.Errorf("nbconvert did not start (%w): `go run ./cmd/locklab clean` and a new start mend a broken set-up\n  | %s",
			err, strings.ReplaceAll(proc.LastLines(said.String(), 6), "\n", "\n  | "))
	}
	return nil
}

// An event is what execute.py says.
type event struct {
	Event    string // "notebook" and "cell" begin; "ran" and "broke" end a notebook
	Cell     int    // index
	Notebook string // as it was executed
	Error    string // why it was broken off
}

// follow reads events to their end, and keeps the clock on the terminal going.
func (r *runner) follow(from io.Reader) error {
	events, wrong := make(chan event), make(chan error, 1)
	go func() {
		for in := json.NewDecoder(from); ; {
			var e event
			if err := in.Decode(&e); err != nil {
				wrong <- err
				return
			}
			events <- e
		}
	}()
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case e := <-events:
			r.happens(e)
		case err := <-wrong:
			return err
		case <-tick.C:
		}
		r.draw()
	}
}

func (r *runner) happens(e event) {
	if limit := r.limit(); r.job != nil && limit > 0 && time.Since(r.began) >= limit {
		r.late = true
	}
	switch e.Event {
	case "notebook":
		r.job, r.left = r.left[0], r.left[1:]
		r.cell, r.late, r.start = 0, false, time.Now()
	case "cell":
		r.cell = e.Cell
	case "broke":
		r.broke(e.Error)
	case "ran":
		r.ran(e.Notebook)
	}
	r.began = time.Now()
}
