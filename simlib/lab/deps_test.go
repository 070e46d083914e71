package lab_test

import (
	"os/exec"
	"strings"
	"testing"
)

// A cell links nothing that draws, and no network: each would make every cell's
// program longer to link.
func TestCellsAreThin(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		switch {
		case pkg == "net", pkg == "os/exec", pkg == "html/template":
			t.Errorf("a cell links %s", pkg)
		case strings.Contains(pkg, ".") && !strings.HasPrefix(pkg, "github.com/janpfeifer/gonb/gonbui/protocol"):
			t.Errorf("a cell links %s", pkg)
		}
	}
}
