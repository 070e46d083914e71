package simlib

import "time"

// lockService grants one lock. At most one grant is unexpired at any time, and
// each has a higher token than all before. In this model it never fails, as if
// it were a consensus store that has no failover; failover.go is about those
// that do. That no grant is ever lost does not keep holders apart: the service
// cannot know whether the holder of an expired grant has stopped working.
//
// Its clock is the only one. A real holder counts its TTL from before it sent
// the request, not from the reply. A real service may also hold a grant for
// longer than the TTL, mostly while its leader changes (etcd-ttl-minimum,
// chubby-grace and consul-ttl in package facts).
type lockService struct {
	ttl     time.Duration
	last    Token         // of the latest grant
	held    bool          // whether that grant is neither released nor known to be expired
	expires time.Duration // of that grant
}

// grant gives the lock away until a TTL from now, or refuses while it is held.
func (l *lockService) grant(now time.Duration) (Token, bool) {
	if l.holds(l.last, now) {
		return 0, false
	}
	l.last++
	l.held, l.expires = true, now+l.ttl
	return l.last, true
}

// holds says whether t is the token of the present grant.
func (l *lockService) holds(t Token, now time.Duration) bool {
	return l.held && t == l.last && !expired(now, l.expires)
}

// expired is the rule for ties, for all simulations: a grant counts until the
// instant at which its TTL ends, and no longer at that instant. So who is done
// at that very instant comes too late.
func expired(at, end time.Duration) bool { return at >= end }

// renew moves the expiry to a TTL from now, but only for the present holder:
// compare and extend in one step. An extension that does not compare extends
// somebody else's lock.
func (l *lockService) renew(t Token, now time.Duration) bool {
	if !l.holds(t, now) {
		return false
	}
	l.expires = now + l.ttl
	return true
}

// release frees the lock, but only for the present holder: compare and delete
// in one step. A deletion that does not compare takes the next holder's lock
// away.
func (l *lockService) release(t Token, now time.Duration) bool {
	if !l.holds(t, now) {
		return false
	}
	l.held = false
	return true
}
