package simlib_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"locklab/simlib"
	"locklab/simlib/history"
	"locklab/simlib/words"
)

func ExampleStaleHolder() {
	p := simlib.DefaultStaleHolder()
	p.Fencing = true
	r, err := p.Run(context.Background(), simlib.Exec{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range r.Events {
		fmt.Println(e)
	}
	fmt.Println(r.Summary())
	// Output:
	// 0 s: A gets the lock with token 33
	// 0.5 s: A reads
	// 1 s: A stalls
	// 10 s: A loses the lock: its TTL has ended
	// 10 s: B gets the lock with token 34
	// 10.5 s: B reads
	// 13.5 s: B writes with token 34: accepted
	// 13.5 s: B gives the lock back
	// 15 s: A wakes
	// 15 s: A writes with token 33: refused
	// A was paused for 14 s and its lock expired at 10 s, so B got the lock with token 34. A woke at 15 s and wrote with token 33; the storage refused it, for it had seen token 34, with which B had written. B's update stands, and A's work is wasted.
}

func walk(t *testing.T, pause, ttl time.Duration, fencing, claim bool) simlib.StaleHolderResult {
	t.Helper()
	p := simlib.StaleHolder{Pause: pause, TTL: ttl, Fencing: fencing, Claim: claim}
	r, err := p.Run(context.Background(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The outcomes that the lesson names, each with its sentence.
func TestStaleHolderOutcomes(t *testing.T) {
	const off, on = false, true
	for _, c := range []struct {
		pause          float64 // s
		fencing, claim bool
		want           simlib.StaleOutcome
		data, lost     []history.Token
		sentence       string
	}{
		{0, off, off, simlib.StaleInTime, tokens(33, 34), nil, "did not stall, wrote at 3.5 s"},
		{1, off, off, simlib.StaleInTime, tokens(33, 34), nil, "wrote at 3.5 s, before its lock expired at 10 s"},
		{8, off, off, simlib.StaleInTime, tokens(33, 34), nil, "wrote at 9 s, before its lock expired at 10 s"},
		{8, on, on, simlib.StaleInTime, tokens(33, 34), nil, "Nothing is lost"},
		// Awake at 10 s, the instant of the expiry: expired.
		{9, off, off, simlib.StaleUnnoticed, tokens(33, 34), nil, "Nothing is lost, by luck"},
		{8.999999999, off, off, simlib.StaleInTime, tokens(33, 34), nil, "Nothing is lost"},
		{9, on, on, simlib.StaleRefused, tokens(34), nil, "which B had claimed before it read"},
		// Between B's grant and read.
		{9.2, on, off, simlib.StaleUnnoticed, tokens(33, 34), nil, "B built on A's update"},
		// Between B's read and write.
		{11, off, off, simlib.StaleLost, tokens(34), tokens(33), "A's acknowledged update is lost"},
		{11, on, off, simlib.StaleLost, tokens(34), tokens(33), "fencing or not"},
		{11, off, on, simlib.StaleLost, tokens(34), tokens(33), "A's acknowledged update is lost"},
		{11, on, on, simlib.StaleRefused, tokens(34), nil, "which B had claimed before it read"},
		// At the instants of B's read and of B's write A comes second.
		{9.5, off, off, simlib.StaleLost, tokens(34), tokens(33), "is lost"},
		{12.5, off, off, simlib.StaleOverwrote, tokens(33), tokens(34), "old data has replaced newer data"},
		{14, off, off, simlib.StaleOverwrote, tokens(33), tokens(34), "A woke at 15 s and wrote over it, from data that it had read at 0.5 s"},
		{14, off, on, simlib.StaleOverwrote, tokens(33), tokens(34), "nobody saw an error"},
		{14, on, off, simlib.StaleRefused, tokens(34), nil, "with which B had written"},
		{14, on, on, simlib.StaleRefused, tokens(34), nil, "with which B had written"},
	} {
		r := walk(t, time.Duration(c.pause*1e9+0.5), 10*time.Second, c.fencing, c.claim)
		if c.claim && c.fencing && r.Outcome == simlib.StaleRefused && c.pause == 14 {
			c.sentence = "the storage refused it"
		}
		if r.Outcome != c.want || !slices.Equal(tokensOf(r.Data), c.data) || !slices.Equal(tokensOf(r.Lost()), c.lost) {
			t.Errorf("pause %g s, fencing %t, claim %t: %s, data %v, lost %v; want %s, %v, %v",
				c.pause, c.fencing, c.claim, r.Outcome, r.Data, r.Lost(), c.want, c.data, c.lost)
		}
		if !strings.Contains(r.Summary(), c.sentence) {
			t.Errorf("pause %g s, fencing %t, claim %t: %q does not say %q", c.pause, c.fencing, c.claim, r.Summary(), c.sentence)
		}
		// A write is acknowledged unless it is refused, and then kept or lost.
		written := words.Some(len(c.data)+len(c.lost), "acknowledged update")
		if got, want := r.Headline().String(), fmt.Sprintf("%d of %s lost", len(c.lost), written); got != want {
			t.Errorf("pause %g s, fencing %t, claim %t: %q, want %q", c.pause, c.fencing, c.claim, got, want)
		}
	}
}

func tokens(t ...history.Token) []history.Token { return t }

func tokensOf(updates []history.Update) (tokens []history.Token) {
	for _, u := range updates {
		tokens = append(tokens, u.Token)
	}
	return tokens
}

// Over all settings the outcome is what comparing four instants says: when A
// writes, when its TTL ends, and when B reads and writes.
func TestStaleHolderAgainstInstants(t *testing.T) {
	for ttl := 4 * time.Second; ttl <= time.Minute; ttl += 4 * time.Second {
		for pause := time.Duration(0); pause <= time.Minute; pause += 250 * time.Millisecond {
			for setting := range 4 {
				fencing, claim := setting&1 != 0, setting&2 != 0
				writes := max(3500*time.Millisecond, time.Second+pause)
				bReads, bWrites := ttl+500*time.Millisecond, ttl+3500*time.Millisecond
				want := simlib.StaleRefused
				switch {
				case writes < ttl:
					want = simlib.StaleInTime
				case fencing && (claim || writes >= bWrites):
				case writes >= bWrites:
					want = simlib.StaleOverwrote
				case writes >= bReads:
					want = simlib.StaleLost
				default:
					want = simlib.StaleUnnoticed
				}
				r := walk(t, pause, ttl, fencing, claim)
				if r.Outcome != want {
					t.Errorf("pause %s, TTL %s, fencing %t, claim %t: %s, want %s", pause, ttl, fencing, claim, r.Outcome, want)
				}
				if r.Outcome.Harm() != (len(r.Lost()) > 0) {
					t.Errorf("pause %s, TTL %s, fencing %t, claim %t: %s, but lost is %v", pause, ttl, fencing, claim, r.Outcome, r.Lost())
				}
				if fencing && claim && len(r.Lost()) > 0 {
					t.Errorf("pause %s, TTL %s: with fencing and claims %v are lost", pause, ttl, r.Lost())
				}
			}
		}
	}
}

// The lanes of a timeline at the defaults.
func TestStaleHolderSpans(t *testing.T) {
	const s = time.Second
	got := walk(t, 14*s, 10*s, false, false).Spans
	want := []history.Span{
		{Client: "A", Token: 33, Kind: history.Holds, From: 0, To: 10 * s, FromOrder: 1, ToOrder: 4},
		{Client: "A", Token: 33, Kind: history.Stalls, From: 1 * s, To: 15 * s, FromOrder: 3, ToOrder: 9},
		{Client: "A", Token: 33, Kind: history.Stale, From: 10 * s, To: 15 * s, FromOrder: 4, ToOrder: 10},
		{Client: "B", Token: 34, Kind: history.Holds, From: 10 * s, To: 13500 * time.Millisecond, FromOrder: 5, ToOrder: 8},
	}
	if !slices.Equal(got, want) {
		t.Errorf("spans\n%+v, want\n%+v", got, want)
	}
}

func TestStaleHolderJSON(t *testing.T) {
	text, err := json.Marshal(walk(t, 14*time.Second, 10*time.Second, false, false))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"Kind":"write"`, `"Finding":"overwrote newer data"`, `"Lost":[{"ID":1,"Client":"B","Token":34}]`, `"Kind":"works without the lock"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// What the storage holds changes with accepted writes alone and is the result's in
// the end; the mark never falls, and with fencing it is the highest token that
// the storage has let pass.
func TestStaleHolderHolds(t *testing.T) {
	for pause := time.Duration(0); pause <= 16*time.Second; pause += 250 * time.Millisecond {
		for setting := range 4 {
			r := walk(t, pause, 10*time.Second, setting&1 != 0, setting&2 != 0)
			var data []history.Update
			var mark history.Token
			for i, e := range r.Events {
				now := r.Held[i]
				written := e.Kind == history.Write && e.Answer == history.Accepted
				if slices.Equal(now.Data, data) == written || written && now.Data[len(now.Data)-1] != e.Update {
					t.Fatalf("%+v: after %q the storage holds %v, before %v", r.Params, e, now.Data, data)
				}
				if e.Answer == history.Accepted && (e.Kind == history.Claim || e.Kind == history.Write) {
					mark = max(mark, e.Token)
				}
				if now.Mark != mark {
					t.Fatalf("%+v: after %q the mark is %d, want %d", r.Params, e, now.Mark, mark)
				}
				data = now.Data
			}
			if len(r.Held) != len(r.Events) || !slices.Equal(data, r.Data) {
				t.Fatalf("%+v: the storage holds %v after the last of %d states, want %v after %d", r.Params, data, len(r.Held), r.Data, len(r.Events))
			}
		}
	}
}

// The presets cover every outcome but the one by luck, and claim more than
// names.
func TestStaleHolderPresets(t *testing.T) {
	seen := map[simlib.StaleOutcome]bool{}
	for _, preset := range simlib.Presets(simlib.DefaultStaleHolder()) {
		var s simlib.Sim[simlib.StaleHolderResult] = simlib.DefaultStaleHolder()
		for knob, value := range preset.Knobs {
			var err error
			if s, err = s.With(knob, value); err != nil {
				t.Fatal(err)
			}
		}
		r, err := s.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		seen[r.Outcome] = true
		if harm := strings.Contains(preset.Name, ":") && !strings.Contains(preset.Name, "in time") ||
			preset.Name == "11 s, fenced"; harm != r.Outcome.Harm() {
			t.Errorf("preset %q: %s", preset.Name, r.Outcome)
		}
	}
	for _, o := range []simlib.StaleOutcome{simlib.StaleInTime, simlib.StaleLost, simlib.StaleOverwrote, simlib.StaleRefused} {
		if !seen[o] {
			t.Errorf("no preset shows %q", o)
		}
	}
}
