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
	sameBytes(t, lost, "264382fa4f19d287ffaab9abe93c66e25e81eef055452c408569eed5d4386c4e")
	sameBytes(t, ttl, "b3f12fa8eae41b2a8a48d32941de00036036c57ee5f95abd63fcdafe2ed99204")
	sameBytes(t, simlib.DefaultStaleHolder(), "ba317789d40ea9fb5bb95ecc94673cd95e527fa2e0298843d380b72a27ee69ca")
	sameBytes(t, fencing, "faf1fd80e9ac90461c409db090518e8f1a3047f60d1ab6e4d8a0a578260a4876")
	sameBytes(t, failover, "bd348c3d73c821010011bb806ae9f9426d598522402806105f5fa260f6c72324")
	sameBytes(t, job, "33ce1c38cffa233b051de963130ef3036df392ff39dcf054344cf301a4e79058")
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
