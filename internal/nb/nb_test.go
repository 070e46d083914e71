package nb

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"locklab/internal/clone"
)

var update = flag.Bool("update", false, "write the golden files anew")

func parse(t *testing.T, text string) *Notebook {
	t.Helper()
	n, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func bytesOf(t *testing.T, n *Notebook) []byte {
	t.Helper()
	b, err := n.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNormalizeGolden(t *testing.T) {
	n, _, err := Read("testdata/executed.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	n.Normalize()
	got := bytesOf(t, n)
	const golden = "testdata/normalized.ipynb"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	again := parse(t, string(got))
	again.Normalize()
	if b := bytesOf(t, again); !bytes.Equal(b, got) {
		t.Errorf("normalizing twice differs:\n%s", b)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "not a notebook",
		"{\n \"cells\": [}":             "line 2 is not JSON",
		"[]":                            "not a notebook",
		`{"nbformat":4}`:                "format 4",
		`{"nbformat":3,"cells":[]}`:     "format 4",
		`{"nbformat":4,"cells":["no"]}`: "cell 1",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, want %q in it", text, err, want)
		}
	}
}

func TestLoadErrorsAreToldTogether(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("02_ttl.ipynb", `{"nbformat":4,"cells":[],"metadata":{"kernelspec":{"name":"gonb","language":"go"}}}`)
	python := write("python.ipynb", `{"nbformat":4,"cells":[],"metadata":{"kernelspec":{"name":"python3","language":"python"}}}`)
	text := write("notes.txt", "x")
	if err := Load([]string{good, good}); err != nil {
		t.Errorf("a good one: %v", err)
	}
	err := Load([]string{good, python, text, dir, filepath.Join(dir, "ttl.ipynb"), filepath.Join(dir, "none.ipynb")})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"not for the Go kernel but for python", "notes.txt is not a notebook", "is a folder", "did you mean " + good, "none.ipynb: there is no such file"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
}

// Outputs as gonb gives them with -raw_error=true.
const failing = `{"nbformat":4,"metadata":{},"cells":[
{"cell_type":"markdown","id":"a0","metadata":{},"source":"text"},
{"cell_type":"code","id":"a1","metadata":{},"execution_count":1,"source":"%%\n// doubles\nx := 3\nfmt.Println(y)","outputs":[
 {"output_type":"error","ename":"ERROR","evalue":"# gonb\n./main.go:11:1: declared and not used: x\n","traceback":["\u001b[31m# gonb\u001b[0m","Cell[1]: Line 3\nfunc main() {\nx := 3\n^\n\n\u001b[31mdeclared and not used: x\u001b[0m"]}]},
{"cell_type":"code","id":"a2","metadata":{},"execution_count":2,"source":"%%\npanic(\"oh\")","outputs":[
 {"output_type":"stream","name":"stderr","text":["panic: oh\n","\t \u001b[7m[[ Cell [1] Line 7 ]]\u001b[0m main.go:10 +0x65\n"]},
 {"output_type":"error","ename":"ERROR","evalue":"exit status 2","traceback":["exit status 2"]}]},
{"cell_type":"code","id":"a3","metadata":{"tags":["raises-exception"]},"execution_count":3,"source":"%%\npanic(1)","outputs":[
 {"output_type":"error","ename":"ERROR","evalue":"exit status 2","traceback":[]}]},
{"cell_type":"code","id":"a4","metadata":{},"execution_count":4,"source":"%%\nfmt.Println(1)","outputs":[{"output_type":"stream","name":"stdout","text":"1\n"}]}
]}`

func TestFailures(t *testing.T) {
	var got []string
	for _, f := range parse(t, failing).Failures() {
		got = append(got, f.String())
	}
	want := "cell 2, In [1], `x := 3`:\n      line 3: declared and not used: x\n" +
		"cell 3, In [2], `panic(\"oh\")`:\n      panic: oh\n      at line 7 of In [1]\n      exit status 2"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got:\n%s\nwant:\n%s", s, want)
	}
}

func TestCompare(t *testing.T) {
	const book = `{"nbformat":4,"metadata":{},"cells":[{"cell_type":"code","id":"a","metadata":{},"execution_count":1,"source":"lab.Show(p)","outputs":[
 {"output_type":"display_data","metadata":{},"data":{"text/plain":["15 of 60,000\n","second"],"image/png":"AAAA"}}]}]}`
	for name, c := range map[string]struct{ old, new, want string }{
		"nothing":         {"", "", ""},
		"a list of lines": {`["15 of 60,000\n","second"]`, `"15 of 60,000\nsecond"`, ""},
		"text":            {"15 of", "16 of", "text/plain differs at line 1\n      committed: 15 of 60,000\n      executed:  16 of 60,000"},
		"an image":        {"AAAA", "AAAB", "image/png differs"},
		"a MIME type":     {`"image/png"`, `"image/gif"`, "image/gif differs"},
		"the count":       {`"execution_count":1`, `"execution_count":2`, "committed as In [1]"},
		"an output less":  {`{"output_type":"display_data","metadata":{},"data":{"text/plain":["15 of 60,000\n","second"],"image/png":"AAAA"}}`, "", "1 outputs committed, 0 executed"},
	} {
		diffs := Compare(parse(t, book), parse(t, strings.Replace(book, c.old, c.new, 1)))
		got := strings.Join(diffs, "\n")
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q in it", name, got, c.want)
		}
		if got != "" && !strings.HasPrefix(got, "cell 1, In [") {
			t.Errorf("%s: %q does not name the cell", name, got)
		}
	}
}

func TestWriteBackSparesWhatChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	if err := os.WriteFile(path, []byte("edited"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeBack(path, []byte("as it was"), []byte("outputs")); err == nil || !strings.Contains(err.Error(), "changed while it ran") {
		t.Errorf("error %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "edited" {
		t.Errorf("the learner's text became %q", b)
	}
	if err := writeBack(path, []byte("edited"), []byte("outputs")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(path); string(b) != "outputs" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, mode %v", b, info.Mode())
	}
}

func TestLessonLeavesOutLearnersVersions(t *testing.T) {
	c := clone.Clone(filepath.Join(t.TempDir(), "a [b]"))
	if _, err := Lesson(c); err == nil {
		t.Error("no error without notebooks")
	}
	if err := os.MkdirAll(c.Path("notebooks"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"02_b.ipynb", "00_a.ipynb", "02_b.mine.ipynb", "02_b.mine-2.ipynb", "x.txt"} {
		if err := os.WriteFile(c.Path("notebooks", n), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Lesson(c)
	if err != nil || len(got) != 2 || filepath.Base(got[0]) != "00_a.ipynb" || filepath.Base(got[1]) != "02_b.ipynb" {
		t.Errorf("Lesson = %q, %v", got, err)
	}
}

// What execute.py says, and what becomes of it.
func TestRunReportsEachNotebook(t *testing.T) {
	dir := t.TempDir()
	good := `{"nbformat":4,"nbformat_minor":5,"metadata":{"kernelspec":{"name":"gonb","language":"go"}},"cells":[{"cell_type":"code","id":"a","metadata":{},"execution_count":1,"source":["x"],"outputs":[]}]}`
	bad := strings.Replace(failing, `"metadata":{},"cells"`, `"metadata":{"kernelspec":{"name":"gonb","language":"go"}},"cells"`, 1)
	texts := []string{good, bad, good}
	var paths []string
	for i, text := range texts {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%d.ipynb", i+1)))
		if err := os.WriteFile(paths[i], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	jobs, err := load(paths)
	if err != nil {
		t.Fatal(err)
	}
	var says bytes.Buffer
	for _, e := range []event{
		{Event: "notebook"}, {Event: "cell"}, {Event: "ran", Notebook: good},
		{Event: "notebook"}, {Event: "cell", Cell: 1}, {Event: "ran", Notebook: bad},
		{Event: "notebook"}, {Event: "cell"}, {Event: "broke", Error: "nbclient.exceptions.DeadKernelError: Kernel died"},
	} {
		if err := json.NewEncoder(&says).Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	r := &runner{w: &out, left: jobs}
	if err := r.follow(&says); err != io.EOF {
		t.Errorf("follow: %v", err)
	}
	for _, want := range []string{"1.ipynb: ok", "outputs written", "2.ipynb: FAILED", "line 3: declared and not used: x", "the file is as it was", "3.ipynb: FAILED, stopped at cell 1 of 1, `x`: the kernel died"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
	if r.failed != 2 || len(r.written) != 1 {
		t.Errorf("%d failed, %d written", r.failed, len(r.written))
	}
	if b, _ := os.ReadFile(paths[1]); string(b) != bad {
		t.Error("the failing notebook was changed")
	}
}
