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
	return fmt.Sprintf("%s of %s had not written when the TTL of %s ended. %s",
		words.Count(r.Late.Count), words.Some(p.Grants, "holder"), words.Duration(p.TTL), strings.Join(r.consequences(), " "))
}

// Headline is how many updates are lost in the end.
func (r FencingResult) Headline() Headline {
	return Headline{words.Count(r.Lost.Count), "of " + words.Some(r.Lost.Of, "acknowledged update") + " lost"}
}

// expectation is how many late holders a chain has on average.
func (r FencingResult) expectation() string {
	if n := r.Expected(); n == 0 || n >= 0.005 {
		return words.Number(n)
	}
	return "less than 0.01"
}

// consequences are sentences on what the late writes did.
func (r FencingResult) consequences() []string {
	p := r.Params
	var s []string
	if r.Late.Count == 0 {
		s = append(s, "No write was late.")
	}
	if n := r.Overwrote.Count; n > 0 {
		s = append(s, fmt.Sprintf("Without fencing, %s put older data in the place of newer, and nobody was told.", words.Some(n, "late write")))
	}
	if n := r.Refused.Count; n > 0 {
		s = append(s, fmt.Sprintf("The storage refused %s, and kept the newer data.", words.Some(n, "late write")))
	}
	if n := r.LateAccepted.Count; n > 0 {
		s = append(s, fmt.Sprintf("The storage took %s before it had seen a newer token.", words.Some(n, "late write")))
	}
	if p.Fencing && p.Claim {
		return append(s, "As each holder claims its token before it reads, no acknowledged update can be lost.")
	}
	switch n := r.Lost.Count; n {
	case 0:
		s = append(s, "In the end no acknowledged update is lost.")
	case 1:
		s = append(s, fmt.Sprintf("In the end 1 of %s is lost.", words.Some(r.Lost.Of, "acknowledged update")))
	default:
		s = append(s, fmt.Sprintf("In the end %s of %s are lost.", words.Count(n), words.Some(r.Lost.Of, "acknowledged update")))
	}
	if p.Fencing && r.Lost.Count > 0 {
		s = append(s, "Claims before the reads would have saved all.")
	}
	return s
}

// others says what other chains with the same knobs lose.
func (r FencingResult) others() string {
	chains := words.Some(r.Spread.Runs, "chain") + " like this one"
	switch c := r.Spread.Lost; {
	case r.Spread.Losing == 0:
		return "No update is lost in " + chains + "."
	case c.Median == 0:
		return fmt.Sprintf("Updates are lost in %s of %s.", words.Count(r.Spread.Losing), chains)
	default:
		return fmt.Sprintf("Of %s, half lose %s or fewer updates, and nine in ten lose %s.", chains, words.Count(c.Median), c.fromTo())
	}
}

// String is the median and the middle nine tenths: "32 (4 to 132)".
func (c CountSpread) String() string {
	return words.Within(words.Count(c.Median), words.Count(c.Low), words.Count(c.High))
}

// cell is the same for a table; how many of the chains have any is not told.
func (c CountSpread) cell() cell { return cell{c.String(), []any{c.Median, c.Low, c.High, nil}} }

// fromTo is the middle nine tenths, such as "4 to 132".
func (c CountSpread) fromTo() string {
	if c.Low == c.High {
		return "exactly " + words.Count(c.Low)
	}
	return words.Count(c.Low) + " to " + words.Count(c.High)
}

// Caption says how sure the share is, and how chains like this one differ.
func (r FencingResult) Caption() string {
	return fmt.Sprintf("Late holders: %s; %s, or %s on average. %s Seed %d.",
		words.Estimate(r.Late), words.Exactly(r.Exact), r.expectation(), r.others(), r.Params.Seed)
}

// Model describes the chain.
func (r FencingResult) Model() string {
	p := r.Params
	storage := "The storage takes every write."
	switch {
	case p.Fencing && p.Claim:
		storage = "The storage refuses a token lower than the highest that it has seen, and each holder claims its token before it reads."
	case p.Fencing:
		storage = "The storage refuses a token lower than the highest that it has seen."
	}
	return fmt.Sprintf("A seeded chain of %s: the work is log-normal (median %s, spread %s); with a chance of %s "+
		"an exponential stall (mean %s) comes before the write. The next grant comes at the release or after a TTL of %s. "+
		"Each holder reads at its grant and writes what it made of that. %s",
		words.Some(p.Grants, "grant"), words.Duration(p.Work), words.Number(p.Spread),
		words.Percent(p.StallChance), words.Duration(p.StallMean), words.Duration(p.TTL), storage)
}

// Tables counts the writes and lists the late ones, at most fifty.
func (r FencingResult) Tables() []Table {
	counts := newTable("writes", "What became of the writes",
		inWords("what", "what"),
		inNumbers("number", "number", "of"),
		withInterval("share (95% interval)", "number_share"),
		inNumbers("exact share, and number on average", "number_share_exact", "number_mean_exact"),
		inNumbers(fmt.Sprintf("median of %s chains like it (nine in ten)", words.Count(r.Spread.Runs)),
			"chains_median", "chains_p5", "chains_p95", "chains_with_any"))
	row := func(what string, p stat.Proportion, share, exact, chains cell) {
		counts.add(wordsCell(what), outOfCell(p), share, exact, chains)
	}
	unknown := cell{"", []any{nil, nil}}
	// unless tells of a share that some storages exclude: no matter of chance.
	unless := func(excluded bool, what string, p stat.Proportion, c CountSpread) {
		if excluded {
			row(what, p, sureCell(0), cell{"0%", []any{0., 0.}}, CountSpread{}.cell())
		} else {
			row(what, p, shareCell(p), unknown, c.cell())
		}
	}
	p := r.Params
	row("late", r.Late, shareCell(r.Late), cell{words.Percent(r.Exact) + ", " + r.expectation(), []any{r.Exact, r.Expected()}}, r.Spread.Late.cell())
	unless(p.Fencing, "late, overwrote newer data", r.Overwrote, r.Spread.Harmful)
	unless(!p.Fencing, "late, refused", r.Refused, r.Spread.Harmful)
	unless(false, "late, accepted before a newer one", r.LateAccepted, r.Spread.Accepted)
	lost := r.Spread.Lost
	row("acknowledged updates lost in the end", r.Lost, sureCell(r.Lost.Share()), unknown,
		cell{lost.String() + "; any in " + words.Count(r.Spread.Losing), []any{lost.Median, lost.Low, lost.High, r.Spread.Losing}})

	late := newTable("late", "The late writes",
		inNumbers("token", "token"), inNumbers("granted", "granted_s"), inNumbers("expired", "expired_s"), inNumbers("arrived", "arrived_s"),
		inNumbers("after its grant", "after_grant_s"), inNumbers("late by", "late_by_s"), inNumbers("highest token before", "highest_token_before"),
		inWords("verdict", "verdict"), inNumbers("updates gone after it", "updates_gone"))
	const most = 50
	for _, g := range r.Grants {
		if !g.Late() {
			continue
		}
		if len(late.Rows) == most {
			late.Title = fmt.Sprintf("The first %d late writes", most)
			break
		}
		late.add(tokenCell(g.Token), clockCell(g.Granted), clockCell(g.Expires), clockCell(g.Arrives),
			durationCell(g.Arrives-g.Granted), durationCell(g.Arrives-g.Expires),
			tokenCell(g.Mark), wordsCell(g.CameOf()), countCell(g.Lost))
	}
	return []Table{counts, late}
}

// Row gives what the storage let through.
func (r FencingResult) Row() Table {
	t := newTable("row", "What the storage let through", inNumbers("late writes", "late"), inNumbers("overwrote newer data", "overwrote"),
		inNumbers("refused", "refused"), inNumbers("acknowledged updates lost", "lost"))
	t.add(countCell(r.Late.Count), countCell(r.Overwrote.Count), countCell(r.Refused.Count), countCell(r.Lost.Count))
	return t
}

// Prediction asks how many late writes do harm.
func (r FencingResult) Prediction() Prediction {
	return Prediction{Question: "How many writes will put older data in the place of newer?", Unit: "writes",
		Answer: float64(r.Overwrote.Count), Says: words.Count(r.Overwrote.Count), Max: float64(r.Overwrote.Of)}
}
