package main

import (
	"context"
	"os"

	"locklab/internal/clone"
	"locklab/internal/setup"
)

func cleanCommand() command {
	return command{
		name:  "clean",
		short: "undo the set-up",
		long: `
Removes the folder .venv, the only thing that set-up made, and says how much that
was. Notebooks are not touched. A .venv that somebody else made stays.`,
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("clean: takes no arguments, got %q", args)
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			return setup.Clean(ctx, c, os.Stdout)
		},
	}
}
