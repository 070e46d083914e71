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
	sameBytes(t, ttl, "e5b3934927d2ae249ad8ecde5db75841938764dd0c621f51e5b18e51b65cf34a")
	sameBytes(t, simlib.DefaultStaleHolder(), "a5d8e4622bd7e391290d03322f45db059306fe4231e05542a0dd30ba8181a9f8")
	sameBytes(t, fencing, "3b3d760d2b7aca8bccb1b6d48059ba83227e4645bf37172178dbce81d6dad77c")
	sameBytes(t, failover, "03a7e898cd8ab22ebc4bb88d4ede6212abfb89ff7fdcf33e54e695b0b2509109")
	sameBytes(t, job, "79eb7d21e1b6d4e517ee05b7387bd31588738b923688fee4f9166bffd9b6fa8d")
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
