package simlib

import (
	"context"
	"fmt"
	"locklab/simlib/history"
	"locklab/simlib/system"
	"slices"
	"time"
)

// The parts of the walk that are no knobs.
const (
	staleFirstToken = 33
	staleRead       = 500 * time.Millisecond // from the grant to the read
	staleWork       = 3 * time.Second        // from the read to the write
	staleBefore     = 500 * time.Millisecond // of the work, when A's stall begins
)

// Run computes the walk.
func (p StaleHolder) Run(ctx context.Context, _ Exec) (StaleHolderResult, error) {
	if err := p.Validate(); err != nil {
		return StaleHolderResult{}, err
	}
	if err := ctx.Err(); err != nil {
		return StaleHolderResult{}, fmt.Errorf("staleholder: stopped: %w", err)
	}
	r := StaleHolderResult{Params: p, History: history.History{
		Title: "Two holders and one lock, step by step", Clients: slices.Clone(parties[:]), Fencing: p.Fencing, Asks: true,
	}}
	h := stage{
		lock:    system.LockService{TTL: p.TTL, Last: staleFirstToken - 1},
		storage: system.Storage{Fencing: p.Fencing},
		claim:   p.Claim,
	}
	h.record = func(e history.Event) {
		r.Events = append(r.Events, e)
		r.Held = append(r.Held, h.storage.Held())
	}
	h.play(2, func(i int) plan {
		if i == 1 {
			return plan{party: parties[i], read: staleRead, hold: Hold{Work: staleWork}}
		}
		// What A waits for goes on while it stalls; only what is left of that
		// when it wakes is still to do.
		left := max(0, staleWork-staleBefore-p.Pause)
		return plan{party: parties[i], read: staleRead,
			hold: Hold{Work: staleBefore + left, Stall: p.Pause, Before: staleBefore}}
	})
	r.Spans = history.Spans(r.Events)
	r.Data = h.storage.Read().Updates()
	r.Outcome = staleOutcome(r.Events)
	return r, nil
}

// staleOutcome reads the outcome off A's and B's writes.
func staleOutcome(events []history.Event) StaleOutcome {
	late := false
	var a, b history.Event
	for _, e := range events {
		switch {
		case e.Kind == history.Expire && e.Client == "A":
			late = true
		case e.Kind == history.Write && e.Client == "A":
			a = e
		case e.Kind == history.Write && e.Client == "B":
			b = e
		}
	}
	switch {
	case !late:
		return StaleInTime
	case a.Answer == history.Refused:
		return StaleRefused
	case a.Finding == history.Overwrote:
		return StaleOverwrote
	case b.Finding == history.Unread:
		return StaleLost
	}
	return StaleUnnoticed
}
