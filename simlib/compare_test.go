package simlib_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/simtest"
)

// Each row of a comparison is that of a run by itself, under the value of its
// knob, for every knob of every simulation.
func TestCompareIsRunsSideBySide(t *testing.T) {
	for _, s := range simlib.All() {
		for _, k := range s.Knobs() {
			if simtest.Trials(k) {
				continue
			}
			values := simtest.Values(k)
			got, err := simlib.Compare(t.Context(), s, k.Flag(), values, simlib.Exec{})
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Rows) != len(values) || got.Columns[0] != k.Name || !strings.HasSuffix(got.Title, ", by "+k.Name) {
				t.Errorf("%s: %q has the columns %q and %d rows", s.Name(), got.Title, got.Columns, len(got.Rows))
			}
			for i, value := range values {
				with, err := s.With(k.Name, value)
				if err != nil {
					t.Fatal(err)
				}
				r, err := with.Run(t.Context(), simlib.Exec{})
				if err != nil {
					t.Fatal(err)
				}
				want := r.Row()
				if !slices.Equal(got.Rows[i][1:], want.Rows[0]) || fmt.Sprint(got.Values[i][1:]) != fmt.Sprint(want.Values[0]) {
					t.Errorf("%s with %s %s: %q, and by itself %q", s.Name(), k.Name, value, got.Rows[i], want.Rows[0])
				}
				if len(got.Rows[i]) != len(got.Columns) || len(got.Values[i]) != len(got.Fields) {
					t.Errorf("%s: %d cells, %d values for %d columns, %d fields", s.Name(), len(got.Rows[i]), len(got.Values[i]), len(got.Columns), len(got.Fields))
				}
			}
		}
	}
}

func TestCompareSaysWhatElseIsTurned(t *testing.T) {
	p := simlib.DefaultStaleHolder()
	p.Pause, p.Fencing = 11e9, true
	got, err := simlib.Compare(t.Context(), p, "Claim", []string{"false", "true"}, simlib.Exec{})
	if want := "What became of A's write, by Claim (Pause = 11 s, Fencing = true)"; err != nil || got.Title != want {
		t.Errorf("%q, %v, want %q", got.Title, err, want)
	}
	for _, c := range []struct{ knob, value, want string }{
		{"Clam", "true", "no knob Clam; there are Pause, TTL, Fencing, Claim"},
		{"Claim", "perhaps", `Claim "perhaps": want true or false`},
		{"TTL", "1s", "TTL 1s: want 4s to 1m"},
	} {
		if _, err := simlib.Compare(t.Context(), p, c.knob, []string{c.value}, simlib.Exec{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.knob, c.value, err, c.want)
		}
	}
	// By its flag it is the same knob, and none of the others.
	p.Claim = true
	if got, err := simlib.Compare(t.Context(), p, "claim", []string{"false"}, simlib.Exec{}); err != nil || strings.Contains(got.Title, "Claim =") {
		t.Errorf("%q, %v", got.Title, err)
	}
	if _, err := simlib.Compare(t.Context(), simlib.Sim[simlib.TTLResult](nameless{simlib.DefaultTTL()}), "TTL", []string{"1s"}, simlib.Exec{}); err == nil || !strings.Contains(err.Error(), "among its Knobs") {
		t.Errorf("a model that lists no knobs: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := simlib.Compare(stopped, p, "Claim", []string{"true"}, simlib.Exec{}); err == nil {
		t.Error("goes on after it was stopped")
	}
}

// nameless is a model that takes a knob and lists none.
type nameless struct{ simlib.TTL }

func (nameless) Knobs() []simlib.Knob { return nil }

func (m nameless) With(knob, value string) (simlib.Sim[simlib.TTLResult], error) {
	p, err := m.TTL.With(knob, value)
	return nameless{p.(simlib.TTL)}, err
}
