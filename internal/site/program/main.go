// Command program writes the lesson's site; `locklab export` sets it up and
// starts it. It is a program of its own because what it links would make a
// first start of every other command slower.
//
//	program CLONE DIR
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"locklab/internal/clone"
	"locklab/internal/nb"
	"locklab/internal/page"
	"locklab/internal/site"
	"locklab/internal/site/folder"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: program CLONE DIR; `locklab export` calls this")
		os.Exit(2)
	}
	if err := export(clone.Clone(os.Args[1]), os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "locklab: export:", strings.ReplaceAll(err.Error(), "\n", "\nlocklab: export: "))
		os.Exit(1)
	}
}

func export(c clone.Clone, dir string) error {
	notebooks, err := nb.Lesson(c)
	if err != nil {
		return err
	}
	simulations, err := os.ReadFile(c.Venv("page", page.SimulationsFile))
	if err != nil {
		return err
	}
	files, err := site.Build(c, notebooks, simulations)
	if err != nil {
		return err
	}
	if err := folder.Replace(dir, files); err != nil {
		return err
	}
	bytes := 0
	for _, data := range files {
		bytes += len(data)
	}
	fmt.Printf("%d pages, %.1f MB in all: open %s in a browser, or serve the folder from anywhere\n",
		len(notebooks), float64(bytes)/1e6, filepath.Join(dir, site.Index))
	return nil
}
