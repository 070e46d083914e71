// Locklab sets the lesson up, opens it, runs and checks its notebooks.
//
// Each command is a file of its own here, thin over a package in internal. The
// imports are kept light: a first `go run` is silent while it compiles them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A command is one of locklab's: `locklab NAME [flags] ARGS`.
type command struct {
	name  string
	args  string // what follows the flags, for the help
	short string // one line for the list of commands
	long  string
	// flags declares the command's flags; nil when it has none.
	flags func(*flag.FlagSet)
	// rawArgs says that run takes its flags from the arguments by itself.
	rawArgs bool
	run     func(ctx context.Context, args []string) error
}

// commands in the order of the help; what they find goes to out. The first is
// what `locklab` alone does.
func commands(out io.Writer) []command {
	return []command{
		openCommand(),
		setupCommand(),
		runCommand(),
		simCommand(out),
		exportCommand(),
		resetCommand(),
		updateCommand(),
		testCommand(),
		cleanCommand(),
		versionCommand(out),
		kernelCommand(),
	}
}

// errSaid is an error whose text was already printed.
var errSaid = errors.New("")

// usageError is an error of the command line: exit status 2.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := run(ctx, os.Args[1:], os.Stdout)
	// A second Ctrl-C while the rest ends is not held back.
	stop()
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "\nlocklab: stopped; nothing is lost, the next start goes on from here")
		os.Exit(130)
	case errors.As(err, new(usageError)):
		fmt.Fprintln(os.Stderr, "locklab:", err)
		os.Exit(2)
	default:
		if err != errSaid {
			fmt.Fprintln(os.Stderr, "locklab:", err)
		}
		os.Exit(1)
	}
}

// run finds and runs the command that args name.
func run(ctx context.Context, args []string, out io.Writer) error {
	all := commands(out)
	if len(args) > 0 && (args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help") {
		if len(args) > 1 {
			return run(ctx, append(slices.Clone(args[1:]), "-h"), out)
		}
		overview(out, all)
		return nil
	}
	cmd := all[0]
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		found := false
		for _, c := range all {
			if c.name == args[0] {
				cmd, found = c, true
			}
		}
		if !found {
			return usagef("no command %q; `locklab -h` lists them", args[0])
		}
		args = args[1:]
	}
	if cmd.rawArgs {
		return cmd.run(ctx, args)
	}
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	if cmd.flags != nil {
		cmd.flags(fs)
	}
	rest, err := parse(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		help(out, cmd, fs)
		return nil
	case err != nil:
		return usagef("%s: %w; `locklab %s -h` lists its flags", cmd.name, err, cmd.name)
	}
	return cmd.run(ctx, rest)
}

// parse takes flags wherever they stand among the arguments, up to "--".
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		left := fs.Args()
		if len(left) == 0 {
			return rest, nil
		}
		if n := len(args) - len(left); n > 0 && args[n-1] == "--" {
			return append(rest, left...), nil
		}
		rest = append(rest, left[0])
		args = left[1:]
	}
}

func overview(w io.Writer, all []command) {
	fmt.Fprint(w, `locklab: a lock that only expires is not a safe lock

Usage, in the clone:

	go run ./cmd/locklab [command] [flags] [arguments]

`)
	for _, c := range all {
		fmt.Fprintf(w, "	%-8s %s\n", c.name, c.short)
	}
	fmt.Fprint(w, "\n`locklab COMMAND -h` says more about one.\n")
}

func help(w io.Writer, c command, fs *flag.FlagSet) {
	usage := "locklab " + c.name
	flags := false
	fs.VisitAll(func(*flag.Flag) { flags = true })
	if flags {
		usage += " [flags]"
	}
	if c.args != "" {
		usage += " " + c.args
	}
	fmt.Fprintf(w, "Usage: %s\n\n%s\n", usage, strings.TrimSpace(c.long))
	if flags {
		fmt.Fprint(w, "\nFlags:\n")
		fs.SetOutput(w)
		fs.PrintDefaults()
	}
}

// relative shortens paths below the working directory.
func relative(paths []string) []string {
	wd, err := os.Getwd()
	if err != nil {
		return paths
	}
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p
		if rel, err := filepath.Rel(wd, p); err == nil && !strings.HasPrefix(rel, "..") {
			out[i] = rel
		}
	}
	return out
}
