package simlib

import (
	"fmt"
	"strings"
	"time"

	"locklab/simlib/words"
)

// Summary says what a failover loses, and what that rests on.
func (r FailoverResult) Summary() string {
	p, store := r.Params, r.Params.Store.Facts()
	if r.Loses == LosesNone {
		proviso := ""
		if store.Proviso != "" {
			proviso = "provided that " + store.Proviso + ", "
		}
		return fmt.Sprintf("%s: %sa failover loses no grant that was acknowledged, at any rate and lag. %s "+
			"A holder that is paused for longer than its TTL overlaps with the next one all the same.", store.Name, proviso, store.OnFailover.Text())
	}
	var b strings.Builder
	told := "of them on average"
	switch {
	case r.Loses == LosesAll:
		fmt.Fprintf(&b, "%s: its locks are not copied, so a failover loses every one granted in the %s before it, ",
			store.Name, words.Duration(p.Window))
		told = "on average"
	case p.WaitForReplicas == 0:
		fmt.Fprintf(&b, "%s: at %s and a replication lag of %s a failover loses ",
			store.Name, someGrants(p.Rate), words.Duration(p.Lag))
	default:
		which := "one of two replicas has"
		if p.WaitForReplicas == replicas {
			which = "both replicas have"
		}
		fmt.Fprintf(&b, "%s: at %s and a replication lag of %s, each acknowledged once %s it, a failover loses ",
			store.Name, someGrants(p.Rate), words.Duration(p.Lag), which)
		told = "acknowledged ones on average"
	}
	if r.Lost.Exact == 0 {
		b.WriteString("none of those acknowledged. ")
	} else {
		fmt.Fprintf(&b, "%s %s; %s then get a second holder (exact; contention %s). ",
			words.Number(r.Lost.Exact), told, words.Number(r.Twice.Exact), words.Percent(p.Contention))
	}
	switch {
	case r.Loses == LosesAll:
	case p.WaitForReplicas > 0:
		fmt.Fprintf(&b, "The wait costs each grant %s on average. ", words.Duration(r.AckDelay))
		switch {
		case p.WaitForReplicas == replicas:
			b.WriteString("It is no consensus: a replica that is down stops every grant, or is left out and may be promoted without them. ")
		case p.Copying == Fixed:
			b.WriteString("Copies with one fixed lag reach both replicas at the same instant; real ones do not. ")
		}
	case p.Copying == InOrder:
		fmt.Fprintf(&b, "Copied in order, everything from the first missing copy on is lost; copied each on its own it would be %s. ",
			words.Number(r.Modes[0].Lost))
	}
	b.WriteString(r.simulated())
	fmt.Fprintf(&b, " Seed %d.", p.Seed)
	return b.String()
}

func someGrants(rate float64) string {
	if rate == 1 {
		return "1 grant a second"
	}
	return words.Number(rate) + " grants a second"
}

// simulated is the sentence on what the simulation found.
func (r FailoverResult) simulated() string {
	trials := some(r.Params.Trials, "simulated crash")
	if r.Lost.Simulated.Sum == 0 {
		return trials + " lost none."
	}
	mean := func(c FailoverCount) string {
		low, high := c.Simulated.Interval()
		return fmt.Sprintf("%s (95%% interval %s to %s)", words.Number(c.Simulated.Value()), words.Number(low), words.Number(high))
	}
	low, high := r.LostNone.Interval()
	return fmt.Sprintf("%s lost %s on average and granted %s a second time; %s of them lost none (%s to %s).",
		trials, mean(r.Lost), mean(r.Twice), words.Percent(r.LostNone.Share()), words.Percent(low), words.Percent(high))
}

// Caption describes the model.
func (r FailoverResult) Caption() string {
	p := r.Params
	if r.Loses == LosesNone {
		return "Not simulated, but taken from how the system documents itself (see the table of stores). " +
			"None means none lost at a failover, and says nothing about pauses."
	}
	copies := map[Copying]string{
		Independent: "each grant is copied on its own with an exponential delay",
		InOrder:     "each copy takes an exponential time and none overtakes another",
		Fixed:       "each copy takes the same time",
	}[p.Copying]
	if r.Loses == LosesAll {
		copies = "grants are not copied"
	}
	return fmt.Sprintf("The exact numbers are expectations, for independent copies rate x lag x (1 - exp(-window/lag)); the others are means over seeded crashes. "+
		"Grants come at random moments in the %s before the crash; %s. Lost: acknowledged, but not at the promoted replica, which is either of two. "+
		"The contention of %s is an assumption: so often is a lost lock asked for again, once the crash has been noticed, while its first holder still works.",
		words.Duration(p.Window), copies, words.Percent(p.Contention))
}

// Tables gives the histogram, the ways of copying, the crash that is replayed,
// and the stores.
func (r FailoverResult) Tables() []Table {
	histogram := Table{Title: "Simulated crashes by the number of grants lost",
		Columns: []string{"grants lost", "crashes", "share (95% interval)", "exact probability"}}
	for _, b := range r.Histogram {
		lost := words.Count(b.From)
		if b.To > b.From {
			lost += " to " + words.Count(b.To)
		}
		low, high := b.Crashes.Interval()
		exact := "no formula"
		if b.Exact >= 0 {
			exact = words.Percent(b.Exact)
		}
		histogram.Rows = append(histogram.Rows, []string{lost, words.Count(b.Crashes.Count),
			fmt.Sprintf("%s (%s to %s)", words.Percent(b.Crashes.Share()), words.Percent(low), words.Percent(high)), exact})
	}
	modes := Table{Title: "Exact expectations for a store that copies later",
		Columns: []string{"copies", "replicas waited for", "grants lost in a crash", "granted a second time", "mean wait of each grant"}}
	for _, m := range r.Modes {
		modes.Rows = append(modes.Rows, []string{m.Copying.String(), words.Count(m.WaitForReplicas),
			words.Number(m.Lost), words.Number(m.Twice), words.Duration(m.AckDelay)})
	}
	replay := Table{Title: fmt.Sprintf("The last grants before crash %s", words.Count(r.Replayed+1)),
		Columns: []string{"granted", "acknowledged", "copied", "what became of it"}}
	for _, g := range r.Replay {
		copied := sinceCrash(g.Copied)
		if g.Copied == Uncopied {
			copied = "never"
		}
		replay.Rows = append(replay.Rows, []string{sinceCrash(g.At), sinceCrash(g.Acknowledged), copied, g.fate()})
	}
	if r.Loses == LosesNone {
		return []Table{modes, StoreTable()}
	}
	return []Table{histogram, modes, replay, StoreTable()}
}

// sinceCrash is a time from the crash in words.
func sinceCrash(t time.Duration) string {
	switch {
	case t < 0:
		return words.Duration(-t) + " before"
	case t > 0:
		return words.Duration(t) + " after"
	}
	return "at the crash"
}

// fate is what became of a grant.
func (g LockGrant) fate() string {
	switch {
	case g.Twice:
		return "lost, and granted a second time"
	case g.Lost:
		return "lost"
	case g.Acknowledged > 0:
		return "never acknowledged"
	}
	return "kept"
}

// Prediction asks what a failover loses.
func (r FailoverResult) Prediction() Prediction {
	return Prediction{Question: "How many locks will an average failover lose?", Unit: "locks",
		Answer: r.Lost.Exact, Says: words.Number(r.Lost.Exact), Min: 0.01, Max: 10_000, Log: true}
}
