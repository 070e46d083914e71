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

// The simulations of a holder give the same bytes on every processor, with each
// knob at the ends and in the middle of its range. Run it on amd64, amd64 with
// GOAMD64=v3, arm64 and js/wasm.
//
// A digest changes when a model, a draw or a sentence does; the Examples then
// say which.
func TestHoldersSameBytesEverywhere(t *testing.T) {
	ttl, fencing, job := simlib.DefaultTTL(), simlib.DefaultFencing(), simlib.DefaultJobLength()
	ttl.Holds, fencing.Grants, job.Runs = 3000, 200, 3000
	sameBytes(t, ttl, "b628ed4c7d478810d377640ca23c1aa4405cc7cfc3f697449e5a474ee8b93c24")
	sameBytes(t, simlib.DefaultStaleHolder(), "ba317789d40ea9fb5bb95ecc94673cd95e527fa2e0298843d380b72a27ee69ca")
	sameBytes(t, fencing, "9fd60c478a11407b613dcd6e10e68715b184235a9024f1b277c1bae004437ca6")
	sameBytes(t, job, "fca5dda0a66c85d00249a063624dd39485613b2af7ed63facd99f66acacb240e")
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
		case "Holds", "Grants", "Runs":
			continue
		}
		middle := (k.Min + k.Max) / 2
		if k.Log {
			middle = math.Sqrt(k.Min * k.Max)
		}
		for _, v := range []float64{k.Min, middle, k.Max} {
			text := fmt.Sprint(v)
			switch {
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
