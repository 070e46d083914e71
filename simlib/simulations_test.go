package simlib_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/simtest"
)

// each runs a test with every simulation of the lesson. What a simulation alone
// has to hold is in a file of its own.
func each(t *testing.T, test func(t *testing.T, s simlib.Sim[simlib.Result])) {
	for _, s := range simlib.All() {
		t.Run(s.Name(), func(t *testing.T) { test(t, s) })
	}
}

// The number of workers changes nothing, down to the last byte; with every word of
// a choice, and a last block of trials that is not full.
func TestWorkers(t *testing.T) {
	settings := map[string][]string{
		"ttl":       {"Holds", "50001"},
		"failover":  {"Trials", "4500", "Rate", "50"},
		"joblength": {"Runs", "20001", "StallChance", "0.2"},
	}
	each(t, func(t *testing.T, s simlib.Sim[simlib.Result]) {
		s = with(t, s, settings[s.Name()]...)
		choices := []simlib.Sim[simlib.Result]{s}
		for _, k := range s.Knobs() {
			for _, word := range k.Options {
				choices = append(choices, with(t, s, k.Name, word))
			}
		}
		for _, s := range choices {
			var want string
			for _, workers := range []int{1, 3, 8, 1_000_000} {
				r, err := s.Run(t.Context(), simlib.Exec{Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				if got := numbers(t, r); want == "" {
					want = got
				} else if got != want {
					t.Errorf("%+v: %d workers give another result than 1", s, workers)
				}
			}
		}
	})
}

// A run tells how far it is, in steps that lead to the end, and when it is stopped
// it stops soon, however long it was to be.
func TestProgressAndStops(t *testing.T) {
	told := 0
	each(t, func(t *testing.T, s simlib.Sim[simlib.Result]) {
		run := func(s simlib.Sim[simlib.Result], stop bool) (calls, last, total int, err error) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			_, err = s.Run(ctx, simlib.Exec{Progress: func(done, of int) {
				if done <= last || done > of || total > 0 && of != total {
					t.Errorf("progress %d of %d after %d of %d", done, of, last, total)
				}
				if calls, last, total = calls+1, done, of; stop {
					cancel()
				}
			}})
			return calls, last, total, err
		}
		if s.Name() == "failover" {
			s = with(t, s, "Rate", "50", "Trials", "40000")
		}
		calls, last, total, err := run(s, false)
		if err != nil || last != total {
			t.Errorf("progress ended at %d of %d, error %v", last, total, err)
		}
		stopped, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Run(stopped, simlib.Exec{}); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped before it begins: error %v", err)
		}
		if calls < 3 {
			return // it is over at once
		}
		told++
		for _, k := range s.Knobs() {
			if simtest.Trials(k) {
				s = with(t, s, k.Name, fmt.Sprintf("%.0f", k.Max))
			}
		}
		if _, last, total, err := run(s, true); !errors.Is(err, context.Canceled) || last > total/2 {
			t.Errorf("stopped: error %v after %d of %d, want context.Canceled soon", err, last, total)
		}
	})
	if told < 4 {
		t.Errorf("%d simulations tell how far they are, want all that take long", told)
	}
}

// A run takes no memory for a trial.
func TestMemory(t *testing.T) {
	for name, trials := range map[string][3]string{
		"ttl":       {"Holds", "10000", "1000000"},
		"failover":  {"Trials", "2000", "40000"},
		"joblength": {"Runs", "10000", "1000000"},
	} {
		for _, s := range simlib.All() {
			if s.Name() != name {
				continue
			}
			if name == "failover" {
				s = with(t, s, "Rate", "50")
			}
			allocs := func(n string) float64 {
				s := with(t, s, trials[0], n)
				return testing.AllocsPerRun(3, func() {
					if _, err := s.Run(t.Context(), simlib.Exec{}); err != nil {
						t.Fatal(err)
					}
				})
			}
			if few, many := allocs(trials[1]), allocs(trials[2]); many > few+200 {
				t.Errorf("%s: %.0f allocations for %s trials and %.0f for %s", name, few, trials[1], many, trials[2])
			}
		}
	}
}

// Every knob says what is wrong just outside its range and nothing at its
// ends; all wrong at once are all named.
func TestRanges(t *testing.T) {
	each(t, func(t *testing.T, s simlib.Sim[simlib.Result]) { testRanges(t, s) })
}

// testRanges sets each knob to the ends of its range and beyond, and then all
// of them beyond. A value that the knob's kind cannot hold, such as a seed of
// -1 or a switch at 3, is refused by With already.
func testRanges[R simlib.Result](t *testing.T, s simlib.Sim[R]) {
	t.Helper()
	with := func(s simlib.Sim[R], k simlib.Knob, v float64) (simlib.Sim[R], error) {
		text := fmt.Sprintf("%.0f", v)
		switch {
		case k.Unit != "":
			text = fmt.Sprintf("%.9f%s", v, k.Unit)
		case k.Options != nil && v >= k.Min && v <= k.Max:
			text = k.Options[int(v)]
		case strings.Contains(k.String(), "."):
			text = fmt.Sprint(v)
		}
		return s.With(k.Name, text)
	}
	complains := func(err error, k simlib.Knob) bool {
		return err != nil && strings.Contains(err.Error(), k.Name+" ") && !strings.Contains(err.Error(), "\n")
	}
	all, wrong := s, []simlib.Knob{}
	for _, k := range s.Knobs() {
		for _, v := range []float64{k.Min, k.Max} {
			at, err := with(s, k, v)
			if err == nil {
				err = at.Validate()
			}
			if err != nil {
				t.Errorf("%s at the end of its range, %g: %v", k.Name, v, err)
			}
		}
		for _, v := range []float64{k.Min - 1, k.Max*2 + 1} {
			beyond, err := with(s, k, v)
			if err == nil {
				err = beyond.Validate()
			}
			if !complains(err, k) {
				t.Errorf("%s beyond its range, %g: %v", k.Name, v, err)
			}
		}
		if beyond, err := with(all, k, k.Max*2+1); err == nil {
			all, wrong = beyond, append(wrong, k)
		} else if !k.Switch() && k.Options == nil {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
	err := all.Validate()
	for _, k := range wrong {
		if err == nil || !strings.Contains(err.Error(), k.Name+" ") {
			t.Errorf("all knobs out of range, but %s is not named: %v", k.Name, err)
		}
	}
	if _, runErr := all.Run(context.Background(), simlib.Exec{}); runErr == nil || runErr.Error() != err.Error() {
		t.Errorf("Run accepts what Validate does not: %v", runErr)
	}
}

// Two knobs at anything: an error has words, a value reads back as itself, what is
// valid runs, and what it says has a number wherever one belongs.
func FuzzWith(f *testing.F) {
	for i, pairs := range [][]string{
		{"workers 3 increments 20", "Think 0s Wait 0", "guard lock wait 1ns", "Guard compare-and-set think 20ms", "seed 4294967295 Wait 1ms"},
		{"TTL 1s stall-chance 0.5", "Seed -1 holds 1e9"},
		{"Pause 11s fencing true", "TTL 0 claim maybe"},
		{"Fencing true claim 1", "stall-chance NaN TTL 100ms", "grants 10000 claim true"},
		{"rate 2000 lag 1ms", "CopyTime 100µs Window 10ms", "store postgres-advisory window 10ms",
			"Copying independent wait-for-replicas 1", "promote worst TTL 30.001s", "contention NaN seed -1"},
		{"Mode idempotent spread 2", "StallMean 10ms TTL 1s", "runs 10001 mode x"},
	} {
		for _, pair := range pairs {
			w := strings.Fields(pair)
			f.Add(uint8(i), w[0], w[1], w[2], w[3])
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, knob, value, knob2, value2 string) {
		all := simlib.All()
		s := fewTrials(t, all[int(which)%len(all)])
		for _, turn := range [][2]string{{knob, value}, {knob2, value2}} {
			turned, err := s.With(turn[0], turn[1])
			if err != nil {
				if strings.TrimSpace(err.Error()) == "" {
					t.Error("an error without a word")
				}
				return
			}
			for _, k := range turned.Knobs() {
				if k.Name != turn[0] && k.Flag() != turn[0] {
					continue
				}
				if again, err := turned.With(k.Name, k.String()); err != nil || fmt.Sprint(again) != fmt.Sprint(turned) { // by what they say: NaN is not itself
					t.Errorf("%q reads back as %q: %v", turn, k, err)
				}
			}
			s = turned
		}
		for _, k := range s.Knobs() {
			if simtest.Trials(k) && k.Number() > 3000 {
				return
			}
		}
		if s.Validate() != nil {
			return
		}
		r, err := s.Run(t.Context(), simlib.Exec{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if text := said(t, r); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!") {
			t.Error(text)
		}
		possible(t, r)
	})
}

// possible holds a result's exact figures to what no setting can change.
func possible(t *testing.T, r simlib.Result) {
	t.Helper()
	switch r := r.(type) {
	case simlib.LostUpdateResult:
		if r.Lost < 0 || r.Final < r.Params.Increments && r.Params.Wait == 0 || r.Lost > 0 && r.Params.Guard != simlib.NoGuard {
			t.Errorf("%+v: the counter says %d of %d", r.Params, r.Final, r.Expected)
		}
	case simlib.TTLResult:
		if !(r.Exact >= 0 && r.Exact <= 1) {
			t.Errorf("%+v: exact share %g", r.Params, r.Exact)
		}
	case simlib.FailoverResult:
		if bound := r.Params.Rate*r.Params.Window.Seconds() + 1e-9; !(r.Lost.Exact >= 0 && r.Lost.Exact <= bound) {
			t.Errorf("%+v: %g of %g grants lost", r.Params, r.Lost.Exact, bound)
		}
		for _, b := range r.Histogram {
			if !(b.Exact >= 0 && b.Exact <= 1+1e-9 || b.Exact == -1) {
				t.Errorf("%+v: a bar %+v", r.Params, b)
			}
		}
	}
}
