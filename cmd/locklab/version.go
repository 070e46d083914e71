package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"

	"locklab/internal/about"
	"locklab/internal/clone"
)

func versionCommand(out io.Writer) command {
	return command{
		name:  "version",
		short: "the lesson's version, and what it runs on",
		long: `
Prints the version, the commit of the clone where git knows it, the version of Go
and the platform: what a report of a fault should begin with. CHANGELOG.md says
what each version brought.`,
		run: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return usagef("version: takes no arguments, got %q", args)
			}
			fmt.Fprintf(out, "locklab %s%s\n%s %s/%s\n", about.Version, commit(ctx), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// commit is the clone's, to be put after the version; empty if it is no
// repository, or there is no git.
func commit(ctx context.Context) string {
	c, err := clone.Here()
	if err != nil {
		return ""
	}
	// Of the clone itself: it may lie in a folder of somebody else's repository.
	out, err := exec.CommandContext(ctx, "git", "-C", string(c), "--git-dir="+c.Path(".git"),
		"describe", "--always", "--exclude=*", "--abbrev=12", "--dirty=, with changes").Output()
	if err != nil {
		return ""
	}
	return ", commit " + strings.TrimSpace(string(out))
}
