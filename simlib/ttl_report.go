package simlib

import (
	"fmt"
	"strings"
	"time"

	"locklab/simlib/stat"
	"locklab/simlib/words"
)

// Summary says how often the TTL is too short, and what it costs.
func (r TTLResult) Summary() string {
	p := r.Params
	return fmt.Sprintf("With a TTL of %s, %s of %s outlived the lock. At one job every %s that makes %s. "+
		"After a crash the next holder waits up to %s.",
		words.Duration(p.TTL), words.Count(r.Unsafe.Count), words.Some(p.Holds, "hold"),
		words.Duration(p.JobEvery), r.overlaps(), words.Duration(p.TTL))
}

// Headline is how often two holders overlap.
func (r TTLResult) Headline() Headline {
	number, of, _ := strings.Cut(r.overlaps(), " ")
	return Headline{number, of}
}

func (r TTLResult) overlaps() string { return words.RateOf(r.PerDay(r.Exact), "overlap") }

// Caption says how sure the share is.
func (r TTLResult) Caption() string {
	return fmt.Sprintf("Holds that outlived the lock: %s; %s, from which the rate follows. Seed %d.",
		words.Estimate(r.Unsafe), words.Exactly(r.Exact), r.Params.Seed)
}

// Model describes the holds.
func (r TTLResult) Model() string {
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

// Row gives what this TTL costs.
func (r TTLResult) Row() Table {
	t := newTable("row", "What a TTL costs",
		inNumbers("holds that outlived the lock", "unsafe", "of"), inNumbers("overlaps", "overlaps_per_day"),
		inNumbers("longest wait after a crash", "longest_wait_s"))
	perDay := r.PerDay(r.Exact)
	t.add(outOfCell(r.Unsafe), numberCell(perDay).as(words.Rate(perDay)), durationCell(r.Params.TTL))
	return t
}

// Prediction asks how often two holders overlap, in the same model.
func (r TTLResult) Prediction() Prediction {
	perDay := r.PerDay(r.Exact)
	return Prediction{Question: "How many overlaps a day?", Unit: "a day", Answer: perDay, Says: words.Rate(perDay),
		Min: 0.001, Max: 10_000, Log: true}
}
