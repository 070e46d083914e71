package simlib_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/simtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The simulations give the same bytes on every processor, with each
// knob at the ends and in the middle of its range. Run it on amd64, amd64 with
// GOAMD64=v3, arm64 and js/wasm.
//
// What they say is in testdata, which -update writes anew: all of it with the knobs
// as they are, and of the other settings the sentences that are others then. A digest
// stands for the tables and the result.
func TestSameBytesEverywhere(t *testing.T) {
	for _, s := range simlib.All() {
		s := fewTrials(t, s)
		var b strings.Builder
		usual := map[string]bool{}
		at(t, s, func(setting string, r simlib.Result) {
			fmt.Fprintf(&b, "== %s\n", setting)
			all := said(t, r)
			for line := range strings.Lines(all) {
				if setting == asIs {
					usual[line] = true
				} else if usual[line] || strings.HasPrefix(line, "|") {
					continue
				}
				b.WriteString(line)
			}
			fmt.Fprintf(&b, "%x\n", sha256.Sum256([]byte(all+numbers(t, r))))
		})
		golden, got := "testdata/"+s.Name()+".txt", b.String()
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		is, want := strings.Split(got, "\n"), strings.Split(string(text), "\n")
		for i := range max(len(is), len(want)) {
			if i == len(is) || i == len(want) || is[i] != want[i] {
				t.Errorf("%s differs from line %d on (-update writes it):\ngot  %s\nwant %s", golden, i+1,
					strings.Join(is[min(i, len(is)):min(i+3, len(is))], "\n     "), strings.Join(want[min(i, len(want)):min(i+3, len(want))], "\n     "))
				break
			}
		}
	}
}

// numbers are a result as JSON has it.
func numbers(t *testing.T, r simlib.Result) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// said is all that a result says.
func said(t *testing.T, r simlib.Result) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s\n%s\n", r.Headline(), r.Summary(), r.Caption(), r.Model())
	for _, table := range r.Tables() {
		fmt.Fprintf(&b, "|%s\n", table.Title)
		for _, row := range append([][]string{table.Columns}, table.Rows...) {
			fmt.Fprintf(&b, "| %s\n", strings.Join(row, " | "))
		}
	}
	return b.String()
}

const asIs = "as it is"

// at runs a simulation as it is, and with each knob but the number of trials at the
// ends and in the middle of its range.
func at(t *testing.T, s simlib.Sim[simlib.Result], look func(setting string, r simlib.Result)) {
	t.Helper()
	run := func(setting string, s simlib.Sim[simlib.Result]) {
		r, err := s.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		look(setting, r)
	}
	run(asIs, s)
	for _, k := range s.Knobs() {
		if simtest.Trials(k) {
			continue
		}
		for _, value := range simtest.Values(k) {
			run(k.Name+" "+value, with(t, s, k.Name, value))
		}
	}
}

// with turns knobs: a name and a value each.
func with(t *testing.T, s simlib.Sim[simlib.Result], knobs ...string) simlib.Sim[simlib.Result] {
	t.Helper()
	for i := 0; i+1 < len(knobs); i += 2 {
		var err error
		if s, err = s.With(knobs[i], knobs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// fewTrials are enough to say everything.
func fewTrials(t *testing.T, s simlib.Sim[simlib.Result]) simlib.Sim[simlib.Result] {
	t.Helper()
	few := map[string]string{"Holds": "3000", "Grants": "200", "Runs": "3000", "Increments": "20", "Trials": "20"}
	for _, k := range s.Knobs() {
		if simtest.Trials(k) {
			return with(t, s, k.Name, few[k.Name])
		}
	}
	return s
}
