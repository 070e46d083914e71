// Package kernel starts the Go kernel for one notebook.
//
// Jupyter starts `locklab kernel CONNECTION_FILE`. That finds the clone from
// its own path, starts a guard, and becomes gonb: signals and the exit status
// are then gonb's own. The guard stands apart, waits for gonb or for the client
// to die, ends what gonb started and removes its temporary folder. It knows
// what belongs to this kernel by that folder, which is in their environment.
//
// That gonb is built from its makers' source with a patch of ours, which calls
// package aid. A proxy between Jupyter and gonb could not see what a program does,
// and would have to rewrite and sign every message.
package kernel

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"locklab/internal/clone"
	"locklab/internal/proc"
)

// Name is the kernelspec's name, the folder that holds it.
const Name = "gonb"

// goroot names the variable that tells the kernel which Go it was set up with;
// a Jupyter started from a desktop may have no go on its PATH.
const goroot = "LOCKLAB_GOROOT"

// Headless names the variable that is set where nobody looks at the notebook:
// gonb then reports compiler errors as plain text in the reply, with the cell's
// lines, instead of as HTML, and logs what it does. Otherwise it logs only what
// ends it: its log goes to the terminal where a learner started JupyterLab.
const Headless = "LOCKLAB_HEADLESS"

// tempPrefix is short because the host listens on a socket below it, and the path
// of a socket has at most 104 bytes on macOS. The pid of gonb follows.
const tempPrefix = "ll"

// goplsSocket is where the gopls of a clone listens for this user's kernels.
func goplsSocket(c clone.Clone) string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("%s-gopls-%d-%08x", tempPrefix, os.Geteuid(), crc32.ChecksumIEEE([]byte(c))))
}

// Spec is the text of kernel.json.
func Spec(c clone.Clone, root string) []byte {
	b, err := json.MarshalIndent(map[string]any{
		"argv":           []string{c.Bin("locklab"), "kernel", "{connection_file}"},
		"display_name":   "Go (gonb)",
		"language":       "go",
		"interrupt_mode": "message",
		"env":            map[string]string{goroot: root},
	}, "", " ")
	if err != nil {
		panic(err) // strings only
	}
	return append(b, '\n')
}

// Argv is the command line of gonb.
func Argv(c clone.Clone, connectionFile string, headless bool) []string {
	return []string{c.Bin("gonb"), "--kernel", connectionFile,
		"-raw_error=" + strconv.FormatBool(headless),
		"-logtostderr=" + strconv.FormatBool(headless),
		"-stderrthreshold=FATAL",
		"-go_work=" + string(c)}
}

// Start turns this process into the kernel. It returns only if it cannot.
func Start(connectionFile string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	c, err := clone.OfProgram(exe)
	if err != nil {
		return err
	}
	root := os.Getenv(goroot)
	if err := ready(c, connectionFile, root); err != nil {
		return err
	}
	connectionFile, err = filepath.Abs(connectionFile)
	if err != nil {
		return err
	}
	sweep(os.TempDir())
	if syscall.Getpgrp() != os.Getpid() {
		if err := syscall.Setpgid(0, 0); err != nil {
			return fmt.Errorf("cannot start a process group for the kernel: %w", err)
		}
	}
	temp, err := os.MkdirTemp("", fmt.Sprintf("%s%d-", tempPrefix, os.Getpid()))
	if err != nil {
		return fmt.Errorf("cannot make the kernel's temporary folder (is the disk full?): %w", err)
	}
	guard := exec.Command(exe, "kernel", "-guard", strconv.Itoa(os.Getpid()), strconv.Itoa(os.Getppid()), temp)
	guard.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := guard.Start(); err != nil {
		return fmt.Errorf("cannot start the kernel's guard: %w", err)
	}
	argv := Argv(c, connectionFile, os.Getenv(Headless) != "")
	// What draws is started by the first cell that shows something, and gopls, one
	// for all kernels of the clone, by the first question about what is typed.
	env := clone.With(c.CellEnviron(root, os.Environ()), "TMPDIR", temp,
		"LOCKLAB_HOST", c.Bin("locklab-host"), "LOCKLAB_HOST_SOCKET", filepath.Join(temp, "host"),
		"LOCKLAB_GOPLS", c.Bin("gopls"), "LOCKLAB_GOPLS_SOCKET", goplsSocket(c))
	return fmt.Errorf("cannot start %s: %w", argv[0], syscall.Exec(argv[0], argv, env))
}

// ready names what is missing before gonb would fail on it less clearly.
func ready(c clone.Clone, connectionFile, root string) error {
	const again = "run `go run ./cmd/locklab` in the clone to set it up again"
	if err := c.Valid(); err != nil {
		return err
	}
	if _, err := os.Stat(connectionFile); err != nil {
		return fmt.Errorf("no connection file %s: Jupyter starts this command and names the file", connectionFile)
	}
	for _, tool := range []string{"gonb", "goimports"} {
		if _, err := exec.LookPath(c.Bin(tool)); err != nil {
			return fmt.Errorf("%s is missing: %s", c.Bin(tool), again)
		}
	}
	if _, err := exec.LookPath(filepath.Join(root, "bin", "go")); root != "" && err == nil {
		return nil
	}
	if _, err := exec.LookPath("go"); err != nil {
		return fmt.Errorf("no go command on PATH nor in %q: install Go 1.26 or newer, then %s", root, again)
	}
	return nil
}

// sweep does a guard's work for kernels that are gone and whose guard could not
// do it (the machine went down, or the guard was killed too).
func sweep(dir string) {
	old, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"[0-9]*-*"))
	for _, path := range old {
		digits, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), tempPrefix), "-")
		pid, err := strconv.Atoi(digits)
		info, statErr := os.Lstat(path)
		if err != nil || statErr != nil {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) == os.Geteuid() && !proc.Alive(pid) {
			reap(path)
		}
	}
}
