package simlib_test

import (
	"strings"
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

// A simulation that draws has one seed and one number of trials, and knobs say so.
func TestKnobRoles(t *testing.T) {
	for _, s := range simlib.All() {
		count := map[simlib.Role]int{}
		for _, k := range s.Knobs() {
			count[k.Role]++
			if seed := k.Kind() == "whole" && k.Max == 1<<32-1; seed != (k.Role == simlib.RoleSeed) {
				t.Errorf("%s: the role of %s is %q", s.Name(), k.Name, k.Role)
			}
			if strings.HasPrefix(k.Caption, "trials: ") && k.Role != simlib.RoleTrials {
				t.Errorf("%s: the role of %s, %s, is %q", s.Name(), k.Name, k.Caption, k.Role)
			}
		}
		if count[simlib.RoleSeed] > 1 || count[simlib.RoleTrials] != count[simlib.RoleSeed] {
			t.Errorf("%s has %v", s.Name(), count)
		}
	}
}
