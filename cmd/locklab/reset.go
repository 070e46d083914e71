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
Makes each notebook what it was when released, also where you have committed or
staged a version of yours, and keeps that beside it as NAME.mine.ipynb, or
.mine-2 and so on. Released is what the clone has of the branch that it follows,
else its last commit. Nothing is lost, and nothing of it stays staged.`,
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
