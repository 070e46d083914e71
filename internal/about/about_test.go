package about

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"locklab/internal/clone"
)

var update = flag.Bool("update", false, "write NOTICE anew")

// root is the clone that is tested.
func root(t *testing.T) clone.Clone {
	t.Helper()
	c, err := clone.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What names a version names this one.
func TestVersion(t *testing.T) {
	c := root(t)
	released := regexp.MustCompile(`(?m)^## \[(\d[^]]*)\] - \d{4}-\d\d-\d\d$`).FindStringSubmatch(read(t, c.Path("CHANGELOG.md")))
	if released == nil || released[1] != Version {
		t.Errorf("the newest version of CHANGELOG.md is %q, want %s", released, Version)
	}
	var extension struct{ Version string }
	if err := json.Unmarshal([]byte(read(t, c.Path("internal", "page", "labextension", "package.json"))), &extension); err != nil {
		t.Fatal(err)
	}
	if extension.Version != Version {
		t.Errorf("the JupyterLab extension has version %q, want %s", extension.Version, Version)
	}
}

func TestCheckSource(t *testing.T) {
	for _, good := range []string{
		"https://example.org",
		"http://localhost:8080/~me/locklab",
		"https://git.example.org/a/b.git?ref=v0.1.0#readme",
		"https://xn--bcher-kva.example/%C3%A9?a=1&b='2'",
	} {
		if err := CheckSource(good); err != nil {
			t.Errorf("refused: %v", err)
		}
	}
	for _, bad := range []string{
		"", "example.org/locklab", "//example.org", "ftp://example.org", "file:///home", "git@example.org:a/b.git",
		"javascript:alert(1)", "javascript://example.org/%0Aalert(1)", "data:text/html,<script>", " https://example.org",
		"https://", "https:///a", "https://-a", "https://a:port/", "https://me:secret@example.org", "https://good.example@evil.example",
		"https://example.org/a b", "https://example.org/\"><script>", "https://example.org/%zz", "https://example.org/\n",
		"https://bücher.example", "https://example.org/" + strings.Repeat("é", 2), `https://example.org\a`,
	} {
		if err := CheckSource(bad); err == nil {
			t.Errorf("%q is not refused", bad)
		}
	}
}
