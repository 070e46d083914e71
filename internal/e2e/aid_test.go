package e2e

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"locklab/simlib/view"
)

const endless = "%%\nfmt.Println(\"started\")\nfor {\n\ttime.Sleep(time.Millisecond)\n}"

// Cells that wait behind one that fails or is stopped do not run; those that are
// asked for later do.
func TestQueuedCellsAreDropped(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	for name, first := range map[string]string{
		"the compiler refuses it": "%%\nfmt.Println(nothing)",
		"it is no Go":             "fmt.Println(1)",
		"its program fails":       "%%\nos.Exit(3)",
		"it is stopped":           endless,
	} {
		t.Run(name, func(t *testing.T) {
			k.t = t
			failing := k.start(first)
			second, third := k.start("%%\nfmt.Println(2)"), k.start("import \"fmt\"")
			if first == endless {
				failing.wait("first output", func() bool { return failing.stdout != "" })
				k.interrupt()
			}
			end(failing, second, third)
			if failing.status != "error" {
				t.Errorf("the first cell's status is %q, want error", failing.status)
			}
			for _, r := range []*run{second, third} {
				if r.status != "aborted" || r.stdout != "" {
					t.Errorf("a cell behind it: status %q, stdout %q, want aborted", r.status, r.stdout)
				}
			}
			k.alive()
		})
	}

	// A front end may ask for the rest all the same.
	failing := k.send(request{Code: "%%\nos.Exit(3)", StoreHistory: true})
	second := k.start("%%\nfmt.Println(2)")
	end(failing, second)
	if failing.status != "error" || second.status != "ok" || second.stdout != "2\n" {
		t.Errorf("without stop_on_error: %q, then %q, %q", failing.status, second.status, second.stdout)
	}
}

// The stop button, pressed once while a cell is being compiled, stops it.
func TestInterruptWhileCompiling(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	k.alive() // what a kernel says at its very start may be missed
	r := k.start(endless)
	r.wait("beginning", func() bool { return r.busy })
	k.interrupt()
	r.wait("end", r.ended)
	if r.status != "error" {
		t.Errorf("status %q, want error", r.status)
	}
	k.alive()
}

// A flood of output ends at 1 MB with one line that says so, a chart behind it is
// whole, and a flood without an end can be stopped.
func TestFlood(t *testing.T) {
	const limit, note = 1 << 20, "Output cut: a cell shows the first 1 MB that it prints."
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	r := k.execute("%%\nfor i := range 2_000_000 {\n\tfmt.Println(\"line\", i)\n}\nlab.Show(simlib.DefaultTTL())")
	lines := strings.Split(strings.TrimSuffix(r.stdout, "\n"), "\n")
	if r.status != "ok" || len(r.stdout) > limit+200 || strings.Count(r.stdout, note) != 1 || !strings.HasPrefix(lines[len(lines)-1], note) {
		t.Errorf("status %q, %d bytes that end in %q, want at most %d and %q at the end", r.status, len(r.stdout), lines[len(lines)-1], limit, note)
	}
	if !regexp.MustCompile(`^line \d+$`).MatchString(lines[len(lines)-2]) || lines[0] != "line 0" {
		t.Errorf("shown from %q to %q, want whole lines from the first on", lines[0], lines[len(lines)-2])
	}
	if n := len(r.displays); n == 0 || r.displays[n-1].Content.Data[view.MIME] == nil {
		t.Errorf("%d displays, and the last is no chart", n)
	}
	k.alive()

	r = k.start("%%\nfor {\n\tfmt.Fprintln(os.Stderr, \"line\")\n}")
	r.wait("note", func() bool { return strings.Contains(r.stderr, note) })
	k.interrupt()
	r.wait("end", r.ended)
	if r.status != "error" || len(r.stderr) > limit+200 {
		t.Errorf("status %q, %d bytes", r.status, len(r.stderr))
	}
	k.alive()
}

var (
	htmlStyle = regexp.MustCompile(`(?s)<style>.*?</style>`)
	htmlTag   = regexp.MustCompile(`<[^>]*>`)
)

// What a Go programmer runs into first in a notebook: the compiler's words, below
// them what helps, and nothing about how the kernel calls it.
func TestHelp(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	const p = "%%\np := simlib.DefaultTTL()\n"
	for _, test := range []struct{ code, says, helps string }{
		{"p := simlib.DefaultTTL()\nlab.Show(p)", "expected declaration, found p", "Put a line %% above what the cell is to do."},
		{"%%\nx := 3", "declared and not used: x", "print it with fmt.Println(x)"},
		{"%%\nfmt.Println(x)", "undefined: x", "declare it above the line %%, and run that cell first: var x = ..."},
		{p + "p.TTL = 10 * time.Seconds\nlab.Show(p)", "undefined: time", "There is no time.Seconds: the units are time.Second,"},
		{p + "p.TTL = 1.5 * time.Second\nlab.Show(p)", "truncated", "write 1500 * time.Millisecond"},
		{p + "p.TTL = 0.5\nlab.Show(p)", "truncated", "write 500 * time.Millisecond"},
		{p + "p.TTL = \"10s\"\nlab.Show(p)", "cannot use \"10s\"", "10 * time.Second"},
		{"%%\nlab.Say(\"hi\")", "missing method", "lab.Say(lab.Run(p)). Words of your own: fmt.Println"},
		{"%%\nlab.Show(3)", "cannot infer R", "lab.Show wants a simulation"},
	} {
		r := k.execute(test.code)
		said := ""
		for _, m := range r.displays {
			text, _ := m.Content.Data["text/html"].(string)
			said += html.UnescapeString(htmlTag.ReplaceAllString(htmlStyle.ReplaceAllString(text, ""), ""))
		}
		says, helps := strings.Index(said, test.says), strings.Index(said, test.helps)
		if r.status != "error" || says < 0 || helps < says || strings.Count(said, test.helps) != 1 {
			t.Errorf("%s\nstatus %q, displays:\n%s\nwant %q, then %q", test.code, r.status, said, test.says, test.helps)
		}
		if r.errorValue != "the cell does not compile, and did not run" || r.stderr != "" {
			t.Errorf("%s\nerror %q, stderr %q", test.code, r.errorValue, r.stderr)
		}
	}
	// What ends a program is told, and told once.
	if r := k.execute("%%\nfmt.Println(1)\nos.Exit(0)\nfmt.Println(2)"); r.status != "ok" || r.stdout != "1\n" || !strings.HasPrefix(r.stderr, "This cell calls os.Exit.") {
		t.Errorf("os.Exit(0): status %q, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
	if r := k.execute("%%\nos.Exit(3)"); r.status != "error" || r.errorValue != "exit status 3" || r.stderr != "" {
		t.Errorf("os.Exit(3): status %q, error %q, stderr %q", r.status, r.errorValue, r.stderr)
	}
	if r := k.execute("!exit 3"); r.stderr != "exit status 3\n" {
		t.Errorf("a shell command that fails: stderr %q", r.stderr)
	}
	k.alive()
}

// Module files that a cell removes come back, and a line says so.
func TestModuleFilesComeBack(t *testing.T) {
	const note = "go.mod and go.work had been removed from the kernel's folder; restored.\n"
	k := startKernel(t, serve(t, mainServer))
	for _, remove := range []string{"!*rm go.mod go.work\n", "!*rm -r \"$PWD\"\n"} {
		// In the cell itself, and before the next.
		if r := k.execute(remove + importCell + "\n%%\nfmt.Println(simlib.DefaultTTL().TTL)"); r.status != "ok" || r.stdout != "10s\n" || !strings.Contains(r.stderr, "restored.\n") {
			t.Errorf("%s status %q, error %q, stdout %q, stderr %q", remove, r.status, r.errorValue, r.stdout, r.stderr)
		}
		if r := k.execute(remove); r.status != "ok" {
			t.Errorf("%s alone: %q, %q", remove, r.status, r.errorValue)
		}
		if r := k.execute("%%\nfmt.Println(simlib.DefaultTTL().TTL)"); r.status != "ok" || r.stdout != "10s\n" || !strings.Contains(r.stderr, "restored.\n") {
			t.Errorf("%s before: status %q, error %q, stdout %q, stderr %q", remove, r.status, r.errorValue, r.stdout, r.stderr)
		}
	}
	k.execute("!*rm go.mod go.work")
	if r := k.execute("%goworkfix"); r.status != "ok" || r.stderr != note {
		t.Errorf("%%goworkfix: status %q, error %q, stderr %q", r.status, r.errorValue, r.stderr)
	}
	k.alive()
}
