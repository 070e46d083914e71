// Package folder writes a folder of files as a whole or not at all, and over
// nothing but what it wrote itself.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// marker lists the files of the folder, one a line, so that the next Replace
// knows them as its own.
const marker = ".locklab-export"

// Check says why Replace would not write to dir: something is there that it
// has not made.
func Check(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is a file: name a folder", dir)
	}
	list, err := os.ReadFile(filepath.Join(dir, marker))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	marked := err == nil
	own := map[string]bool{marker: true}
	for name := range strings.Lines(string(list)) {
		own[strings.TrimSuffix(name, "\n")] = true
	}
	root := dir + string(filepath.Separator) // what a link leads to, too
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case !marked:
			return fmt.Errorf("%s is not empty (%s is there) and no earlier export: name another folder", dir, name)
		case d.Name() == ".DS_Store", own[name]:
			return nil
		case d.IsDir() && d.Name() != ".git":
			return nil // what is in it counts
		}
		return fmt.Errorf("%s is there and is not from an earlier export, which a new one replaces as a whole: move it, or name another folder", path)
	})
}

// Replace makes dir hold exactly the files, by their names with slashes. A dir
// that Check refuses, or whose files cannot all be written, stays as it was.
func Replace(dir string, files map[string][]byte) (err error) {
	if err := Check(dir); err != nil {
		return err
	}
	if dir, err = target(dir); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), ".locklab-export-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(fresh)) }()
	made := filepath.Join(fresh, "new")
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		path := filepath.Join(made, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
	}
	list := strings.Join(names, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(made, marker), []byte(list), 0o644); err != nil {
		return err
	}

	old := filepath.Join(fresh, "old")
	switch err := os.Rename(dir, old); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	}
	if err := os.Rename(made, dir); err != nil {
		if back := os.Rename(old, dir); back != nil && !errors.Is(back, fs.ErrNotExist) {
			err = errors.Join(err, back)
		}
		return err
	}
	return nil
}

// target is the folder itself behind symbolic links, in a folder that is there.
func target(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if behind, err := filepath.EvalSymlinks(dir); err == nil {
		return behind, nil
	}
	return dir, os.MkdirAll(filepath.Dir(dir), 0o755)
}
