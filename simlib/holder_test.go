package simlib

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// An equal token passes, a lower one does not, and the mark only rises.
func TestStorageRule(t *testing.T) {
	s := Storage{Fencing: true}
	for _, c := range []struct {
		do      string
		token   Token
		verdict Verdict
		mark    Token
	}{
		{"write", 7, VerdictApplied, 7},
		{"write", 7, VerdictApplied, 7},
		{"claim", 7, VerdictApplied, 7},
		{"claim", 6, VerdictRejected, 7},
		{"write", 6, VerdictRejected, 7},
		{"claim", 9, VerdictApplied, 9},
		{"write", 7, VerdictRejected, 9},
		{"write", 8, VerdictRejected, 9},
		{"write", 9, VerdictApplied, 9},
		{"write", 12, VerdictApplied, 12},
	} {
		var got Verdict
		if before := s.Read(); c.do == "claim" {
			got = s.Claim(c.token)
		} else {
			got = s.Write(c.token, before)
		}
		if got != c.verdict || s.Mark() != c.mark {
			t.Errorf("%s with %d: %q, mark %d; want %q, %d", c.do, c.token, got, s.Mark(), c.verdict, c.mark)
		}
	}
	if got, want := s.Read().Tokens(), []Token{7, 7, 9, 12}; !slices.Equal(got, want) {
		t.Errorf("the storage holds the updates %v, want %v", got, want)
	}
}

// Without fencing everything is taken, and the verdict tells the harm.
func TestStorageWithoutFencing(t *testing.T) {
	var s Storage
	start := s.Read()
	if v := s.Claim(5); v != VerdictNone || s.Mark() != 0 {
		t.Errorf("claim: %q, mark %d; want none", v, s.Mark())
	}
	s.Write(2, start)
	if v := s.Write(1, start); v != VerdictOverwrote {
		t.Errorf("older token: %q", v)
	}
	if v := s.Write(3, start); v != VerdictUnread {
		t.Errorf("newer token from old data: %q", v)
	}
	if got := s.Read().Tokens(); !slices.Equal(got, []Token{3}) {
		t.Errorf("the storage holds %v, want [3]", got)
	}
	// An older holder that has read the newest data is out of order all the same.
	if v := s.Write(2, s.Read()); v != VerdictOverwrote {
		t.Errorf("older token from new data: %q", v)
	}
}

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
					h := history{lock: lockService{ttl: p.TTL}, record: func(e Event) {
						switch {
						case e.Token == 1 && e.Kind == EventExpire:
							expired = true
						case e.Token == 1 && e.Kind == EventWrite:
							wrote = e.At
						case e.Token == 2 && e.Kind == EventGrant:
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

// A key is good for one write, and only an accepted one.
func TestStorageWriteOnce(t *testing.T) {
	s := Storage{Fencing: true}
	s.Claim(2)
	for _, c := range []struct {
		token Token
		want  Verdict
	}{{1, VerdictRejected}, {2, VerdictApplied}, {2, VerdictRepeated}, {1, VerdictRepeated}, {3, VerdictRepeated}} {
		if got := s.WriteOnce(c.token, s.Read(), "job"); got != c.want {
			t.Errorf("token %d: %q, want %q", c.token, got, c.want)
		}
	}
	if got := s.Read().Tokens(); !slices.Equal(got, []Token{2}) {
		t.Errorf("the storage holds %v, want [2]", got)
	}
}

// A release or a renewal by anybody but the present holder does nothing.
func TestLockServiceCompares(t *testing.T) {
	l := lockService{ttl: 10}
	a, _ := l.grant(0)
	if _, ok := l.grant(9); ok {
		t.Error("granted a second time before the expiry")
	}
	if !l.renew(a, 9) || l.expires != 19 {
		t.Errorf("renewed at 9, expires at %d, want 19", l.expires)
	}
	if l.holds(a, 19) || l.renew(a, 19) || l.release(a, 19) {
		t.Error("held, renewed or released at the instant of its expiry")
	}
	b, ok := l.grant(19)
	if !ok || b <= a {
		t.Errorf("granted %d after %d", b, a)
	}
	if l.release(a, 20) || l.renew(a, 20) || !l.holds(b, 20) || l.expires != 29 {
		t.Error("the old holder touched the new holder's lock")
	}
	if !l.release(b, 20) || l.release(b, 20) {
		t.Error("a lock is released once")
	}
}

// Two states have in common what they were both made from.
func TestDataWithout(t *testing.T) {
	var s Storage
	s.Write(1, s.Read())
	old := s.Read()
	s.Write(2, s.Read())
	s.Write(3, s.Read())
	branch := s.Read()
	s.Write(4, old)
	for _, c := range []struct {
		d, o *Data
		want []Token
	}{
		{nil, nil, nil}, {branch, branch, nil}, {nil, branch, nil}, {branch, nil, []Token{1, 2, 3}},
		{branch, s.Read(), []Token{2, 3}}, {s.Read(), branch, []Token{4}}, {old, branch, nil},
	} {
		if got := c.d.without(c.o); !slices.Equal(got, c.want) {
			t.Errorf("%v without %v is %v, want %v", c.d.Tokens(), c.o.Tokens(), got, c.want)
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
		var events []Event
		h := history{
			lock:    lockService{ttl: ttl},
			storage: Storage{Fencing: settings&1 != 0},
			claim:   settings&2 != 0,
			record:  func(e Event) { events = append(events, e) },
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

		var last, holder, mark Token
		now, expires := time.Duration(0), time.Duration(0)
		writes := map[Token]int{}
		for _, e := range events {
			if e.At < now {
				t.Fatalf("%v comes after %s", e, now)
			}
			now = e.At
			if holder != 0 && now > expires {
				t.Fatalf("%v, but %d expired at %s and nobody said so", e, holder, expires)
			}
			switch e.Kind {
			case EventGrant:
				if e.Token <= last || holder != 0 {
					t.Fatalf("%v after token %d, while %d holds the lock", e, last, holder)
				}
				last, holder, expires = e.Token, e.Token, now+ttl
			case EventExpire, EventRelease:
				if e.Token != holder || e.Kind == EventExpire && now != expires || e.Kind == EventRelease && now >= expires {
					t.Fatalf("%v, but %d holds the lock until %s", e, holder, expires)
				}
				holder = 0
			case EventRenew:
				if (e.Verdict == VerdictApplied) != (e.Token == holder) {
					t.Fatalf("%v, but %d holds the lock", e, holder)
				}
				if e.Verdict == VerdictApplied {
					expires = now + ttl
				}
			case EventClaim, EventWrite:
				if e.Mark < mark {
					t.Fatalf("%v: the mark fell from %d to %d", e, mark, e.Mark)
				}
				mark = e.Mark
				changes := e.Verdict == VerdictApplied || e.Verdict == VerdictUnread || e.Verdict == VerdictOverwrote
				if h.storage.Fencing && changes && e.Token < mark {
					t.Fatalf("%v, below the mark %d", e, mark)
				}
				if h.storage.Fencing && e.Verdict == VerdictRejected && e.Token >= mark {
					t.Fatalf("%v, not below the mark %d", e, mark)
				}
				if !h.storage.Fencing && e.Verdict == VerdictRejected {
					t.Fatalf("%v without fencing", e)
				}
				if changes && (e.Kind == EventWrite || h.storage.Fencing) {
					mark = max(mark, e.Token)
				}
				if e.Kind == EventWrite {
					writes[e.Token]++
				}
			}
		}
		if len(writes) != n || int(last) != n {
			t.Fatalf("%d of %d holders got the lock, %d wrote", last, n, len(writes))
		}
		if lost := h.storage.lost(events); settings&11 == 3 && len(lost) > 0 {
			t.Fatalf("with fencing and claims %v are lost", lost)
		}
		for _, s := range Spans(events) {
			if s.From > s.To || s.Kind == SpanHolds && h.renew == 0 && s.To-s.From > ttl {
				t.Fatalf("span %+v", s)
			}
		}
	})
}
