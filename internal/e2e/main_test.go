package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"locklab/internal/clone"
	"locklab/internal/page"
)

const (
	// rootVar names the folder of this run. Every process that the tests start
	// has it in its environment.
	rootVar = "LOCKLAB_E2E"
	// stageVar is empty for the supervisor, then one of the stages.
	stageVar = "LOCKLAB_E2E_STAGE"
	// onlineVar says why there is a network.
	onlineVar = "LOCKLAB_E2E_ONLINE"

	stageProbe   = "probe"   // in a new network namespace: see whether it is of use
	stageNetwork = "network" // there: bring up loopback, go on to the tests
	stageTests   = "tests"
)

// The places of one run.
var (
	root   string      // the folder of this run
	lesson string      // below it: the notebooks that the servers show
	here   clone.Clone // the clone under test
)

func TestMain(m *testing.M) {
	switch os.Getenv(stageVar) {
	case stageProbe:
		if err := loopback(); err != nil {
			fatal(err)
		}
		os.Exit(0)
	case stageNetwork:
		fatal(enterTests())
	case stageTests:
		os.Exit(runTests(m))
	default:
		os.Exit(supervise())
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "e2e:", err)
	os.Exit(1)
}

// ---- The supervisor ----

// supervise runs the tests in a process of their own and clears up after them.
func supervise() int {
	// The tests must die with this thread, so it has to stay.
	runtime.LockOSThread()
	// Sockets lie below the folder, and their paths must be short.
	dir, err := os.MkdirTemp("", "e2e")
	if err != nil {
		fatal(err)
	}
	defer remove(dir)
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)

	tests, err := startTests(dir)
	if err != nil {
		fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- tests.Wait() }()
	var killAt <-chan time.Time
	for {
		select {
		case sig := <-signals:
			tests.Process.Signal(sig)
			if killAt == nil {
				killAt = time.After(5 * time.Second)
			}
		case <-killAt:
			tests.Process.Kill()
		case err := <-ended:
			killRun(dir)
			if code := tests.ProcessState.ExitCode(); code >= 0 {
				return code
			}
			fmt.Fprintln(os.Stderr, "e2e: the tests ended early:", err)
			return 1
		}
	}
}

// remove removes the folder of the run. What was killed may still be writing.
func remove(dir string) {
	for range 40 {
		os.RemoveAll(dir)
		time.Sleep(50 * time.Millisecond)
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
	fmt.Fprintln(os.Stderr, "e2e: could not remove", dir)
}

// startTests starts the tests with as little network as the system grants.
func startTests(dir string) (*exec.Cmd, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	stage := func(name string, attr *syscall.SysProcAttr, env ...string) *exec.Cmd {
		cmd := exec.Command(exe, os.Args[1:]...)
		cmd.SysProcAttr = attr
		cmd.Env = clone.With(os.Environ(), append(env, stageVar, name, rootVar, dir)...)
		return cmd
	}
	tests := stage(stageTests, plain())
	why := errors.New(runtime.GOOS + " has no network namespaces")
	for _, attr := range namespaces() {
		said, err := stage(stageProbe, attr).CombinedOutput()
		if err == nil {
			tests, why = stage(stageNetwork, attr), nil
			break
		}
		why = fmt.Errorf("this system grants no network namespace: %w %s", err, bytes.TrimSpace(said))
	}
	if why != nil {
		tests.Env = clone.With(tests.Env, onlineVar, why.Error())
	}
	tests.Stdin, tests.Stdout, tests.Stderr = os.Stdin, os.Stdout, os.Stderr
	return tests, tests.Start()
}

// killRun ends every process of the run in dir but this one.
func killRun(dir string) {
	for range 50 { // what is killed may just have started another
		all := processes(rootVar + "=" + dir)
		if len(all) == 0 {
			return
		}
		for _, p := range all {
			syscall.Kill(p.pid, syscall.SIGKILL)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A process is a running program that the tests started.
type process struct {
	pid  int
	argv string
}

func (p process) String() string { return fmt.Sprintf("%d %s", p.pid, p.argv) }

// processes are those, other than this one, that have a variable in their
// environment. Where there is no /proc it finds none.
func processes(variable string) []process {
	var all []process
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environs {
		env, err := os.ReadFile(path) // only of our own user's, and of no zombie
		if err != nil || !bytes.Contains(append([]byte{0}, env...), []byte("\x00"+variable+"\x00")) {
			continue
		}
		var p process
		fmt.Sscanf(path, "/proc/%d/", &p.pid)
		if p.pid == os.Getpid() {
			continue
		}
		argv, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		p.argv = strings.TrimSpace(strings.ReplaceAll(string(argv), "\x00", " "))
		all = append(all, p)
	}
	return all
}

// ---- The tests ----

// shared ends when the tests do, and with it the servers and the browser.
var shared context.Context

func runTests(m *testing.M) int {
	if err := settle(); err != nil {
		fatal(err)
	}
	if why := os.Getenv(onlineVar); why != "" {
		fmt.Printf("e2e: the network is NOT cut off: %s\n", why)
	}
	var end context.CancelFunc
	shared, end = context.WithCancel(context.Background())
	code := m.Run()
	end()
	started.Wait()
	if left := leftAfter(10*time.Second, rootVar+"="+root); len(left) > 0 {
		fmt.Printf("--- FAIL: left behind after everything was stopped: %v\n", left)
		code = 1
	}
	return code
}

// leftAfter waits until no process has the variable, and returns those that
// still do when the time is over.
func leftAfter(limit time.Duration, variable string) []process {
	for end := time.Now().Add(limit); ; time.Sleep(20 * time.Millisecond) {
		left := processes(variable)
		if len(left) == 0 || time.Now().After(end) {
			return left
		}
	}
}

// settle finds the clone and turns the environment of this process, which all
// others inherit, away from everything that is the user's.
func settle() error {
	root = os.Getenv(rootVar)
	lesson = filepath.Join(root, "lesson copy") // a path with a space in it
	var err error
	if here, err = clone.Here(); err != nil {
		return err
	}
	if err := upToDate(); err != nil {
		return fmt.Errorf("%w: `go run ./cmd/locklab test e2e` sets up and runs these tests", err)
	}
	goCommand := exec.Command("go", "env", "-json", "GOPATH", "GOCACHE", "GOMODCACHE", "GOENV")
	out, err := goCommand.Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	var env map[string]string
	if err := json.Unmarshal(out, &env); err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	// goimports keeps its list of modules here, and fontconfig its of fonts.
	if env["XDG_CACHE_HOME"], err = os.UserCacheDir(); err != nil {
		return err
	}
	for name, dir := range map[string]string{
		"HOME":                "home",
		"TMPDIR":              "tmp",
		"XDG_CONFIG_HOME":     "home/.config",
		"XDG_DATA_HOME":       "home/.local/share",
		"JUPYTER_DATA_DIR":    "home/jupyter",
		"JUPYTER_CONFIG_DIR":  "home/jupyter/config",
		"JUPYTER_RUNTIME_DIR": "home/jupyter/runtime",
	} {
		env[name] = filepath.Join(root, dir)
		if err := os.MkdirAll(env[name], 0o700); err != nil {
			return err
		}
	}
	if family := os.Getenv(fontVar); family != "" {
		if env["FONTCONFIG_FILE"], err = onlyFont(family); err != nil {
			return err
		}
	}
	for name, value := range env {
		os.Setenv(name, value)
	}
	for _, name := range []string{"JUPYTER_PATH", "JUPYTER_CONFIG_PATH", "JUPYTER_NO_CONFIG", "XDG_RUNTIME_DIR", stageVar} {
		os.Unsetenv(name)
	}
	return os.MkdirAll(lesson, 0o755)
}

// extension is the folder of JupyterLab's extension that set-up made.
func extension() string { return here.Venv("share", "jupyter", "labextensions", "locklab") }

// upToDate says what the set-up lacks.
func upToDate() error {
	for _, program := range []string{"locklab", "gonb", "goimports"} {
		if _, err := os.Stat(here.Bin(program)); err != nil {
			return errors.New("the lesson is not set up here")
		}
	}
	ext := page.Labextension()
	// package.json is the set-up's, which adds a digest to it.
	return fs.WalkDir(ext, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		want, err := fs.ReadFile(ext, name)
		if err != nil {
			return err
		}
		have, err := os.ReadFile(filepath.Join(extension(), filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(have, want) {
			return fmt.Errorf("the set-up is older than the clone: %s", name)
		}
		return nil
	})
}
