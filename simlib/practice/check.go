package practice

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"locklab/simlib/explore"
	"locklab/simlib/history"
)

// Trial is a world, how many workers are tried in it, and how bad their luck may be.
type Trial struct {
	World   World
	Workers int
	// Stalls, Crashes, Losses, Delays and Failovers are how many there may be of each,
	// and Faults how many in all.
	Stalls, Crashes, Losses, Delays, Failovers, Faults int
}

// requests is how many requests a worker may make before the search gives it up, and
// states how many states it looks at.
const (
	requests = 24
	states   = 200_000
)

// Check looks for a shortest schedule in which workers that are all f violate a
// property of the world. It calls f now and again, one worker at a time.
func (t Trial) Check(ctx context.Context, f func(*Client)) history.Verdict {
	budget := explore.Budget{Faults: t.Faults, Requests: requests}
	budget.Each[explore.Stall], budget.Each[explore.Crash] = t.Stalls, t.Crashes
	budget.Each[explore.Loss], budget.Each[explore.Delay], budget.Each[explore.Failover] = t.Losses, t.Delays, t.Failovers
	asked := false
	search := func(workers ...explore.Worker[request, answer]) (explore.Verdict[state, request, answer], *explore.Game[state, request, answer]) {
		return explore.Search(ctx, explore.World[state, request, answer](t.World), budget, workers, t.Workers, states)
	}
	v, g := search(worker(f, 0, &asked))
	if asked { // then no two workers are alike
		var all []explore.Worker[request, answer]
		for i := range t.Workers {
			all = append(all, worker(f, i, &asked))
		}
		v, g = search(all...)
	}
	verdict := history.Verdict{Property: v.Property, Within: t.within()}
	switch v.Outcome {
	case explore.Violated:
		verdict.Outcome = history.Violated
		verdict.Schedule = v.Schedule()
		verdict.History = t.told(g, v.Steps)
		verdict.Says = says(v)
	case explore.Holds:
		verdict.Outcome, verdict.Property = history.Upheld, t.asks()
		verdict.Says = fmt.Sprintf("None of the %v schedules within the bound violates a property.", v.Schedules)
	default:
		verdict.Property = t.asks()
		verdict.Says = map[string]string{
			"requests": fmt.Sprintf("A worker made %d requests and did not come to its end; further the search does not go.", requests),
			"states":   fmt.Sprintf("There are more than %d states; further the search does not go.", states),
			"time":     "The search was stopped.",
		}[v.Why]
	}
	return verdict
}

// says tells in a sentence by whom a property is violated, and when.
func says(v explore.Verdict[state, request, answer]) string {
	if len(v.Steps) == 0 {
		return "It is violated at once: " + v.Says + "."
	}
	last, who := v.Steps[len(v.Steps)-1], ""
	if last.Worker >= 0 {
		who = ", by " + letter(last.Worker)
	}
	s := fmt.Sprintf("It is violated at step %d%s", len(v.Steps), who)
	switch v.Faults {
	case 0:
		s += ", with no fault at all"
	case 1:
		s += ", after one fault"
	default:
		s += fmt.Sprintf(", after %d faults", v.Faults)
	}
	if v.Says != "" {
		s += ": " + v.Says
	}
	return s + "."
}

// within names the world and the bound.
func (t Trial) within() string {
	parts := []string{fmt.Sprintf("%d workers", t.Workers)}
	if t.Workers == 1 {
		parts[0] = "one worker"
	}
	for _, f := range []struct {
		n    int
		what string
	}{{t.Stalls, "stall"}, {t.Crashes, "crash"}, {t.Losses, "lost message"}, {t.Delays, "late write"}, {t.Failovers, "failover"}} {
		switch {
		case f.n == 1:
			parts = append(parts, "one "+f.what)
		case f.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", f.n, f.what))
		}
	}
	if len(parts) > 2 {
		parts = append(parts, fmt.Sprintf("%d faults in all", t.Faults))
	}
	if t.World.Forever {
		parts = append(parts, "locks that do not expire")
	}
	if t.World.Fencing {
		parts = append(parts, "a storage with fencing")
	}
	return strings.Join(parts, ", ")
}

// asks names what a trial asks for besides what it always asks.
func (t Trial) asks() string {
	if t.World.End != nil {
		return RightInTheEnd
	}
	return NoLostUpdate
}

func letter(worker int) string { return string(rune('A' + worker)) }

// told is a schedule as a history.
func (t Trial) told(g *explore.Game[state, request, answer], steps []explore.Step[state, request, answer]) history.History {
	h := history.History{Title: "A shortest schedule", Untimed: true, Fencing: t.World.Fencing}
	for i := range t.Workers {
		h.Clients = append(h.Clients, letter(i))
	}
	lines := map[string][]string{} // of the files in which workers ask
	tokens := make([]history.Token, t.Workers)
	updates := map[int32]history.Update{} // by the storage's version
	called := 0                           // where a late write was sent
	from, data := g.Start().State, []history.Update(nil)
	for i, s := range steps {
		to := s.To.State
		add := func(e history.Event) {
			e.Order = i + 1
			if e.Client != "" && e.Token == 0 {
				e.Token = tokens[e.Client[0]-'A']
			}
			if s.Asked.File != "" && s.Worker >= 0 && s.Fault != explore.Crash {
				e.Line, e.Source = s.Asked.Line, line(lines, s.Asked.File, s.Asked.Line)
			}
			h.Events, h.Held = append(h.Events, e), append(h.Held, history.Held{Data: slices.Clone(data), Mark: history.Token(to.mark)})
		}
		var e history.Event
		switch {
		case s.Worker < 0 && s.Fault == explore.Failover:
			e = history.Event{Kind: history.Failover}
		case s.Worker < 0:
			e = t.passed(from, to)
		case s.Fault == explore.Crash:
			e = history.Event{Client: letter(s.Worker), Kind: history.Crash}
		default:
			e = event(s, from, to)
			if e.Kind == history.Grant {
				tokens[s.Worker] = e.Token
			}
			if to.version != from.version {
				u := history.Update{ID: int(to.version), Client: e.Client, Token: e.Token}
				e.Update = u
				updates[to.version] = u
				if from.read[s.Worker] != from.version { // what it had not read is lost
					kept := slices.IndexFunc(data, func(u history.Update) bool { return int32(u.ID) > from.read[s.Worker] })
					if kept >= 0 {
						e.Lost = slices.Clone(data[kept:])
						data = data[:kept]
					}
				}
				data = append(slices.Clone(data), u)
			}
			if s.Name == "d" {
				e.Call = called
			}
			if s.Fault == explore.Delay {
				called = i + 1
			}
		}
		add(e)
		from = to
	}
	return h
}

// passed is what happens when time passes: a lock expires, or a session ends.
func (t Trial) passed(from, to state) history.Event {
	for i, e := range from.entries {
		if e.set && !to.entries[i].set {
			return history.Event{Client: letter(int(e.owner) - 1), Kind: history.Expire, Token: history.Token(e.value)}
		}
	}
	for _, n := range from.nodes {
		if n.number > 0 && !to.there(int32(n.number)-1) {
			return history.Event{Client: letter(int(n.owner) - 1), Kind: history.Request, Says: fmt.Sprintf("is gone, and with its session node %d", n.number-1)}
		}
	}
	return history.Event{Kind: history.Act, Says: "time passes"}
}

// event is a request of a worker's.
func event(s explore.Step[state, request, answer], from, to state) history.Event {
	q, a := s.Asked.Request, s.Answer
	e := history.Event{Client: letter(s.Worker), Answer: history.Accepted, Mark: history.Token(from.mark)}
	switch {
	case a.none:
		e.Answer = history.NoAnswer
	case !a.ok:
		e.Answer = history.Refused
	}
	says := func(kind history.Kind, format string, args ...any) {
		e.Kind, e.Says = kind, fmt.Sprintf(format, args...)
		if e.Answer == history.Refused {
			e.Says += ": refused"
		}
	}
	switch q.verb {
	case lock, tryLock:
		e.Kind, e.Token = history.Grant, history.Token(a.value)
		if e.Answer == history.Refused {
			e.Kind = history.Deny
		}
		if e.Answer == history.NoAnswer {
			e.Says = "asks for the lock"
		}
	case renew:
		e.Kind, e.Token = history.Renew, history.Token(q.a)
	case unlock:
		e.Kind, e.Token = history.Release, history.Token(q.a)
	case claim:
		e.Kind, e.Token = history.Claim, history.Token(q.a)
	case read:
		e.Kind, e.Says = history.Read, fmt.Sprintf("reads %d", a.value)
	case write:
		e.Kind, e.Token = history.Write, history.Token(q.a)
		says(history.Write, "writes %d with token %d", q.b, q.a)
	case compareAndSet:
		says(history.Write, "sets %d if it is %d", q.b, q.a)
	case mint:
		e.Kind, e.Token = history.Mint, history.Token(a.value)
	case send, sendOnce:
		says(history.Send, "sends its e-mail")
	case sent:
		says(history.Send, "looks whether it was sent: %t", a.ok)
		e.Answer = history.Accepted
	case work:
		says(history.Act, "works")
	case now:
		says(history.Act, "looks at its clock: %d", a.value)
	case sleepUntil:
		says(history.Act, "sleeps until %d", q.a)
	case random:
		says(history.Act, "draws %d", a.value)
	case setNX:
		says(history.Grant, "sets key %d to %d, which is free", q.key, q.b)
		if e.Token = history.Token(q.b); e.Answer == history.Refused {
			says(history.Deny, "finds key %d taken", q.key)
		}
	case get:
		says(history.Request, "gets key %d: %d", q.key, a.value)
	case put:
		says(history.Request, "sets key %d to %d", q.key, q.b)
	case incr:
		says(history.Request, "counts key %d up to %d", q.key, a.value)
	case del:
		says(history.Release, "deletes key %d", q.key)
	case delIf:
		says(history.Release, "deletes key %d if it is %d", q.key, q.a)
	case extend:
		says(history.Renew, "extends key %d", q.key)
	case extendIf:
		says(history.Renew, "extends key %d if it is %d", q.key, q.a)
	case zkCreate:
		says(history.Request, "creates node %d", a.value)
	case zkChildren:
		says(history.Request, "lists the nodes")
	case zkWaitGone:
		says(history.Request, "sees that node %d is gone", q.a)
	case zkDelete:
		says(history.Request, "deletes node %d", q.a)
	}
	if e.Kind == history.Write && to.version != from.version {
		switch to.bad {
		case lostUpdate:
			e.Finding = history.Unread
		case staleOverwrite:
			e.Finding = history.Overwrote
		}
		if e.Finding != history.Harmless {
			e.Says += ": " + e.Finding.String()
		}
	}
	return e
}

// line is a line of a file, as it is written there; empty if it cannot be read.
func line(lines map[string][]string, file string, n int) string {
	if _, read := lines[file]; !read {
		text, _ := os.ReadFile(file) // without it there are no lines to show
		lines[file] = strings.Split(string(text), "\n")
	}
	if n < 1 || n > len(lines[file]) {
		return ""
	}
	return strings.TrimSpace(lines[file][n-1])
}
