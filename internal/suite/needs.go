package suite

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// A need is a program that tests call and that set-up does not bring.
type need struct {
	name        string
	variable    string   // names the program's path, before PATH is looked at
	programs    []string // any one of them
	why         string
	debian, mac string // the package that has it
}

var (
	git = need{name: "git", programs: []string{"git"}, why: "lists the repository's files",
		debian: "git", mac: "git"}
	compiler = need{name: "C compiler", variable: "CC", programs: []string{"gcc", "clang", "cc"}, why: "go test -race links with it",
		debian: "gcc libc6-dev", mac: "llvm"}
	node = need{name: "node", programs: []string{"node"}, why: "runs the simulations as WebAssembly",
		debian: "nodejs", mac: "node"}
	qemu = need{name: "qemu-aarch64", programs: []string{"qemu-aarch64", "qemu-aarch64-static"}, why: "runs the simulations as on arm64",
		debian: "qemu-user", mac: "qemu"}
	chromium = need{name: "Chromium", variable: "LOCKLAB_CHROME",
		programs: []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"},
		why: "opens the notebooks", debian: "chromium", mac: "--cask chromium"}
)

func digestNeeds() []need {
	needs := []need{node}
	for _, p := range platforms(runtime.GOOS, runtime.GOARCH) {
		if p.name == "arm64 under qemu" {
			needs = append(needs, qemu)
		}
	}
	return needs
}

// find returns the path of the program.
func (n need) find() (string, error) {
	if n.variable != "" {
		if v := os.Getenv(n.variable); v != "" {
			path, err := exec.LookPath(v)
			if err != nil {
				return "", fmt.Errorf("%s: $%s is %q, and there is no such program", n.name, n.variable, v)
			}
			return path, nil
		}
	}
	for _, p := range n.programs {
		if path, err := exec.LookPath(p); err == nil {
			return path, nil
		}
	}
	install := "`sudo apt install " + n.debian + "` (Debian, Ubuntu)"
	if runtime.GOOS == "darwin" {
		install = "`brew install " + n.mac + "`"
	}
	return "", fmt.Errorf("%s is missing (%s): install it with %s", n.name, n.why, install)
}

// Missing names every program that the stages need and that is not there.
func Missing(stages []Stage) error {
	var errs []error
	seen := map[string]bool{}
	for _, s := range stages {
		for _, n := range s.needs {
			if seen[n.name] {
				continue
			}
			seen[n.name] = true
			if _, err := n.find(); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}
