package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"locklab/internal/setup"
	"locklab/simlib"
)

func simCommand(out io.Writer) command {
	return command{
		name:  "sim",
		args:  "NAME",
		short: "run a simulation here and print what it finds",
		long: `
Runs a simulation and prints what came of it and how sure that is, or all of it as
JSON, or a table as CSV. The flags are the knobs of the simulation, at the lesson's values when not
given; ` + "`locklab sim NAME -h`" + ` lists them, and the tables for CSV.

CSV is for programs: one table, a quantity in a column, plain numbers. A time
ends in _s and is in seconds. A share ends in _share and is from 0 to 1, with the
ends of its 95% interval in _share_low and _share_high. What is unknown is empty.
A long table has the rows that the lesson shows; -json has all. Simulations:

` + simulations(),
		// The flags depend on the name among the arguments.
		rawArgs: true,
		run: func(ctx context.Context, args []string) error {
			for i, name := range args {
				if s, err := simlib.Find(name); err == nil {
					return simulate(ctx, s, slices.Delete(slices.Clone(args), i, i+1), out)
				}
			}
			if len(args) == 0 || strings.HasPrefix(args[0], "-") {
				help(out, simCommand(out), flag.NewFlagSet("sim", flag.ContinueOnError))
				return nil
			}
			return usagef("sim: no simulation %q; there are\n\n%s", args[0], simulations())
		},
	}
}

func simulations() string {
	var b strings.Builder
	for _, s := range simlib.All() {
		fmt.Fprintf(&b, "	%-12s %s\n", s.Name(), s.About())
	}
	return b.String()
}

// simulate runs s as args say.
func simulate(ctx context.Context, s simlib.Sim[simlib.Result], args []string, out io.Writer) error {
	released := s
	fs := flag.NewFlagSet("sim "+s.Name(), flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	asJSON := fs.Bool("json", false, "print everything as JSON")
	asCSV := fs.Bool("csv", false, "print the main table as CSV, in plain numbers")
	table := fs.String("table", "", "print the table of this `name` as CSV, in place of the main one")
	parallel := fs.Int("parallel", 0, "goroutines that share the trials; 0 for one a processor, and no other result for any number")
	for _, k := range s.Knobs() {
		usage := fmt.Sprintf("%s: %s (default %s)", k.Caption, k.Range(), k)
		set := func(value string) error {
			with, err := s.With(k.Name, value)
			if err != nil {
				// Package flag names the flag and the value by itself.
				return errors.New(strings.TrimPrefix(err.Error(), fmt.Sprintf("%s: %s %q: ", s.Name(), k.Name, value)))
			}
			s = with
			return nil
		}
		if k.Switch() {
			fs.BoolFunc(k.Flag(), usage, set)
		} else {
			fs.Func(k.Flag(), usage, set)
		}
	}
	rest, err := parse(fs, args)
	switch {
	case err == flag.ErrHelp:
		r, err := released.Run(ctx, simlib.Exec{Brief: true})
		if err != nil {
			return err
		}
		help(out, command{name: fs.Name(), long: s.About() + "\n\nTables for CSV, the main one first:\n\n" + tableNames(r)}, fs)
		return nil
	case err != nil:
		return usagef("%s: %w; `locklab %s -h` lists its flags", fs.Name(), err, fs.Name())
	case len(rest) > 0:
		return usagef("%s: unexpected argument %q", fs.Name(), rest[0])
	case *asJSON && (*asCSV || *table != ""):
		return usagef("%s: -json or -csv, not both", fs.Name())
	case *parallel < 0:
		return usagef("%s: -parallel %d: want 0 or more", fs.Name(), *parallel)
	}
	if err := s.Validate(); err != nil {
		return usageError{err}
	}
	r, err := s.Run(ctx, simlib.Exec{Workers: *parallel, Progress: progressLine(os.Stderr)})
	if err != nil {
		return err
	}
	switch {
	case *asJSON:
		return writeJSON(out, s, r)
	case *asCSV || *table != "":
		for _, t := range r.Tables() {
			if *table == "" || *table == t.Name {
				return writeCSV(out, t)
			}
		}
		return usagef("%s: no table %q; with these knobs there are\n\n%s", fs.Name(), *table, tableNames(r))
	}
	_, err = fmt.Fprintf(out, "%s\n%s\n", r.Summary(), r.Caption())
	return err
}

func writeJSON(out io.Writer, s simlib.Sim[simlib.Result], r simlib.Result) error {
	knobs := map[string]string{}
	for _, k := range s.Knobs() {
		knobs[k.Name] = k.String()
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{
		"name": s.Name(), "knobs": knobs, "headline": r.Headline(), "sentence": r.Summary(), "caption": r.Caption(), "model": r.Model(),
		"tables": r.Tables(), "result": r,
	})
}

func tableNames(r simlib.Result) string {
	var b strings.Builder
	for _, t := range r.Tables() {
		fmt.Fprintf(&b, "	%-12s %s\n", t.Name, t.Title)
	}
	return b.String()
}

// writeCSV writes a table for a program.
func writeCSV(out io.Writer, t simlib.Table) error {
	w := csv.NewWriter(out)
	var head []string
	for _, f := range t.Fields {
		head = append(head, f.Name)
	}
	w.Write(head)
	for _, values := range t.Values {
		row := make([]string, len(values))
		for i, v := range values {
			if v != nil {
				row[i] = fmt.Sprint(v)
			}
		}
		w.Write(row)
	}
	w.Flush()
	return w.Error()
}

// progressLine reports on a terminal how far a run is, once it has taken a
// second.
func progressLine(w *os.File) func(done, total int) {
	if !setup.Terminal(w) {
		return nil
	}
	start := time.Now()
	shown := start
	return func(done, total int) {
		if done == total && shown != start {
			fmt.Fprint(w, "\r\x1b[K")
		}
		if time.Since(start) > time.Second && time.Since(shown) > 200*time.Millisecond && done < total {
			shown = time.Now()
			fmt.Fprintf(w, "\r%d%% done", 100*done/total)
		}
	}
}
