package main

import (
	"context"
	"os"

	"locklab/internal/clone"
	"locklab/internal/release"
	"locklab/internal/setup"
)

func updateCommand() command {
	return command{
		name:  "update",
		short: "the newest lesson, your versions kept beside it",
		long: `
Brings what was released since: what the branch that the clone follows has now,
and for a clone that follows none, the default branch of origin. It needs git and
a network.

A file that both you and the new lesson changed is kept beside the new one: a
notebook as NAME.mine.ipynb, or .mine-2 and so on, any other file as NAME.mine. A
file that only you changed stays as you have it. Whether you committed or staged
it makes no difference; commits of your own stay in a branch, BRANCH.mine.

It changes all or nothing, and says why where it cannot: without a network, in
the middle of a merge, or in a copy that was not cloned. The next start sets up
what is new.`,
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("update: takes no arguments, got %q", args)
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			return release.Update(ctx, c, setup.Terminal(os.Stdout), os.Stdout)
		},
	}
}
