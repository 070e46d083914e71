package rnd

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
	"time"
)

// TestSameBytesEverywhere draws a million of each kind and holds this processor
// to the digest of all others. Run it on amd64, amd64 with GOAMD64=v3, arm64
// and js/wasm.
func TestSameBytesEverywhere(t *testing.T) {
	const (
		n    = 1_000_000
		want = "7e0d284a3a96ac2dcc2f2019cd1b45a60af996019d23f531de26fea3e6205447"
	)
	kinds := []struct {
		role string
		draw func(s *Stream) uint64
	}{
		{"uniform", func(s *Stream) uint64 { return math.Float64bits(s.Uniform()) }},
		{"normal", func(s *Stream) uint64 { return math.Float64bits(s.Normal()) }},
		{"exp", func(s *Stream) uint64 { return math.Float64bits(s.Exp()) }},
		{"work", func(s *Stream) uint64 { return uint64(s.LogNormal(200*time.Millisecond, 0.5)) }},
		{"job", func(s *Stream) uint64 { return uint64(s.LogNormal(time.Hour, 1.2)) }},
		{"think", func(s *Stream) uint64 { return uint64(s.Exponential(2 * time.Millisecond)) }},
		{"stall", func(s *Stream) uint64 { return uint64(s.Stall(0.5, 5*time.Second)) }},
	}
	digest := sha256.New()
	buffer := make([]byte, 0, 8*1000)
	for _, kind := range kinds {
		for block := range n / 1000 {
			s := New(1, kind.role, block)
			buffer = buffer[:0]
			for range 1000 {
				buffer = binary.LittleEndian.AppendUint64(buffer, kind.draw(&s))
			}
			digest.Write(buffer)
		}
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
