package setup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"locklab/internal/clone"
	"locklab/internal/need"
)

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func fake(t *testing.T) clone.Clone {
	t.Helper()
	c := clone.Clone(filepath.Join(t.TempDir(), "a b"))
	write(t, c.Path("go.mod"), "module locklab\n", 0o644)
	return c
}

// made is a step that writes a file and counts how often it did.
func made(name string, input *string, count *int, do func() error) step {
	path := func(s *state) string { return s.clone.Venv(name + ".made") }
	return step{
		name:   name,
		does:   "making " + name,
		inputs: func(*state) []string { return []string{*input} },
		there: func(_ context.Context, s *state) bool {
			_, err := os.Stat(path(s))
			return err == nil
		},
		do: func(_ context.Context, s *state, _ *job) error {
			*count++
			if err := os.WriteFile(path(s), nil, 0o644); err != nil {
				return err
			}
			if do != nil {
				return do()
			}
			return nil
		},
	}
}

func perform(t *testing.T, s *state) (string, error) {
	t.Helper()
	if err := s.makeVenv(); err != nil {
		t.Fatal(err)
	}
	log, err := openLog(s.clone, s.part)
	if err != nil {
		t.Fatal(err)
	}
	defer log.close()
	var out strings.Builder
	b := newBoard(&out)
	err = s.runLanes(t.Context(), b, log)
	b.close()
	return out.String(), err
}

func TestStepsAreDoneOnceAndRepaired(t *testing.T) {
	input, n, m := "1", 0, 0
	s := &state{clone: fake(t), goVer: "go1.26.8"}
	s.lanes = [][]step{{made("one", &input, &n, nil)}, {made("two", &input, &m, nil)}}
	expect := func(what string, wantN, wantM int) {
		t.Helper()
		if _, err := perform(t, s); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if n != wantN || m != wantM {
			t.Errorf("%s: steps done %d and %d times, want %d and %d", what, n, m, wantN, wantM)
		}
		if got := s.missing(t.Context()); got != 0 {
			t.Errorf("%s: %d steps missing afterwards", what, got)
		}
	}
	if got := s.missing(t.Context()); got != 2 {
		t.Errorf("%d steps missing at first, want 2", got)
	}
	expect("first", 1, 1)
	expect("again", 1, 1)
	input = "2"
	expect("another input", 2, 2)
	s.goVer = "go1.27.0"
	expect("another Go", 3, 3)
	if err := os.Remove(s.clone.Venv("one.made")); err != nil {
		t.Fatal(err)
	}
	expect("a result deleted", 4, 3)
	moved := clone.Clone(string(s.clone) + " moved")
	if err := os.Rename(string(s.clone), string(moved)); err != nil {
		t.Fatal(err)
	}
	s.clone = moved
	expect("the clone moved", 5, 4)
}

func TestAStepThatBreaksOffLeavesNoStamp(t *testing.T) {
	input, n := "1", 0
	broken := errors.New("broken off")
	fails := true
	s := &state{clone: fake(t)}
	s.lanes = [][]step{{made("one", &input, &n, func() error {
		if fails {
			return broken
		}
		return nil
	})}}
	out, err := perform(t, s)
	if !errors.Is(err, broken) {
		t.Fatalf("error %v, want the step's", err)
	}
	if !strings.Contains(out, "one: stopped after") {
		t.Errorf("output %q does not say that it stopped", out)
	}
	// Its result is there, half done; only the stamp tells.
	if s.missing(t.Context()) != 1 {
		t.Error("a step that broke off counts as done")
	}
	fails = false
	if _, err := perform(t, s); err != nil || n != 2 {
		t.Errorf("the next start: %v, done %d times, want 2", err, n)
	}
	// A repair that breaks off does not leave the stamp of what it repairs.
	if err := os.Remove(s.clone.Venv("one.made")); err != nil {
		t.Fatal(err)
	}
	fails = true
	if _, err := perform(t, s); !errors.Is(err, broken) || s.missing(t.Context()) != 1 {
		t.Errorf("a repair that broke off: %v, %d missing", err, s.missing(t.Context()))
	}
}

func TestTheErrorIsTheOneThatStoppedTheOtherLane(t *testing.T) {
	input, n := "1", 0
	real := errors.New("disk on fire")
	waits := step{
		name: "waits", does: "waiting",
		inputs: func(*state) []string { return nil },
		there:  func(context.Context, *state) bool { return false },
		do: func(ctx context.Context, _ *state, _ *job) error {
			<-ctx.Done()
			return ctx.Err()
		},
	}
	s := &state{clone: fake(t)}
	s.lanes = [][]step{{waits}, {made("one", &input, &n, func() error { return real })}}
	if _, err := perform(t, s); !errors.Is(err, real) {
		t.Errorf("error %v, want %v", err, real)
	}
}

func TestProgressInPlainLines(t *testing.T) {
	input, n := "1", 0
	s := &state{clone: fake(t)}
	s.lanes = [][]step{{made("one", &input, &n, nil)}}
	out, err := perform(t, s)
	if err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`^one: making one \.\.\.\none: done in 0\.\d s\n$`); !want.MatchString(out) {
		t.Errorf("output %q, want %s", out, want)
	}
}

func TestCommandsFailWithTheirLastLines(t *testing.T) {
	s := &state{clone: fake(t)}
	if err := s.makeVenv(); err != nil {
		t.Fatal(err)
	}
	log, err := openLog(s.clone, s.part)
	if err != nil {
		t.Fatal(err)
	}
	defer log.close()
	b := newBoard(&strings.Builder{})
	defer b.close()
	j := &job{name: "python", line: b.start("python", ""), log: log}
	err = j.run(t.Context(), t.TempDir(), nil, "/bin/sh", "-c", "echo first; echo last words >&2; exit 7")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"exit status 7", "| last words", log.path, "start again"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error has no %q:\n%v", want, err)
		}
	}
	text, _ := os.ReadFile(log.path)
	if !strings.Contains(string(text), "python: first\n") {
		t.Errorf("the log lacks the output:\n%s", text)
	}
}

func TestDiagnose(t *testing.T) {
	for out, want := range map[string]string{
		"write /x: no space left on device":                                                 "disk is full",
		"dial tcp: lookup proxy on 1.1.1.1:53: connect: network is unreachable":             "no network",
		"NewConnectionError: Failed to establish a new connection: [Errno -3]\nNo matching": "no network",
		"ERROR: No matching distribution found for anyio==4.16.0":                           "not to be had",
		"verifying x: checksum mismatch":                                                    "go.sum",
		"open /x: read-only file system":                                                    "could not be written",
		"something else":                                                                    "`pip install` failed",
	} {
		err := diagnose("python", []string{"pip", "install"}, errors.New("exit status 1"), out, filepath.Join(t.TempDir(), "log"))
		first, _, _ := strings.Cut(err.Error(), "\n")
		if !strings.Contains(first, want) {
			t.Errorf("%q: %q, want %q in it", out, first, want)
		}
	}
}

func TestWriteErrorsSayWhatToDo(t *testing.T) {
	s := &state{clone: "/c"}
	for err, want := range map[error]string{
		&os.PathError{Op: "mkdir", Path: "/c/.venv", Err: syscall.EROFS}:  "copy the clone",
		&os.PathError{Op: "mkdir", Path: "/c/.venv", Err: syscall.EACCES}: "copy the clone",
		&os.PathError{Op: "write", Path: "/c/.venv", Err: syscall.ENOSPC}: "free some",
	} {
		if got := s.writeError(err); got == nil || !strings.Contains(got.Error(), want) {
			t.Errorf("%v: %v, want %q in it", err, got, want)
		}
	}
	if s.writeError(nil) != nil {
		t.Error("an error out of none")
	}
}

func TestCleanRemovesOnlyItsOwn(t *testing.T) {
	c := fake(t)
	var out strings.Builder
	if err := Clean(t.Context(), c, &out); err != nil || !strings.Contains(out.String(), "nothing to undo") {
		t.Errorf("without .venv: %v, %q", err, out.String())
	}
	write(t, c.Venv("pyvenv.cfg"), "", 0o644)
	if err := (&state{clone: c}).makeVenv(); err != nil {
		t.Fatal(err)
	}
	if err := Clean(t.Context(), c, &out); err == nil || !strings.Contains(err.Error(), "not made by locklab") {
		t.Errorf("one that somebody else made: error %v", err)
	}
	if _, err := os.Stat(c.Venv("pyvenv.cfg")); err != nil {
		t.Fatal("it removed somebody else's .venv")
	}
	if err := os.RemoveAll(c.Venv()); err != nil {
		t.Fatal(err)
	}
	if err := (&state{clone: c}).makeVenv(); err != nil {
		t.Fatal(err)
	}
	write(t, c.Venv("lib", "big"), strings.Repeat("x", 3<<20), 0o644)
	out.Reset()
	if err := Clean(t.Context(), c, &out); err != nil || !strings.Contains(out.String(), "3 MB") {
		t.Errorf("its own: %v, %q", err, out.String())
	}
	if _, err := os.Stat(c.Venv()); err == nil {
		t.Error(".venv is still there")
	}
	if _, err := os.Stat(c.Path("go.mod")); err != nil {
		t.Error("it removed more than .venv")
	}
}

func TestTheSecondSetUpWaits(t *testing.T) {
	c := fake(t)
	if err := (&state{clone: c}).makeVenv(); err != nil {
		t.Fatal(err)
	}
	var quiet, said strings.Builder
	unlock, err := lock(t.Context(), c, cells, &quiet)
	if err != nil || quiet.Len() > 0 {
		t.Fatalf("first lock: %v, %q", err, quiet.String())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := lock(ctx, c, cells, &said); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(said.String(), "waiting") {
		t.Errorf("second lock: %v, %q", err, said.String())
	}
	unlock()
	unlock, err = lock(t.Context(), c, cells, &quiet)
	if err != nil {
		t.Fatal(err)
	}
	unlock()
}

// What helps with typing follows behind the rest: who needs only cells does not
// wait for it, one line tells that it is there or why not, and what was ended or
// failed is made by the next start.
func TestTypingFollows(t *testing.T) {
	c, n := fake(t), 0
	var fault error
	working, goOn := make(chan bool, 1), make(chan bool)
	help := made("help", new(string), &n, nil)
	makes := help.do
	help.do = func(ctx context.Context, s *state, j *job) error {
		working <- true
		select {
		case <-goOn:
		case <-ctx.Done():
			return ctx.Err()
		}
		if fault != nil {
			return fault
		}
		return makes(ctx, s, j)
	}
	behind := part{name: "typing", made: "there after %s", lanes: [][]step{{help}}}

	var quiet strings.Builder
	end := follow(t.Context(), c, behind, &quiet)
	<-working
	first := 0
	now := part{name: "setup", made: "ready in %s", lanes: [][]step{{made("cells", new(string), &first, nil)}}}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := ready(ctx, c, now, io.Discard); err != nil || first != 1 {
		t.Errorf("meanwhile cells are made %d times (%v), want once", first, err)
	}
	end()
	if n != 0 || quiet.Len() > 0 {
		t.Errorf("ended, it was made %d times and said %q", n, quiet.String())
	}

	for _, start := range []struct {
		fault error
		want  string
	}{
		{errors.New("no network: connect\n  | more"), "the next start tries again: no network: connect\n"},
		{nil, "there after"},
	} {
		fault = start.fault
		r, w := io.Pipe()
		end := follow(t.Context(), c, behind, w)
		<-working
		goOn <- true
		said, err := bufio.NewReader(r).ReadString('\n')
		if err != nil || !strings.Contains(said, start.want) {
			t.Errorf("it said %q (%v), want %q in it", said, err, start.want)
		}
		end()
	}
	if took, err := behind.make(t.Context(), c, &quiet); err != nil || took > 0 || n != 1 || quiet.Len() > 0 {
		t.Errorf("once it is there it was made %d times, in %v, and said %q (%v)", n, took, quiet.String(), err)
	}

	// Who waited for another to make it did nothing himself.
	if err := os.Remove(c.Venv("help.made")); err != nil {
		t.Fatal(err)
	}
	waits, waited := io.Pipe()
	second := make(chan time.Duration, 1)
	defer follow(t.Context(), c, behind, io.Discard)()
	<-working
	go func() {
		took, _ := behind.make(t.Context(), c, waited)
		second <- took
	}()
	if said, err := bufio.NewReader(waits).ReadString('\n'); err != nil || !strings.Contains(said, "waiting for it") {
		t.Errorf("the second says %q (%v)", said, err)
	}
	goOn <- true
	if took := <-second; took != 0 || n != 2 {
		t.Errorf("the second took %v, and it was made %d times, want 0 and 2", took, n)
	}
}

// New notebooks and prose build nothing, and a new simulation only what it is
// part of.
func TestWhatAnUpdateBuilds(t *testing.T) {
	from, c := root(t), clone.Clone(filepath.Join(t.TempDir(), "copy"))
	for _, dir := range []string{"cmd", "internal", "simlib", "notebooks"} {
		if err := os.CopyFS(c.Path(dir), os.DirFS(from.Path(dir))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum", "requirements.txt", "README.md"} {
		write(t, c.Path(file), content(from.Path(file)), 0o644)
	}
	s := &state{clone: c, env: os.Environ()}
	if err := s.findGo(t.Context()); err != nil {
		t.Fatal(err)
	}
	hashes := func() map[string]string {
		all := map[string]string{}
		for _, lane := range slices.Concat(export.lanes, typing.lanes) {
			for _, st := range lane {
				all[st.name] = s.hash(st)
			}
		}
		return all
	}
	before := hashes()
	for _, update := range []struct {
		files []string
		want  string
	}{
		{[]string{"notebooks/02_the_lock_must_expire.ipynb", "README.md", "simlib/ttl_test.go", "internal/kernel/aid/aid_test.go"}, ""},
		{[]string{"simlib/ttl.go"}, "host page"},
		{[]string{"internal/kernel/aid/typing.go"}, "tools"},
		{[]string{"internal/tools/go.sum"}, "tools typing"},
	} {
		for _, file := range update.files {
			text := content(c.Path(file))
			if text == "" {
				t.Fatalf("no %s", file)
			}
			write(t, c.Path(file), text+"\n", 0o644)
		}
		var built []string
		after := hashes()
		for name, hash := range after {
			if before[name] != hash {
				built = append(built, name)
			}
		}
		slices.Sort(built)
		if got := strings.Join(built, " "); got != update.want {
			t.Errorf("new %s: built are %q, want %q", strings.Join(update.files, ", "), got, update.want)
		}
		before = after
	}
}

func TestRecent(t *testing.T) {
	for v, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.27rc1": true, "devel go1.28-abc Mon": true, "go1.25.9": false, "go1.9": false, "": false, "gccgo": false} {
		if recent(v) != want {
			t.Errorf("recent(%q) = %v", v, !want)
		}
	}
}

func TestStrangeGo(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	s := &state{clone: fake(t)}
	for _, says := range []string{"go: a board game", "{}"} {
		write(t, filepath.Join(dir, "go"), "#!/bin/sh\necho '"+says+"'\n", 0o755)
		err := s.findGo(t.Context())
		if want := fmt.Sprintf("%s is another program than Go's: `go env` printed %q", filepath.Join(dir, "go"), says); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// python writes a program that answers as a Python of that version would.
func python(t *testing.T, dir, name, version string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	write(t, path, "#!/bin/sh\necho "+version+" "+path+"\n", 0o755)
	return path
}

func TestFindPython(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if path, _, old := findPython(t.Context(), nil); path != "" || old != "" {
		t.Errorf("none: %q, %q", path, old)
	}
	python(t, dir, "python3", "3 9")
	if path, _, old := findPython(t.Context(), nil); path != "" || !strings.Contains(old, "Python 3.9") {
		t.Errorf("an old one: %q, %q", path, old)
	}
	write(t, filepath.Join(dir, "python3"), "#!/bin/sh\nexit 1\n", 0o755)
	if path, _, old := findPython(t.Context(), nil); path != "" || old != filepath.Join(dir, "python3")+", which does not run" {
		t.Errorf("one that does not run: %q, %q", path, old)
	}
	python(t, dir, "python3", "2 7")
	// The advice is not to install the same one again.
	s := &state{clone: fake(t)}
	err := s.makePython(t.Context(), nil, nil)
	if err == nil || !strings.Contains(err.Error(), "PATH has only Python 2.7 ("+dir) || !strings.Contains(err.Error(), "install uv") || strings.Contains(err.Error(), "apt") {
		t.Errorf("an old one: %v", err)
	}
	want := python(t, dir, "python3.12", "3 12")
	if path, version, _ := findPython(t.Context(), nil); path != want || version != "3.12" {
		t.Errorf("an old and a new one: %q, %q", path, version)
	}
	want = python(t, dir, "python3", "3 10")
	if path, version, _ := findPython(t.Context(), nil); path != want || version != "3.10" {
		t.Errorf("python3 is new enough: %q, %q", path, version)
	}
}

// A Python that cannot make an environment is as good as none, but where another
// program makes it, or Jupyter is there.
func TestLacks(t *testing.T) {
	c, dir := fake(t), t.TempDir()
	t.Setenv("PATH", dir)
	lacks := func(when string, want string) {
		t.Helper()
		packages, err := need.Packages(Lacks(t.Context(), c))
		if got := strings.Join(packages, " "); err != nil || runtime.GOOS != "darwin" && got != want {
			t.Errorf("%s: %q (%v), want %q", when, got, err, want)
		}
	}
	lacks("no Python", "python3 python3-venv")
	write(t, filepath.Join(dir, "python3"), "#!/bin/sh\ncase $2 in *version*) echo 3 12 ;; *) exit 1 ;; esac\n", 0o755)
	lacks("a Python without its venv module", "python3.12-venv")
	python(t, dir, "python3", "3 12")
	lacks("a whole Python", "")
	for _, other := range []string{"uv", "jupyter"} {
		dir := t.TempDir()
		t.Setenv("PATH", dir)
		write(t, filepath.Join(dir, other), "", 0o755)
		lacks("no Python, but "+other, "")
	}
}

func TestClearPythonLeavesWhatStepsMade(t *testing.T) {
	c := fake(t)
	for _, name := range []string{"gonb", "goimports", "gopls", "locklab", "locklab-site", "python", "python3.11", "pip", "jupyter-lab"} {
		write(t, c.Bin(name), "", 0o755)
	}
	write(t, c.Venv("lib", "python3.11", "site-packages", "a-1.dist-info", "METADATA"), "", 0o644)
	write(t, c.Venv("stamps", "tools"), "", 0o644)
	if err := clearPython(c, programs()); err != nil {
		t.Fatal(err)
	}
	var left []string
	entries, err := os.ReadDir(c.Venv("bin"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if got := strings.Join(left, " "); got != "goimports gonb gopls locklab locklab-site" {
		t.Errorf("left in bin: %s", got)
	}
	if _, err := os.Stat(c.Venv("lib")); err == nil {
		t.Error("lib is still there")
	}
	if _, err := os.Stat(c.Venv("stamps", "tools")); err != nil {
		t.Error("the tools' stamp is gone")
	}
}

// The programs that set-up makes are those of the steps that say so: a Python
// environment that is made anew takes none of them away, and an export finds what
// writes the site. The site's step comes first here, as it may in a lane of its
// own.
func TestReadyForExportAfterAChangeOfThePins(t *testing.T) {
	bin := t.TempDir()
	// What uv would fetch: an environment with one package, and Jupyter.
	write(t, filepath.Join(bin, "uv"), `#!/bin/sh
[ "$1" = venv ] || exit 0
for venv; do :; done
mkdir -p "$venv/bin" "$venv/lib/python3.12/site-packages/a-1.dist-info"
cp "$0" "$venv/bin/python" && cp "$0" "$venv/bin/jupyter"
`, 0o755)
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	c := fake(t)
	write(t, c.Path("requirements.txt"), "a==1\n", 0o644)
	write(t, c.Path("internal", "site", "program", "main.go"), "package main\n\nfunc main() {}\n", 0o644)
	s := &state{clone: c, env: os.Environ(), part: part{name: "setup", lanes: [][]step{{siteStep, pythonStep}}}, programs: programs()}
	if err := s.findGo(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, pins := range []string{"a==1\n", "a==2\n"} {
		write(t, c.Path("requirements.txt"), pins, 0o644)
		if s.missing(t.Context()) == 0 {
			t.Fatalf("nothing to do with the pins %q", pins)
		}
		if out, err := perform(t, s); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if out, err := exec.Command(siteProgram(c)).CombinedOutput(); err != nil || s.missing(t.Context()) != 0 {
			t.Errorf("with the pins %q, what writes the site: %v, %s; %d steps missing", pins, err, out, s.missing(t.Context()))
		}
	}
}

// What writes the site is built anew when any file that it is built from changes,
// of whatever package, and also when the file is embedded.
func TestTheSiteIsBuiltAnew(t *testing.T) {
	c := fake(t)
	write(t, c.Path("internal", "site", "program", "main.go"), "package main\n\nimport _ \"locklab/far\"\n\nfunc main() {}\n", 0o644)
	write(t, c.Path("far", "far.go"), "package far\n\nimport _ \"embed\"\n\n//go:embed style.css\nvar _ string\n", 0o644)
	write(t, c.Path("far", "style.css"), "a", 0o644)
	s := &state{clone: c, env: os.Environ()}
	if err := s.findGo(t.Context()); err != nil {
		t.Fatal(err)
	}
	hash := s.hash(siteStep)
	for _, change := range []struct {
		name    string
		matters bool
	}{{"far.go", true}, {"style.css", true}, {"far_test.go", false}, {"notes.txt", false}} {
		path := c.Path("far", change.name)
		write(t, path, content(path)+"\n", 0o644)
		now := s.hash(siteStep)
		if (now != hash) != change.matters {
			t.Errorf("a change of %s: built anew %v, want %v", change.name, now != hash, change.matters)
		}
		hash = now
	}
}

func TestInstalledNoticesALostPackage(t *testing.T) {
	c := fake(t)
	site := c.Venv("lib", "python3.11", "site-packages")
	for _, d := range []string{"a-1.dist-info", "b-2.dist-info"} {
		write(t, filepath.Join(site, d, "METADATA"), "", 0o644)
	}
	if installed(c) {
		t.Error("installed before anything was recorded")
	}
	if err := recordInstalled(c); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(site, "mine-3.dist-info", "METADATA"), "", 0o644)
	if !installed(c) {
		t.Error("a package more counts as broken")
	}
	if err := os.RemoveAll(filepath.Join(site, "a-1.dist-info")); err != nil {
		t.Fatal(err)
	}
	if installed(c) {
		t.Error("a lost package is not noticed")
	}
}
