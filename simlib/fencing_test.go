package simlib_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"locklab/simlib"
	"locklab/simlib/history"
)

func ExampleFencing() {
	p := simlib.DefaultFencing()
	for _, p.Fencing = range []bool{false, true} {
		r, err := p.Run(context.Background(), simlib.Exec{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Summary())
	}
	// Output:
	// 6 of 500 holders had not written when the TTL of 5 s ended. Without fencing, 6 late writes put older data in the place of newer, and nobody was told. In the end 27 of 500 acknowledged updates are lost.
	// 6 of 500 holders had not written when the TTL of 5 s ended. The storage refused 6 late writes, and kept the newer data. In the end no acknowledged update is lost.
}

// A write that fencing alone cannot stop: it comes late, but before the next
// holder's, which then wipes it out.
func ExampleFencing_Trace() {
	p := simlib.DefaultFencing()
	p.Seed, p.Fencing = 10, true
	r, err := p.Run(context.Background(), simlib.Exec{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, g := range r.Grants {
		if g.Finding != history.Unread {
			continue
		}
		for _, e := range p.Trace(i - 1) {
			fmt.Println(e)
		}
	}
	// Output:
	// 95.304 s: holder 282 gets the lock with token 282
	// 95.304 s: holder 282 reads
	// 95.727 s: holder 282 stalls
	// 97.611 s: holder 278 wakes
	// 97.611 s: holder 278 writes with token 278: refused
	// 100.304 s: holder 282 loses the lock: its TTL has ended
	// 100.304 s: holder 283 gets the lock with token 283
	// 100.304 s: holder 283 reads
	// 100.42 s: holder 282 wakes
	// 100.42 s: holder 282 writes with token 282: accepted
	// 100.689 s: holder 283 writes with token 283: accepted (lost: update 282)
}

func runFencing(t *testing.T, p simlib.Fencing) simlib.FencingResult {
	t.Helper()
	r, err := p.Run(context.Background(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fencingKnobs are chains with few, many and overlapping late writes, 30 seeds
// each.
func fencingKnobs() []simlib.Fencing {
	var all []simlib.Fencing
	for seed := range uint64(30) {
		p := simlib.DefaultFencing()
		p.Seed = seed
		all = append(all, p)
		p.StallChance = 0.3
		all = append(all, p)
		p.StallChance, p.TTL, p.StallMean = 1, 300*time.Millisecond, time.Second
		all = append(all, p)
		p.StallChance, p.TTL, p.Spread, p.Work = 0.05, 400*time.Millisecond, 1, 300*time.Millisecond
		all = append(all, p)
		p.StallChance, p.Spread, p.TTL, p.Work = 0, 0, time.Second, time.Second // all end at their expiry
		all = append(all, p)
	}
	return all
}

// About six of 500 at the defaults, expected 6.2, and none without stalls.
func TestFencingKnown(t *testing.T) {
	p := simlib.DefaultFencing()
	r := runFencing(t, p)
	if r.Late.Count != 6 || r.Overwrote.Count != 6 {
		t.Errorf("at the defaults %d late holders and %d overwrites, want 6 and 6", r.Late.Count, r.Overwrote.Count)
	}
	// gonum's own distribution and quadrature.
	work := distuv.LogNormal{Mu: math.Log(0.2), Sigma: 0.5}
	late := quad.Fixed(func(w float64) float64 {
		return work.Prob(w) * 0.02 * math.Exp(-(5-w)/10)
	}, 0, 5, 2000, quad.Legendre{}, 0) + work.Survival(5)
	if want := 500 * late; math.Abs(r.Expected()-want) > 1e-6 || math.Abs(want-6.2) > 0.05 {
		t.Errorf("%.4f late holders to expect; gonum says %.4f, the lesson 6.2", r.Expected(), want)
	}
	// Over 400 chains the mean stays within five standard errors: a sound
	// simulation fails this for one choice of seeds in two million.
	sum, chains := 0, 400
	for seed := range uint64(chains) {
		p.Seed = seed
		sum += runFencing(t, p).Late.Count
	}
	n := float64(chains * p.Grants)
	if off := math.Abs(float64(sum) - n*late); off > 5*math.Sqrt(n*late*(1-late)) {
		t.Errorf("%d late holders in %d chains, want about %.0f", sum, chains, n*late)
	}
	p.StallChance = 0
	if r := runFencing(t, p); r.Late.Count != 0 || r.FirstBad != -1 || r.Lost.Count != 0 {
		t.Errorf("without stalls %d holders are late, the first bad one is %d and %d updates are lost; want none",
			r.Late.Count, r.FirstBad, r.Lost.Count)
	}
}

// On the same seed the writes that overwrite newer data without fencing are the
// writes that are refused with it, one by one; a claim changes nothing without
// fencing.
func TestFencingOverwritesAreRejections(t *testing.T) {
	some := 0
	for _, p := range fencingKnobs() {
		open := runFencing(t, p)
		p.Claim = true
		claimed := runFencing(t, p)
		p.Claim, p.Fencing = false, true
		fenced := runFencing(t, p)
		if open.Overwrote != fenced.Refused || open.LateAccepted != fenced.LateAccepted || open.Late != fenced.Late ||
			fenced.Overwrote.Count != 0 || open.Refused.Count != 0 {
			t.Errorf("%+v: without fencing %v late, %v overwrites, %v accepted; with it %v late, %v refused, %v accepted",
				p, open.Late, open.Overwrote, open.LateAccepted, fenced.Late, fenced.Refused, fenced.LateAccepted)
		}
		for i, g := range open.Grants {
			f := fenced.Grants[i]
			if (g.Finding == history.Overwrote) != (f.Answer == history.Refused) || g.Mark != f.Mark || g.Arrives != f.Arrives {
				t.Fatalf("%+v, token %d: %+v without fencing, %+v with it", p, g.Token, g, f)
			}
		}
		if !slices.Equal(open.Grants, claimed.Grants) {
			t.Errorf("%+v: claims change what a storage without fencing does", p)
		}
		some += open.Overwrote.Count
	}
	if some < 1000 {
		t.Errorf("only %d overwrites to compare", some)
	}
}

// With fencing and claims no acknowledged update is lost, and every late write
// is refused, unless nobody had the lock after its holder. Without claims some
// are lost, or this test would show nothing.
func TestFencingClaimsSaveAll(t *testing.T) {
	lost, saved := 0, 0
	for _, p := range fencingKnobs() {
		p.Fencing = true
		without := runFencing(t, p)
		lost += without.Lost.Count
		p.Claim = true
		with := runFencing(t, p)
		saved += with.Refused.Count - without.Refused.Count
		want := with.Late.Count
		if with.Grants[p.Grants-1].Late() {
			want--
		}
		if with.Lost.Count != 0 || with.Refused.Count != want {
			t.Errorf("%+v: %d updates lost and %d writes refused, want none and %d", p, with.Lost.Count, with.Refused.Count, want)
		}
	}
	if lost == 0 || saved == 0 {
		t.Errorf("%d updates lost without claims, %d more writes refused with them: nothing to see", lost, saved)
	}
}

// The chain again, told only the times of the grants: who writes when, what
// the storage must say, and what is lost, by sorting and by sets.
func TestFencingAgainstSorting(t *testing.T) {
	for _, p := range fencingKnobs() {
		p.Grants = 80
		for setting := range 4 {
			p.Fencing, p.Claim = setting&1 != 0, setting&2 != 0
			r := runFencing(t, p)
			free := time.Duration(0)
			for i, g := range r.Grants {
				if g.Token != history.Token(i+1) || g.Granted != free || g.Expires != free+p.TTL {
					t.Fatalf("%+v: grant %d is %+v, but the lock is free at %s", p, i, g, free)
				}
				free = min(g.Arrives, g.Expires)
			}
			writes := slices.Clone(r.Grants)
			slices.SortStableFunc(writes, func(a, b simlib.FencingGrant) int {
				if a.Arrives != b.Arrives {
					return int(min(1, max(-1, a.Arrives-b.Arrives)))
				}
				return int(b.Token) - int(a.Token) // of two at one instant, the earlier holder's comes last
			})
			data := map[history.Token]map[history.Token]bool{} // what each holder has read
			stored := map[history.Token]bool{}
			grants := r.Grants
			acknowledged := map[history.Token]bool{}
			mark := history.Token(0)
			read := func() {
				data[grants[0].Token] = stored
				if p.Fencing && p.Claim {
					mark = max(mark, grants[0].Token)
				}
				grants = grants[1:]
			}
			for _, w := range writes {
				// A grant comes before a write at the same instant, except that
				// it follows the write with which its predecessor releases.
				for len(grants) > 0 && (grants[0].Granted < w.Arrives || grants[0].Granted == w.Arrives && (w.Late() || w.Token == grants[0].Token)) {
					read()
				}
				want := history.Accepted.String()
				switch {
				case w.Token < mark && p.Fencing:
					want = history.Refused.String()
				case w.Token < mark:
					want = history.Overwrote.String()
				case len(data[w.Token]) != len(stored) || !within(stored, data[w.Token]):
					want = history.Unread.String()
				}
				if w.CameOf() != want || w.Mark != mark {
					t.Fatalf("%+v: %+v, want %q at mark %d", p, w, want, mark)
				}
				if want == history.Refused.String() {
					continue
				}
				next := map[history.Token]bool{w.Token: true}
				for u := range data[w.Token] {
					next[u] = true
				}
				stored, mark = next, max(mark, w.Token)
				acknowledged[w.Token] = true
			}
			if r.Lost.Of != len(acknowledged) || r.Lost.Count != len(acknowledged)-len(stored) {
				t.Fatalf("%+v: lost %v, want %d of %d", p, r.Lost, len(acknowledged)-len(stored), len(acknowledged))
			}
			bad := slices.IndexFunc(r.Grants, func(g simlib.FencingGrant) bool {
				return g.Finding == history.Overwrote || g.Answer == history.Refused
			})
			if bad < 0 {
				bad = slices.IndexFunc(r.Grants, simlib.FencingGrant.Late)
			}
			if r.FirstBad != bad {
				t.Errorf("%+v: the first bad grant is %d, want %d", p, r.FirstBad, bad)
			}
			if r.Late.Count != r.Overwrote.Count+r.Refused.Count+r.LateAccepted.Count {
				t.Errorf("%+v: %d late, but %d, %d and %d", p, r.Late.Count, r.Overwrote.Count, r.Refused.Count, r.LateAccepted.Count)
			}
		}
	}
}

func within(a, b map[history.Token]bool) bool {
	for t := range a {
		if !b[t] {
			return false
		}
	}
	return true
}

// Each grant's trace begins with the grant, has its write as the run counted
// it, and, where a late write was accepted, ends with the next newer one.
func TestFencingTrace(t *testing.T) {
	for _, p := range fencingKnobs()[:10] {
		for _, p.Fencing = range []bool{false, true} {
			r := runFencing(t, p)
			for i := 0; i < p.Grants; i += 23 {
				g, events := r.Grants[i], p.Trace(i)
				if e := events[0]; e.Kind != history.Grant || e.Token != g.Token || e.At != g.Granted {
					t.Fatalf("%+v, grant %d begins with %v", p, i, e)
				}
				writes := 0
				for _, e := range events {
					if e.Kind == history.Write && e.Token == g.Token {
						writes++
						if e.At != g.Arrives || history.CameOf(e.Answer, e.Finding) != g.CameOf() || e.Mark != g.Mark || len(e.Lost) != g.Lost {
							t.Fatalf("%+v, grant %d: %v, want %+v", p, i, e, g)
						}
					}
				}
				last := events[len(events)-1]
				harmless := g.Late() && g.Answer == history.Accepted && g.Finding != history.Overwrote
				if writes != 1 || harmless && last.Token <= g.Token && i < p.Grants-60 {
					t.Fatalf("%+v, grant %d: %d writes, ends with %v", p, i, writes, last)
				}
			}
		}
	}
}

// Section by section of the lesson, the same seed draws the same holders.
func TestFencingHoldsAreThoseOfTTL(t *testing.T) {
	p := simlib.DefaultFencing()
	p.Grants = 5000 // more than two blocks
	q := simlib.TTL{Work: p.Work, Spread: p.Spread, StallChance: p.StallChance, StallMean: p.StallMean, Seed: p.Seed}
	for i, g := range runFencing(t, p).Grants {
		if i%97 == 0 && g.Arrives-g.Granted != q.Hold(i).Length() {
			t.Errorf("holder %d takes %s, in the TTL simulation %s", i, g.Arrives-g.Granted, q.Hold(i).Length())
		}
	}
}

// The sentence says what happened in each setting.
func TestFencingSentences(t *testing.T) {
	for _, c := range []struct {
		seed           uint64
		fencing, claim bool
		want, caption  string
	}{
		{10, false, false, "Without fencing, 8 late writes put older data in the place of newer, and nobody was told. The storage took 2 late writes before it had seen a newer token.", "Late holders: 2% (95% interval 1.1% to 3.6%); exactly 1.2%, or 6.2 on average. Of 100 chains like this one, half lose"},
		{10, true, false, "The storage refused 8 late writes, and kept the newer data. The storage took 2 late writes before it had seen a newer token. In the end 1 of 492 acknowledged updates is lost. Claims before the reads would have saved all.", "Updates are lost in 15 of 100 chains like this one. Seed 10."},
		{10, true, true, "The storage refused 10 late writes, and kept the newer data. As each holder claims its token before it reads, no acknowledged update can be lost.", "No update is lost in 100 chains like this one."},
		{3, true, false, "In the end no acknowledged update is lost.", "Updates are lost in 14 of 100 chains like this one."},
	} {
		p := simlib.DefaultFencing()
		p.Seed, p.Fencing, p.Claim = c.seed, c.fencing, c.claim
		r := runFencing(t, p)
		if got := r.Summary(); !strings.Contains(got, c.want) {
			t.Errorf("%q does not say %q", got, c.want)
		}
		if got := r.Caption(); !strings.Contains(got, c.caption) {
			t.Errorf("%q does not say %q", got, c.caption)
		}
	}
	p := simlib.DefaultFencing()
	p.StallChance = 0
	if got := runFencing(t, p).Summary(); !strings.Contains(got, "No write was late. In the end no acknowledged update is lost.") {
		t.Error(got)
	}
}

// The table gives an interval only where chance has a say.
func TestFencingTables(t *testing.T) {
	p := simlib.DefaultFencing()
	p.Fencing, p.Claim, p.Seed = true, true, 10
	tables := runFencing(t, p).Tables()
	if got, want := fmt.Sprint(tables[0].Rows), "[[late 10 of 500 2% (1.1% to 3.6%) 1.2%, 6.2 6 (2 to 11)] [late, overwrote newer data 0 of 500 0% 0% 0] "+
		"[late, refused 10 of 500 2% (1.1% to 3.6%)  6 (2 to 11)] [late, accepted before a newer one 0 of 500 0% (0% to 0.76%)  0] "+
		"[acknowledged updates lost in the end 0 of 490 0%  0; any in 0]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p = simlib.DefaultFencing()
	p.Seed = 8 // as many updates lost as writes late
	if rows := runFencing(t, p).Tables()[0].Rows; rows[0][2] != "1.2% (0.55% to 2.6%)" || rows[4][2] != "1.2%" {
		t.Errorf("late %q, lost %q; want only the first with an interval", rows[0][2], rows[4][2])
	}
	if len(tables[1].Rows) != 10 {
		t.Errorf("%d late writes in the table, want 10", len(tables[1].Rows))
	}
}

func BenchmarkFencing(b *testing.B) {
	p := simlib.DefaultFencing()
	for b.Loop() {
		if _, err := p.Run(context.Background(), simlib.Exec{}); err != nil {
			b.Fatal(err)
		}
	}
}

// The longest chain with the most holders at work at once.
func BenchmarkFencingWorst(b *testing.B) {
	p := simlib.DefaultFencing()
	p.Grants, p.StallChance, p.StallMean, p.TTL = 10_000, 1, time.Minute, 100*time.Millisecond
	for b.Loop() {
		if _, err := p.Run(context.Background(), simlib.Exec{}); err != nil {
			b.Fatal(err)
		}
	}
}
