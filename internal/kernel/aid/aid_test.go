package aid

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// The compiler's words are those of Go 1.26.
func TestHelp(t *testing.T) {
	for _, test := range []struct{ message, code, want string }{
		{"expected declaration, found p", "p := simlib.DefaultTTL()", "Put a line %% above"},
		{"expected declaration, found 'for'", "for i := range 3 {", "Put a line %% above"},
		{"declared and not used: x", "\tx := 3", "fmt.Println(x), or, if it is for other cells, declare it above the line %%: var x = ..."},
		{"undefined: x", "\tfmt.Println(x)", "var x = ..."},
		{"undefined: x", "\tx.y = 3", "If x is a package"},
		{"undefined: time", "\tp.TTL = 10 * time.Seconds", "There is no time.Seconds: the units are time.Second,"},
		{"undefined: time.Milliseconds", "\tp.TTL = 10 * time.Milliseconds", "There is no time.Milliseconds:"},
		{"undefined: fmt", "\tfmt.println(3)", "the spelling of fmt.println"},
		{"1.5 (untyped float constant) truncated to int64", "\tp.TTL = 1.5 * time.Second", "write 1500 * time.Millisecond"},
		{"2.5 (untyped float constant) truncated to int64", "\tp.TTL = time.Minute * 2.5", "write 150 * time.Second"},
		{`cannot use 0.5 (untyped float constant) as "time".Duration value in assignment (truncated)`, "\tp.TTL = 0.5", "write 500 * time.Millisecond"},
		{`cannot use "10s" (untyped string constant) as "time".Duration value in assignment`, "\tp.TTL = \"10s\"", "10 * time.Second"},
		{"invalid operation: d * n (mismatched types time.Duration and int)", "\tfmt.Println(d * n)", "time.Duration(n) * time.Second"},
		{`cannot use "hi" (constant of type string) as simlib.Result value in argument to lab.Say: string does not implement simlib.Result (missing method Caption)`,
			"\tlab.Say(\"hi\")", "lab.Say(lab.Run(p)). Words of your own: fmt.Println"},
		{"in call to lab.Show, cannot infer R (declared at lab.go:28:11)", "\tlab.Show(3)", "lab.Show wants a simulation"},
		// The compiler says enough, or it is about something else.
		{"undefined: lab.Shw", "\tlab.Shw(p)", ""},
		{"1.5 (untyped float constant) truncated to int64", "\tvar i int64 = 1.5", ""},
		{"cannot use 1.5 (untyped float constant) as int value in assignment (truncated)", "\tp.Holds = 1.5", ""},
		{"missing ',' before newline in argument list", "\tfmt.Println(3", ""},
		{"# gonb_4e5ea2e7", "", ""},
		{"", "", ""},
	} {
		got := Help(test.message, test.code)
		if test.want == "" && got != "" || !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
			t.Errorf("%s\n%s\nhelp: %q\nwant %q in it", test.message, test.code, got, test.want)
		}
	}
}

func TestEndedEarly(t *testing.T) {
	for code, want := range map[string]bool{
		"%%\nfmt.Println(1)\nos.Exit(0)":       true,
		"%%\nos . Exit (code)":                 true,
		"%%\n// os.Exit(0)\nfmt.Println(1)":    false,
		"%%\nfmt.Println(`os.Exit(0)`)":        false,
		"%%\nfmt.Println(\"it's 3 o'clock\")":  false,
		"%%\nos.Exiting(0)\nx.os.Args = nil":   false,
		"!echo it's\n%%\nfmt.Println(1)":       false,
		"!echo it's\n%%\nif bad { os.Exit(0)}": true,
	} {
		if got := EndedEarly(strings.Split(code, "\n")); (got != "") != want {
			t.Errorf("%q: %q", code, got)
		}
	}
}

// A stream ends once, in a line that says so; the other goes on.
func TestOutputEnds(t *testing.T) {
	var o Output
	var shown strings.Builder
	line := strings.Repeat("x", 9_999) + "\n"
	for range 2 * maxText / len(line) {
		shown.WriteString(o.Text("stdout", line))
	}
	got := shown.String()
	if n := strings.Count(got, textEnds); n != 1 || !strings.HasSuffix(got, "x\n"+textEnds) {
		t.Errorf("the note is there %d times; the end is %q", n, got[len(got)-200:])
	}
	if n := len(got) - len(textEnds); n > maxText+1 || n < maxText-len(line) {
		t.Errorf("%d bytes shown, want nearly %d", n, maxText)
	}
	if got := o.Text("stderr", "panic: oh\n"); got != "panic: oh\n" {
		t.Errorf("stderr: %q", got)
	}
	// One piece without a line's end, cut within a character.
	o = Output{}
	if got := o.Text("stdout", "x"+strings.Repeat("ü", maxText)); !utf8.ValidString(got) || len(got) < maxText || !strings.HasSuffix(got, "ü\n"+textEnds) {
		t.Errorf("a long line ends in %q", got[len(got)-200:])
	}
	// What fits exactly is shown, and the note comes with what does not.
	o = Output{}
	if got := o.Text("stdout", strings.Repeat("x", maxText)); len(got) != maxText {
		t.Errorf("%d bytes of %d that fit", len(got), maxText)
	}
	if got := o.Text("stdout", "y"); got != "\n"+textEnds {
		t.Errorf("behind them: %q", got)
	}
}

// A display is shown whole or not at all.
func TestDisplaysEnd(t *testing.T) {
	var o Output
	chart := map[string]any{"text/html": strings.Repeat("x", 1<<20), "image/png": make([]byte, 1<<20)}
	shown, notes := 0, 0
	for range 20 {
		shows, note := o.Display(chart)
		if shows {
			shown++
		}
		if note != "" {
			notes++
		}
	}
	if shown != 7 || notes != 1 {
		t.Errorf("%d displays of 2 MB and %d notes, want 7 and 1", shown, notes)
	}
	o = Output{}
	shown = 0
	for range 5000 {
		if shows, _ := o.Display(map[string]any{"text/plain": "x"}); shows {
			shown++
		}
	}
	if shown < 500 || shown > 1500 {
		t.Errorf("%d tiny displays shown, want about 1,000", shown)
	}
}

func TestModuleFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gonb_1")
	mod := filepath.Join(dir, "go.mod")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(mod, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var m ModuleFiles
	restore := func(want string) {
		t.Helper()
		note, err := m.Restore(dir)
		if err != nil || note != want {
			t.Errorf("Restore: %q, %v, want %q", note, err, want)
		}
	}
	restore("") // nothing is known yet
	put("module a\n")
	restore("")
	put("module a\n\nrequire b v1.0.0\n")
	restore("")
	os.RemoveAll(dir)
	restore("go.mod had been removed from the kernel's folder; restored.\n")
	if text, _ := os.ReadFile(mod); string(text) != "module a\n\nrequire b v1.0.0\n" {
		t.Errorf("restored as %q", text)
	}
	restore("")

	// Where a file cannot be written, the reader is told what to do.
	os.RemoveAll(dir)
	if err := os.WriteFile(dir, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Restore(dir); err == nil || !strings.Contains(err.Error(), "restart the kernel") {
		t.Errorf("a folder that is none: %v", err)
	}
}
