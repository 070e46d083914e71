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
	guardGrace = 2 * time.Second // for gonb to stop gopls itself
)

// Guard waits until the kernel (its parent) or the client (the process that
// started the kernel) is gone, then ends the kernel's process group and removes
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
	for range 10 {
		if os.RemoveAll(temp) == nil {
			return
		}
		time.Sleep(guardPoll)
	}
}
