package e2e

import (
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"locklab/internal/nb"
)

// Reading is no edit: who opens a notebook, or runs it as it is, has the same
// file as before, so that nothing stands in the way of the next lesson.
func TestReadingIsNoEdit(t *testing.T) {
	const interval = 1 // seconds, the shortest that JupyterLab takes; as it comes it is 120
	s := serve(t, mainServer)
	const settings = "lab/api/settings/@jupyterlab/docmanager-extension:plugin"
	if err := s.call(t.Context(), http.MethodPut, settings, object{"raw": fmt.Sprintf(`{"autosaveInterval": %d}`, interval)}, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.call(shared, http.MethodPut, settings, object{"raw": "{}"}, nil); err != nil {
			t.Error(err)
		}
	})

	// A repository with the notebooks as released.
	dir, _ := folder(t)
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
		return string(out)
	}
	paths, err := nb.Lesson(here)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
		trusted(t, filepath.Base(path), released(t, filepath.Base(path)))
	}
	// A copy for Notebook 7, which would else share its kernel with JupyterLab; of
	// section 3, since one cell of 00 says when it was run.
	const seven = "notebook7.ipynb"
	trusted(t, seven, released(t, names[3]))
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "released")

	// settled waits until a notebook has its kernel, which says its language.
	settled := func(p *tab, name string) {
		t.Helper()
		p.path = filepath.Base(dir) + "/" + name
		p.ready()
	}
	before := git("ls-files", "--debug") // with times
	// same wants no file to have been written.
	same := func(what string) {
		t.Helper()
		if git("status", "--porcelain", "-uno") != "" || git("ls-files", "--debug") != before {
			t.Fatalf("%s: the autosave wrote what nobody changed:\n%s", what, git("diff"))
		}
	}
	// unwritten waits past some autosaves.
	unwritten := func(p *tab, what string) {
		t.Helper()
		time.Sleep(4 * interval * time.Second)
		if dirty, err := eval[bool](p, `document.querySelector('.jp-mod-dirty') !== null`); err != nil || dirty {
			t.Errorf("%s: marked as changed (%v)", what, err)
		}
		same(what)
	}
	// run runs the notebook in front as it is, and wants the same in its file. That
	// the file is written shows that the autosave is at work.
	run := func(p *tab, name string) {
		t.Helper()
		p.runAll()
		for limit := time.Now().Add(patience); ; time.Sleep(poll) {
			cells, err := eval[[]cell](p, look)
			written := git("status", "--porcelain", name) // which refreshes the index
			if err == nil && written == "" && git("ls-files", "--debug") != before &&
				!slices.ContainsFunc(cells, func(c cell) bool { return c.Count == "" || c.Count == "*" }) {
				break
			}
			if time.Now().After(limit) {
				t.Errorf("%s, which was run as it is, differs, or was not saved (%v):\n%s", name, err, git("diff", "--stat", "-p", name))
				break
			}
		}
		before = git("ls-files", "--debug")
	}

	p := show(t, s, jupyterLab, filepath.Base(dir)+"/"+names[0])
	settled(p, names[0])
	for _, name := range names[1:] {
		p.click(name+" in the file browser", fmt.Sprintf(`[...document.querySelectorAll('.jp-DirListing-item')].find((item) => item.textContent.includes(%q))`, name))
		p.press(kb.Enter, 1)
		settled(p, name)
		same(name + " after others")
	}
	unwritten(p, "all notebooks in JupyterLab")

	p = show(t, s, jupyterLab, filepath.Base(dir)+"/"+ttlNotebook)
	run(p, ttlNotebook)
	p = show(t, s, notebook7, filepath.Base(dir)+"/"+seven)
	settled(p, seven)
	unwritten(p, "a notebook in Notebook 7")
	run(p, seven)
}
