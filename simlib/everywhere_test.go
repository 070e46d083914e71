package simlib_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"

	"locklab/simlib"
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
	sameBytes(t, lost, "49a040dbeeec166cc6d979d1bcc2693e45b4eb199059ca74dc7af22e03df1210")
	sameBytes(t, ttl, "4432ef593cea6c0f1cbb0b726cb38ad08a652a794668b15afaeea4fc78994096")
	sameBytes(t, simlib.DefaultStaleHolder(), "a5d8e4622bd7e391290d03322f45db059306fe4231e05542a0dd30ba8181a9f8")
	sameBytes(t, fencing, "6837c502070e32fe09c6eb391ba3f4a5db55280910d60abf402e217e79d3bd91")
	sameBytes(t, failover, "79822d2e7dbb45df31aca9e74c9e98f2c7b7ee42ec570ad1ae4cdae01a0f6f44")
	sameBytes(t, job, "b236c913428642f80faacc83119b50b02f1327eb6f032bd56de0f475c23a2318")
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
		fmt.Fprintln(digest, r.Summary(), r.Caption(), r.Tables())
	}
	run(s)
	for _, k := range s.Knobs() {
		switch k.Name {
		case "Holds", "Grants", "Runs", "Increments", "Trials":
			continue
		}
		for _, text := range knobValues(k) {
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
