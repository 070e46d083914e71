package proc

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func gone(pid int) bool {
	for range 100 {
		if !Alive(pid) {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

func TestRunEndsChildrenOfChildrenToo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", "sleep 60 & echo $!; wait")
	cmd.Stdout = write
	done := make(chan error)
	go func() { done <- Run(ctx, cmd) }()
	buf := make([]byte, 32)
	n, err := read.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(buf[:n])))
	if err != nil {
		t.Fatal(err)
	}
	if !Alive(pid) {
		t.Fatal("the child's child did not start")
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v, want the context's error", err)
	}
	if !gone(pid) {
		t.Errorf("process %d outlived its group", pid)
	}
}

func TestRunLeavesNothingWhenTheProgramEnds(t *testing.T) {
	var out bytes.Buffer
	cmd := exec.Command("/bin/sh", "-c", "sleep 60 >/dev/null 2>&1 & echo $!; exit 3")
	cmd.Stdout = &out
	err := Run(t.Context(), cmd)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("Run = %v, want exit status 3", err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	if !gone(pid) {
		t.Errorf("process %d was left behind", pid)
	}
}

func TestAlive(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "exit 0")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	if !Alive(os.Getpid()) || !Alive(os.Getppid()) {
		t.Error("this process or its parent is not alive")
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if Alive(pid) {
		t.Error("a process that was waited for is alive")
	}
}

func TestWithEnvFindsWhatLeftTheGroup(t *testing.T) {
	entry := "LOCKLAB_PROC_TEST=" + t.TempDir()
	cmd := exec.Command("sleep", "60")
	cmd.Env = append(os.Environ(), entry)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	if got := WithEnv(entry); !slices.Contains(got, cmd.Process.Pid) {
		t.Errorf("WithEnv = %v, want %d", got, cmd.Process.Pid)
	}
	if got := WithEnv(entry + "/other"); len(got) != 0 {
		t.Errorf("WithEnv of another entry = %v", got)
	}
}
