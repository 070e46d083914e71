package simlib

import (
	"context"
	"fmt"
	"iter"
	"locklab/simlib/history"
	"locklab/simlib/stat"
	"locklab/simlib/system"
	"slices"
	"strconv"
	"time"
)

// chainsOfSpread is how many chains a FencingSpread is taken from.
const chainsOfSpread = 100

func (p Fencing) spread() FencingSpread {
	var late, harmful, accepted, lost [chainsOfSpread]int
	s := FencingSpread{Runs: chainsOfSpread}
	for run := range chainsOfSpread {
		c := p.counts(run)
		late[run], harmful[run], accepted[run], lost[run] = c.harmful+c.accepted, c.harmful, c.accepted, c.lost
		if c.lost > 0 {
			s.Losing++
		}
	}
	s.Late, s.Harmful = countSpread(late[:]), countSpread(harmful[:])
	s.Accepted, s.Lost = countSpread(accepted[:]), countSpread(lost[:])
	return s
}

func countSpread(counts []int) CountSpread {
	slices.Sort(counts)
	return CountSpread{Low: counts[len(counts)/20], Median: counts[(len(counts)-1)/2], High: counts[len(counts)-1-len(counts)/20]}
}

// chainCounts is what a chain comes to: late writes that replaced newer data
// or were refused, late writes that were accepted before a newer one, and
// acknowledged updates that are lost in the end.
type chainCounts struct{ harmful, accepted, lost int }

// lateWrite is a write that has not arrived when the next holder begins.
type lateWrite struct {
	at    time.Duration
	token int
	read  int // how many updates were in what its writer read
}

// counts plays a chain for its counts alone, about ten times as fast as the
// whole history is played, by the same rules; a test holds the two together.
// Who reads at the instant of another's late write reads before it.
func (p Fencing) counts(run int) chainCounts {
	var c chainCounts
	var underWay []lateWrite // the next one last
	acknowledged, updates, mark := 0, 0, 0
	write := func(w lateWrite, late bool) {
		switch {
		case late && w.token < mark:
			c.harmful++
			if p.Fencing {
				return // refused
			}
		case late:
			c.accepted++
		}
		mark = max(mark, w.token)
		updates = w.read + 1
		acknowledged++
	}
	arrive := func(before time.Duration) {
		for n := len(underWay); n > 0 && underWay[n-1].at < before; n-- {
			write(underWay[n-1], true)
			underWay = underWay[:n-1]
		}
	}
	now := time.Duration(0)
	token := 0
	for hold := range p.holds(run) {
		token++
		arrive(now)
		if p.Fencing && p.Claim {
			mark = max(mark, token)
		}
		w := lateWrite{token: token, read: updates, at: now + hold.Length()}
		if system.Expired(hold.Length(), p.TTL) {
			i, _ := slices.BinarySearchFunc(underWay, w, func(a, b lateWrite) int {
				if a.at >= b.at { // of two at one instant the later holder's comes first
					return -1
				}
				return 1
			})
			underWay = slices.Insert(underWay, i, w)
			now += p.TTL
			continue
		}
		now = w.at
		arrive(now)
		write(w, false)
	}
	arrive(system.Never)
	c.lost = acknowledged - updates
	return c
}

func (p Fencing) workload() workload {
	return workload{p.Work, p.Spread, p.StallChance, p.StallMean}
}

// holds draws the holds of one chain; each run has draws of its own.
func (p Fencing) holds(run int) iter.Seq[Hold] {
	return func(yield func(Hold) bool) {
		for first := 0; first < p.Grants; first += blockSize {
			h := p.workload().block(p.Seed, run<<16+first/blockSize)
			for _, hold := range h.all(min(blockSize, p.Grants-first)) {
				if !yield(hold.Hold) {
					return
				}
			}
		}
	}
}

// play plays the chain and returns the storage as it is in the end.
func (p Fencing) play(record func(history.Event)) *system.Storage {
	all := slices.Collect(p.holds(0))
	h := stage{
		lock:    system.LockService{TTL: p.TTL},
		storage: system.Storage{Fencing: p.Fencing},
		claim:   p.Claim,
		record:  record,
	}
	h.play(p.Grants, func(i int) plan {
		return plan{party: "holder " + strconv.Itoa(i+1), hold: all[i]}
	})
	return &h.storage
}

// Run simulates p.Grants grants of the lock, one after the other.
func (p Fencing) Run(ctx context.Context, x Exec) (FencingResult, error) {
	if err := p.Validate(); err != nil {
		return FencingResult{}, err
	}
	if err := ctx.Err(); err != nil {
		return FencingResult{}, fmt.Errorf("fencing: stopped: %w", err)
	}
	r := FencingResult{Params: p, Exact: p.workload().exactTail(p.TTL), Grants: make([]FencingGrant, p.Grants)}
	acknowledged := 0
	storage := p.play(func(e history.Event) {
		g := &r.Grants[e.Token-1]
		switch e.Kind {
		case history.Grant:
			*g = FencingGrant{Token: e.Token, Granted: e.At, Expires: e.At + p.TTL}
		case history.Write:
			g.Arrives, g.Answer, g.Finding, g.Mark, g.Lost = e.At, e.Answer, e.Finding, e.Mark, len(e.Lost)
			if e.Answer == history.Accepted {
				acknowledged++
			}
		}
	})
	r.count()
	r.Spread = p.spread()
	r.Lost = stat.Proportion{Count: acknowledged - len(storage.Read().Updates()), Of: acknowledged}
	if x.Progress != nil {
		x.Progress(p.Grants, p.Grants)
	}
	return r, nil
}

// count adds up the grants.
func (r *FencingResult) count() {
	of := stat.Proportion{Of: len(r.Grants)}
	r.Late, r.Overwrote, r.Refused, r.LateAccepted = of, of, of, of
	var firstBad, firstLate earliest
	for i, g := range r.Grants {
		if !g.Late() {
			continue
		}
		r.Late.Count++
		firstLate.see(i)
		switch {
		case g.Finding == history.Overwrote:
			r.Overwrote.Count++
		case g.Answer == history.Refused:
			r.Refused.Count++
		default:
			r.LateAccepted.Count++
			continue
		}
		firstBad.see(i)
	}
	if r.FirstBad = firstBad.trial(); r.FirstBad < 0 {
		r.FirstBad = firstLate.trial()
	}
}

// Trace replays what happened from one grant, counted from 0, until its write
// arrived; and, if that was late and accepted, until the next newer write,
// which then may lose it. It tells of all holders in that time.
func (p Fencing) Trace(grant int) []history.Event {
	token := history.Token(grant + 1)
	var events []history.Event
	var begun, late, written, ended bool
	p.play(func(e history.Event) {
		mine := e.Token == token
		begun = begun || mine
		if !begun || ended {
			return
		}
		events = append(events, e)
		switch {
		case mine && e.Kind == history.Expire:
			late = true
		case mine && e.Kind == history.Release:
			ended = true
		case mine && late && e.Kind == history.Write:
			written = true
			ended = e.Answer == history.Refused || e.Finding == history.Overwrote
		case written && e.Kind == history.Write && e.Token > token:
			ended = true
		}
	})
	return events
}
