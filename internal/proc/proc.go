// Package proc runs other programs so that nothing of them is left behind: each
// in a process group of its own, which ends as a whole.
package proc

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Grace is how long a program may take to end after it was asked to.
const Grace = 5 * time.Second

// Run runs cmd and waits for it. When ctx ends, its process group is asked to
// end (SIGTERM) and after Grace made to; the error is then the context's. When
// this process is killed the program is asked to end too, where the system can.
//
// A group of its own also keeps the terminal's Ctrl-C away from the program:
// this process alone decides what happens then.
func Run(ctx context.Context, cmd *exec.Cmd) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	result := make(chan error, 1)
	started := make(chan error, 1)
	go func() {
		// The signal of parentDies is tied to the thread that starts the program.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if cmd.SysProcAttr == nil {
			cmd.SysProcAttr = &syscall.SysProcAttr{}
		}
		cmd.SysProcAttr.Setpgid = true
		parentDies(cmd.SysProcAttr, syscall.SIGTERM)
		cmd.WaitDelay = time.Second
		err := cmd.Start()
		started <- err
		if err == nil {
			result <- cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	group := cmd.Process.Pid
	defer KillGroup(group, syscall.SIGKILL)
	select {
	case err := <-result:
		if errors.Is(err, exec.ErrWaitDelay) {
			return nil
		}
		return err
	case <-ctx.Done():
	}
	KillGroup(group, syscall.SIGTERM)
	select {
	case <-result:
	case <-time.After(Grace):
		KillGroup(group, syscall.SIGKILL)
		<-result
	}
	return ctx.Err()
}

// KillGroup sends a signal to all of a process group, if it is still there.
func KillGroup(group int, sig syscall.Signal) {
	if group > 1 {
		syscall.Kill(-group, sig)
	}
}

// Alive says whether the process is there and not just waiting to be reaped.
func Alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	if err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	return !zombie(pid)
}

// LastLines are the last n lines of what a program said, or all.
func LastLines(said string, n int) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
