package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// names are those under which a learner's version of a file is kept beside it,
// best first: NAME.mine.ipynb for a notebook. Any other file gets its mark at the
// end, where no tool, above all not Go's, takes it for what it was.
func names(path string) func(yield func(string) bool) {
	stem, ext := path, ""
	if s, ok := strings.CutSuffix(path, ".ipynb"); ok {
		stem, ext = s, ".ipynb"
	}
	return func(yield func(string) bool) {
		for n := 1; ; n++ {
			name := stem + ".mine" + ext
			if n > 1 {
				name = fmt.Sprintf("%s.mine-%d%s", stem, n, ext)
			}
			if !yield(name) {
				return
			}
		}
	}
}

// KeepText writes a version of a file beside it, under a name that nothing has.
func KeepText(path string, text []byte, mode fs.FileMode) (string, error) {
	for name := range names(path) {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			os.Remove(name)
			return "", err
		}
		return name, nil
	}
	panic("unreachable: there is always another name")
}

// keep moves a file, or whatever else stands there, to a name that nothing has.
// It takes no space on the disk, and works while the learner has it open.
func keep(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	for name := range names(path) {
		// Who makes it has the name; the move then replaces what was made.
		if info.IsDir() {
			err = os.Mkdir(name, 0o700)
		} else {
			var f *os.File
			if f, err = os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
				err = f.Close()
			}
		}
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		// os.Rename replaces no folder, not even an empty one.
		if err := syscall.Rename(path, name); err != nil {
			os.Remove(name)
			return "", &os.LinkError{Op: "rename", Old: path, New: name, Err: err}
		}
		return name, nil
	}
	panic("unreachable: there is always another name")
}
