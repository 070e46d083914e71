package setup

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"locklab/internal/clone"
	"locklab/internal/proc"
)

// A job runs the commands of one step: their output goes to the log, its last
// line to the board, its last lines into the error when one fails.
type job struct {
	name string
	line *line
	log  *logFile
	nice bool
}

func (j *job) run(ctx context.Context, dir string, env []string, name string, args ...string) error {
	if j.nice {
		name, args = "nice", append([]string{"-n", "10", name}, args...)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	out := &output{job: j}
	cmd.Stdout, cmd.Stderr = out, out
	j.log.printf("%s: $ %s", j.name, strings.Join(cmd.Args, " "))
	start := time.Now()
	err := proc.Run(ctx, cmd)
	out.flush()
	j.log.printf("%s: %s, %v", j.name, elapsed(time.Since(start)), errOr(err, "ok"))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return diagnose(j.name, cmd.Args, err, out.all.String(), j.log.path)
	}
	return nil
}

func errOr(err error, ok string) string {
	if err != nil {
		return err.Error()
	}
	return ok
}

// output takes what a command writes, line by line.
type output struct {
	job  *job
	mu   sync.Mutex
	part []byte
	all  strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.part = append(o.part, p...)
	for {
		i := bytes.IndexAny(o.part, "\r\n")
		if i < 0 {
			return len(p), nil
		}
		o.take(string(o.part[:i]))
		o.part = o.part[i+1:]
	}
}

func (o *output) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.take(string(o.part))
	o.part = nil
}

func (o *output) take(line string) {
	line = strings.TrimRight(line, " \t\r")
	if line == "" {
		return
	}
	o.all.WriteString(line + "\n")
	o.job.log.printf("%s: %s", o.job.name, line)
	o.job.line.set(strings.TrimSpace(line))
}

// logFile is .venv/setup.log or .venv/typing.log: everything that the last set-up
// of the part did.
type logFile struct {
	path string
	mu   sync.Mutex
	f    *os.File
}

func openLog(c clone.Clone, p part) (*logFile, error) {
	path := c.Venv(p.name + ".log")
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &logFile{path: path, f: f}, nil
}

// printf drops what a full disk does not take: the commands themselves fail on
// that and say so.
func (l *logFile) printf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.f, format+"\n", args...)
}

func (l *logFile) close() { l.f.Close() }
