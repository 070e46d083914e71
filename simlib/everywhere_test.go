package simlib_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"

	"locklab/simlib"
	"locklab/simlib/simtest"
)

// The simulations give the same bytes on every processor, with each
// knob at the ends and in the middle of its range. Run it on amd64, amd64 with
// GOAMD64=v3, arm64 and js/wasm.
//
// A digest changes when a model, a draw or a sentence does; the Examples then
// say which.
func TestSameBytesEverywhere(t *testing.T) {
	ttl, fencing, job := simlib.DefaultTTL(), simlib.DefaultFencing(), simlib.DefaultJobLength()
	lost, failover := simlib.DefaultLostUpdate(), simlib.DefaultFailover()
	ttl.Holds, fencing.Grants, job.Runs, lost.Increments, failover.Trials = 3000, 200, 3000, 20, 20
	sameBytes(t, lost, "f77a4a44c221b1ec79b4d3bf58e513706aaa9622dbb5c650fca8d31704906ae9")
	sameBytes(t, ttl, "897652d86b472e458a068a25dee40080e8a162b922398608fa10cf7038b23488")
	sameBytes(t, simlib.DefaultStaleHolder(), "d86f068c6f068096282e148902cf0f32a3545f3191659e6ed872333af1be4e73")
	sameBytes(t, fencing, "134d6cb2c6df8f725c28cf10a3a75eaacbfdd8716605d3cd332d4df2bb4f2c1d")
	sameBytes(t, failover, "f3f90161dd4fa31547a3496283ccadd03aa3f2a4f7ed6514b57807bc314b480d")
	sameBytes(t, job, "f94478c81994c6c743ddf9d7d6ee464d211a9e0804858af4216ff7f700a75e55")
}

// sameBytes compares the digest of all that a simulation says on a grid of
// knobs. It leaves out the number of trials.
func sameBytes[R simlib.Result](t *testing.T, s simlib.Sim[R], want string) {
	t.Helper()
	digest := sha256.New()
	run := func(s simlib.Sim[R]) {
		r, err := s.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		result, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		digest.Write(result)
		fmt.Fprint(digest, r.Headline(), " ", r.Summary(), " ", r.Caption(), " ", r.Model(), " [")
		for i, table := range r.Tables() {
			if i > 0 {
				fmt.Fprint(digest, " ")
			}
			fmt.Fprintf(digest, "{%s %s %s}", table.Title, table.Columns, table.Rows)
		}
		fmt.Fprintln(digest, "]")
	}
	run(s)
	for _, k := range s.Knobs() {
		if simtest.Trials(k) {
			continue
		}
		for _, text := range simtest.Values(k) {
			at, err := s.With(k.Name, text)
			if err != nil {
				t.Fatal(err)
			}
			run(at)
		}
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != want {
		t.Errorf("%s: digest %s, want %s", s.Name(), got, want)
	}
}
