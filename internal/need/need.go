// Package need finds programs that the lesson's commands call and that set-up
// does not bring.
package need

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// A Program is one that has to be on this machine.
type Program struct {
	Name     string
	Variable string   // of the environment: names the program's path, before PATH is looked at
	Names    []string // any one of them
	Why      string
	// Debian and Mac are the packages that have it, and what it lacks.
	Debian, Mac string
	// Lacks, if there, tells by the program what it needs to be of use.
	Lacks func(path string) string
}

// Chromium is the browser.
func Chromium(why string) Program {
	return Program{Name: "Chromium", Variable: "LOCKLAB_CHROME",
		Names: []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"},
		Why: why, Debian: "chromium", Mac: "--cask chromium"}
}

// Firefox is the other browser.
func Firefox(why string) Program {
	return Program{Name: "Firefox", Variable: "LOCKLAB_FIREFOX",
		Names: []string{"firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"},
		Why:   why, Debian: "firefox-esr", Mac: "--cask firefox"}
}

// Fonts are families of very different widths that free systems come with. The
// pages are to fit in each.
var Fonts = []string{"DejaVu Sans", "Liberation Sans"}

// Find returns the path of the program, or an error that says how to install it.
func (p Program) Find() (string, error) {
	if p.Variable != "" {
		if v := os.Getenv(p.Variable); v != "" {
			path, err := exec.LookPath(v)
			if err != nil {
				return "", fmt.Errorf("%s: $%s is %q, and there is no such program", p.Name, p.Variable, v)
			}
			return path, p.enough(path)
		}
	}
	for _, name := range p.Names {
		if path, err := exec.LookPath(name); err == nil {
			return path, p.enough(path)
		}
	}
	return "", &Missing{What: fmt.Sprintf("%s is missing (%s)", p.Name, p.Why), Debian: p.Debian, Mac: p.Mac}
}

func (p Program) enough(path string) error {
	if p.Lacks != nil {
		if lack := p.Lacks(path); lack != "" {
			return &Missing{What: fmt.Sprintf("%s (%s) lacks %s", path, p.Why, lack), Debian: p.Debian, Mac: p.Mac}
		}
	}
	return nil
}

// Missing is the error about what is not there and can be installed.
type Missing struct {
	What        string
	Debian, Mac string // the packages that bring it
	// Instead says what to do where no package brings it.
	Instead string
}

func (m *Missing) Error() string {
	if m.Instead != "" {
		return m.What + ": " + m.Instead
	}
	install := "`sudo apt install " + m.Debian + "` (Debian, Ubuntu; elsewhere the packages of these names)"
	if runtime.GOOS == "darwin" {
		install = "`brew install " + m.Mac + "`"
	}
	return m.What + ": install it with " + install
}

// Packages are what brings on this system everything that an error says is
// missing. The error that is left is about anything else.
func Packages(err error) ([]string, error) {
	if m, ok := err.(*Missing); ok {
		if runtime.GOOS == "darwin" {
			return strings.Fields(m.Mac), nil
		}
		return strings.Fields(m.Debian), nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil, err
	}
	var all []string
	var left []error
	for _, one := range joined.Unwrap() {
		packages, err := Packages(one)
		all, left = append(all, packages...), append(left, err)
	}
	return all, errors.Join(left...)
}
