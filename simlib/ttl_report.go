package simlib

import (
	"fmt"
	"time"

	"locklab/simlib/stat"
	"locklab/simlib/words"
)

// Summary says how often the TTL is too short, and what it costs.
func (r TTLResult) Summary() string {
	p := r.Params
	return fmt.Sprintf("With a TTL of %s, %s of %s outlived the lock: %s; "+
		"%s. At one job every %s that is %s. "+
		"After a crash the next holder waits up to %s. Seed %d.",
		words.Duration(p.TTL), words.Count(r.Unsafe.Count), words.Some(p.Holds, "hold"),
		words.Estimate(r.Unsafe), words.Exactly(r.Exact), words.Duration(p.JobEvery), words.RateOf(r.PerDay(r.Exact), "overlap"),
		words.Duration(p.TTL), p.Seed)
}

// Caption describes the model.
func (r TTLResult) Caption() string {
	p := r.Params
	return fmt.Sprintf("%s: the work is log-normal (median %s, spread %s); with a chance of %s "+
		"an exponential stall (mean %s) is added. Every %s a job begins, with a lock of its own: one worker takes it, and a second "+
		"begins when it expires. So each hold that takes the TTL or longer is an overlap.",
		words.Some(p.Holds, "seeded hold"), words.Duration(p.Work), words.Number(p.Spread),
		words.Percent(p.StallChance), words.Duration(p.StallMean), words.Duration(p.JobEvery))
}

// Tables gives the run, and the curve at a few round TTLs.
func (r TTLResult) Tables() []Table {
	t := newTable("ttls", "The same holds under this TTL and others",
		inNumbers("TTL, and longest wait after a crash", "ttl_s"),
		inNumbers("unsafe holds", "unsafe"),
		withInterval("share (95% interval)", "unsafe_share"),
		inNumbers("exact share", "unsafe_share_exact"),
		inNumbers("exact rate", "overlaps_per_day"))
	row := func(ttl time.Duration, unsafe stat.Proportion, exact float64) {
		perDay := r.PerDay(exact)
		t.add(durationCell(ttl), countCell(unsafe.Count), shareCell(unsafe), percentCell(exact), numberCell(perDay).as(words.Rate(perDay)))
	}
	told := false
	for _, c := range r.Curve {
		if !told && c.At >= r.Params.TTL {
			row(r.Params.TTL, r.Unsafe, r.Exact)
			told = true
		}
		switch c.At {
		case r.Params.TTL:
		case 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
			10 * time.Second, 20 * time.Second, 60 * time.Second, 120 * time.Second:
			row(c.At, c.AtLeast, c.Exact)
		}
	}
	return []Table{t}
}

// Prediction asks how often two holders overlap, in the same model.
func (r TTLResult) Prediction() Prediction {
	perDay := r.PerDay(r.Exact)
	return Prediction{Question: "How many overlaps a day?", Unit: "a day", Answer: perDay, Says: words.Rate(perDay),
		Min: 0.001, Max: 10_000, Log: true}
}
