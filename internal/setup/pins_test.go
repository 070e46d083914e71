package setup

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"locklab/internal/clone"
)

func root(t *testing.T) clone.Clone {
	t.Helper()
	c, err := clone.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The cells' library and the kernel talk a protocol of gonb's: one version.
func TestKernelAndCellsHaveOneGonb(t *testing.T) {
	c := root(t)
	version := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`(?m)^(?:require)?\s*github\.com/janpfeifer/gonb (v\S+)`).FindSubmatch(b)
		if m == nil {
			return "none"
		}
		return string(m[1])
	}
	tools, cells := version(c.Path("internal", "tools", "go.mod")), version(c.Path("go.mod"))
	if tools != "v0.11.4" || cells != tools {
		t.Errorf("gonb: kernel %s, cells %s, want v0.11.4 in both", tools, cells)
	}
}

var pin = regexp.MustCompile(`^([a-z0-9][a-z0-9.-]*)==([0-9][0-9a-z.]*)(?:; python(?:_full)?_version (<|>=) "(3\.[0-9.]+)")?$`)

// Every line of requirements.txt is an exact pin; where a package has two, they
// divide the versions of Python between them.
func TestRequirementsArePins(t *testing.T) {
	b, err := os.ReadFile(root(t).Path("requirements.txt"))
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string][]string{}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		m := pin.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("not an exact pin: %q", line)
			continue
		}
		marks[m[1]] = append(marks[m[1]], m[3]+m[4])
	}
	for name, m := range marks {
		if len(m) > 2 || len(m) == 2 && (m[0][:1] != "<" || m[1] != ">="+m[0][1:]) {
			t.Errorf("%s: pins for %q overlap or leave a gap", name, m)
		}
	}
	for _, name := range []string{"jupyterlab", "notebook", "nbclient", "nbconvert", "jupyter-server", "exceptiongroup", "tomli"} {
		if marks[name] == nil {
			t.Errorf("no pin of %s", name)
		}
	}
}

// The simulations in the page are compiled anew when their sources change: all
// that they are built from lies in the folders that the page's step looks at.
func TestThePageIsBuiltFromItsInputs(t *testing.T) {
	c := root(t)
	s := &state{clone: c, env: os.Environ()}
	if err := s.findGo(t.Context()); err != nil {
		t.Fatal(err)
	}
	inputs := strings.Join(pageStep.inputs(s), "")
	files := 0
	for _, path := range s.builtFrom("./internal/wasm", "GOOS", "js", "GOARCH", "wasm") {
		files++
		if !strings.Contains(inputs, path) {
			t.Errorf("the page's step does not look at %s", path)
		}
	}
	if files < 50 {
		t.Errorf("the simulations are built from %d files, which is too few to be true", files)
	}
}
