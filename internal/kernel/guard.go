package kernel

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"locklab/internal/proc"
)

const (
	guardPoll  = 200 * time.Millisecond
	guardGrace = 2 * time.Second // for gonb to end by itself
	guardTries = 20
)

// Guard waits until the kernel (its parent) or the client (the process that
// started the kernel) is gone, then ends what is left of the kernel and removes
// its temporary folder.
func Guard(kernel, client int, temp string) {
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM)
	running := func() bool { return os.Getppid() == kernel }
	for running() && proc.Alive(client) {
		time.Sleep(guardPoll)
	}
	if running() {
		proc.KillGroup(kernel, syscall.SIGTERM)
		for end := time.Now().Add(guardGrace); running() && time.Now().Before(end); {
			time.Sleep(guardPoll)
		}
	}
	proc.KillGroup(kernel, syscall.SIGKILL)
	reap(temp)
}

// reap ends every process that was started with this temporary folder (what draws
// leaves the kernel's process group, as may a cell's program) and removes it.
func reap(temp string) {
	for range guardTries {
		left := proc.WithEnv("TMPDIR=" + temp)
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(left) == 0 && os.RemoveAll(temp) == nil {
			return
		}
		time.Sleep(guardPoll / 4)
	}
}
