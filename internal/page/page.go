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
)

//go:embed labextension
var files embed.FS

// Labextension returns the folder that belongs at
// share/jupyter/labextensions/locklab in the prefix of a Jupyter environment.
// A server that runs already serves it from the next reload of its page. Once
// it has started with the folder in place it may let browsers keep everything
// in static/ for a year; package.json therefore names the files with a digest.
//
// In it, static/ has what a page outside Jupyter needs: locklab.css and
// locklab.js to be named in the page, and beside them echarts.min.js, which
// locklab.js loads with the first chart. static/remoteEntry.js and
// static/notebook.js are for JupyterLab alone. The echarts-* files are the licence of echarts.min.js and
// go wherever that goes.
func Labextension() fs.FS {
	sub, err := fs.Sub(files, "labextension")
	if err != nil {
		panic(err) // the name above is wrong
	}
	return sub
}
