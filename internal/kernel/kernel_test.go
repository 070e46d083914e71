package kernel

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"locklab/internal/clone"
	"locklab/internal/proc"
)

func TestSpec(t *testing.T) {
	const want = `{
 "argv": [
  "/a b/lab/.venv/bin/locklab",
  "kernel",
  "{connection_file}"
 ],
 "display_name": "Go (gonb)",
 "env": {
  "LOCKLAB_GOROOT": "/usr/lib/go"
 },
 "interrupt_mode": "message",
 "language": "go"
}
`
	if got := string(Spec("/a b/lab", "/usr/lib/go")); got != want {
		t.Errorf("kernel.json:\n%s\nwant:\n%s", got, want)
	}
}

func TestArgv(t *testing.T) {
	for headless, want := range map[bool][]string{
		false: {"/c/.venv/bin/gonb", "--kernel", "/run/k.json", "-raw_error=false", "-logtostderr=false", "-stderrthreshold=FATAL", "-go_work=/c"},
		true:  {"/c/.venv/bin/gonb", "--kernel", "/run/k.json", "-raw_error=true", "-logtostderr=true", "-stderrthreshold=FATAL", "-go_work=/c"},
	} {
		if got := Argv("/c", "/run/k.json", headless); !slices.Equal(got, want) {
			t.Errorf("Argv headless %v:\n%q\nwant\n%q", headless, got, want)
		}
	}
}

func TestReadyNamesWhatIsMissing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b")
	c := clone.Clone(dir)
	goroot := filepath.Join(t.TempDir(), "go")
	connection := filepath.Join(t.TempDir(), "kernel.json")
	t.Setenv("PATH", t.TempDir())
	program := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		want string // what the error names
		mend string // and the file that mends it
	}{
		{"connection file", connection},
		{"gonb is missing", c.Bin("gonb")},
		{"goimports is missing", c.Bin("goimports")},
		{"install Go", filepath.Join(goroot, "bin", "go")},
	} {
		if err := ready(c, connection, goroot); err == nil || !strings.Contains(err.Error(), step.want) {
			t.Fatalf("ready = %v, want %q in it", err, step.want)
		}
		program(step.mend)
	}
	if err := ready(c, connection, goroot); err != nil {
		t.Errorf("with all there: %v", err)
	}
}

func TestReapEndsWhatLeftTheGroup(t *testing.T) {
	temp := filepath.Join(t.TempDir(), "ll1-2")
	if err := os.MkdirAll(filepath.Join(temp, "gonb_0"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sleep", "60")
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	reap(temp)
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		cmd.Process.Kill()
		t.Error("what draws, say, was left behind")
	}
	if _, err := os.Stat(temp); err == nil {
		t.Error("the temporary folder was left behind")
	}
}

func TestSweepTakesOnlyTheDead(t *testing.T) {
	dir := t.TempDir()
	dead := 1 << 22
	for proc.Alive(dead) {
		dead++
	}
	stay := []string{
		filepath.Join(dir, fmt.Sprintf("%s%d-1", tempPrefix, os.Getpid())),
		filepath.Join(dir, "llama-1"),
		filepath.Join(dir, "ll12x-1"),
	}
	stale := filepath.Join(dir, fmt.Sprintf("%s%d-99", tempPrefix, dead))
	for _, d := range append(stay, stale) {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	sweep(dir)
	for _, d := range stay {
		if _, err := os.Stat(d); err != nil {
			t.Errorf("%s is gone", filepath.Base(d))
		}
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("the folder of a kernel that is gone stays")
	}
}
