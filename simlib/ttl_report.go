package simlib

import (
	"fmt"
	"time"

	"locklab/simlib/words"
)

// Summary says how often the TTL is too short, and what it costs.
func (r TTLResult) Summary() string {
	p := r.Params
	low, high := r.Unsafe.Interval()
	return fmt.Sprintf("With a TTL of %s, %s of %s holds outlived their lock: %s, 95%% interval %s to %s; "+
		"%s, which at one grant every %s is %s. "+
		"After a crash the next holder waits up to %s. Seed %d.",
		words.Duration(p.TTL), words.Count(r.Unsafe.Count), words.Count(p.Holds),
		words.Percent(r.Unsafe.Share()), words.Percent(low), words.Percent(high),
		words.Exactly(r.Exact), words.Duration(p.GrantEvery), words.Rate(r.PerDay(r.Exact)),
		words.Duration(p.TTL), p.Seed)
}

// Caption describes the model.
func (r TTLResult) Caption() string {
	p := r.Params
	return fmt.Sprintf("%s seeded holds: the work is log-normal (median %s, spread %s); with a chance of %s "+
		"an exponential stall (mean %s) is added. Unsafe: work and stall together take longer than the TTL. "+
		"An unsafe hold is an overlap only if somebody waits for the lock; here somebody always does.",
		words.Count(p.Holds), words.Duration(p.Work), words.Number(p.Spread),
		words.Percent(p.StallChance), words.Duration(p.StallMean))
}

// Tables gives the curve at a few round TTLs.
func (r TTLResult) Tables() []Table {
	t := Table{
		Title:   "The same holds under other TTLs",
		Columns: []string{"TTL, and longest wait after a crash", "unsafe holds", "share (95% interval)", "exact share", "exact rate"},
	}
	for _, c := range r.Curve {
		switch c.At {
		case 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
			10 * time.Second, 20 * time.Second, 60 * time.Second, 120 * time.Second:
		default:
			continue
		}
		low, high := c.AtLeast.Interval()
		t.Rows = append(t.Rows, []string{
			words.Duration(c.At), words.Count(c.AtLeast.Count),
			fmt.Sprintf("%s (%s to %s)", words.Percent(c.AtLeast.Share()), words.Percent(low), words.Percent(high)),
			words.Percent(c.Exact), words.Rate(r.PerDay(c.Exact)),
		})
	}
	return []Table{t}
}

// Prediction asks how often two holders overlap.
func (r TTLResult) Prediction() Prediction {
	perDay := r.PerDay(r.Exact)
	return Prediction{Question: "How many overlaps a day?", Unit: "a day", Answer: perDay, Says: words.Rate(perDay),
		Min: 0.001, Max: 10_000, Log: true}
}
