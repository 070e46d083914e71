// Package jupyter runs Jupyter's own commands for a clone that is set up.
package jupyter

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"locklab/internal/clone"
	"locklab/internal/kernel"
	"locklab/internal/proc"
	"locklab/internal/setup"
)

// DefaultPort is Jupyter's own.
const DefaultPort = 8888

// tries is how many ports above a busy one are looked at.
const tries = 20

// Command is one of Jupyter's commands (lab, notebook, nbconvert, trust) with
// the environment in which it finds the clone's kernel.
func Command(c clone.Clone, args ...string) *exec.Cmd {
	path, _ := setup.Jupyter(c)
	cmd := exec.Command(path, args...)
	cmd.Dir = string(c)
	cmd.Env = setup.JupyterEnviron(c, os.Environ())
	return cmd
}

// ServerFlags are the settings of every server that we start: on loopback,
// with Jupyter's random token, offering the Go kernel alone, and asking no
// other machine for anything.
func ServerFlags(c clone.Clone, port int, browser bool) []string {
	flags := []string{
		"--ServerApp.ip=127.0.0.1",
		"--ServerApp.port=" + strconv.Itoa(port),
		"--ServerApp.port_retries=0",
		"--ServerApp.root_dir=" + string(c),
		"--ServerApp.open_browser=" + pyBool(browser),
		"--ServerApp.log_level=WARN",
		"--LabApp.log_level=WARN",
		"--KernelSpecManager.allowed_kernelspecs=" + kernel.Name,
		"--KernelSpecManager.ensure_native_kernel=False",
		"--MultiKernelManager.default_kernel_name=" + kernel.Name,
		"--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
		"--LabApp.extension_manager=readonly",
		"--LabApp.news_url=None",
	}
	if os.Geteuid() == 0 {
		flags = append(flags, "--allow-root") // in a container; loopback and token hold there too
	}
	if v, _ := os.ReadFile("/proc/version"); strings.Contains(strings.ToLower(string(v)), "microsoft") {
		// A browser of Windows cannot open the file with the address in it.
		flags = append(flags, "--ServerApp.use_redirect_file=False")
	}
	return flags
}

func pyBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// Open runs JupyterLab until ctx ends. The addresses that it prints and opens
// are those of the notebook, a path in the clone.
func Open(ctx context.Context, c clone.Clone, notebook string, port int, browser bool, w io.Writer) error {
	free, err := FreePort(port)
	if err != nil {
		return err
	}
	if free != port {
		fmt.Fprintf(w, "port %d is in use (another JupyterLab?): taking %d\n", port, free)
	}
	fmt.Fprintf(w, "JupyterLab starts at %s; Ctrl-C here stops it and its kernels\n", notebook)
	cmd := Command(c, append([]string{"lab", "--LabApp.default_url=/lab/tree/" + notebook}, ServerFlags(c, free, browser)...)...)
	// What the server and its kernels say while they stop is no news.
	until := &untilDone{ctx, w}
	cmd.Stdout, cmd.Stderr = until, until
	start := time.Now()
	err = proc.Run(ctx, cmd)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(w, "\nJupyterLab stopped; what you saved is saved")
		return nil
	case err == nil: // shut down from its own menu
		return nil
	case time.Since(start) < 10*time.Second:
		return fmt.Errorf("JupyterLab did not start (%w): the lines above say why; `go run ./cmd/locklab clean` and a new start mend a broken set-up", err)
	}
	return fmt.Errorf("JupyterLab ended: %w", err)
}

// untilDone passes on what is written before ctx ends.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u *untilDone) Write(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return len(p), nil
	}
	return u.w.Write(p)
}

// FreePort returns the first port from the given one on that a server on
// loopback can have. It binds without package net, which would make a first
// `go run` wait longer.
func FreePort(port int) (int, error) {
	if port < 1 || port > 65535 {
		return 0, fmt.Errorf("port %d: want 1 to 65535", port)
	}
	var last error
	for p := port; p < port+tries && p <= 65535; p++ {
		if last = bind(p); last == nil {
			return p, nil
		}
		if !errors.Is(last, syscall.EADDRINUSE) {
			return 0, fmt.Errorf("port %d: %w: choose another with -port", p, last)
		}
	}
	return 0, fmt.Errorf("ports %d to %d are all in use: choose another with -port", port, port+tries-1)
}

func bind(port int) error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	// As servers do, so that the remains of a closed connection do not count.
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return err
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return err
	}
	return syscall.Listen(fd, 1)
}
