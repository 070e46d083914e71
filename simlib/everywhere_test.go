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
	sameBytes(t, lost, "fc5fa7177ad250ca7666d49246107d2114eb7dbcf3fd9fc213d7235473f8c1bd")
	sameBytes(t, ttl, "1c31f95d03f737f60b4db1c3041131adee872587dd644168918020e50c8a3efc")
	sameBytes(t, simlib.DefaultStaleHolder(), "a9c146916c3da75e16e2c093377cb256ced3168e7bb35b0197a8d4a77e4bc464")
	sameBytes(t, fencing, "c2db8e7d93997dddc04bf2dddacb63684b45f3ffc7286a6c51fe0f3e417f8177")
	sameBytes(t, failover, "054c84f4e0ddead5a2c54dbcb53c5071a8fbe558cda9d0081e8cf0b421c2754d")
	sameBytes(t, job, "4435b4e20305e451284dae311f62479b02bd2d6e7ad42af34a3fa8ad23adb759")
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
		fmt.Fprint(digest, r.Summary(), " ", r.Caption(), " [")
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
