package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
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
		if got, err := sim(t, s.Name()); err != nil || got != r.Summary()+"\n" {
			t.Errorf("sim %s: %q (%v), want %q", s.Name(), got, err, r.Summary())
		}
		// Each knob's own value, given as a flag, changes nothing.
		args := []string{s.Name()}
		for _, k := range s.Knobs() {
			args = append(args, "-"+k.Flag()+"="+k.String())
		}
		if got, err := sim(t, args...); err != nil || got != r.Summary()+"\n" {
			t.Errorf("sim %s: %q (%v), want %q", args, got, err, r.Summary())
		}
	}
	p := simlib.DefaultTTL()
	p.StallChance, p.Holds = 0.25, 1000
	r, err := p.Run(context.Background(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := sim(t, "-holds", "1000", "ttl", "-stall-chance", "0.25"); err != nil || got != r.Summary()+"\n" {
		t.Errorf("%q (%v), want %q", got, err, r.Summary())
	}
}

func TestSimFormats(t *testing.T) {
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
		out, err = sim(t, "-csv", s.Name())
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(out, "\n\n")
		rows, err := csv.NewReader(strings.NewReader(first)).ReadAll()
		if err != nil || len(rows) != 1+len(got.Tables[0].Rows) {
			t.Errorf("sim %s -csv: %d rows (%v), want a head and %d", s.Name(), len(rows), err, len(got.Tables[0].Rows))
		}
	}
}

func TestSimRefuses(t *testing.T) {
	for want, args := range map[string]string{
		"no simulation \"tll\"":      "tll",
		"ttl: TTL 0s: want 100ms to": "ttl -ttl 0",
		"-ttl: want a duration such": "ttl -ttl ten",
		"-ttl: want a duration":      "ttl -ttl NaN",
		"-json or -csv, not both":    "ttl -json -csv",
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
