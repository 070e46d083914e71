package setup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"locklab/internal/atomicfile"
	"locklab/internal/clone"
)

// Oldest Go that builds the lesson: the go line of go.mod.
const goMinor = 26

// findGo finds the go command, or the newer one that it fetched for this
// module, and says what to do when there is none.
func (s *state) findGo(ctx context.Context) error {
	path, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("no go command on PATH: install Go 1.%d or newer from https://go.dev/dl", goMinor)
	}
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOVERSION", "GOROOT")
	cmd.Dir = string(s.clone)
	cmd.Env = clone.With(clone.Without(s.env, "GOROOT"), "GOWORK", "off")
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = errors.New(strings.TrimSpace(string(exit.Stderr)))
		}
		return fmt.Errorf("`go env` failed: %w: install Go 1.%d or newer from https://go.dev/dl", err, goMinor)
	}
	var found struct{ GOVERSION, GOROOT string }
	if err := json.Unmarshal(out, &found); err != nil || found.GOVERSION == "" {
		said, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("%s is another program than Go's: `go env` printed %q: put Go 1.%d or newer (https://go.dev/dl) before it on PATH", path, said, goMinor)
	}
	s.goVer, s.goRoot = found.GOVERSION, found.GOROOT
	if !recent(s.goVer) {
		return fmt.Errorf("%s is too old: install Go 1.%d or newer from https://go.dev/dl", s.goVer, goMinor)
	}
	return nil
}

// recent reads versions like go1.26.8, go1.27rc1 and "devel go1.28-…".
func recent(version string) bool {
	_, minor, ok := strings.Cut(version, "go1.")
	if !ok {
		return false
	}
	end := strings.IndexFunc(minor, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		minor = minor[:end]
	}
	n, err := strconv.Atoi(minor)
	return err == nil && n >= goMinor
}

func (s *state) goCommand() string { return filepath.Join(s.goRoot, "bin", "go") }

// tools are the programs without which no cell runs.
var tools = []string{"gonb", "goimports"}

// toolsStep builds them at the versions of internal/tools/go.mod, gonb with our
// change, with the flags that cells are built with: no C compiler is needed.
var toolsStep = step{
	name:     "tools",
	does:     "building gonb and goimports",
	programs: tools,
	inputs: func(s *state) []string {
		files := []string{content(s.clone.Path("internal", "tools", "go.mod")), content(s.clone.Path("internal", "tools", "go.sum"))}
		patch, pkg := ourGonb(s.clone)
		for _, file := range slices.Concat(pkg, ourZap(s.clone), []string{patch}) {
			files = append(files, content(file))
		}
		return files
	},
	there: func(_ context.Context, s *state) bool {
		return !slices.ContainsFunc(tools, func(name string) bool { return !executable(s.clone.Bin(name)) })
	},
	do: func(ctx context.Context, s *state, j *job) error {
		env := s.toolsEnviron()
		if err := s.writeTools(ctx, j, env); err != nil {
			return err
		}
		return j.run(ctx, s.clone.Venv("tools"), env, s.goCommand(), "install", "-v", gonb, "golang.org/x/tools/cmd/goimports")
	},
}

// typingStep builds gopls, which completes and explains what is typed in cells. It
// is most of what there is to build, and cells run without it.
var typingStep = step{
	name:     "typing",
	does:     "building gopls, for completion in cells",
	programs: []string{"gopls"},
	inputs: func(s *state) []string {
		return []string{content(s.clone.Path("internal", "tools", "go.mod")), content(s.clone.Path("internal", "tools", "go.sum"))}
	},
	there: func(_ context.Context, s *state) bool { return executable(s.clone.Bin("gopls")) },
	do: func(ctx context.Context, s *state, j *job) error {
		return j.run(ctx, s.clone.Path("internal", "tools"), s.toolsEnviron(), s.goCommand(), "install", "-v", "golang.org/x/tools/gopls")
	},
}

func (s *state) toolsEnviron() []string {
	return clone.With(s.clone.GoEnviron(s.goRoot, s.env), "GOBIN", s.clone.Venv("bin"), "GOWORK", "off")
}

// warmStep fetches the modules and compiles, in a workspace like the kernel's
// and with its environment, what cells import. Without it the first cell would
// wait for half a minute, and with no network fail.
var warmStep = step{
	name: "warm",
	does: "compiling what the notebooks' cells use",
	inputs: func(s *state) []string {
		return []string{content(s.clone.Path("go.mod")), content(s.clone.Path("go.sum")), warmProgram(s.clone)}
	},
	// Go drops what was not used for days from its cache, so ask it.
	there: func(ctx context.Context, s *state) bool {
		args := append([]string{"build"}, cellPackages(s.clone)...)
		cmd := exec.CommandContext(ctx, s.goCommand(), args...)
		cmd.Dir, cmd.Env = s.clone.Venv("warm"), s.clone.CellEnviron(s.goRoot, s.env)
		return cmd.Run() == nil
	},
	do: func(ctx context.Context, s *state, j *job) error {
		dir := s.clone.Venv("warm")
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		for _, file := range []struct{ name, text string }{
			{"main.go", warmProgram(s.clone)},
			{"go.mod", "module warm\n\ngo 1.26\n"},
			{"go.work", "go 1.26\n\nuse (\n\t.\n\t" + strconv.Quote(string(s.clone)) + "\n)\n"},
		} {
			if err := atomicfile.Write(filepath.Join(dir, file.name), []byte(file.text), 0o644); err != nil {
				return err
			}
		}
		env := s.clone.GoEnviron(s.goRoot, s.env)
		// The tests' modules too, so that nothing needs the network later.
		if err := j.run(ctx, string(s.clone), clone.With(env, "GOWORK", "off"), s.goCommand(), "list", "-deps", "-test", "-f", "{{if .Error}}{{.Error}}{{end}}", "./..."); err != nil {
			return err
		}
		if err := j.run(ctx, dir, env, s.goCommand(), "build", "-v", "-o", "warm", "."); err != nil {
			return err
		}
		// Its first run lists the module cache, for several seconds.
		return j.run(ctx, dir, clone.With(env, "GOPROXY", "off"), s.clone.Bin("goimports"), "-l", "main.go")
	},
}

// cellPackages are the packages of the clone that cells import.
func cellPackages(c clone.Clone) []string {
	var pkgs []string
	for _, p := range []string{"simlib", "simlib/lab"} {
		if files, _ := filepath.Glob(c.Path(p, "*.go")); len(files) > 0 {
			pkgs = append(pkgs, "locklab/"+p)
		}
	}
	return pkgs
}

// warmProgram links the packages of the clone that cells use and those of the
// standard library that they are likely to.
func warmProgram(c clone.Clone) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for _, p := range []string{"context", "encoding/json", "errors", "flag", "fmt", "log", "maps", "math", "math/rand/v2",
		"os", "os/exec", "slices", "sort", "strconv", "strings", "sync", "sync/atomic", "time"} {
		b.WriteString("\t_ \"" + p + "\"\n")
	}
	for _, p := range cellPackages(c) {
		b.WriteString("\t_ \"" + p + "\"\n")
	}
	b.WriteString(")\n\nfunc main() {}\n")
	return b.String()
}

// content is a file's text, or "" when it is not there.
func content(path string) string {
	b, _ := os.ReadFile(path)
	return string(b)
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && info.Size() > 0
}
