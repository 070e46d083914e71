package page

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/chart/echart"
	"locklab/simlib/view"
)

// echartsSHA256 is the digest of dist/echarts.min.js in the npm package
// echarts 6.1.0. To get the file again:
//
//	npm pack echarts@6.1.0
//	tar -xzf echarts-6.1.0.tgz package/dist/echarts.min.js \
//		package/LICENSE package/NOTICE package/licenses/LICENSE-d3
//
// LICENSE, NOTICE and LICENSE-d3 of the package are beside it as echarts-*. It
// contains zrender as well, whose LICENSE is in the npm package zrender 6.1.0 and
// beside it as echarts-LICENSE-zrender.
const echartsSHA256 = "b66b25aeb4df84e33199dc21694014d336d222cbd9deb0e5a7c14bd6aa0d0fd0"

// ours are the files that we wrote, as against ECharts and its licences.
var ours = append([]string{
	"package.json",
	"static/locklab.css",
	"static/locklab.js",
	"static/remoteEntry.js",
}, rooms...)

// rooms are those that are the runtime's rooms.
var rooms = []string{
	"static/cards.js",
	"static/chart.js",
	"static/control.js",
	"static/draw.js",
	"static/folds.js",
	"static/frame.js",
	"static/host.js",
	"static/knobs.js",
	"static/library.js",
	"static/notebook.js",
	"static/page.js",
	"static/place.js",
	"static/predict.js",
	"static/progress.js",
	"static/quiz.js",
	"static/settings.js",
	"static/walk.js",
	"static/words.js",
}

// made are the scripts that the set-up puts beside them.
var made = map[string]bool{SimulationsFile: true, GlossaryFile: true}

var update = flag.Bool("update", false, "write the digest of static/ into package.json")

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := fs.ReadFile(Labextension(), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What a cell sends is what the runtime, and the site, take.
func TestMIME(t *testing.T) {
	if MIME != view.MIME || !strings.Contains(read(t, "static/remoteEntry.js"), "'"+MIME+"'") {
		t.Errorf("the runtime takes %s, and a cell sends %s", MIME, view.MIME)
	}
}

func TestEChartsUnmodified(t *testing.T) {
	sum := sha256.Sum256([]byte(read(t, "static/echarts.min.js")))
	if got := hex.EncodeToString(sum[:]); got != echartsSHA256 {
		t.Errorf("echarts.min.js has digest %s, want %s", got, echartsSHA256)
	}
}

func TestEChartsLicence(t *testing.T) {
	for name, want := range map[string]string{
		"static/echarts-LICENSE":         "Apache License",
		"static/echarts-NOTICE":          "Apache ECharts",
		"static/echarts-LICENSE-d3":      "Mike Bostock",
		"static/echarts-LICENSE-zrender": "Baidu Inc.",
	} {
		if !strings.Contains(read(t, name), want) {
			t.Errorf("%s does not say %q", name, want)
		}
	}
}

// JupyterLab finds the extension by these fields; one that is wrong shows
// nowhere but in a page without charts.
func TestPackageJSON(t *testing.T) {
	var p struct {
		Name, Version, License string
		JupyterLab             struct {
			MimeExtension bool
			Build         struct{ Load, Extension, MimeExtension, Style string } `json:"_build"`
		}
	}
	if err := json.Unmarshal([]byte(read(t, "package.json")), &p); err != nil {
		t.Fatal(err)
	}
	if p.Version == "" || p.License != "Apache-2.0" {
		t.Errorf("version %q, license %q", p.Version, p.License)
	}
	if !p.JupyterLab.MimeExtension {
		t.Error("jupyterlab.mimeExtension is not true")
	}
	build := p.JupyterLab.Build
	if build.Extension == "" || build.MimeExtension == "" || build.Style == "" {
		t.Errorf("_build names the modules %q, %q and %q", build.Extension, build.MimeExtension, build.Style)
	}
	load, _, _ := strings.Cut(build.Load, "?")
	entry := read(t, load)
	if want := "window._JUPYTERLAB ??= {})." + p.Name + " = "; !strings.Contains(entry, want) {
		t.Errorf("%s does not register the container %s", load, p.Name)
	}
	for _, module := range []string{build.Extension, build.MimeExtension, build.Style} {
		if !strings.Contains(entry, "'"+module+"':") {
			t.Errorf("%s has no module %s", load, module)
		}
	}
}

// A browser that has kept the files of an earlier release must ask for the new
// ones, so their address changes whenever one of them does.
func TestDigestInAddress(t *testing.T) {
	names, err := fs.Glob(Labextension(), "static/*.*s")
	if err != nil || len(names) != len(ours) { // but for package.json, and with ECharts
		t.Fatalf("found %v, %v", names, err)
	}
	sum := sha256.New()
	for _, name := range names {
		io.WriteString(sum, read(t, name))
	}
	want := "?v=" + hex.EncodeToString(sum.Sum(nil))[:16]
	query := regexp.MustCompile(`\?v=[0-9a-f]*`)
	got := read(t, "package.json")
	if *update {
		err := os.WriteFile("labextension/package.json", []byte(query.ReplaceAllString(got, want)), 0o644)
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	if !strings.Contains(got, want) {
		t.Errorf("package.json has %q, want %q: run go test ./internal/page -update", query.FindString(got), want)
	}
}

// Every script or style sheet that one of our files names is there, and every
// one that is there is named.
func TestFilesNamed(t *testing.T) {
	named := needed(t)
	quoted := regexp.MustCompile(`['"](?:static/)?([\w.-]+\.(?:js|css))(?:\?v=[0-9a-f]+)?['"]`)
	for _, name := range ours {
		for _, m := range quoted.FindAllStringSubmatch(read(t, name), -1) {
			named[m[1]] = true
			if made[m[1]] {
				continue
			}
			if _, err := fs.Stat(Labextension(), path.Join("static", m[1])); err != nil {
				t.Errorf("%s names %s, which is not in static/", name, m[1])
			}
		}
	}
	err := fs.WalkDir(Labextension(), ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		if ext := path.Ext(base); err == nil && (ext == ".js" || ext == ".css") && !named[base] {
			t.Errorf("no file names %s", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// needed are the files of the rooms that somebody needs. Each room is in a file of
// its name, and says with its first words what it needs, of which it takes all; none
// needs itself, however far off.
func needed(t *testing.T) map[string]bool {
	t.Helper()
	files, needs := map[string]bool{}, map[string][]string{}
	whole := regexp.MustCompile(`(?m)^locklab\.room\('(\w+)', \[([^\]]*)\], \(((?s:.*?))\) => {$`)
	word := regexp.MustCompile(`\w+`)
	for _, name := range rooms {
		found := whole.FindAllStringSubmatch(read(t, name), -1)
		if len(found) != 1 || "static/"+found[0][1]+".js" != name {
			t.Fatalf("%s is not one room of that name: %q", name, found)
		}
		needs[found[0][1]] = word.FindAllString(found[0][2], -1)
		for _, need := range needs[found[0][1]] {
			files[need+".js"] = true
			if !regexp.MustCompile(`\b` + need + `\b`).MatchString(found[0][3]) {
				t.Errorf("%s needs %s and does not take it", name, need)
			}
		}
	}
	for _, name := range []string{"files", "notes"} {
		if !strings.Contains(read(t, "static/locklab.js"), "\n  room('"+name+"', [], ") {
			t.Errorf("locklab.js has no room %s", name)
		}
		needs[name] = []string{}
		delete(files, name+".js")
	}
	late := regexp.MustCompile(`\b(?:need|room)\('(\w+)'\)`)
	for _, name := range ours {
		for _, m := range late.FindAllStringSubmatch(read(t, name), -1) {
			files[m[1]+".js"] = true
		}
	}
	var enter func(name string, from []string)
	enter = func(name string, from []string) {
		if slices.Contains(from, name) {
			t.Fatalf("a room needs itself: %v, %s", from, name)
		}
		if needs[name] == nil && !made[name+".js"] && len(from) > 0 {
			if _, err := fs.Stat(Labextension(), "static/"+name+".js"); err != nil {
				t.Errorf("%v needs %s, which is no room", from, name)
			}
		}
		for _, need := range needs[name] {
			enter(need, append(slices.Clone(from), name))
		}
	}
	for name := range needs {
		enter(name, nil)
	}
	return files
}

// Rooms come after those that they need, and each once.
func TestRoomsInOrder(t *testing.T) {
	got := Rooms("place")
	for i, file := range got {
		for _, need := range Rooms(strings.TrimSuffix(file, ".js")) {
			if at := slices.Index(got, need); at < 0 || at > i {
				t.Errorf("%s, which %s needs, is not before it: %v", need, file, got)
			}
		}
		if slices.Contains(got[:i], file) {
			t.Errorf("%s is named twice: %v", file, got)
		}
	}
	for _, want := range []string{"place.js", "chart.js", "draw.js"} { // the last by way of the second
		if !slices.Contains(got, want) {
			t.Errorf("no %s in %v", want, got)
		}
	}
}

// Charts work with no network: nothing of ours reaches for another host.
func TestNoOtherHost(t *testing.T) {
	address := regexp.MustCompile(`(?:\b[a-z]+:)?//[a-z0-9]|@import|url\(`)
	for _, name := range ours {
		for i, line := range strings.Split(read(t, name), "\n") {
			if m := address.FindString(line); m != "" {
				t.Errorf("%s:%d: %q", name, i+1, line)
			}
		}
	}
}

// What is written at the top of locklab.js about names is what it knows.
func TestNamesDocumented(t *testing.T) {
	src := read(t, "static/locklab.js")
	head, _, ok := strings.Cut(src, "(() => {")
	if !ok {
		t.Fatal("locklab.js has no head")
	}
	documented, known := map[string]bool{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`"@(draw:\w+)"`).FindAllStringSubmatch(head, -1) {
		documented[m[1]] = true
	}
	for _, shape := range shapes(t) {
		known["draw:"+shape] = true
	}
	for name := range known {
		if !documented[name] {
			t.Errorf("@%s is not documented", name)
		}
	}
	for name := range documented {
		if !known[name] {
			t.Errorf("@%s is documented and unknown", name)
		}
	}
}

// shapes are the names of the shapes that the runtime draws.
func shapes(t *testing.T) (names []string) {
	t.Helper()
	table := regexp.MustCompile(`(?s)const shapes = \{(.*?)\n  \};`).FindStringSubmatch(read(t, "static/draw.js"))
	if table == nil {
		t.Fatal("draw.js has no table of shapes")
	}
	for _, m := range regexp.MustCompile(`(?m)^ +(\w+)[:,]`).FindAllStringSubmatch(table[1], -1) {
		names = append(names, m[1])
	}
	return names
}

// The runtime takes only colours of roles that there are, and knows the shapes
// that the simulations' charts are drawn with.
func TestRolesAndShapes(t *testing.T) {
	script := ""
	for _, name := range rooms {
		script += read(t, name)
	}
	taken := regexp.MustCompile(`\bcolors\.(\w+)|const { (\w+) } = [^;]*\.palette\[`).FindAllStringSubmatch(script, -1)
	if len(taken) < 5 {
		t.Fatalf("found %d colours that the runtime takes", len(taken))
	}
	for _, m := range taken {
		role := m[1] + m[2]
		if !slices.ContainsFunc(chart.Roles(), func(r chart.Role) bool { return r.String() == role }) {
			t.Errorf("the runtime takes the colour of %q, which is no role", role)
		}
	}
	known := shapes(t)
	drawn := 0
	for _, sim := range simlib.All() {
		r, err := sim.Run(t.Context(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range simlib.Charts(r) {
			option, err := json.Marshal(echart.Option(spec))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`"@draw:(\w+)"`).FindAllStringSubmatch(string(option), -1) {
				drawn++
				if !slices.Contains(known, m[1]) {
					t.Errorf("%s is drawn with the shape %q, which the runtime does not know", sim.Name(), m[1])
				}
			}
		}
	}
	if drawn == 0 {
		t.Error("no chart is drawn with a shape")
	}
}
