// Command program writes the lesson's site, or with -print the page of which
// the lesson's PDF is made; `locklab export` sets it up and starts it. It is a
// program of its own because what it links would make a first start of every
// other command slower.
//
//	program [-print] [-source ADDRESS] CLONE DIR
package main

import (
	"flag"
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
	onPaper := flag.Bool("print", false, "write the page of which a PDF is made")
	source := flag.String("source", "", "the web address of the notebooks")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: program [-print] [-source ADDRESS] CLONE DIR; `locklab export` calls this")
	}
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	export := write
	if *onPaper {
		export = writePrint
	}
	if err := export(clone.Clone(flag.Arg(0)), *source, flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "locklab: export:", strings.ReplaceAll(err.Error(), "\n", "\nlocklab: export: "))
		os.Exit(1)
	}
}

func writePrint(c clone.Clone, source, dir string) error {
	notebooks, err := nb.Lesson(c)
	if err != nil {
		return err
	}
	files, err := site.Print(c, notebooks, source)
	if err != nil {
		return err
	}
	return folder.Replace(dir, files)
}

func write(c clone.Clone, source, dir string) error {
	notebooks, err := nb.Lesson(c)
	if err != nil {
		return err
	}
	simulations, err := os.ReadFile(c.Venv("page", page.SimulationsFile))
	if err != nil {
		return err
	}
	files, err := site.Build(c, notebooks, source, simulations)
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
