package setup

import (
	"context"
	"os"
	"path/filepath"

	"locklab/internal/atomicfile"
	"locklab/internal/clone"
	"locklab/internal/page"
)

// pageStep compiles the simulations for the page, where the sliders of a chart
// run them.
var pageStep = step{
	name: "page",
	does: "compiling the simulations for the page",
	inputs: func(s *state) []string {
		return append(lean(), content(s.clone.Path("go.mod")), sources(s.clone, "simlib"), sources(s.clone, "internal/wasm"),
			sources(s.clone, "internal/page"), content(s.clone.Path("internal", "page", "worker.js")))
	},
	there: func(_ context.Context, s *state) bool {
		info, err := os.Stat(simulations(s.clone))
		return err == nil && info.Size() > 0
	},
	do: func(ctx context.Context, s *state, j *job) error {
		dir, err := os.MkdirTemp(s.clone.Venv(), "page")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		module := filepath.Join(dir, "locklab.wasm")
		env := clone.With(s.clone.GoEnviron(s.goRoot, s.env), "GOWORK", "off", "GOOS", "js", "GOARCH", "wasm")
		args := append([]string{"build", "-v", "-o", module}, lean()...)
		if err := j.run(ctx, string(s.clone), env, s.goCommand(), append(args, "./internal/wasm")...); err != nil {
			return err
		}
		code, err := os.ReadFile(module)
		if err != nil {
			return err
		}
		starter, err := os.ReadFile(filepath.Join(s.goRoot, "lib", "wasm", "wasm_exec.js"))
		if err != nil {
			return err
		}
		script, err := page.Simulations(starter, code)
		if err != nil {
			return err
		}
		return atomicfile.Write(simulations(s.clone), script, 0o644)
	},
}

// lean are flags that make the module smaller, as a page has to load it: only what
// an answer takes its time with is inlined.
func lean() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, hot := range []string{"locklab/simlib", "locklab/simlib/rnd/...", "locklab/simlib/stat",
		"encoding/json", "reflect", "strconv", "strings",
		"math/...", "runtime/...", "internal/...", "sync/...", "slices", "unicode/utf8", "bytes"} {
		flags = append(flags, "-gcflags="+hot+"=")
	}
	return flags
}

func simulations(c clone.Clone) string { return c.Venv("page", page.SimulationsFile) }

// sources are all Go files below a folder of the clone, but for tests, with
// their names.
func sources(c clone.Clone, dir string) string {
	var all []byte
	filepath.WalkDir(c.Path(dir), func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" && !isTest(path) {
			text, _ := os.ReadFile(path)
			all = append(append(all, path...), text...)
		}
		return nil
	})
	return string(all)
}

func isTest(path string) bool {
	match, _ := filepath.Match("*_test.go", filepath.Base(path))
	return match
}
