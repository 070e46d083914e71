package simlib_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport is what each package may import beside the standard library. The
// simulations, and what they and their words are made of, need nothing else, so
// that they run wherever Go does and no update changes a number. A library that
// draws, or talks to a kernel, has one package to itself.
var mayImport = map[string][]string{
	"locklab/simlib/rnd/portable": {},
	"locklab/simlib/rnd":          {"locklab/simlib/rnd/portable"},
	"locklab/simlib/stat":         {},
	"locklab/simlib/words":        {"locklab/simlib/stat"},
	"locklab/simlib/facts":        {},
	"locklab/simlib/history":      {"locklab/simlib/words"},
	"locklab/simlib/system":       {"locklab/simlib/history"},
	"locklab/simlib":              {"locklab/simlib/chart", "locklab/simlib/facts", "locklab/simlib/history", "locklab/simlib/system", "locklab/simlib/rnd", "locklab/simlib/rnd/portable", "locklab/simlib/stat", "locklab/simlib/words"},
	"locklab/simlib/explore":      {},
	"locklab/simlib/practice":     {"locklab/simlib/explore", "locklab/simlib/history"},
	"locklab/simlib/simtest":      {"locklab/simlib", "locklab/simlib/facts", "locklab/simlib/history"},
	"locklab/simlib/cards":        {},
	"locklab/simlib/quiz":         {},
	"locklab/simlib/chart":        {"locklab/simlib/history", "locklab/simlib/words"},
	"locklab/simlib/chart/echart": {"locklab/simlib/chart", "github.com/go-echarts/go-echarts/v2/..."},
	// gonum.org/v1/plot takes the weights of its fonts from x/image.
	"locklab/simlib/chart/still": {"locklab/simlib/chart", "gonum.org/v1/plot/...", "golang.org/x/image/font"},
	"locklab/simlib/view": {"locklab/simlib", "locklab/simlib/cards", "locklab/simlib/chart", "locklab/simlib/facts", "locklab/simlib/history", "locklab/simlib/quiz",
		"locklab/simlib/words"},
	"locklab/simlib/wire": {"locklab/simlib/chart", "locklab/simlib/view"},
	"locklab/simlib/draw": {"locklab/simlib", "locklab/simlib/chart", "locklab/simlib/chart/echart", "locklab/simlib/view"},
	// A cell links no library that draws: see package locklab/internal/host.
	"locklab/simlib/lab": {"locklab/simlib", "locklab/simlib/cards", "locklab/simlib/quiz", "locklab/simlib/view", "locklab/simlib/wire", "locklab/simlib/words",
		"github.com/janpfeifer/gonb/gonbui/protocol"},
}

func TestImports(t *testing.T) {
	std, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	standard := strings.Fields(string(std))
	out, err := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg, imports := fields[0], fields[1:]
		allowed, known := mayImport[pkg]
		if !known {
			t.Errorf("%s: nothing says what it may import", pkg)
		}
		seen[pkg] = true
		for _, imported := range imports {
			if !slices.Contains(standard, imported) && !slices.ContainsFunc(allowed, func(a string) bool { return matches(a, imported) }) {
				t.Errorf("%s imports %s; beside the standard library it may import %s", pkg, imported, allowed)
			}
		}
		for _, a := range allowed {
			if !slices.ContainsFunc(imports, func(imported string) bool { return matches(a, imported) }) {
				t.Errorf("%s may import %s, and does not", pkg, a)
			}
		}
	}
	for pkg := range mayImport {
		if !seen[pkg] {
			t.Errorf("there is no %s", pkg)
		}
	}
}

// matches says whether a package is the one named, or, after a name that ends in
// /..., in the tree below it.
func matches(name, pkg string) bool {
	root, tree := strings.CutSuffix(name, "/...")
	return pkg == root || tree && strings.HasPrefix(pkg, root+"/")
}
