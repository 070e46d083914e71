package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"locklab/internal/about"
	"locklab/internal/atomicfile"
	"locklab/internal/clone"
	"locklab/internal/need"
	"locklab/internal/paper"
	"locklab/internal/proc"
	"locklab/internal/setup"
	"locklab/internal/site/folder"
)

func exportCommand() command {
	out, source, pdf := "", "", false
	return command{
		name:  "export",
		short: "the lesson as web pages with live sliders, or as a PDF",
		long: `
Writes the lesson as a static site: a page a notebook, with the outputs that are
saved in it, and sliders that run the simulations in the reader's browser. The
folder needs no network and no server: open its index.html, or put it anywhere.

A page's address can set its sliders, as in

	02_the_lock_must_expire.html#ttl:TTL=1s,StallChance=0.01

and "Copy link" below a chart copies the address of what the chart shows.

An earlier export in the folder is replaced as a whole, once the new one is
complete. A folder that holds anything else is left alone.

With -pdf it writes one PDF instead, to print or to hand out: all sections in
reading order, with the charts as pictures and their tables. Chromium or Chrome
prints it; LOCKLAB_CHROME names one that is not on PATH.

Every page says at its end under which licences it stands, which version it is,
and where its source is: at the web address after -source, so that a reader can
change the code as well, or else with whoever exported it. The licences of what
the pages are made with go with them, as licences.txt.

Sets up first what is missing, as locklab alone does.`,
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&out, "o", out, "write to this `path` (default the folder site in the clone, or with -pdf the file lesson.pdf)")
			fs.StringVar(&source, "source", source, "lead readers to the notebooks at this web `address`")
			fs.BoolVar(&pdf, "pdf", pdf, "write one PDF of the lesson instead of web pages")
		},
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("export: takes no arguments, got %q; the path to write to goes after -o", args)
			}
			if source != "" {
				if err := about.CheckSource(source); err != nil {
					return usagef("export: -source %w", err)
				}
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			if pdf {
				return exportPDF(ctx, c, source, orIn(c, out, "lesson.pdf"))
			}
			dir := orIn(c, out, "site")
			if err := folder.Check(dir); err != nil {
				return err // before minutes of set-up
			}
			program, err := setup.ReadyForExport(ctx, c, os.Stderr)
			if err != nil {
				return err
			}
			return runSaid(ctx, program, "-source", source, string(c), dir)
		},
	}
}

// orIn is path, or if that is empty a file of the clone.
func orIn(c clone.Clone, path, name string) string {
	if path == "" {
		return relative([]string{c.Path(name)})[0]
	}
	return path
}

// runSaid runs a program that says by itself what is wrong.
func runSaid(ctx context.Context, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err := proc.Run(ctx, cmd)
	if _, ok := err.(*exec.ExitError); ok {
		return errSaid
	}
	return err
}

func exportPDF(ctx context.Context, c clone.Clone, source, path string) error {
	browser, err := need.Chromium("prints the lesson").Find()
	if err != nil {
		return err
	}
	if err := paper.Check(path); err != nil {
		return err
	}
	program, err := setup.ReadyForExport(ctx, c, os.Stderr)
	if err != nil {
		return err
	}
	// In the clone, since a Chromium from a snap cannot see the system's folder
	// for temporary files.
	temp, err := os.MkdirTemp(c.Venv(), "print-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "page")
	if err := runSaid(ctx, program, "-print", "-source", source, string(c), dir); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "printing the lesson with", browser, "...")
	made, err := paper.Print(ctx, browser, dir)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(path, made.Data, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d pages, %.1f MB\n", path, made.Pages, float64(len(made.Data))/1e6)
	return nil
}
