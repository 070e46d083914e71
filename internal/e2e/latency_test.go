package e2e

import (
	"slices"
	"testing"
	"time"
)

// What a learner waits for after Shift+Enter: from the execute request to the
// last output, in a kernel that has run cells before. The bar is a quarter more than
// what a cell with one Println takes, plus 60 ms.
//
// Machines are noisy, so only twice what the bar allows on top of the Println fails;
// the figures are logged.
func TestLatency(t *testing.T) {
	const (
		samples = 9 // of each kind
		warming = 2
	)
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	measure := func(code string) time.Duration {
		r := k.execute(code)
		if r.status != "ok" || r.lastOutput.IsZero() {
			t.Fatalf("status %q, error %q, stderr %q", r.status, r.errorValue, r.stderr)
		}
		return r.lastOutput.Sub(r.sent)
	}
	var println, section []time.Duration
	for i := range warming + samples {
		p := measure("%%\nfmt.Println(1)")
		s := measure("%%\np := simlib.DefaultTTL()\np.TTL = 10 * time.Second // change me\nlab.Show(p)")
		if i >= warming {
			println, section = append(println, p), append(section, s)
		}
	}
	p, s := median(println), median(section)
	bar := p*5/4 + 60*time.Millisecond
	t.Logf("medians of %d: Println %v, section's cell %v; the bar is %v, of which that is %.2f",
		samples, p.Round(time.Millisecond), s.Round(time.Millisecond), bar.Round(time.Millisecond), float64(s)/float64(bar))
	if s-p > 2*(bar-p) {
		t.Errorf("the section's cell takes %v, which is over an empty one's %v by more than twice what the bar of %v is", s, p, bar)
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
