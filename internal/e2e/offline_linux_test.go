package e2e

import (
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"locklab/internal/clone"
)

// plain is how the tests start where there is no namespace for them.
func plain() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// namespaces are the ways to a network namespace, the simplest first. Root has
// the right to one; others get it in a user namespace, in which they stay who
// they are and have the one capability that loopback needs.
func namespaces() []*syscall.SysProcAttr {
	asRoot, asUser := plain(), plain()
	asRoot.Cloneflags = syscall.CLONE_NEWNET
	uid, gid := os.Getuid(), os.Getgid()
	asUser.Cloneflags = syscall.CLONE_NEWNET | syscall.CLONE_NEWUSER
	asUser.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
	asUser.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
	asUser.AmbientCaps = []uintptr{unix.CAP_NET_ADMIN}
	if os.Geteuid() == 0 {
		return []*syscall.SysProcAttr{asRoot, asUser}
	}
	return []*syscall.SysProcAttr{asUser}
}

// enterTests brings up loopback in the new namespace, gives back the right to
// do so, and turns this process into the tests. It returns only if it cannot.
func enterTests() error {
	// What prctl says is said to one thread, and exec goes on with that.
	runtime.LockOSThread()
	if err := loopback(); err != nil {
		return err
	}
	// Harmless where nothing was raised.
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("signal of the supervisor's death: %w", err)
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(exe, os.Args, clone.With(os.Environ(), stageVar, stageTests))
}

// loopback brings up 127.0.0.1, which a new network namespace has switched off.
func loopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo)
}
