package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"locklab/simlib"
)

func sim(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := simCommand(&out).run(context.Background(), args)
	return out.String(), err
}

// Without flags, the sentence of the simulation at its defaults; with knobs in
// kebab case, that of the changed one.
func TestSimSentence(t *testing.T) {
	for _, s := range simlib.All() {
		r, err := s.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := sim(t, s.Name()); err != nil || got != r.Summary()+"\n"+r.Caption()+"\n" {
			t.Errorf("sim %s: %q (%v), want %q", s.Name(), got, err, r.Summary())
		}
		// Each knob's own value, given as a flag, changes nothing.
		args := []string{s.Name()}
		for _, k := range s.Knobs() {
			args = append(args, "-"+k.Flag()+"="+k.String())
		}
		if got, err := sim(t, args...); err != nil || got != r.Summary()+"\n"+r.Caption()+"\n" {
			t.Errorf("sim %s: %q (%v), want %q", args, got, err, r.Summary())
		}
	}
	p := simlib.DefaultTTL()
	p.StallChance, p.Holds = 0.25, 1000
	r, err := p.Run(context.Background(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := sim(t, "-holds", "1000", "ttl", "-stall-chance", "0.25"); err != nil || got != r.Summary()+"\n"+r.Caption()+"\n" {
		t.Errorf("%q (%v), want %q", got, err, r.Summary())
	}
}

func TestSimJSON(t *testing.T) {
	for _, s := range simlib.All() {
		out, err := sim(t, s.Name(), "-json")
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Name, Sentence, Caption string
			Knobs                   map[string]string
			Tables                  []simlib.Table
			Result                  map[string]any
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		if got.Name != s.Name() || got.Sentence == "" || got.Caption == "" || len(got.Knobs) != len(s.Knobs()) ||
			len(got.Tables) == 0 || got.Result["Params"] == nil {
			t.Errorf("sim %s -json lacks something: %.300s", s.Name(), out)
		}
	}
}

// CSV is for programs: every table of every simulation has a name to ask for it by,
// and nothing but numbers where it does not declare words.
func TestSimCSV(t *testing.T) {
	field := regexp.MustCompile(`^[a-z]+(_[a-z0-9]+)*$`)
	for _, s := range simlib.All() {
		r, err := s.Run(t.Context(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		listed, err := sim(t, s.Name(), "-h")
		if err != nil {
			t.Fatal(err)
		}
		main := ""
		for i, table := range r.Tables() {
			if !strings.Contains(listed, "\t"+table.Name+" ") {
				t.Errorf("sim %s -h does not list the table %s", s.Name(), table.Name)
			}
			out, err := sim(t, s.Name(), "-csv", "-table", table.Name)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil || len(rows) != 1+len(table.Rows) || len(rows[0]) != len(table.Fields) {
				t.Fatalf("sim %s -table %s: %d rows (%v), want a head and %d", s.Name(), table.Name, len(rows), err, len(table.Rows))
			}
			for _, row := range rows[1:] {
				for i, text := range row {
					_, err := strconv.ParseFloat(text, 64)
					if !table.Fields[i].Words && text != "" && err != nil {
						t.Errorf("sim %s -table %s: %s is %q", s.Name(), table.Name, table.Fields[i].Name, text)
					}
				}
			}
			for i, name := range rows[0] {
				if !field.MatchString(name) || slices.Contains(rows[0][:i], name) {
					t.Errorf("sim %s -table %s: a column %q", s.Name(), table.Name, name)
				}
			}
			if i == 0 {
				main = out
			} else if out == main {
				t.Errorf("sim %s -table %s gives the main table", s.Name(), table.Name)
			}
		}
		if out, err := sim(t, "-csv", s.Name()); err != nil || out != main {
			t.Errorf("sim %s -csv: %q (%v), want the main table", s.Name(), out, err)
		}
	}
}

func TestSimCSVGolden(t *testing.T) {
	out, err := sim(t, "fencing", "-fencing", "-csv")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/fencing.csv"
	if *update {
		if err := os.WriteFile(golden, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out != string(want) {
		t.Errorf("differs from %s (-update writes it):\n%s", golden, out)
	}
}

func TestSimRefuses(t *testing.T) {
	for want, args := range map[string]string{
		"no simulation \"tll\"":      "tll",
		"ttl: TTL 0s: want 100ms to": "ttl -ttl 0",
		"-ttl: want a duration such": "ttl -ttl ten",
		"-ttl: want a duration":      "ttl -ttl NaN",
		"-json or -csv, not both":    "ttl -json -csv",
		"no table \"late\"; with":    "ttl -table late",
		"unexpected argument":        "ttl 10s",
		"-parallel -1: want 0":       "ttl -parallel -1",
		"flag provided but not":      "ttl -tll 10s",
	} {
		out, err := sim(t, strings.Fields(args)...)
		var usage usageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("sim %s: %v, with output %q; want an error of usage with %q", args, err, out, want)
		}
	}
}
