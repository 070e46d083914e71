package paper

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browser is a program that does what the lines of shell say. In them $pdf is the
// file that it was told to write, and $profile its profile.
func browser(t *testing.T, lines string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "browser")
	script := `#!/bin/sh
for arg; do
	case $arg in
	--print-to-pdf=*) pdf=${arg#*=} ;;
	--user-data-dir=*) profile=${arg#*=} ;;
	esac
	page=$arg
done
` + lines + "\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// Two pages as Chromium writes them, the contents on the first.
const twoPages = `%PDF-1.4
3 0 obj
<</Type /Page
/Parent 9 0 R>>
endobj
5 0 obj
<</Type /Page
/Parent 9 0 R>>
endobj
9 0 obj
<</Type /Pages
/Kids [3 0 R 5 0 R]>>
endobj
10 0 obj
<</start [3 0 R /XYZ 0 800 0]
/section-1 [5 0 R /XYZ 57 700 0]
/lost [7 0 R /XYZ 57 700 0]>>
endobj
`

// The contents get the numbers of the pages when the page is printed again.
func TestPrintTwice(t *testing.T) {
	dir := t.TempDir()
	pdf := filepath.Join(t.TempDir(), "pdf")
	if err := os.WriteFile(pdf, []byte(twoPages), 0o644); err != nil {
		t.Fatal(err)
	}
	b := browser(t, `cat '`+pdf+`' >"$pdf"; echo "$page" >>"$pdf"; cat '`+filepath.Join(dir, Numbers)+`' >>"$pdf" 2>/dev/null; exit 0`)
	got, err := Print(t.Context(), b, dir)
	if err != nil {
		t.Fatal(err)
	}
	if got.Pages != 2 {
		t.Errorf("%d pages, want 2", got.Pages)
	}
	said := strings.TrimPrefix(string(got.Data), twoPages+filepath.Join(dir, Page)+"\n")
	for _, want := range []string{`[href="#start"] { --page: "1" }`, `[href="#section-1"] { --page: "2" }`} {
		if strings.Count(said, want) != 1 {
			t.Errorf("no %s in %q", want, said)
		}
	}
	if strings.Contains(said, "lost") {
		t.Errorf("a number of a page that is not there: %q", said)
	}
}

func TestBrowserFails(t *testing.T) {
	for want, does := range map[string]string{
		"no display":              `echo "no display" >&2; exit 1`,
		"exit status 3":           `echo "%PDF-1.4" >"$pdf"; exit 3`,
		"no such file":            `exit 0`,
		"what it wrote is no PDF": `echo "<html>" >"$pdf"`,
	} {
		_, err := Print(t.Context(), browser(t, does), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "LOCKLAB_CHROME") {
			t.Errorf("%q: %v", does, err)
		}
	}
}

// Whoever stops the printing does not wait for the browser, and what it left in
// the system's temporary folder is removed.
func TestInterrupt(t *testing.T) {
	dir, left := t.TempDir(), filepath.Join(t.TempDir(), "of the browser")
	b := browser(t, `mkdir '`+left+`' "$profile"; ln -s '`+left+`/SingletonSocket' "$profile"; sleep 60`)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if _, err := os.Readlink(filepath.Join(dir, "browser", "SingletonSocket")); err == nil {
				break
			}
		}
		cancel()
	}()
	start := time.Now()
	if _, err := Print(ctx, b, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("the folder of the socket is left behind")
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, path := range []string{filepath.Join(dir, "new.pdf"), filepath.Join(dir, "no", "folder.pdf"), write("old.pdf", twoPages)} {
		if err := Check(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{dir, write("notes.txt", "my notes"), write("empty", "")} {
		if err := Check(path); err == nil || !strings.Contains(err.Error(), "name another file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
