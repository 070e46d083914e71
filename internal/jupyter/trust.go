package jupyter

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	"locklab/internal/clone"
	"locklab/internal/proc"
	"locklab/internal/release"
)

// TrustReleased signs the lesson's notebooks for this user, as Jupyter does
// with each that it runs, so that their charts are live when first opened. Only
// those that are byte for byte as released are signed (or all, once, where there
// is no git): a notebook that came from elsewhere stays untrusted. It is quick
// when nothing changed since.
func TrustReleased(ctx context.Context, c clone.Clone) error {
	return Trust(ctx, c, released(ctx, c))
}

// Trust signs the given notebooks, the ones that we ourselves just ran.
func Trust(ctx context.Context, c clone.Clone, notebooks []string) error {
	signed := c.Venv("stamps", "trusted")
	before, _ := os.ReadFile(signed)
	known := map[string]bool{}
	for _, k := range strings.Fields(string(before)) {
		known[k] = true
	}
	var fresh []string
	for _, nb := range notebooks {
		if k := key(nb); k != "" && !known[k] {
			known[k] = true
			fresh = append(fresh, nb)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	cmd := Command(c, append([]string{"trust", "--"}, fresh...)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := proc.Run(ctx, cmd); err != nil {
		return fmt.Errorf("signing the notebooks: %w: %s", err, strings.TrimSpace(out.String()))
	}
	keys := make([]string, 0, len(known))
	for k := range known {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	// It only saves the next start a second; a read-only clone goes without.
	os.WriteFile(signed, []byte(strings.Join(keys, "\n")+"\n"), 0o644)
	return nil
}

func key(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	h := fnv.New128a()
	h.Write(b)
	return fmt.Sprintf("%x", h.Sum(nil))
}

func released(ctx context.Context, c clone.Clone) []string {
	git := func(args ...string) ([]string, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", string(c)}, args...)...)
		out, err := cmd.Output()
		return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), err
	}
	tracked, err := git("ls-files", "-z", "--", "notebooks/*.ipynb")
	if err != nil {
		if _, err := os.Stat(c.Venv("stamps", "trusted")); err == nil {
			return nil
		}
		var all []string
		filepath.WalkDir(c.Path("notebooks"), func(path string, d os.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".ipynb" {
				all = append(all, path)
			}
			return nil
		})
		return all
	}
	repo, err := release.Find(ctx, string(c))
	if err != nil {
		return nil
	}
	changed, err := git("diff", "-z", "--name-only", repo.Commit(ctx), "--", "notebooks")
	if err != nil {
		return nil
	}
	mine := map[string]bool{}
	for _, p := range changed {
		mine[p] = true
	}
	var out []string
	for _, p := range tracked {
		if !mine[p] {
			out = append(out, c.Path(p))
		}
	}
	return out
}
