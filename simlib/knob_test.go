package simlib_test

import (
	"testing"
	"time"

	"locklab/simlib"
)

// A number without a unit is a duration of nanoseconds to Go. The fault says how
// to write it, and says nothing more of a duration that was meant as one.
func TestDurationWithoutUnit(t *testing.T) {
	for _, test := range []struct {
		change func(*simlib.TTL)
		want   string
	}{
		{func(p *simlib.TTL) { p.TTL = 10 }, "ttl: TTL 10ns: want 100ms to 10m, write 10 * time.Second"},
		{func(p *simlib.TTL) { p.TTL = 900 }, "ttl: TTL 900ns: want 100ms to 10m, write 900 * time.Millisecond"},
		{func(p *simlib.TTL) { p.Work = 200 }, "ttl: Work 200ns: want 1ms to 1m, write 200 * time.Millisecond"},
		{func(p *simlib.TTL) { p.TTL = 0 }, "ttl: TTL 0s: want 100ms to 10m"},
		{func(p *simlib.TTL) { p.TTL = -10 }, "ttl: TTL -10ns: want 100ms to 10m"},
		{func(p *simlib.TTL) { p.TTL = time.Microsecond }, "ttl: TTL 1µs: want 100ms to 10m"},
		{func(p *simlib.TTL) { p.TTL = time.Hour }, "ttl: TTL 1h: want 100ms to 10m"},
	} {
		p := simlib.DefaultTTL()
		test.change(&p)
		if err := p.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("%v\nwant %s", err, test.want)
		}
	}
}
