package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"locklab/internal/nb"
)

// runNotebook runs a notebook in a folder outside the clone as `locklab run`
// does and returns what that says. Nothing of it may be left behind.
func runNotebook(t *testing.T, o nb.Options, cells ...string) (path, said string, err error) {
	t.Helper()
	path = filepath.Join(lesson, write(t, "run [1].ipynb", notebook(t, cells...))) // no pattern
	// The mark by which processes and files of this run alone are known.
	temp, err := os.MkdirTemp(root, "r")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	t.Setenv("LOCKLAB_E2E_RUN", temp)
	var out strings.Builder
	err = nb.Run(t.Context(), here, []string{path}, o, &out)
	if left := leftAfter(10*time.Second, "LOCKLAB_E2E_RUN="+temp); len(left) > 0 {
		t.Errorf("processes left behind: %v", left)
	}
	files, readErr := os.ReadDir(temp)
	if readErr != nil {
		t.Fatal(readErr)
	}
	for _, f := range files {
		t.Errorf("left behind in the temporary folder: %s", f.Name())
	}
	return path, strings.ReplaceAll(out.String(), path, "NOTEBOOK"), err
}

// The module is found by the kernel's own path, not by the notebook's.
func TestRunOutsideClone(t *testing.T) {
	path, said, err := runNotebook(t, nb.Options{Timeout: time.Minute}, importCell, slowSim)
	if err != nil {
		t.Fatalf("%v:\n%s", err, said)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), `"output_type"`); n != 1 {
		t.Errorf("%d outputs saved of a run that showed how far it was, want the result alone", n)
	}
	if !strings.Contains(string(text), sentence(t)) {
		t.Error("the sentence is not among the saved outputs")
	}
}

func TestRunNamesFaultyCellAndLine(t *testing.T) {
	_, said, err := runNotebook(t, nb.Options{Timeout: time.Minute}, importCell,
		"func half(n int) int {\n\treturn n / 2\n}",
		"%%\nx := half(4)\nfmt.Println(x\nfmt.Println(\"end\")")
	if !errors.Is(err, nb.ErrFailed) {
		t.Errorf("error %v, want %v", err, nb.ErrFailed)
	}
	for _, want := range []string{"cell 3", "In [3]", "line 3", "before newline"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in what is said:\n%s", want, said)
		}
	}
}

// An endless loop is interrupted, and the kernel runs what follows.
func TestRunEndlessLoop(t *testing.T) {
	mark := filepath.Join(root, "later cell ran")
	// The loop is deaf: only force ends it. The other cells need less time, also on a
	// slow machine.
	_, said, err := runNotebook(t, nb.Options{Timeout: 10 * time.Second}, importCell,
		"%%\nsignal.Ignore(os.Interrupt)\nfor i := 0; ; i++ {\n}",
		"%%\nos.WriteFile("+strconv.Quote(mark)+", nil, 0o644)")
	if !errors.Is(err, nb.ErrFailed) {
		t.Errorf("error %v, want %v", err, nb.ErrFailed)
	}
	for _, want := range []string{"cell 2", "took longer than 10s", "-timeout"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in what is said:\n%s", want, said)
		}
	}
	if strings.Contains(said, "cell 3") {
		t.Errorf("the cell after the loop failed too:\n%s", said)
	}
	if _, err := os.Stat(mark); err != nil {
		t.Errorf("the cell after the loop did not run: %v\n%s", err, said)
	}
}

// Ctrl-C on `locklab run` leaves nothing behind either.
func TestRunCancelled(t *testing.T) {
	path := filepath.Join(lesson, write(t, "run.ipynb", notebook(t, "%%\nos.WriteFile("+strconv.Quote(filepath.Join(root, "cancel now"))+", nil, 0o644)\nfor {\n}")))
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LOCKLAB_E2E_RUN", path)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(poll) {
			if _, err := os.Stat(filepath.Join(root, "cancel now")); err == nil {
				return
			}
		}
	}()
	var out strings.Builder
	if err := nb.Run(ctx, here, []string{path}, nb.Options{}, &out); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v\n%s", err, context.Canceled, out.String())
	}
	if left := leftAfter(10*time.Second, "LOCKLAB_E2E_RUN="+path); len(left) > 0 {
		t.Errorf("processes left behind: %v", left)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the notebook is not as it was (%v)", fmt.Sprint(err))
	}
}
