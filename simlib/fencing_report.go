package simlib

import (
	"fmt"
	"strings"

	"locklab/simlib/stat"
	"locklab/simlib/words"
)

// Summary says how many holders were late and what came of their writes.
func (r FencingResult) Summary() string {
	p := r.Params
	low, high := r.Late.Interval()
	return fmt.Sprintf("%s of %s holders still worked when their TTL of %s had ended: %s, 95%% interval %s to %s; %s, so %s to be expected. %s Seed %d.",
		words.Count(r.Late.Count), words.Count(p.Grants), words.Duration(p.TTL),
		words.Percent(r.Late.Share()), words.Percent(low), words.Percent(high),
		words.Exactly(r.Exact), r.expectation(), strings.Join(r.consequences(), " "), p.Seed)
}

// expectation is how many late holders are to be expected, with its verb.
func (r FencingResult) expectation() string {
	if n := r.Expected(); n >= 0.005 {
		return words.Number(n) + " are"
	}
	return "none is"
}

// consequences are sentences on what the late writes did.
func (r FencingResult) consequences() []string {
	p := r.Params
	if r.Late.Count == 0 {
		return []string{"No write was late, and nothing is lost."}
	}
	var s []string
	if p.Fencing {
		s = append(s, fmt.Sprintf("The storage refused %s, and kept the newer data.", lateWrites(r.Rejected)))
	} else {
		s = append(s, fmt.Sprintf("Without fencing, %s put older data in the place of newer, and nobody was told.", lateWrites(r.Overwrote)))
	}
	if n := r.LateAccepted.Count; n > 0 {
		s = append(s, fmt.Sprintf("The storage took %s before it had seen a newer token.", lateWrites(r.LateAccepted)))
	}
	switch {
	case r.Lost.Count > 0:
		are := "are"
		if r.Lost.Count == 1 {
			are = "is"
		}
		s = append(s, fmt.Sprintf("In the end %s of %s acknowledged updates %s lost.",
			words.Count(r.Lost.Count), words.Count(r.Lost.Of), are))
		if p.Fencing && !p.Claim {
			s = append(s, "Claims before the reads would have saved all.")
		}
	case p.Fencing && p.Claim:
		s = append(s, "As each holder claimed its token before it read, no acknowledged update is lost.")
	default:
		s = append(s, "No acknowledged update is lost.")
	}
	return s
}

// lateWrites is "no late write", "1 late write" or "6 late writes".
func lateWrites(p stat.Proportion) string {
	switch p.Count {
	case 0:
		return "no late write"
	case 1:
		return "1 late write"
	}
	return words.Count(p.Count) + " late writes"
}

// Caption describes the model.
func (r FencingResult) Caption() string {
	p := r.Params
	storage := "The storage takes every write."
	switch {
	case p.Fencing && p.Claim:
		storage = "The storage refuses a token lower than the highest that it has seen, and each holder claims its token before it reads."
	case p.Fencing:
		storage = "The storage refuses a token lower than the highest that it has seen."
	}
	return fmt.Sprintf("A seeded chain of %s grants: the work is log-normal (median %s, spread %s); with a chance of %s "+
		"an exponential stall (mean %s) comes before the write. The next grant comes at the release or after a TTL of %s. "+
		"Each holder reads at its grant and writes what it made of that. %s",
		words.Count(p.Grants), words.Duration(p.Work), words.Number(p.Spread),
		words.Percent(p.StallChance), words.Duration(p.StallMean), words.Duration(p.TTL), storage)
}

// Tables counts the writes and lists the late ones, at most fifty.
func (r FencingResult) Tables() []Table {
	counts := Table{
		Title:   "What became of the writes",
		Columns: []string{"", "number", "share (95% interval)", "exact share"},
	}
	row := func(what string, p stat.Proportion, share, exact string) {
		counts.Rows = append(counts.Rows, []string{what, fmt.Sprintf("%s of %s", words.Count(p.Count), words.Count(p.Of)), share, exact})
	}
	withInterval := func(p stat.Proportion) string {
		low, high := p.Interval()
		return fmt.Sprintf("%s (%s to %s)", words.Percent(p.Share()), words.Percent(low), words.Percent(high))
	}
	// unless tells of a share that some storages exclude: no matter of chance.
	unless := func(excluded bool, what string, p stat.Proportion) {
		if excluded {
			row(what, p, "0%", "0%")
		} else {
			row(what, p, withInterval(p), "")
		}
	}
	p := r.Params
	row("late", r.Late, withInterval(r.Late), words.Percent(r.Exact))
	unless(p.Fencing, "late, replaced newer data", r.Overwrote)
	unless(!p.Fencing, "late, refused", r.Rejected)
	unless(false, "late, accepted before a newer one", r.LateAccepted)
	row("acknowledged updates lost in the end", r.Lost, words.Percent(r.Lost.Share()), "")

	late := Table{
		Title:   "The late writes",
		Columns: []string{"token", "granted", "expired", "arrived", "highest token before", "verdict", "updates gone after it"},
	}
	const most = 50
	for _, g := range r.Grants {
		if !g.Late() {
			continue
		}
		if len(late.Rows) == most {
			late.Title = fmt.Sprintf("The first %d late writes", most)
			break
		}
		late.Rows = append(late.Rows, []string{fmt.Sprint(g.Token), clock(g.Granted), clock(g.Expires), clock(g.Arrives),
			fmt.Sprint(g.Mark), g.Verdict.String(), words.Count(g.Lost)})
	}
	return []Table{counts, late}
}

// Prediction asks how many late writes do harm.
func (r FencingResult) Prediction() Prediction {
	return Prediction{Question: "How many writes will put older data in the place of newer?", Unit: "writes",
		Answer: float64(r.Overwrote.Count), Says: words.Count(r.Overwrote.Count), Max: float64(r.Overwrote.Of)}
}
