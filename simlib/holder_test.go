package simlib

import (
	"fmt"
	"locklab/simlib/history"
	"locklab/simlib/system"
	"testing"
	"time"
)

// Whether a job loses its lock, and whether it writes first, is what playing it
// gives, at every tie of its stall with a renewal, an expiry or the end of its
// work.
func TestOverlapAgainstHistory(t *testing.T) {
	p := JobLength{TTL: 9}
	for _, p.Mode = range []JobMode{TTLOnly, Renewal} {
		for work := range time.Duration(22) {
			for before := range work + 1 {
				for stall := range time.Duration(14) {
					hold := Hold{Work: work, Stall: stall, Before: before}
					expired := false
					var wrote, next time.Duration // A's write and B's grant
					h := stage{lock: system.LockService{TTL: p.TTL}, record: func(e history.Event) {
						switch {
						case e.Token == 1 && e.Kind == history.Expire:
							expired = true
						case e.Token == 1 && e.Kind == history.Write:
							wrote = e.At
						case e.Token == 2 && e.Kind == history.Grant:
							next = e.At
						}
					}}
					if p.Mode == Renewal {
						h.renew = p.renewEvery()
					}
					h.play(2, func(i int) plan { return []plan{{hold: hold}, {}}[i] })
					over, lost := p.overlap(hold)
					if lost != expired || lost && over != wrote-next {
						t.Fatalf("%s, %+v: overlap says %t, %d; played, it writes at %d and the next is granted at %d (expired: %t)",
							p.Mode, hold, lost, over, wrote, next, expired)
					}
				}
			}
		}
	}
}

// Whatever the holders do: tokens rise; at most one grant is unexpired; nothing
// below the mark is accepted with fencing; every holder writes once; with
// fencing and claims no acknowledged update is lost; and spans fit.
func FuzzHistory(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0})
	f.Add([]byte{7, 10, 3, 0, 200, 5, 2, 50, 3, 1, 0, 0, 0, 9, 9, 9, 0, 4, 250, 4})
	f.Add([]byte{1, 5, 0, 0, 20, 2, 1, 3, 0, 1, 20, 0, 7, 0, 3, 0})
	f.Add([]byte{5, 4, 2, 4, 9, 4, 0, 4, 9, 4, 0, 4, 9, 4})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) < 2 {
			return
		}
		settings, ttl, program := program[0], time.Duration(program[1])+1, program[2:]
		var events []history.Event
		h := stage{
			lock:    system.LockService{TTL: ttl},
			storage: system.Storage{Fencing: settings&1 != 0},
			claim:   settings&2 != 0,
			record:  func(e history.Event) { events = append(events, e) },
		}
		if settings&4 != 0 {
			h.renew = max(1, ttl/3)
		}
		n := len(program) / 4
		h.play(n, func(i int) plan {
			b := program[4*i : 4*i+4]
			work := time.Duration(b[1])
			p := plan{party: fmt.Sprint(i), read: time.Duration(b[0]) / 8,
				hold: Hold{Work: work, Stall: time.Duration(b[2]), Before: work * time.Duration(b[3]) / 255}, send: i%2 == 0}
			if settings&8 != 0 {
				p.key = "job " + fmt.Sprint(i/2)
			}
			return p
		})

		var last, holder, mark history.Token
		now, expires := time.Duration(0), time.Duration(0)
		writes := map[history.Token]int{}
		for _, e := range events {
			if e.At < now {
				t.Fatalf("%v comes after %s", e, now)
			}
			now = e.At
			if holder != 0 && now > expires {
				t.Fatalf("%v, but %d expired at %s and nobody said so", e, holder, expires)
			}
			switch e.Kind {
			case history.Grant:
				if e.Token <= last || holder != 0 {
					t.Fatalf("%v after token %d, while %d holds the lock", e, last, holder)
				}
				last, holder, expires = e.Token, e.Token, now+ttl
			case history.Expire, history.Release:
				if e.Token != holder || e.Kind == history.Expire && now != expires || e.Kind == history.Release && now >= expires {
					t.Fatalf("%v, but %d holds the lock until %s", e, holder, expires)
				}
				holder = 0
			case history.Renew:
				if (e.Answer == history.Accepted) != (e.Token == holder) {
					t.Fatalf("%v, but %d holds the lock", e, holder)
				}
				if e.Answer == history.Accepted {
					expires = now + ttl
				}
			case history.Claim, history.Write:
				if e.Mark < mark {
					t.Fatalf("%v: the mark fell from %d to %d", e, mark, e.Mark)
				}
				mark = e.Mark
				changes := e.Answer == history.Accepted
				if h.storage.Fencing && changes && e.Token < mark {
					t.Fatalf("%v, below the mark %d", e, mark)
				}
				if h.storage.Fencing && e.Answer == history.Refused && e.Token >= mark {
					t.Fatalf("%v, not below the mark %d", e, mark)
				}
				if !h.storage.Fencing && e.Answer == history.Refused {
					t.Fatalf("%v without fencing", e)
				}
				if changes {
					mark = max(mark, e.Token)
				}
				if e.Kind == history.Write {
					writes[e.Token]++
				}
			}
		}
		if len(writes) != n || int(last) != n {
			t.Fatalf("%d of %d holders got the lock, %d wrote", last, n, len(writes))
		}
		if lost := (history.History{Events: events, Held: []history.Held{h.storage.Held()}}).Lost(); settings&11 == 3 && len(lost) > 0 {
			t.Fatalf("with fencing and claims %v are lost", lost)
		}
		for _, s := range history.Spans(events) {
			if s.From > s.To || s.Kind == history.Holds && h.renew == 0 && s.To-s.From > ttl {
				t.Fatalf("span %+v", s)
			}
		}
	})
}
