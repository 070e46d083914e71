// Package need finds programs that the lesson's commands call and that set-up
// does not bring.
package need

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// A Program is one that has to be on this machine.
type Program struct {
	Name     string
	Variable string   // of the environment: names the program's path, before PATH is looked at
	Names    []string // any one of them
	Why      string
	// Debian and Mac are the packages that have it.
	Debian, Mac string
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

// Find returns the path of the program, or an error that says how to install it.
func (p Program) Find() (string, error) {
	if p.Variable != "" {
		if v := os.Getenv(p.Variable); v != "" {
			path, err := exec.LookPath(v)
			if err != nil {
				return "", fmt.Errorf("%s: $%s is %q, and there is no such program", p.Name, p.Variable, v)
			}
			return path, nil
		}
	}
	for _, name := range p.Names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	install := "`sudo apt install " + p.Debian + "` (Debian, Ubuntu)"
	if runtime.GOOS == "darwin" {
		install = "`brew install " + p.Mac + "`"
	}
	return "", fmt.Errorf("%s is missing (%s): install it with %s", p.Name, p.Why, install)
}
