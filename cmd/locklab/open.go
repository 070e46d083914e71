package main

import (
	"context"
	"flag"
	"os"

	"locklab/internal/clone"
	"locklab/internal/jupyter"
	"locklab/internal/setup"
)

const startNotebook = "notebooks/00_start_here.ipynb"

func openCommand() command {
	port := jupyter.DefaultPort
	noBrowser := false
	return command{
		name:  "open",
		short: "set up what is missing and open the lesson in JupyterLab (the default)",
		long: `
Sets up what is missing, in the folder .venv of the clone and nowhere else: the
tools of the Go kernel, Jupyter in a Python environment of its own, a warm build
cache. The first time takes a few minutes and needs the network; after that it
takes a second, and nothing is fetched any more.

Then JupyterLab opens at ` + startNotebook + `, on this machine only,
protected by a token. Completion in cells follows the first time; a line says when
it is there. Ctrl-C stops JupyterLab and its kernels.`,
		flags: func(fs *flag.FlagSet) {
			fs.IntVar(&port, "port", port, "listen on this `port`, or on the next one that is free")
			fs.BoolVar(&noBrowser, "no-browser", false, "print the address instead of opening a browser")
		},
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("open: takes no arguments, got %q", args)
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			if _, err := jupyter.FreePort(port); err != nil {
				return err // before minutes of set-up
			}
			if err := setup.Ready(ctx, c, os.Stderr); err != nil {
				return err
			}
			trust(ctx, c)
			defer setup.Follow(ctx, c, os.Stderr)()
			return jupyter.Open(ctx, c, startNotebook, port, !noBrowser, os.Stderr)
		},
	}
}
