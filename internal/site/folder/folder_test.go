package folder

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// held are the files below dir with their texts, but for the marker.
func held(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == marker {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReplace(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "a", "site")
	for _, want := range []map[string]string{
		{"index.html": "one", "static/a.js": "a", "static/b.js": "b"},
		{"index.html": "two", "images/c.svg": "c"},
	} {
		files := map[string][]byte{}
		for name, text := range want {
			files[name] = []byte(text)
		}
		if err := Replace(dir, files); err != nil {
			t.Fatal(err)
		}
		if got := held(t, parent); !maps.Equal(got, prefixed("a/site/", want)) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

func prefixed(prefix string, files map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range files {
		out[prefix+name] = text
	}
	return out
}

func TestReplaceThroughLink(t *testing.T) {
	parent := t.TempDir()
	if err := os.Mkdir(filepath.Join(parent, "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(parent, "link")
	if err := os.Symlink("real", link); err != nil {
		t.Fatal(err)
	}
	if err := Replace(link, map[string][]byte{"x": nil}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(parent, "real", "x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is no link any more (%v)", err)
	}
}

// What somebody else put there stays, and is named.
func TestReplaceRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, dir string)
		want string
	}{
		{"a file", func(t *testing.T, dir string) { write(t, dir, "mine") }, "name a folder"},
		{"a folder in use", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "thesis.tex"), "mine") }, "thesis.tex is there"},
		{"a folder in a folder", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "deep", "thesis.tex"), "mine") }, "deep is there"},
		{"a file beside an export", func(t *testing.T, dir string) {
			export(t, dir)
			write(t, filepath.Join(dir, "CNAME"), "mine")
		}, "CNAME is there"},
		{"a file deep in an export", func(t *testing.T, dir string) {
			export(t, dir)
			write(t, filepath.Join(dir, "static", "mine.css"), "mine")
		}, "mine.css is there"},
		{"a repository", func(t *testing.T, dir string) {
			export(t, dir)
			write(t, filepath.Join(dir, ".git", "HEAD"), "mine")
		}, ".git is there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "site")
			c.make(t, dir)
			before := held(t, parent)
			err := Replace(dir, map[string][]byte{"index.html": nil})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, c.want)
			}
			if after := held(t, parent); !maps.Equal(before, after) {
				t.Errorf("before %v, after %v", before, after)
			}
		})
	}
}

func export(t *testing.T, dir string) {
	t.Helper()
	if err := Replace(dir, map[string][]byte{"index.html": []byte("one"), "static/a.js": nil}); err != nil {
		t.Fatal(err)
	}
}

// A file that cannot be written leaves the earlier export, and nothing beside it.
func TestReplaceFailsWhole(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "site")
	export(t, dir)
	before := held(t, parent)
	if err := Replace(dir, map[string][]byte{"a": nil, "a/b": nil}); err == nil {
		t.Error("a is a file and a folder, and no error")
	}
	if after := held(t, parent); !maps.Equal(before, after) {
		t.Errorf("before %v, after %v", before, after)
	}
	if entries, err := os.ReadDir(parent); err != nil || len(entries) != 1 {
		t.Errorf("left beside the export: %v, %v", entries, err)
	}
}
