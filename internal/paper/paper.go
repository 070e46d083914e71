// Package paper makes a PDF of a page by the printing of a browser, which it
// starts for that without a window.
package paper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"locklab/internal/about"
	"locklab/internal/clone"
	"locklab/internal/proc"
)

const (
	// Page is the name of the page to print, in its folder.
	Page = "print.html"
	// Numbers is the name of a style sheet of the page which is there only when
	// it is printed for the second time. It gives each link of the contents the
	// number of the page that it leads to, in a custom property:
	//
	//	[href="#section-2"] { --page: "5" }
	Numbers = "numbers.css"
)

// patience is far more than a browser needs for a lesson on a slow machine.
const patience = 3 * time.Minute

// A PDF is a printed page.
type PDF struct {
	Data  []byte
	Pages int
}

// Print prints the page in a folder, which has all that the page names and where
// the browser may write.
func Print(ctx context.Context, browser, dir string) (PDF, error) {
	// Only the printed pages tell where each section has come to stand.
	first, err := once(ctx, browser, dir)
	if err != nil {
		return PDF{}, err
	}
	pages := numbers(first)
	var rules strings.Builder
	for _, id := range slices.Sorted(maps.Keys(pages.of)) {
		fmt.Fprintf(&rules, "[href=\"#%s\"] { --page: \"%d\" }\n", id, pages.of[id])
	}
	if err := os.WriteFile(filepath.Join(dir, Numbers), []byte(rules.String()), 0o644); err != nil {
		return PDF{}, err
	}
	second, err := once(ctx, browser, dir)
	sign(second)
	return PDF{Data: second, Pages: numbers(second).count}, err
}

// creator is where a PDF of Chromium names the browser, at length.
var creator = regexp.MustCompile(`/Creator \((?:[^()\\]|\\.)*\)`)

// sign puts the author and the licences there, within the same bytes: else all that
// follows would be elsewhere than the PDF says.
func sign(pdf []byte) {
	says := fmt.Sprintf("/Author (%s) /Subject (%s)", about.Author, about.Licences)
	if at := creator.FindIndex(pdf); at != nil && len(says) <= at[1]-at[0] {
		copy(pdf[at[0]:at[1]], fmt.Sprintf("%-*s", at[1]-at[0], says))
	}
}

func once(ctx context.Context, browser, dir string) ([]byte, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	out, profile := filepath.Join(dir, "printed.pdf"), filepath.Join(dir, "browser")
	if err := os.Remove(out); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	cmd := exec.Command(browser,
		"--headless=new",
		"--print-to-pdf="+out,
		"--no-pdf-header-footer", // the page has its own
		"--generate-pdf-document-outline",
		"--user-data-dir="+profile,
		"--disable-gpu",
		"--no-first-run",
		// The page is our own, and the sandbox works neither for root nor in every
		// container.
		"--no-sandbox",
		filepath.Join(dir, Page))
	// Else it leaves its own and the desktop's settings in the user's home.
	cmd.Env = clone.With(os.Environ(), "CHROME_CONFIG_HOME", profile, "GSETTINGS_BACKEND", "memory")
	defer removeSocket(profile)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	limit, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = proc.Run(limit, cmd)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limit.Err() != nil:
		return nil, fmt.Errorf("%s did not print the page within %v: try another browser, which LOCKLAB_CHROME can name", browser, patience)
	}
	pdf, readErr := os.ReadFile(out)
	if err == nil {
		err = readErr
	}
	if err == nil && !bytes.HasPrefix(pdf, magic) {
		err = errors.New("what it wrote is no PDF")
	}
	if err != nil {
		return nil, fmt.Errorf("%s did not print the page (%w): try another browser, which LOCKLAB_CHROME can name. Its last words were:\n%s",
			browser, err, proc.LastLines(said.String(), 5))
	}
	return pdf, nil
}

// removeSocket removes what a browser that was ended early leaves in the system's
// folder for temporary files: a folder for its socket.
func removeSocket(profile string) {
	const name = "SingletonSocket"
	if to, err := os.Readlink(filepath.Join(profile, name)); err == nil && filepath.Base(to) == name {
		os.RemoveAll(filepath.Dir(to))
	}
}

// pages are the pages of a PDF.
type pages struct {
	count int
	of    map[string]int // on which each part of the page begins, by its id
}

// As Chromium writes a PDF, each of its objects begins a line, and only streams
// are compressed. In another one nothing is found, and the contents go without
// numbers.
var (
	pageObject  = regexp.MustCompile(`(?m)^(\d+) 0 obj\n<<\s*/Type /Page\s`)
	destination = regexp.MustCompile(`/([\w-]+) \[(\d+) 0 R /XYZ `)
)

func numbers(pdf []byte) pages {
	at := map[string]int{}
	for i, object := range pageObject.FindAllSubmatch(pdf, -1) {
		at[string(object[1])] = i + 1
	}
	p := pages{len(at), map[string]int{}}
	for _, d := range destination.FindAllSubmatch(pdf, -1) {
		if n := at[string(d[2])]; n > 0 {
			p.of[string(d[1])] = n
		}
	}
	return p
}

// magic is what a PDF begins with.
var magic = []byte("%PDF-")

// Check says why a PDF cannot be put at path: something else is there.
func Check(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil || !bytes.Equal(head, magic) {
		return fmt.Errorf("%s is there and is no PDF: name another file", path)
	}
	return nil
}
