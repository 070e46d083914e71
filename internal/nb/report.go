package nb

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

func (r *runner) draw() {
	if r.o.Live && r.job != nil {
		fmt.Fprintf(r.w, "\r\x1b[K%s: cell %d of %d, %.0f s", r.job.name, r.cell+1, len(r.job.book.Cells), time.Since(r.start).Seconds())
		r.drawn = true
	}
}

func (r *runner) erase() {
	if r.drawn {
		fmt.Fprint(r.w, "\r\x1b[K")
		r.drawn = false
	}
}

func (r *runner) say(format string, args ...any) {
	r.erase()
	fmt.Fprintf(r.w, format+"\n", args...)
}

func (r *runner) fail(format string, args ...any) {
	r.failed++
	r.say(format, args...)
}

// broke reports the notebook at which nbconvert gave up.
func (r *runner) broke(what string) {
	j := r.job
	r.job = nil
	if strings.Contains(what, "DeadKernelError") {
		what = "the kernel died"
	}
	at := ""
	if r.cell < len(j.book.Cells) {
		at = fmt.Sprintf(", `%s`", firstLine(j.book.Cells[r.cell].Source()))
	}
	r.fail("%s: FAILED, stopped at cell %d of %d%s: %s; the file is as it was", j.name, r.cell+1, len(j.book.Cells), at, what)
}

// ran deals with the notebook that was just executed.
func (r *runner) ran(executed string) {
	j := r.job
	r.job = nil
	took := fmt.Sprintf("%d cells in %.1f s", len(j.book.Cells), time.Since(r.start).Seconds())
	if len(j.book.Cells) == 1 {
		took = strings.Replace(took, "cells", "cell", 1)
	}
	book, err := Parse([]byte(executed))
	if err != nil {
		r.fail("%s: %v", j.name, err)
		return
	}
	book.Normalize()
	if failures := book.Failures(); len(failures) > 0 {
		r.fail("%s: FAILED, %s; the file is as it was", j.name, took)
		for _, f := range failures {
			r.say("    %s", f)
		}
		if r.late {
			r.say("    a cell took longer than %v; -timeout changes that", r.o.Timeout)
		}
		return
	}
	data, err := book.Bytes()
	if err != nil {
		r.fail("%s: %v", j.name, err)
		return
	}
	switch {
	case bytes.Equal(data, j.data):
		r.say("%s: ok, %s, outputs as they were", j.name, took)
	case r.o.Check:
		j.book.Normalize()
		diffs := Compare(j.book, book)
		if len(diffs) == 0 {
			diffs = []string{"metadata or layout: `locklab run " + j.name + "` writes it anew"}
		}
		r.fail("%s: DIFFERS from what is saved, %s", j.name, took)
		for _, d := range diffs {
			r.say("    %s", d)
		}
	default:
		if err := writeBack(j.path, j.data, data); err != nil {
			r.fail("%s: %v", j.name, err)
			return
		}
		r.written = append(r.written, j.path)
		r.say("%s: ok, %s, outputs written", j.name, took)
	}
}
