package about

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/licensecheck"

	"locklab/internal/clone"
)

// NOTICE is written here, in a test and not in a program of its own, so that
// licensecheck, which knows a licence by its text, is linked into nothing.
// google/go-licenses would find the licences of modules too, but neither that of
// Go itself nor those of what is no Go, which is most of what the pages carry.

// admitted are the licences that we accept of others, by their names in SPDX.
var admitted = map[string]bool{
	"Apache-2.0": true, "BSD-3-Clause": true, "MIT": true, "ISC": true,
	"OFL-1.1":   true, // fonts
	"FTL":       true, // the one that we choose of FreeType's two
	"CC-BY-4.0": true,
	"MPL-2.0":   true, // asks for the source of the file, which is what we ship
}

// pointers are files named like a licence that only lead to one, which is taken
// instead or beside them.
var pointers = map[string]string{
	"github.com/ajstarks/svgo/LICENSE-link.txt": "LICENSE",
	"github.com/golang/freetype/LICENSE":        "licenses/ftl.txt",
}

// Where a work goes, in the order of NOTICE.
const (
	inPages = iota
	inPrograms
	inTests
)

var headings = []string{
	"In the web pages, and in what JupyterLab loads for the charts:",
	"In the programs that are built here, those of the notebooks' cells among them:",
	"In the tests only:",
}

// A work is something of others that we link or ship.
type work struct {
	name, version string
	place         int
	licences      []string // files
}

// shipped are the works whose files are in the clone, with their licences beside
// them; one of the files says the version.
var shipped = []struct {
	name    string
	place   int
	files   string
	version *regexp.Regexp
}{
	{"Apache ECharts", inPages, "internal/page/labextension/static/echarts*", regexp.MustCompile(`\.version="([\d.]+)"`)},
	{"axe-core", inTests, "internal/e2e/axe/*", regexp.MustCompile(`axe v([\d.]+)`)},
}

var licenceName = regexp.MustCompile(`(?i)(^|-)(licen[cs]e|copying|notice|unlicense)`)

// goLicence is that of Go itself.
func goLicence(t *testing.T) string { return filepath.Join(goSays(t, "env", "GOROOT"), "LICENSE") }

// goSays is what the go command answers.
func goSays(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).Output()
	if err != nil || len(out) < 2 {
		t.Fatalf("go %q: %v, %q", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// works are all works, found anew, in the order of NOTICE.
func works(t *testing.T, c clone.Clone) []work {
	t.Helper()
	// Everyone compiles with their own version of Go.
	all := []work{{name: "Go (runtime, standard library, wasm_exec.js)", place: inPages, licences: []string{goLicence(t)}}}
	for _, s := range shipped {
		w := work{name: s.name, place: s.place}
		for _, file := range glob(t, c.Path(s.files)) {
			if licenceName.MatchString(filepath.Base(file)) {
				w.licences = append(w.licences, file)
			} else if m := s.version.FindStringSubmatch(read(t, file)); m != nil {
				w.version = m[1]
			}
		}
		all = append(all, w)
	}
	// A module in the pages is in the programs too, and named once.
	all = link(t, c, all, inPages, "./internal/wasm", "GOOS", "js", "GOARCH", "wasm")
	for _, system := range []string{"linux", "darwin"} {
		all = link(t, c, all, inPrograms, "./...", "GOOS", system, "GOARCH", "amd64", "CGO_ENABLED", "0")
	}
	slices.SortFunc(all, func(a, b work) int {
		if a.place != b.place {
			return a.place - b.place
		}
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return all
}

// link adds the modules that packages of ours link on a system.
func link(t *testing.T, c clone.Clone, all []work, place int, packages string, system ...string) []work {
	t.Helper()
	const format = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}"
	cmd := exec.Command("go", "list", "-deps", "-f", format, packages)
	cmd.Dir, cmd.Env = string(c), clone.With(os.Environ(), append(system, "GOWORK", "off")...)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %s for %v: %v\n%s", packages, system, err, said.String())
	}
	for line := range strings.Lines(string(out)) {
		part := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		name, version, root, dir := part[0], part[1], part[2], part[3]
		i := slices.IndexFunc(all, func(w work) bool { return w.name == name })
		if i < 0 {
			i = len(all)
			all = append(all, work{name: name, version: version, place: place})
		}
		// A folder of a module may have a licence of its own.
		for ; strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
			for _, file := range glob(t, filepath.Join(dir, "*")) {
				if !licenceName.MatchString(filepath.Base(file)) || filepath.Ext(file) == ".go" {
					continue
				}
				if to := pointers[name+filepath.ToSlash(strings.TrimPrefix(file, root))]; to != "" {
					file = filepath.Join(root, filepath.FromSlash(to))
				}
				if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && !slices.Contains(all[i].licences, file) {
					all[i].licences = append(all[i].licences, file)
				}
			}
		}
	}
	return all
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file %s (%v)", pattern, err)
	}
	return files
}

// identify names the licences of a work, and says why they are not admitted.
func identify(texts map[string]string) (string, error) {
	found := map[string]bool{}
	for file, text := range texts {
		cover := licensecheck.Scan([]byte(text))
		// The names and the years of those whose licence it is are no words of it.
		// A NOTICE has only these.
		if notice := strings.Contains(strings.ToLower(filepath.Base(file)), "notice"); cover.Percent < 70 && !notice {
			return "", fmt.Errorf("%s: no licence that is known", file)
		}
		for _, m := range cover.Match {
			if !admitted[m.ID] {
				return "", fmt.Errorf("%s: %s is not admitted", file, m.ID)
			}
			found[m.ID] = true
		}
	}
	if len(found) == 0 {
		return "", fmt.Errorf("no licence")
	}
	var names []string
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", "), nil
}

// gonbPatch is the one change that we make to a work of others.
const gonbPatch = "internal/tools/gonb.patch"

// notice is what NOTICE should be. A text is there once, whoever uses it.
func notice(t *testing.T, c clone.Clone) string {
	t.Helper()
	var list, texts strings.Builder
	numbers := map[string]int{}
	// add lists who has which licences.
	add := func(who string, files ...string) {
		t.Helper()
		byFile, uses := map[string]string{}, []string{}
		for _, file := range files {
			text := strings.TrimRight(utf8Of(read(t, file)), "\n") + "\n"
			byFile[file] = text
			if numbers[text] == 0 {
				numbers[text] = len(numbers) + 1
				fmt.Fprintf(&texts, "\n%s\n[%d]\n\n%s", strings.Repeat("=", 80), numbers[text], text)
			}
			uses = append(uses, fmt.Sprint(numbers[text]))
		}
		names, err := identify(byFile)
		if err != nil {
			t.Errorf("%s: %v", who, err)
		}
		fmt.Fprintf(&list, "  %s: %s [%s]\n", who, names, strings.Join(uses, ", "))
	}
	list.WriteString("locklab: a lock that only expires is not a safe lock\n\n")
	add("code", c.Path("LICENSE"))
	list.WriteString(`  text and figures: CC-BY-4.0, https://creativecommons.org/licenses/by/4.0/

It links or ships the works of others that are listed here, none of them changed.
The numbers are those of their licences and notices, which follow word for word.
What set-up fetches and does not link, such as Jupyter, comes from its makers,
with the licences that they give. So does the program gonb, the notebooks' kernel;
but set-up changes a copy of its source, as ` + gonbPatch + ` says, and
builds it from that. Its licence is that of github.com/janpfeifer/gonb below.

This file is written by: go generate ./internal/about
`)
	place := -1
	for _, w := range works(t, c) {
		if w.place != place {
			place = w.place
			fmt.Fprintf(&list, "\n%s\n\n", headings[place])
		}
		add(strings.TrimSpace(w.name+" "+w.version), w.licences...)
	}
	return list.String() + texts.String()
}

// utf8Of is a text that may be in Latin-1, as FreeType's licence is.
func utf8Of(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	letters := make([]rune, len(text))
	for i := range len(text) {
		letters[i] = rune(text[i])
	}
	return string(letters)
}

// NOTICE names all that we link and ship, with the texts as they are.
func TestNotice(t *testing.T) {
	if _, err := os.Stat(goLicence(t)); err != nil {
		t.Skipf("this Go comes without its licence, as the packages of some systems do: %v", err)
	}
	c := root(t)
	want := notice(t, c)
	if *update {
		if err := os.WriteFile(c.Path("NOTICE"), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, wants := strings.Split(read(t, c.Path("NOTICE")), "\n"), strings.Split(want, "\n")
	for i := range max(len(got), len(wants)) {
		if i == len(got) || i == len(wants) || got[i] != wants[i] {
			t.Fatalf("NOTICE is out of date from line %d on: go generate ./internal/about, and look at what changed", i+1)
		}
	}
}

// NOTICE tells the truth about gonb: it names a patch that is there, and a
// licence of gonb's stands in it.
func TestNoticeOfGonb(t *testing.T) {
	c := root(t)
	text := read(t, c.Path("NOTICE"))
	_, err := os.Stat(c.Path(filepath.FromSlash(gonbPatch)))
	if told := strings.Contains(text, gonbPatch); told != (err == nil) {
		t.Errorf("NOTICE names %s: %v, and the file: %v", gonbPatch, told, err)
	}
	if !strings.Contains(text, "  github.com/janpfeifer/gonb v") {
		t.Error("NOTICE does not list gonb")
	}
	patches, err := filepath.Glob(c.Path("internal", "*", "*.patch"))
	if err != nil || len(patches) != 1 {
		t.Errorf("%d patches of others' works, want the one that NOTICE names", len(patches))
	}
}

// A licence of another kind is noticed, and so is none.
func TestOtherLicences(t *testing.T) {
	dir := func(module string) string { return goSays(t, "list", "-m", "-f", "{{.Dir}}", module) }
	mit := read(t, filepath.Join(dir("github.com/yuin/goldmark"), "LICENSE"))
	gpl := read(t, filepath.Join(dir("github.com/golang/freetype"), "licenses", "gpl.txt"))
	for want, texts := range map[string]map[string]string{
		"MIT":                     {"LICENSE": mit},
		"GPL-2.0 is not admitted": {"LICENSE": mit, "COPYING": gpl},
		"no licence that is":      {"LICENSE": mit, "LICENSE-art": "Please ask before you use this."},
		"no licence":              {"NOTICE": "Copyright somebody"},
	} {
		names, err := identify(texts)
		if got := fmt.Sprint(names, err); !strings.Contains(got, want) {
			t.Errorf("%q, want %q in it", got, want)
		}
	}
}

var (
	// foreign is what others' files say of themselves.
	foreign = regexp.MustCompile(`(?i)copyright\s+(\(c\)|©|\d{4})|@licen[cs]e|licensed\s+under|spdx-licen[cs]e`)
	// compiled are files that one cannot ask.
	compiled = regexp.MustCompile(`(?i)\.min\.|\.(wasm|woff2?|ttf|otf|eot|a|so|jar|whl|zip|tgz|gz)$`)
)

// Every file in the repository that others have made is one of shipped.
func TestShippedIsDeclared(t *testing.T) {
	c := root(t)
	list := exec.Command("git", "-C", string(c), "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	out, err := list.Output()
	if err != nil {
		t.Skipf("no repository here: what is shipped cannot be told from what somebody else has put here (%v)", err)
	}
	declared := []string{c.Path("LICENSE"), c.Path("NOTICE")}
	for _, s := range shipped {
		declared = append(declared, glob(t, c.Path(s.files))...)
	}
	found := 0
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		path := c.Path(filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil {
			continue // a link, or deleted
		}
		if base := filepath.Base(path); licenceName.MatchString(base) && filepath.Ext(base) != ".go" || compiled.MatchString(base) || foreign.Match(text) {
			found++
			if !slices.Contains(declared, path) {
				t.Errorf("%s looks like others' work: name it in shipped", name)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d files found, want ours and those of ECharts and axe-core", found)
	}
}
