// Package page holds what a browser needs to bring a chart to life: our own
// runtime, its style sheet, and Apache ECharts, unmodified.
//
// The files are at once a prebuilt JupyterLab extension, which the Jupyter
// server hands to JupyterLab and Notebook 7, and plain scripts, which a page
// opened from a file can load. What a chart output looks like, and what the
// runtime makes of it, is written at the top of static/locklab.js.
//
// The package draws nothing itself, and a saved output never carries its files.
package page

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// MIME is the media type of what the runtime makes live: view.MIME, without what that
// links.
const MIME = "application/vnd.locklab.view"

//go:embed labextension
var files embed.FS

// Labextension returns the folder that belongs at
// share/jupyter/labextensions/locklab in the prefix of a Jupyter environment.
// A server that runs already serves it from the next reload of its page. Once
// it has started with the folder in place it may let browsers keep everything
// in static/ for a year; package.json therefore names the files with a digest.
//
// In it, static/ has what a page outside Jupyter needs: locklab.css and
// locklab.js to be named in the page, and beside them the runtime's rooms and
// echarts.min.js, which are loaded when they are needed. static/remoteEntry.js and
// static/notebook.js are for JupyterLab alone. The echarts-* files are the licence of
// echarts.min.js and go wherever that goes.
func Labextension() fs.FS {
	sub, err := fs.Sub(files, "labextension")
	if err != nil {
		panic(err) // the name above is wrong
	}
	return sub
}

var plan = regexp.MustCompile(`(?m)^locklab\.room\('\w+', \[([^\]]*)\]`)

// Rooms are the files in static/ of a room of the runtime and of all rooms that it
// needs, each after those that it needs itself. A page that names them after
// locklab.js has them at once, where else one would be asked for after the other.
func Rooms(name string) (names []string) {
	text, err := fs.ReadFile(Labextension(), "static/"+name+".js")
	if err != nil {
		return nil // a room of locklab.js itself
	}
	for _, need := range strings.FieldsFunc(string(plan.FindSubmatch(text)[1]), func(r rune) bool { return strings.ContainsRune("', ", r) }) {
		for _, file := range Rooms(need) {
			if !slices.Contains(names, file) {
				names = append(names, file)
			}
		}
	}
	return append(names, name+".js")
}
