package simlib

import (
	"fmt"

	"locklab/simlib/stat"
	"locklab/simlib/words"
)

// Summary says, for the mode asked for, how many runs are repeated and what
// harm that does.
func (r JobLengthResult) Summary() string {
	p, m := r.Params, r.Selected()
	lock := fmt.Sprintf("With a TTL of %s and no renewal, %s of %s outlived the lock",
		words.Duration(p.TTL), words.Count(m.Repeated.Count), words.Some(p.Runs, "run"))
	if p.Mode != TTLOnly {
		lock = fmt.Sprintf("With a TTL of %s, renewed every %s, %s of %s stalled so long that the lock was lost",
			words.Duration(p.TTL), words.Duration(p.renewEvery()), words.Count(m.Repeated.Count), words.Some(p.Runs, "run"))
	}
	return fmt.Sprintf("%s. %s A crashed worker's lock blocks the others for up to %s.", lock, r.harm(), words.Duration(m.Blocked))
}

// Headline is how many runs are repeated.
func (r JobLengthResult) Headline() Headline {
	return Headline{per10000(r.Selected().Repeated), "of 10,000 runs are done by two workers"}
}

// harm says what comes of the repeated runs.
func (r JobLengthResult) harm() string {
	m := r.Selected()
	if m.Repeated.Count == 0 {
		return "No run was repeated, and no harm done."
	}
	each, sends := "each of them", "All the e-mails went out twice, since no token guards them."
	if m.Repeated.Count == 1 {
		each, sends = "it", "The e-mail went out twice, since no token guards it."
	}
	repeats := "A second worker repeated " + each
	switch m.Mode {
	case TTLOnly, Renewal:
		return repeats + ", and everything happened twice: the write and the e-mail."
	case RenewalFencing:
		guarded := "The storage refused the first worker's late write"
		switch n := m.WrittenTwice.Count; {
		case m.Refused.Count == 0:
			guarded = "The first worker's late write came before the second's, so both count"
		case n > 0:
			guarded += fmt.Sprintf(", except in %s of %s, where it came before the second's and both count", words.Count(n), words.Count(m.Repeated.Count))
		}
		return fmt.Sprintf("%s. %s. %s", repeats, guarded, sends)
	case RenewalClaim:
		return fmt.Sprintf("%s, having claimed its token first, so the storage refused the first worker's late write. %s", repeats, sends)
	}
	return repeats + ", and nothing happened twice: whoever came second found the job's key known, in the storage and at a mail service that honours keys."
}

// per10000 is a share as a number per 10,000.
func per10000(p stat.Proportion) string { return words.Number(10_000 * p.Share()) }

// Caption says how sure the share is, and what the repeats cost.
func (r JobLengthResult) Caption() string {
	m := r.Selected()
	wasted := ""
	if s := m.WastedSeconds(); s > 0 {
		wasted = fmt.Sprintf(" Work wasted per 10,000 runs: %s s.", words.Number(s))
	}
	return fmt.Sprintf("Runs that lost the lock: %s; %s.%s Seed %d.", words.Estimate(m.Repeated), words.Exactly(m.Exact), wasted, r.Params.Seed)
}

// Model describes the runs.
func (r JobLengthResult) Model() string {
	p := r.Params
	return fmt.Sprintf("%s: the work is log-normal (median %s, spread %s); with a chance of %s an exponential stall (mean %s) "+
		"begins at a uniformly random moment of it. The lock has a TTL of %s and is renewed every third of that, or not at all. "+
		"When it is lost, a second worker with a length of its own, whose lock lasts, runs the job again. Each worker sends an e-mail and writes when it is done. "+
		"All modes on the same draws.",
		words.Some(p.Runs, "seeded run"), words.Duration(p.Work), words.Number(p.Spread), words.Percent(p.StallChance),
		words.Duration(p.StallMean), words.Duration(p.TTL))
}

// Row gives what the mode lets happen, per 10,000 runs.
func (r JobLengthResult) Row() Table {
	m := r.Selected()
	t := newTable("row", "What came of the runs, per 10,000", inNumbers("repeated", "repeated_share"), inNumbers("written twice", "written_twice_share"),
		inNumbers("sent twice", "sent_twice_share"), inNumbers("work of those refused or second", "wasted_per_10000_runs_s"))
	share := func(p stat.Proportion) cell { return percentCell(p.Share()).as(per10000(p)) }
	t.add(share(m.Repeated), share(m.WrittenTwice), share(m.SentTwice), numberCell(m.WastedSeconds()).as(words.Number(m.WastedSeconds())+" s"))
	return t
}

// Tables compares the modes, and gives the curves.
func (r JobLengthResult) Tables() []Table {
	with := func(p stat.Proportion) cell {
		low, high := p.Interval()
		return shareCell(p).as(words.Within(per10000(p), words.Number(10_000*low), words.Number(10_000*high)))
	}
	// What a mode excludes is 0 without an interval.
	unless := func(excluded bool, p stat.Proportion) cell {
		if excluded {
			return sureCell(0).as("0")
		}
		return with(p)
	}
	exactly := func(share float64) cell { return percentCell(share).as(words.Number(10_000 * share)) }
	modes := newTable("modes", "The modes on the same runs, per 10,000 runs (95% interval)",
		inWords("mode", "mode"), withInterval("repeated", "repeated_share"), inNumbers("repeated, exactly", "repeated_share_exact"),
		withInterval("written twice", "written_twice_share"), withInterval("sent twice", "sent_twice_share"), withInterval("refused", "refused_share"),
		inNumbers("work of those refused or second", "wasted_per_10000_runs_s"), inNumbers("longest wait after a crash", "longest_wait_s"))
	for _, m := range r.Modes {
		modes.add(wordsCell(m.Mode.Label()), with(m.Repeated), exactly(m.Exact),
			unless(m.Mode >= RenewalClaim, m.WrittenTwice), unless(m.Mode == RenewalOnce, m.SentTwice),
			unless(m.Mode != RenewalFencing && m.Mode != RenewalClaim, m.Refused),
			numberCell(m.WastedSeconds()).as(words.Number(m.WastedSeconds())+" s"), durationCell(m.Blocked))
	}
	repeated := newTable("repeated", "Repeated runs, and in how many of them the first worker writes before the second",
		inWords("lock", "lock"), inNumbers("runs repeated", "repeated", "runs"), withInterval("share (95% interval)", "repeated_share"),
		inNumbers("exact share", "repeated_share_exact"), inNumbers("first worker first", "first_first", "first_first_of"),
		withInterval("share of those (95% interval)", "first_first_share"))
	for _, m := range r.Modes[:Renewal+1] {
		repeated.add(wordsCell(m.Mode.Label()), outOfCell(m.Repeated), shareCell(m.Repeated), percentCell(m.Exact),
			outOfCell(m.FirstWins), shareCell(m.FirstWins))
	}
	curve := func(name, title, knob, field string, points []JobPoint, at func(JobPoint) cell) Table {
		t := newTable(name, title, inNumbers(knob, field),
			withInterval("TTL only (95% interval)", "ttl_only_share"), inNumbers("exactly", "ttl_only_share_exact"),
			withInterval("renewal (95% interval)", "renewal_share"), inNumbers("exactly", "renewal_share_exact"))
		for _, c := range points {
			t.add(at(c), with(c.TTLOnly), exactly(c.TTLOnlyExact), with(c.Renewal), exactly(c.RenewalExact))
		}
		return t
	}
	return []Table{
		modes, repeated,
		curve("spreads", "Repeated runs per 10,000 under other spreads of the work", "spread", "spread", r.BySpread,
			func(c JobPoint) cell { return numberCell(c.Spread) }),
		curve("ttls", "Repeated runs per 10,000 under other TTLs", "TTL", "ttl_s", r.ByTTL,
			func(c JobPoint) cell { return durationCell(c.TTL) }),
	}
}
