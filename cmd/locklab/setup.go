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
Does what locklab alone does first, and no more: sets up what is missing, and
signs the notebooks as released, so that their charts are live when opened. For
a container's image, or to be ready before a journey without a network.`,
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("setup: takes no arguments, got %q", args)
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			return ready(ctx, c)
		},
	}
}

// ready sets up what is missing to open the lesson.
func ready(ctx context.Context, c clone.Clone) error {
	if err := setup.Ready(ctx, c, os.Stderr); err != nil {
		return err
	}
	if err := jupyter.TrustReleased(ctx, c); err != nil {
		// Without signatures charts are still pictures.
		fmt.Fprintln(os.Stderr, "locklab:", err)
	}
	return nil
}
