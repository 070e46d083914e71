package system

import (
	"testing"

	"locklab/simlib/history"
)

// A release or a renewal by anybody but the present holder does nothing.
func TestLockServiceCompares(t *testing.T) {
	l := LockService{TTL: 10}
	a, _ := l.Grant("A", 0)
	if _, answer := l.Grant("B", 9); answer != history.Refused {
		t.Error("granted a second time before the expiry")
	}
	if l.Renew(a, 9) != history.Accepted || l.Expires() != 19 {
		t.Errorf("renewed at 9, expires at %d, want 19", l.Expires())
	}
	if l.Holds(a, 19) || l.Renew(a, 19) != history.Refused || l.Release(a, 19) != history.Refused {
		t.Error("held, renewed or released at the instant of its expiry")
	}
	b, answer := l.Grant("B", 19)
	if answer != history.Accepted || b <= a {
		t.Errorf("granted %d after %d", b, a)
	}
	if l.Release(a, 20) != history.Refused || l.Renew(a, 20) != history.Refused || !l.Holds(b, 20) || l.Expires() != 29 {
		t.Error("the old holder touched the new holder's lock")
	}
	if l.Release(b, 20) != history.Accepted || l.Release(b, 20) != history.Refused {
		t.Error("a lock is released once")
	}
}

// Without a comparison whoever asks extends, or takes away, the holder's lock.
func TestLockServiceBlind(t *testing.T) {
	l := LockService{TTL: 10, Blind: true}
	a, _ := l.Grant("A", 0)
	b, _ := l.Grant("B", 10)
	if l.Renew(a, 15) != history.Accepted || l.Expires() != 25 {
		t.Errorf("renewed by the old holder, it expires at %d, want 25", l.Expires())
	}
	if l.Release(a, 16) != history.Accepted || l.Holds(b, 16) {
		t.Error("the old holder could not take the lock away")
	}
	if l.Release(a, 17) != history.Refused {
		t.Error("a free lock was released")
	}
}

// Who has waited longest is next; nobody else is granted the lock before.
func TestLockServiceQueue(t *testing.T) {
	l := LockService{TTL: 10}
	a, _ := l.Grant("A", 0)
	for _, client := range []string{"B", "C", "B"} {
		l.Wait(client)
	}
	l.Release(a, 1)
	if _, answer := l.Grant("C", 1); answer != history.Refused || l.Next() != "B" {
		t.Errorf("C, who came second: %s; next is %q", answer, l.Next())
	}
	if _, answer := l.Grant("B", 1); answer != history.Accepted || l.Next() != "C" {
		t.Errorf("B, who came first: %s; next is %q", answer, l.Next())
	}
	l.Wait("D")
	l.Leave("C")
	l.Release(l.Last, 2)
	if _, answer := l.Grant("D", 2); answer != history.Accepted || l.Next() != "" {
		t.Errorf("D, once C has left: %s; next is %q", answer, l.Next())
	}
}

// A replica that lacks a grant gives its token away once more.
func TestLockServiceFailover(t *testing.T) {
	l := LockService{TTL: 10}
	l.Keep()
	a, _ := l.Grant("A", 0)
	l.Keep()
	l.Failover(1)
	if b, answer := l.Grant("B", 1); answer != history.Accepted || b != a {
		t.Errorf("%s, token %d; want A's, %d", answer, b, a)
	}
	l.Down = true
	if _, answer := l.Grant("C", 99); answer != history.NoAnswer || l.Renew(1, 2) != history.NoAnswer || l.Release(1, 2) != history.NoAnswer || l.Wait("C") != history.NoAnswer {
		t.Error("a service that is down answers")
	}
}

// A lock without a TTL stays its holder's.
func TestLockServiceWithoutTTL(t *testing.T) {
	var l LockService
	a, _ := l.Grant("A", 0)
	if !l.Holds(a, Never-1) || l.Renew(a, 5) != history.Accepted || l.Expires() != Never {
		t.Errorf("it expires at %d", l.Expires())
	}
}

// To a client a lost request and a lost answer are the same; to the service not.
func TestDelivery(t *testing.T) {
	for delivery, want := range map[Delivery]struct {
		answer history.Answer
		done   bool
	}{Delivered: {history.Accepted, true}, RequestLost: {history.NoAnswer, false}, AnswerLost: {history.NoAnswer, true}} {
		var s Storage
		answer := delivery.Through(func() history.Answer { return s.Write("A", 1, s.Read()).Answer })
		if answer != want.answer || (s.Read() != nil) != want.done {
			t.Errorf("delivery %d: %s, done %t; want %s, %t", delivery, answer, s.Read() != nil, want.answer, want.done)
		}
	}
}
