package simlib

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"locklab/simlib/words"
)

// Summary says what a failover loses, and what that rests on.
func (r FailoverResult) Summary() string {
	store := r.Params.Store.Facts()
	if r.Loses == LosesNone {
		proviso := ""
		if store.Proviso != "" {
			proviso = "provided that " + store.Proviso + ", "
		}
		return fmt.Sprintf("%s: %sa failover loses no grant that was acknowledged, at any rate and lag. %s "+
			"A holder that is paused for longer than its TTL overlaps with the next one all the same.", store.Name, proviso, store.OnFailover.Text())
	}
	return store.Name + ": " + strings.Join(r.findings(), " ")
}

// Headline is how many locks a failover loses on average.
func (r FailoverResult) Headline() Headline {
	of := "locks lost in a failover, on average"
	if words.Number(r.Lost.Exact) == "1" {
		of = "lock lost in a failover, on average"
	}
	return Headline{words.Number(r.Lost.Exact), of}
}

// findings are the sentences on what a failover of a store that can lose grants
// loses by calculation.
func (r FailoverResult) findings() []string {
	p := r.Params
	if r.Loses == LosesAll {
		return []string{fmt.Sprintf("its locks are not copied, so a failover loses every one granted in the %s before it, %s on average; %s.",
			words.Duration(p.Window), words.Number(r.Lost.Exact), r.secondHolders())}
	}
	if p.held() <= 0 {
		return []string{fmt.Sprintf("each lock expires before a replica is promoted, which is %s after the crash with a TTL of %s, so a failover has none left to lose. "+
			"A second holder then needs a first that works for longer than its TTL.", words.Duration(p.PromoteAfter), words.Duration(p.TTL))}
	}
	told, ofThem := "", "of them"
	if p.WaitForReplicas > 0 {
		told, ofThem = " that one replica has before they are acknowledged", "acknowledged ones"
		if p.WaitForReplicas == replicas {
			told = " that both replicas have before they are acknowledged"
		}
	}
	loses := "none of those acknowledged."
	if r.Lost.Exact > 0 {
		loses = fmt.Sprintf("%s %s on average; %s.", words.Number(r.Lost.Exact), ofThem, r.secondHolders())
	}
	s := []string{fmt.Sprintf("at %s%s, a failover to %s loses %s", someGrants(p.Rate), told, p.Promote.replica(), loses)}
	if p.held() < p.Window {
		s = append(s, fmt.Sprintf("Only locks granted in the last %s before the crash still hold at the promotion.", words.Duration(p.held())))
	}
	if p.WaitForReplicas == 0 {
		return s
	}
	s = append(s, fmt.Sprintf("The wait costs each grant %s on average, one way.", words.Duration(r.AckDelay)))
	switch {
	case p.WaitForReplicas == replicas:
		s = append(s, "It is no consensus: a replica that is down stops every grant, or is left out and may be promoted without them.")
	case p.Copying == Fixed:
		s = append(s, "Copies with one fixed lag reach both replicas at the same instant; real ones do not.")
	case p.Promote == MostAdvanced:
		worst := p
		worst.Promote = Worst
		s = append(s, fmt.Sprintf("It is no consensus: if the more advanced replica cannot be reached, the other is promoted and loses %s.", words.Number(worst.expectedLost())))
	}
	return s
}

// howCopied says how grants get to a replica.
func (p Failover) howCopied() string {
	copies, lag := words.Duration(p.CopyTime), words.Duration(p.meanLag())
	switch p.Copying {
	case InOrder:
		return fmt.Sprintf("in order (a copy takes %s by itself, the mean lag is %s)", copies, lag)
	case Independent:
		return fmt.Sprintf("on its own (mean lag %s)", lag)
	}
	return fmt.Sprintf("with a fixed lag of %s", lag)
}

// replica is the replica that is promoted.
func (p Promotion) replica() string {
	switch p {
	case MostAdvanced:
		return "the more advanced of two replicas"
	case ByLot:
		return "one of two replicas by lot"
	}
	return "the less advanced of two replicas"
}

// secondHolders says how many lost locks are granted again.
func (r FailoverResult) secondHolders() string {
	get := words.Number(r.Twice.Exact) + " then get"
	switch words.Number(r.Twice.Exact) {
	case "0":
		get = "none then gets"
	case "1":
		get = "1 then gets"
	}
	return get + " a second holder"
}

func someGrants(rate float64) string {
	if rate == 1 {
		return "1 grant a second"
	}
	return words.Number(rate) + " grants a second"
}

// Caption says how sure the numbers are.
func (r FailoverResult) Caption() string {
	p := r.Params
	if r.Loses == LosesNone {
		return "Not simulated, but taken from how the system documents itself (see the table of stores)."
	}
	found := "lost none"
	if r.Lost.Simulated.Sum > 0 {
		found = fmt.Sprintf("lost %s on average and granted %s a second time; %s of them lost none (95%% intervals)",
			r.Lost.simulated(), r.Twice.simulated(), words.Share(r.LostNone))
	}
	return fmt.Sprintf("Exact for this model; %s %s. Seed %d.", words.Some(p.Trials, "simulated crash"), found, p.Seed)
}

// simulated is the mean with its interval.
func (c FailoverCount) simulated() string {
	low, high := c.Simulated.Interval()
	return words.Within(words.Number(c.Simulated.Value()), words.Number(low), words.Number(high))
}

// cell is the same for a table.
func (c FailoverCount) cell() cell {
	low, high := c.Simulated.Interval()
	return cell{c.simulated(), []any{c.Simulated.Value(), low, high}}
}

// Model describes grants, copies and crashes.
func (r FailoverResult) Model() string {
	p := r.Params
	switch r.Loses {
	case LosesNone:
		return "None means none lost at a failover, and says nothing about pauses."
	case LosesAll:
		return fmt.Sprintf("Grants come at random moments; those of the %s before the crash count, each as held, and none expires. "+
			"Exact is rate x window. %s", words.Duration(p.Window), p.assumption())
	}
	back := ""
	if p.WaitForReplicas > 0 {
		back = " An acknowledgement's way back comes on top of the wait."
	}
	copies := map[Copying]string{
		InOrder:     "a copy takes an exponential time and overtakes none, so a slow one holds up all behind it",
		Independent: "a copy takes an exponential time and may overtake others",
		Fixed:       "each copy takes the same time",
	}[p.Copying]
	return fmt.Sprintf("Grants come at random moments; each is copied %s: %s. Lost: acknowledged, not at the promoted replica, and not expired at the promotion (TTL %s, promotion %s after the crash). "+
		"Exact is %s. Grants of the %s before the crash count, each as held. The crash stops what is under way.%s %s",
		p.howCopied(), copies, words.Duration(p.TTL), words.Duration(p.PromoteAfter), p.formula(), words.Duration(p.Window), back, p.assumption())
}

// assumption is the sentence on contention.
func (p Failover) assumption() string {
	return fmt.Sprintf("The contention of %s is an assumption: so often is a lost lock asked for again, after the promotion, while its first holder still works.",
		words.Percent(p.Contention))
}

// Row gives what a failover loses, and what the waiting costs.
func (r FailoverResult) Row() Table {
	t := newTable("row", "What a failover loses", inNumbers("lost, on average", "lost"), inNumbers("granted a second time", "twice"),
		inNumbers("mean wait of each grant, one way", "wait_s"))
	t.add(numberCell(r.Lost.Exact), numberCell(r.Twice.Exact), durationCell(r.AckDelay))
	return t
}

// Tables gives what a crash loses, the histogram, the ways of copying, the crash
// that is replayed, and the stores.
func (r FailoverResult) Tables() []Table {
	crash := newTable("crash", "What a crash loses",
		inWords("what", "what"), inNumbers("exact for this model", "exact"), withInterval("simulated (95% interval)", "simulated"))
	crash.add(wordsCell("grants lost, on average"), numberCell(r.Lost.Exact), r.Lost.cell())
	crash.add(wordsCell("granted a second time, on average"), numberCell(r.Twice.Exact), r.Twice.cell())
	crash.add(cell{"crashes that lose none", []any{"share of crashes that lose none"}}, probableCell(r.Params.probabilities()(0, 0)), shareCell(r.LostNone))
	histogram := newTable("histogram", "Simulated crashes by the number of grants lost",
		inNumbers("grants lost", "lost_from", "lost_to"), inNumbers("crashes", "crashes"),
		withInterval("share (95% interval)", "crashes_share"), inNumbers("exact probability", "crashes_share_exact"))
	for _, b := range r.Histogram {
		lost := words.Count(b.From)
		if b.To > b.From {
			lost += " to " + words.Count(b.To)
		}
		histogram.add(cell{lost, []any{b.From, b.To}}, countCell(b.Crashes.Count), shareCell(b.Crashes), probableCell(b.Exact))
	}
	columns := []column{inWords("copies", "copies"), inNumbers("replicas waited for", "replicas_waited_for"),
		inNumbers("mean lag of a replica", "mean_lag_s"),
		inNumbers("mean wait of each grant, one way", "wait_s")}
	for promote := range Promotion(len(promotions)) {
		columns = append(columns, inNumbers("lost in a crash, "+promote.String()+" promoted",
			"lost_if_"+strings.ReplaceAll(promote.String(), "-", "_")))
	}
	modes := newTable("modes", "Exact expectations for a store that copies later", columns...)
	for same := range slices.Chunk(r.Modes, len(promotions)) {
		cells := []cell{wordsCell(same[0].Copying.String()), countCell(same[0].WaitForReplicas), durationCell(same[0].MeanLag), durationCell(same[0].AckDelay)}
		for _, m := range same {
			cells = append(cells, numberCell(m.Lost))
		}
		modes.add(cells...)
	}
	shown := r.Replay[max(0, len(r.Replay)-maxRows):]
	uncopied, lost, again := r.ReplayCounts()
	which := ""
	switch {
	case again > 0:
		which = ", the first with a second grant"
	case lost > 0:
		which = ", the first that loses a grant"
	}
	replay := newTable("replay", fmt.Sprintf("Crash %s%s; of %s in the %s before it, not at the promoted replica: %s; lost: %s; then granted a second time: %s",
		words.Count(r.Replayed+1), which, words.Some(len(r.Replay), "grant"), words.Duration(r.ReplayTime()), words.Count(uncopied), words.Count(lost), words.Count(again)),
		inNumbers("granted", "granted_s"), inNumbers("acknowledged", "acknowledged_s"), inNumbers("at the promoted replica", "at_promoted_s"),
		inNumbers("at the other replica", "at_other_s"), inWords("what became of it", "fate"))
	for _, g := range shown {
		replay.add(sinceCrashCell(g.At), sinceCrashCell(g.Acknowledged), sinceCrashCell(g.Copied), sinceCrashCell(g.CopiedElsewhere), wordsCell(g.Fate()))
	}
	if r.Loses == LosesNone {
		return []Table{modes, StoreTable()}
	}
	return []Table{crash, histogram, modes, replay, StoreTable()}
}

// probableCell is an exact probability, where there is one.
func probableCell(p float64) cell {
	if p < 0 {
		return cell{"no formula", []any{nil}}
	}
	return percentCell(p)
}

// ReplayTime is how long before the crash the replay begins: at its oldest
// grant, and at least six copy times if the window is as long.
func (r FailoverResult) ReplayTime() time.Duration {
	before := min(6*r.Params.CopyTime, r.Params.Window)
	if len(r.Replay) > 0 {
		before = max(before, -r.Replay[0].At)
	}
	return before
}

// ReplayCounts is how many of the replay's grants were not at the promoted
// replica when the primary crashed, were lost, and were granted a second time.
func (r FailoverResult) ReplayCounts() (uncopied, lost, twice int) {
	for _, g := range r.Replay {
		if g.Copied > 0 {
			uncopied++
		}
		if g.Lost {
			lost++
		}
		if g.Twice {
			twice++
		}
	}
	return uncopied, lost, twice
}

// maxRows is how many grants a table lists at most, the latest ones.
const maxRows = 200

// sinceCrashCell is a time from the crash on, negative before it. The crash
// stops what is under way.
func sinceCrashCell(t time.Duration) cell {
	switch {
	case t == Uncopied:
		return cell{"never", []any{nil}}
	case t < 0:
		return durationCell(t).as(words.Duration(-t) + " before")
	case t > 0:
		return durationCell(t).as(fmt.Sprintf("never (due %s after)", words.Duration(t)))
	}
	return durationCell(t).as("at the crash")
}

// Prediction asks what a failover loses.
func (r FailoverResult) Prediction() Prediction {
	return Prediction{Question: "How many locks will an average failover lose?", Unit: "locks",
		Answer: r.Lost.Exact, Says: words.Number(r.Lost.Exact), Min: 0.01, Max: 10_000, Log: true}
}
