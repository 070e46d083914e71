package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"locklab/internal/clone"
	"locklab/internal/nb"
	"locklab/internal/need"
	"locklab/internal/setup"
	"locklab/internal/suite"
)

func testCommand() command {
	stages := suite.Stages(checkNotebooks)
	var list strings.Builder
	for _, s := range stages {
		fmt.Fprintf(&list, "	%-11s %s\n", s.Name, s.Short)
	}
	var missing bool
	return command{
		name:  "test",
		args:  "[stage...]",
		short: "every test: units, other processors, notebooks, browser",
		long: `
Sets up what is missing and runs every test, or the stages that are named:

` + list.String() + `
What the tests need besides the lesson is checked first, and what is missing is
named with the command that installs it. LOCKLAB_CHROME and LOCKLAB_FIREFOX name
browsers that are not on PATH. A stage that runs no test fails.`,
		flags: func(fs *flag.FlagSet) {
			fs.BoolVar(&missing, "missing", false, "write the packages that bring what is missing, and run nothing")
		},
		run: func(ctx context.Context, args []string) error {
			chosen, err := suite.Select(stages, args)
			if err != nil {
				return usageError{err}
			}
			c, err := clone.Here()
			if err != nil {
				return err
			}
			lacks := errors.Join(suite.Missing(chosen), setup.Lacks(ctx, c))
			if missing {
				packages, err := need.Packages(lacks)
				if len(packages) > 0 {
					fmt.Println(strings.Join(packages, " "))
				}
				return err
			}
			if lacks != nil {
				return lacks
			}
			if err := setup.Whole(ctx, c, os.Stderr); err != nil {
				return err
			}
			return suite.Run(ctx, c, chosen, os.Stdout)
		},
	}
}

func checkNotebooks(ctx context.Context, c clone.Clone, w io.Writer) error {
	paths, err := nb.Lesson(c)
	if err != nil {
		return err
	}
	return nb.Run(ctx, c, relative(paths), nb.Options{Check: true, Timeout: 5 * time.Minute}, w)
}
