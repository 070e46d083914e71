package simlib_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
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
	sameBytes(t, lost, "4f614c3525ebc7ee022029d1cd06d571fb4461ccafb9b18505a2177a36a0ab22")
	sameBytes(t, ttl, "b3f12fa8eae41b2a8a48d32941de00036036c57ee5f95abd63fcdafe2ed99204")
	sameBytes(t, simlib.DefaultStaleHolder(), "a5d8e4622bd7e391290d03322f45db059306fe4231e05542a0dd30ba8181a9f8")
	sameBytes(t, fencing, "41199601b2091040d6ff55a059acdeee602c77d82ec9d214bb0aab331fdb4d08")
	sameBytes(t, failover, "79822d2e7dbb45df31aca9e74c9e98f2c7b7ee42ec570ad1ae4cdae01a0f6f44")
	sameBytes(t, job, "e606c0b8ffe9401c512fecd13de382c06fe0614a1d91ea17793feae8ea3ddcb5")
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
		middle := (k.Min + k.Max) / 2
		if k.Log {
			middle = math.Sqrt(k.Min * k.Max)
		}
		for _, v := range []float64{k.Min, middle, k.Max} {
			text := fmt.Sprint(v)
			switch {
			case k.Kind() == "whole":
				text = fmt.Sprintf("%.0f", v)
			case k.Unit != "":
				text += k.Unit
			case k.Options != nil:
				text = k.Options[int(v)]
			case k.Switch():
				text = fmt.Sprint(v != 0)
			case k.Name == "Seed":
				text = fmt.Sprintf("%.0f", math.Floor(v))
			}
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
