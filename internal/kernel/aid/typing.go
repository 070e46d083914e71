package aid

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// The kernel names gopls, which completes and explains what is typed, and the
// socket on which it serves all kernels of a clone.
const (
	goplsProgram = "LOCKLAB_GOPLS"
	goplsSocket  = "LOCKLAB_GOPLS_SOCKET"
	goplsIdle    = "LOCKLAB_GOPLS_IDLE"
)

// GoplsOptions keep gopls to what a kernel asks it for: the clone's own packages
// are read, but not watched for faults.
var GoplsOptions = map[string]any{"expandWorkspaceToModule": false}

// GoplsIdle is how long a kernel that asks nothing keeps its part of gopls.
// Starting again takes it a second or two.
func GoplsIdle() time.Duration {
	if idle, err := time.ParseDuration(os.Getenv(goplsIdle)); err == nil {
		return idle
	}
	return 5 * time.Minute
}

// Gopls connects to gopls, and starts it if it does not run. The program may not
// be there yet: set-up builds it last.
func Gopls() (net.Conn, error) {
	program, socket := os.Getenv(goplsProgram), os.Getenv(goplsSocket)
	conn, err := dialGopls(socket)
	if err == nil {
		return conn, nil
	}
	if _, err := exec.LookPath(program); err != nil {
		return nil, err
	}
	// Of two kernels that ask at once one starts it, and the other waits for that. The
	// program is what they have in common.
	lock, err := os.Open(program)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return nil, err
	}
	if conn, err := dialGopls(socket); err == nil {
		return conn, nil
	}
	// One that was killed leaves its socket behind.
	os.Remove(socket)
	// Nobody else may connect. It outlives this kernel, so it does not work in the
	// kernel's folder; it ends when no kernel has been connected for a moment. What
	// looks like the child of a telemetry process starts none.
	cmd := exec.Command("/bin/sh", "-c", `umask 77 && exec "$0" "$@"`, program, "-listen=unix;"+socket, "-listen.timeout=3s")
	cmd.Dir = filepath.Dir(socket)
	// With caches that are cold it would take more than it needs.
	cmd.Env = append([]string{"GOMEMLIMIT=512MiB"}, append(os.Environ(), "TMPDIR="+cmd.Dir, "GO_TELEMETRY_CHILD=2")...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	const patience = 10 * time.Second
	for began := time.Now(); time.Since(began) < patience; time.Sleep(10 * time.Millisecond) {
		if conn, err = dialGopls(socket); err == nil {
			return conn, nil
		}
		select {
		case err := <-ended:
			return nil, fmt.Errorf("gopls ended at once: %w", err)
		default:
		}
	}
	cmd.Process.Kill()
	return nil, fmt.Errorf("gopls does not listen after %s: %w", patience, err)
}

// dialGopls connects to a socket of this user's; anybody could have made one.
func dialGopls(socket string) (net.Conn, error) {
	info, err := os.Lstat(socket)
	if err != nil {
		return nil, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
		return nil, fmt.Errorf("%s is another user's: %w", socket, fs.ErrPermission)
	}
	return net.Dial("unix", socket)
}
