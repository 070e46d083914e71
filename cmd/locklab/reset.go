package main

import (
	"context"
	"errors"
	"os"

	"locklab/internal/nb"
)

func resetCommand() command {
	return command{
		name:  "reset",
		args:  "NOTEBOOK...",
		short: "a notebook as released, your version kept beside it",
		long: `
Makes each notebook what it was when released (what git has as HEAD) and keeps
your version beside it as NAME.mine.ipynb, or .mine-2 and so on. Nothing is lost,
and a git pull meets no conflict.`,
		run: func(ctx context.Context, args []string) error {
			if len(args) == 0 {
				return usagef("reset: name the notebook, for instance %s", startNotebook)
			}
			var errs []error
			for _, path := range args {
				errs = append(errs, nb.Reset(ctx, path, os.Stdout))
			}
			return errors.Join(errs...)
		},
	}
}
