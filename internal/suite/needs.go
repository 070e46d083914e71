package suite

import (
	"errors"
	"runtime"

	"locklab/internal/need"
)

var (
	git = need.Program{Name: "git", Names: []string{"git"}, Why: "lists the repository's files",
		Debian: "git", Mac: "git"}
	compiler = need.Program{Name: "C compiler", Variable: "CC", Names: []string{"gcc", "clang", "cc"}, Why: "go test -race links with it",
		Debian: "gcc libc6-dev", Mac: "llvm"}
	node = need.Program{Name: "node", Names: []string{"node"}, Why: "runs the simulations as WebAssembly",
		Debian: "nodejs", Mac: "node"}
	qemu = need.Program{Name: "qemu-aarch64", Names: []string{"qemu-aarch64", "qemu-aarch64-static"}, Why: "runs the simulations as on arm64",
		Debian: "qemu-user", Mac: "qemu"}
	chromium = need.Chromium("opens the notebooks")
	firefox  = need.Firefox("opens the exported pages")
)

func digestNeeds() []need.Program {
	needs := []need.Program{node}
	for _, p := range platforms(runtime.GOOS, runtime.GOARCH) {
		if p.name == "arm64 under qemu" {
			needs = append(needs, qemu)
		}
	}
	return needs
}

// Missing names every program that the stages need and that is not there.
func Missing(stages []Stage) error {
	var errs []error
	seen := map[string]bool{}
	for _, s := range stages {
		for _, n := range s.needs {
			if seen[n.Name] {
				continue
			}
			seen[n.Name] = true
			if _, err := n.Find(); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}
