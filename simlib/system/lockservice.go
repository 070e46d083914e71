// Package system has the parts of which the lesson's systems are made: a lock
// service and a storage, each a request and a time in, an answer out. Their zero
// values are the plain kind; fields make them fail, forget or not compare. No part
// reads a clock or knows who plays on it.
package system

import (
	"slices"
	"time"

	"locklab/simlib/history"
)

// LockService grants one lock. While it forgets nothing, at most one grant is
// unexpired at any time, and each has a higher token than all before. That no grant
// is ever lost does not keep holders apart: the service cannot know whether the
// holder of an expired grant has stopped working.
//
// Its clock is the only one. A real holder counts its TTL from before it sent
// the request, not from the reply. A real service may also hold a grant for
// longer than the TTL, mostly while its leader changes (etcd-ttl-minimum,
// chubby-grace and consul-ttl in package facts).
type LockService struct {
	// TTL is the duration from a grant to its expiry; 0 stands for a lock that
	// never expires.
	TTL time.Duration
	// Blind says that a renewal and a release do not compare: they extend, or
	// take away, whoever's lock it is.
	Blind bool
	// Down says that no request is answered, and none is done.
	Down bool
	// Last is the token of the latest grant; a service that has granted before
	// begins with more than 0.
	Last history.Token

	held    bool          // whether that grant is neither released nor known to be expired
	expires time.Duration // of that grant
	queue   []string      // who waits, in order
	past    []lockState   // what Failover may go back to; only where somebody keeps it
}

// lockState is what a replica has of the service.
type lockState struct {
	last    history.Token
	held    bool
	expires time.Duration
}

// Never is a time that does not come.
const Never = time.Duration(1<<63 - 1)

// Expired is the rule for ties, for all simulations: a grant counts until the
// instant at which its TTL ends, and no longer at that instant. So who is done
// at that very instant comes too late.
func Expired(at, end time.Duration) bool { return at >= end }

// Grant gives the lock to a client until a TTL from now, or refuses while it is
// held, or while somebody else has waited for longer.
func (l *LockService) Grant(client string, now time.Duration) (history.Token, history.Answer) {
	if l.Down {
		return 0, history.NoAnswer
	}
	if l.Holds(l.Last, now) || len(l.queue) > 0 && l.queue[0] != client {
		return 0, history.Refused
	}
	l.Leave(client)
	l.Last++
	l.held, l.expires = true, Never
	if l.TTL > 0 {
		l.expires = now + l.TTL
	}
	return l.Last, history.Accepted
}

// Wait puts a client at the end of the queue, which Grant goes by, unless it waits
// there already.
func (l *LockService) Wait(client string) history.Answer {
	if l.Down {
		return history.NoAnswer
	}
	if !slices.Contains(l.queue, client) {
		l.queue = append(l.queue, client)
	}
	return history.Accepted
}

// Leave takes a client out of the queue, as when it gives up or has crashed.
func (l *LockService) Leave(client string) {
	l.queue = slices.DeleteFunc(l.queue, func(waits string) bool { return waits == client })
}

// Next is who gets the lock when it is free; "" if nobody waits.
func (l *LockService) Next() string {
	if len(l.queue) == 0 {
		return ""
	}
	return l.queue[0]
}

// Holds says whether t is the token of the present grant.
func (l *LockService) Holds(t history.Token, now time.Duration) bool {
	return l.held && t == l.Last && !Expired(now, l.expires)
}

// Expires is when the present grant ends; Never if it has no end.
func (l *LockService) Expires() time.Duration { return l.expires }

// Renew moves the expiry to a TTL from now, but only for the present holder:
// compare and extend in one step. An extension that does not compare extends
// somebody else's lock.
func (l *LockService) Renew(t history.Token, now time.Duration) history.Answer {
	answer := l.compared(t, now)
	if answer == history.Accepted && l.TTL > 0 {
		l.expires = now + l.TTL
	}
	return answer
}

// Release frees the lock, but only for the present holder: compare and delete
// in one step. A deletion that does not compare takes the next holder's lock
// away.
func (l *LockService) Release(t history.Token, now time.Duration) history.Answer {
	answer := l.compared(t, now)
	if answer == history.Accepted {
		l.held = false
	}
	return answer
}

// compared is the answer to a request that only the holder may make, or where the
// service is blind anybody while there is a holder.
func (l *LockService) compared(t history.Token, now time.Duration) history.Answer {
	if l.Down {
		return history.NoAnswer
	}
	if l.Blind {
		t = l.Last
	}
	if !l.Holds(t, now) {
		return history.Refused
	}
	return history.Accepted
}

// Keep notes the present state as one that a replica may have when it takes over.
func (l *LockService) Keep() {
	l.past = append(l.past, lockState{l.Last, l.held, l.expires})
}

// Failover lets a replica take over that lacks so many of the states that were
// kept, the newest first: with them it forgets grants, and the counter of tokens
// rolls back. Who waited has lost its place.
func (l *LockService) Failover(lacks int) {
	l.queue, l.Down = nil, false
	l.past = l.past[:max(0, len(l.past)-lacks)]
	var s lockState
	if n := len(l.past); n > 0 {
		s = l.past[n-1]
	}
	l.Last, l.held, l.expires = s.last, s.held, s.expires
}
