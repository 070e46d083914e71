package main

import (
	"context"
	"fmt"
	"os"

	"locklab/internal/clone"
	"locklab/internal/jupyter"
	"locklab/internal/setup"
)

func setupCommand() command {
	return command{
		name:  "setup",
		short: "set up what is missing, and open nothing",
		long: `
Does what locklab alone does, but for opening: sets up what is missing, and signs
the notebooks as released, so that their charts are live when opened. For a
container's image, or to be ready before a journey without a network.`,
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("setup: takes no arguments, got %q", args)
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			if err := setup.Whole(ctx, c, os.Stderr); err != nil {
				return err
			}
			trust(ctx, c)
			return nil
		},
	}
}

// trust signs the notebooks as released.
func trust(ctx context.Context, c clone.Clone) {
	if err := jupyter.TrustReleased(ctx, c); err != nil {
		// Without signatures charts are still pictures.
		fmt.Fprintln(os.Stderr, "locklab:", err)
	}
}
