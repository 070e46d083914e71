package main

import (
	"context"
	"flag"
	"os"
	"time"

	"locklab/internal/clone"
	"locklab/internal/nb"
	"locklab/internal/setup"
)

func runCommand() command {
	o := nb.Options{Timeout: 5 * time.Minute}
	return command{
		name:  "run",
		args:  "[notebook...]",
		short: "run notebooks without a browser and save their outputs",
		long: `
Executes notebooks from top to bottom in a fresh Go kernel each, all of the
lesson when none is named, and writes the outputs into them. A cell that fails is
reported with its notebook, number and message; the others are run all the same,
and a notebook with a failing cell is left as it was. A second run changes
nothing.

Sets up first what is missing, as locklab alone does.`,
		flags: func(fs *flag.FlagSet) {
			fs.BoolVar(&o.Check, "check", false, "compare with the saved outputs instead of writing; any difference fails")
			fs.DurationVar(&o.Timeout, "timeout", o.Timeout, "interrupt a cell after this `time`; 0 for never")
		},
		run: func(ctx context.Context, args []string) error {
			if o.Timeout < 0 {
				return usagef("run: -timeout %v: want 0 or more", o.Timeout)
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				if args, err = nb.Lesson(c); err != nil {
					return err
				}
				args = relative(args)
			}
			if err := nb.Load(args); err != nil {
				return err // before minutes of set-up
			}
			if err := setup.Ready(ctx, c, os.Stderr); err != nil {
				return err
			}
			o.Live = setup.Terminal(os.Stdout)
			return nb.Run(ctx, c, args, o, os.Stdout)
		},
	}
}
