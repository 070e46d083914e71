package suite

import (
	"errors"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"locklab/internal/need"
)

var (
	git = need.Program{Name: "git", Names: []string{"git"}, Why: "lists the repository's files",
		Debian: "git", Mac: "git"}
	compiler = need.Program{Name: "C compiler", Variable: "CC", Names: []string{"gcc", "clang", "cc"}, Why: "go test -race links with it",
		Debian: "gcc libc6-dev", Mac: "llvm", Lacks: headers}
	node = need.Program{Name: "Node.js", Names: []string{"node"}, Why: "runs the simulations as WebAssembly",
		Debian: "nodejs", Mac: "node"}
	qemu = need.Program{Name: "qemu-aarch64", Names: []string{"qemu-aarch64", "qemu-aarch64-static"}, Why: "runs the simulations as on arm64",
		Debian: "qemu-user", Mac: "qemu"}
	chromium = need.Chromium("opens the notebooks")
	firefox  = need.Firefox("opens the exported pages")
	fonts    = need.Program{Name: "fontconfig", Names: []string{"fc-list"}, Why: "knows the fonts in which the pages are to fit",
		Debian: "fontconfig fonts-dejavu-core fonts-liberation", Mac: "fontconfig", Lacks: families}
)

var browsers = []need.Program{chromium, firefox}

// headers are those of C, if a compiler finds them not.
func headers(path string) string {
	cmd := exec.Command(path, "-fsyntax-only", "-x", "c", "-")
	cmd.Stdin = strings.NewReader("#include <errno.h>\n#include <pthread.h>\n")
	if cmd.Run() != nil {
		return "the headers of C"
	}
	return ""
}

// families are those of need.Fonts that fontconfig does not list.
func families(list string) string {
	known, _ := exec.Command(list, ":", "family").Output()
	var lacks []string
	for _, family := range need.Fonts {
		if !strings.Contains(string(known), family) {
			lacks = append(lacks, family)
		}
	}
	return strings.Join(lacks, " and ")
}

func browserNeeds() []need.Program {
	needs := slices.Clone(browsers)
	if runtime.GOOS == "linux" { // elsewhere fontconfig is not asked
		needs = append(needs, fonts)
	}
	return needs
}

func digestNeeds() []need.Program {
	var needs []need.Program
	for _, p := range platforms(runtime.GOOS, runtime.GOARCH) {
		needs = append(needs, p.needs...)
	}
	return needs
}

// Missing names every program that the stages need and that is not there, or
// lacks something.
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
