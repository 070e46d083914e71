package main

import (
	"context"
	"flag"
	"os"
	"os/exec"

	"locklab/internal/proc"
	"locklab/internal/setup"
	"locklab/internal/site/folder"
)

func exportCommand() command {
	dir := ""
	return command{
		name:  "export",
		short: "the lesson as web pages that need no server, sliders and all",
		long: `
Writes the lesson as a static site: a page a notebook, with the outputs that are
saved in it, and sliders that run the simulations in the reader's browser. The
folder needs no network and no server: open its index.html, or put it anywhere.

An earlier export in the folder is replaced as a whole, once the new one is
complete. A folder that holds anything else is left alone.

Sets up first what is missing, as locklab alone does.`,
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&dir, "o", dir, "write to this `folder` (default site in the clone)")
		},
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("export: takes no arguments, got %q; the folder goes after -o", args)
			}
			c, err := here()
			if err != nil {
				return err
			}
			if dir == "" {
				dir = relative([]string{c.Path("site")})[0]
			}
			if err := folder.Check(dir); err != nil {
				return err // before minutes of set-up
			}
			program, err := setup.ReadyForExport(ctx, c, os.Stderr)
			if err != nil {
				return err
			}
			cmd := exec.Command(program, string(c), dir)
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			err = proc.Run(ctx, cmd)
			if _, ok := err.(*exec.ExitError); ok {
				return errSaid
			}
			return err
		},
	}
}
