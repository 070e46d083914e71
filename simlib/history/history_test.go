package history_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"locklab/simlib/history"
	"locklab/simlib/simtest"
)

// Every kind of event is in the history that the tests look at, and each is told
// in words of its own.
func TestEveryKindIsTold(t *testing.T) {
	h := simtest.Everything()
	seen := map[history.Kind]bool{}
	for _, e := range h.Events {
		seen[e.Kind] = true
		if said := h.Tells(e); !strings.HasPrefix(said, "Step ") || strings.HasSuffix(said, ": "+e.Kind.String()) || strings.Contains(said, "  ") {
			t.Errorf("a %s is told as %q", e.Kind, said)
		}
	}
	for k := history.Wait; k <= history.Done; k++ {
		if !seen[k] {
			t.Errorf("no event is a %s", k)
		}
	}
	if history.Kind(200).String() != "200" || history.Done.String() != "done" {
		t.Errorf("the words of kinds are %q and %q", history.Kind(200), history.Done)
	}
}

// A client waits until it is granted the lock, holds it until it expires, and then
// works without it until its last event; a crash ends all.
func TestSpans(t *testing.T) {
	h := simtest.Everything()
	var got []history.Span
	for _, s := range history.Spans(h.Events) {
		s.From, s.To, s.Token = 0, 0, 0
		got = append(got, s)
	}
	want := []history.Span{
		{Client: "A", Kind: history.Holds, FromOrder: 1, ToOrder: 8},
		{Client: "B", Kind: history.Waits, FromOrder: 4, ToOrder: 9},
		{Client: "C", Kind: history.Waits, FromOrder: 6, ToOrder: 24}, // to the end
		{Client: "A", Kind: history.Stalls, FromOrder: 7, ToOrder: 15},
		{Client: "A", Kind: history.Stale, FromOrder: 8, ToOrder: 18},
		{Client: "B", Kind: history.Holds, FromOrder: 9, ToOrder: 14},
	}
	if !slices.Equal(got, want) {
		t.Errorf("spans\n%+v, want\n%+v", got, want)
	}
}

// A holder that has crashed does not work without the lock when its TTL ends; a
// client that never asks for the lock stalls all the same.
func TestSpansOfTheGone(t *testing.T) {
	events := []history.Event{
		{Order: 1, Client: "A", Token: 1, Kind: history.Grant},
		{Order: 2, Client: "A", Token: 1, Kind: history.Crash},
		{Order: 3, Client: "A", Token: 1, Kind: history.Expire},
		{Order: 4, Client: "B", Kind: history.Stall},
		{Order: 5, Client: "B", Kind: history.Wake},
	}
	want := []history.Span{
		{Client: "A", Token: 1, Kind: history.Holds, FromOrder: 1, ToOrder: 2},
		{Client: "B", Kind: history.Stalls, FromOrder: 4, ToOrder: 5},
	}
	if got := history.Spans(events); !slices.Equal(got, want) {
		t.Errorf("spans\n%+v, want\n%+v", got, want)
	}
}

// A client that holds the lock a second time has a second span; lanes are by client
// and not by token.
func TestSpansOfOneClient(t *testing.T) {
	events := []history.Event{
		{Order: 1, At: 1, Client: "A", Token: 1, Kind: history.Grant},
		{Order: 2, At: 2, Client: "A", Token: 1, Kind: history.Release},
		{Order: 3, At: 3, Client: "A", Token: 1, Kind: history.Grant}, // the counter has rolled back
		{Order: 4, At: 9, Client: "A", Token: 1, Kind: history.Write},
	}
	var got [][2]time.Duration
	for _, s := range history.Spans(events) {
		got = append(got, [2]time.Duration{s.From, s.To})
	}
	if want := [][2]time.Duration{{1, 2}, {3, 9}}; !slices.Equal(got, want) {
		t.Errorf("it holds the lock in %v, want %v", got, want)
	}
	if history.Spans(nil) != nil {
		t.Error("nothing has spans")
	}
}

// An update that a write has wiped out, and a later one brings back, is not lost.
func TestLost(t *testing.T) {
	h := simtest.Everything()
	if got := h.Updates(h.Lost()); got != "updates no. 1, no. 2, no. 3" || len(h.Acknowledged()) != 3 {
		t.Errorf("lost: %s, of %d", got, len(h.Acknowledged()))
	}
	h.Held[len(h.Held)-1].Data = h.Acknowledged()[1:]
	if got := h.Updates(h.Lost()); got != "update no. 1" {
		t.Errorf("lost: %s, want update 1", got)
	}
	if got := h.Updates(make([]history.Update, 12)); got != "12 updates, no. 0 to no. 0" {
		t.Errorf("many are %q", got)
	}
	if got := h.Updates(nil); got != "no update" {
		t.Errorf("none are %q", got)
	}
	// Where tokens tell the updates apart, they are called by their tokens.
	h.Events = h.Events[:12]
	if got := h.Updates(h.Acknowledged()); got != "updates 1, 2" {
		t.Errorf("two holders' are %q", got)
	}
}
