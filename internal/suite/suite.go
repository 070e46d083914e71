// Package suite is every test of the repository in one command: its stages, what
// each needs, and what each reports.
package suite

import (
	"bytes"
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
	"time"

	"locklab/internal/clone"
	"locklab/internal/need"
	"locklab/internal/proc"
)

// The modules, from the root of the clone: the lesson, and the tests in browsers
// with the libraries that only they use, which no learner needs to fetch.
const (
	lesson       = "."
	browserTests = "internal/e2e"
)

var modules = []string{lesson, browserTests}

// A Stage is a part of the tests that can be run alone.
type Stage struct {
	Name  string
	Short string
	needs []need.Program
	run   func(context.Context, *runner) error
}

// Stages in the order in which they run: what fails fast comes first.
func Stages(notebooks func(context.Context, clone.Clone, io.Writer) error) []Stage {
	return []Stage{
		{"vet", "gofmt, go vet", []need.Program{git}, vet},
		{"staticcheck", "what staticcheck finds in all Go code", nil, staticcheck},
		{"unit", "go test -race ./...", []need.Program{compiler, git}, unit},
		{"digest", "the simulations' digests on other processors: AVX2, WebAssembly, arm64", digestNeeds(), digest},
		{"notebooks", "every notebook by the real kernel, outputs as committed", nil, func(ctx context.Context, r *runner) error {
			return notebooks(ctx, r.c, r.w)
		}},
		{"e2e", "JupyterLab, Notebook 7 and the site in browsers, kernels, no network", browserNeeds(), e2e},
	}
}

// Select returns the named stages in their order, or all.
func Select(all []Stage, names []string) ([]Stage, error) {
	if len(names) == 0 {
		return all, nil
	}
	var chosen []Stage
	known := map[string]bool{}
	for _, s := range all {
		known[s.Name] = true
		for _, n := range names {
			if n == s.Name {
				chosen = append(chosen, s)
				break
			}
		}
	}
	for _, n := range names {
		if !known[n] {
			return nil, fmt.Errorf("no stage %q; `locklab test -h` lists them", n)
		}
	}
	return chosen, nil
}

type runner struct {
	c clone.Clone
	w io.Writer
}

// ErrFailed says that a stage failed; which one was written.
var ErrFailed = errors.New("not all tests passed")

// Run runs stages one after another, all of them whatever fails, and ends with
// a summary.
func Run(ctx context.Context, c clone.Clone, stages []Stage, w io.Writer) error {
	r := &runner{c: c, w: w}
	failed := false
	var summary strings.Builder
	for _, s := range stages {
		fmt.Fprintf(w, "\n== %s: %s\n", s.Name, s.Short)
		start := time.Now()
		err := s.run(ctx, r)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		verdict := "ok"
		if err != nil {
			failed = true
			verdict = "FAILED: " + err.Error()
		}
		fmt.Fprintf(&summary, "  %-11s %6.1f s  %s\n", s.Name, time.Since(start).Seconds(), verdict)
	}
	fmt.Fprintf(w, "\n%s", summary.String())
	if failed {
		return ErrFailed
	}
	return nil
}

// command streams a program's output and returns it too.
func (r *runner) command(ctx context.Context, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = string(r.c)
	cmd.Env = clone.With(os.Environ(), env...)
	var out bytes.Buffer
	both := io.MultiWriter(r.w, &out)
	cmd.Stdout, cmd.Stderr = both, both
	err := proc.Run(ctx, cmd)
	return out.String(), err
}

func vet(ctx context.Context, r *runner) error {
	list := exec.CommandContext(ctx, "git", "-C", string(r.c), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.go")
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	var files []string
	for _, f := range strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 }) {
		if _, err := os.Stat(r.c.Path(f)); err == nil {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return errors.New("no Go file found")
	}
	said, err := r.command(ctx, nil, "gofmt", append([]string{"-l"}, files...)...)
	if err != nil {
		return fmt.Errorf("gofmt: %w", err)
	}
	if said != "" {
		return errors.New("gofmt would change the files above")
	}
	for _, module := range modules {
		if _, err := r.command(ctx, nil, "go", "-C", module, "vet", "./..."); err != nil {
			return fmt.Errorf("go vet in %s: %w", module, err)
		}
	}
	return nil
}

// staticcheck is at the version of internal/suite/tools, a module of what only
// those need who change the lesson.
func staticcheck(ctx context.Context, r *runner) error {
	tools := "-modfile=" + r.c.Path("internal", "suite", "tools", "go.mod")
	for _, module := range modules {
		if _, err := r.command(ctx, nil, "go", "-C", module, "tool", tools, "staticcheck", "./..."); err != nil {
			return fmt.Errorf("staticcheck in %s: %w", module, err)
		}
	}
	return nil
}

// goTest runs go test in a module and fails if no test ran, which go test itself
// takes for success.
func (r *runner) goTest(ctx context.Context, module string, env []string, args ...string) error {
	out, err := r.command(ctx, env, "go", append([]string{"-C", module, "test"}, args...)...)
	if err != nil {
		return fmt.Errorf("go test %s: %w", strings.Join(args, " "), err)
	}
	if !anyTest(out) {
		return fmt.Errorf("go test %s: ran no test", strings.Join(args, " "))
	}
	return nil
}

// anyTest looks for a package that passed with tests in it.
func anyTest(out string) bool {
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "ok ") && !strings.Contains(line, "[no tests to run]") {
			return true
		}
	}
	return false
}

func unit(ctx context.Context, r *runner) error {
	cc, err := compiler.Find()
	if err != nil {
		return err
	}
	return r.goTest(ctx, lesson, []string{"CGO_ENABLED", "1", "CC", cc}, "-race", "./...")
}

// digestTests is in the name of every test that holds the simulations to the
// same numbers on all processors.
const digestTests = "Everywhere"

// A platform is one that this machine can run tests for.
type platform struct {
	name  string
	env   []string
	needs []need.Program
	exec  func() (string, error) // what runs the test binary; nil for nothing
}

func platforms(goos, goarch string) []platform {
	wasm := platform{"WebAssembly in node", []string{"GOOS", "js", "GOARCH", "wasm", "CGO_ENABLED", "0"}, []need.Program{node}, wasmExec}
	arm := platform{"arm64 under qemu", []string{"GOARCH", "arm64", "CGO_ENABLED", "0"}, []need.Program{qemu}, qemu.Find}
	switch {
	case goarch == "amd64" && goos == "linux":
		return []platform{{"amd64 with AVX2 and FMA", []string{"GOAMD64", "v3"}, nil, nil}, wasm, arm}
	case goarch == "amd64":
		return []platform{{"amd64 with AVX2 and FMA", []string{"GOAMD64", "v3"}, nil, nil}, wasm}
	default: // arm64 itself is what the unit tests ran on
		return []platform{wasm}
	}
}

// digestPackages are the packages below simlib with such tests. The others need
// not be compiled for every processor.
func digestPackages(c clone.Clone) ([]string, error) {
	var pkgs []string
	err := filepath.WalkDir(c.Path("simlib"), func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !digestTest.Match(text) {
			return err
		}
		rel, err := filepath.Rel(string(c), filepath.Dir(path))
		if pkg := "./" + filepath.ToSlash(rel); !slices.Contains(pkgs, pkg) {
			pkgs = append(pkgs, pkg)
		}
		return err
	})
	if err == nil && len(pkgs) == 0 {
		err = errors.New("no test has " + digestTests + " in its name")
	}
	return pkgs, err
}

var digestTest = regexp.MustCompile(`(?m)^func Test\w*` + digestTests)

func digest(ctx context.Context, r *runner) error {
	pkgs, err := digestPackages(r.c)
	if err != nil {
		return err
	}
	for _, p := range platforms(runtime.GOOS, runtime.GOARCH) {
		fmt.Fprintf(r.w, "-- %s\n", p.name)
		args := []string{"-run", digestTests}
		if p.exec != nil {
			with, err := p.exec()
			if err != nil {
				return err
			}
			args = append(args, "-exec", quote(with))
		}
		if err := r.goTest(ctx, lesson, p.env, append(args, pkgs...)...); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// quote is for -exec, which splits at spaces outside quotes.
func quote(path string) string {
	if strings.ContainsAny(path, " \t") {
		return "'" + path + "'"
	}
	return path
}

func wasmExec() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	path := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("this Go has no lib/wasm/go_js_wasm_exec: install Go from https://go.dev/dl")
	}
	return path, nil
}

func e2e(ctx context.Context, r *runner) error {
	var env []string
	for _, browser := range browsers {
		path, err := browser.Find()
		if err != nil {
			return err
		}
		env = append(env, browser.Variable, path)
	}
	return r.goTest(ctx, browserTests, env, "-count=1", "-timeout=45m", "./...")
}
