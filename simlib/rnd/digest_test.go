package rnd

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden file anew")

// TestSameBytesEverywhere draws a million of each kind and holds this processor to
// all others. Run it on amd64, amd64 with GOAMD64=v3, arm64 and js/wasm. The file
// has the first draws of each kind, which a reader can compare, and a digest of all.
func TestSameBytesEverywhere(t *testing.T) {
	const n, golden = 1_000_000, "testdata/draws.txt"
	number := func(bits uint64) any { return math.Float64frombits(bits) }
	duration := func(bits uint64) any { return time.Duration(bits) }
	var all strings.Builder
	for _, kind := range []struct {
		role string
		draw func(s *Stream) uint64
		is   func(bits uint64) any
	}{
		{"uniform", func(s *Stream) uint64 { return math.Float64bits(s.Uniform()) }, number},
		{"normal", func(s *Stream) uint64 { return math.Float64bits(s.Normal()) }, number},
		{"exp", func(s *Stream) uint64 { return math.Float64bits(s.Exp()) }, number},
		{"work", func(s *Stream) uint64 { return uint64(s.LogNormal(200*time.Millisecond, 0.5)) }, duration},
		{"job", func(s *Stream) uint64 { return uint64(s.LogNormal(time.Hour, 1.2)) }, duration},
		{"think", func(s *Stream) uint64 { return uint64(s.Exponential(2 * time.Millisecond)) }, duration},
		{"stall", func(s *Stream) uint64 { return uint64(s.Stall(0.5, 5*time.Second)) }, duration},
	} {
		digest := sha256.New()
		buffer := make([]byte, 0, 8*1000)
		fmt.Fprint(&all, kind.role)
		for block := range n / 1000 {
			s := New(1, kind.role, block)
			buffer = buffer[:0]
			for i := range 1000 {
				bits := kind.draw(&s)
				if block == 0 && i < 4 {
					fmt.Fprint(&all, " ", kind.is(bits))
				}
				buffer = binary.LittleEndian.AppendUint64(buffer, bits)
			}
			digest.Write(buffer)
		}
		fmt.Fprintf(&all, " %x\n", digest.Sum(nil))
	}
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := all.String(); got != string(want) {
		t.Errorf("%s differs (-update writes it):\ngot\n%s\nwant\n%s", golden, got, want)
	}
}
