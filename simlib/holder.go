package simlib

import (
	"iter"
	"time"

	"locklab/simlib/history"
	"locklab/simlib/rnd"
	"locklab/simlib/system"
)

// Hold is what one holder needs the lock for.
type Hold struct {
	Work  time.Duration // the time that the work takes by itself
	Stall time.Duration // the time that the holder stalls; mostly 0
	// Before is how much of the work is done when the stall begins: all of it
	// where the simulation has no reason to say otherwise, so that the stall
	// falls into the gap between the last check of the lock and the write.
	Before time.Duration
}

// Length is how long the holder needs the lock.
func (h Hold) Length() time.Duration { return h.Work + h.Stall }

// workload is how the holds of a simulation are drawn: a log-normal work, and
// with some chance an exponential stall.
type workload struct {
	work   time.Duration // median
	spread float64       // standard deviation of the logarithm
	chance float64       // of a stall
	stall  time.Duration // mean
}

// holds draws one hold after the other. The work and the stall have a stream
// each, and every hold takes one number from each, so that a change of one
// knob leaves all other draws as they were.
type holds struct {
	workload
	works, stalls rnd.Stream
}

// block begins the holds of a block of trials.
func (w workload) block(seed uint64, block int) holds {
	return holds{w, rnd.New(seed, "work", block), rnd.New(seed, "stall", block)}
}

// hold replays one trial, counted from 0.
func (w workload) hold(seed uint64, trial int) Hold {
	var one drawn
	h := w.block(seed, trial/blockSize)
	for _, one = range h.all(trial%blockSize + 1) {
	}
	return one.Hold
}

// drawn is a hold and the standard normal draw from which its work comes, and with
// which a work of any spread.
type drawn struct {
	Hold
	z float64
}

// all draws the next n holds, of which each knows its place.
func (h *holds) all(n int) iter.Seq2[int, drawn] {
	return func(yield func(int, drawn) bool) {
		var normals [128]float64 // many at once are drawn faster
		var works, stalls [len(normals)]time.Duration
		for i := 0; i < n; i += len(works) {
			some := min(n-i, len(works))
			h.works.Normals(normals[:some])
			rnd.LogNormals(works[:some], normals[:some], h.work, h.spread)
			h.stalls.Stalls(stalls[:some], h.chance, h.stall)
			for j, work := range works[:some] {
				if !yield(i+j, drawn{Hold{Work: work, Stall: stalls[j], Before: work}, normals[j]}) {
					return
				}
			}
		}
	}
}

// plan is what a holder will do once it has the lock.
type plan struct {
	party string
	hold  Hold
	read  time.Duration // from the grant to the read, with which the work begins
	send  bool          // it does something outside the storage just before it writes
	key   string        // of an idempotent job; empty for others
}

// running is a holder at work: it claims, reads, works, stalls perhaps, and
// writes.
type running struct {
	plan
	token   history.Token
	next    history.Kind  // what it will do next
	at      time.Duration // and when
	renewAt time.Duration // when it will ask for a renewal; never while it stalls
	data    *system.Data  // what it has read
}

// due is when the holder will do something.
func (r *running) due() time.Duration {
	if r.next == history.Wake { // stalled: nothing else runs, the renewal neither
		return r.at
	}
	return min(r.at, r.renewAt)
}

// stage is a lock service and a storage, on which holders play.
type stage struct {
	lock    system.LockService
	storage system.Storage
	claim   bool                // each holder claims its token before it reads
	renew   time.Duration       // each holder renews at this interval; 0: never
	record  func(history.Event) // is told every event

	sent   map[string]bool // the keys of effects outside the storage
	events int             // so far
}

// parties are the names of two holders.
var parties = [...]string{"A", "B"}

// play lets n holders have the lock one after the other, each as soon as it is
// free, until the last one has written. Of things that happen at the same
// instant, an expiry comes first, then what the later holder does: a holder
// that is late gains nothing from a tie.
func (s *stage) play(n int, plan func(i int) plan) {
	var (
		now     time.Duration
		active  []*running
		current *running // the holder of the lock as the lock service sees it
	)
	for granted := 0; ; {
		if current == nil && granted < n {
			next := plan(granted)
			t, _ := s.lock.Grant(next.party, now)
			current = &running{plan: next, token: t, next: history.Read, renewAt: system.Never}
			current.at = now + current.read
			if s.claim {
				current.next, current.at = history.Claim, now
			}
			if s.renew > 0 {
				current.renewAt = now + s.renew
			}
			active = append(active, current)
			granted++
			s.tell(history.Event{At: now, Kind: history.Grant}, current)
			continue
		}
		first := -1
		for i, r := range active {
			if first < 0 || r.due() <= active[first].due() {
				first = i
			}
		}
		if current != nil && (first < 0 || system.Expired(active[first].due(), s.lock.Expires())) {
			now = s.lock.Expires()
			s.tell(history.Event{At: now, Kind: history.Expire}, current)
			current = nil
			continue
		}
		if first < 0 {
			return
		}
		r := active[first]
		now = r.due()
		if r.next != history.Wake && r.renewAt <= r.at {
			s.renewal(r, now)
			continue
		}
		s.step(r, now)
		if r.at != system.Never {
			continue
		}
		active = append(active[:first], active[first+1:]...)
		if s.lock.Release(r.token, now) == history.Accepted {
			s.tell(history.Event{At: now, Kind: history.Release}, r)
			current = nil
		}
	}
}

func (s *stage) tell(e history.Event, r *running) {
	s.events++
	e.Client, e.Token, e.Order = r.party, r.token, s.events
	s.record(e)
}

// renewal asks for a new TTL. A careful worker stops when that is refused, and
// even so may stall between the last renewal and its write; these workers do
// not look.
func (s *stage) renewal(r *running, now time.Duration) {
	e := history.Event{At: now, Kind: history.Renew, Answer: s.lock.Renew(r.token, now)}
	r.renewAt = now + s.renew
	if e.Answer == history.Refused {
		r.renewAt = system.Never
	}
	s.tell(e, r)
}

// step is what a holder does next, and then sets what comes after.
func (s *stage) step(r *running, now time.Duration) {
	e := history.Event{At: now, Kind: r.next}
	switch r.next {
	case history.Claim:
		e.Mark = s.storage.Mark()
		e.Answer = s.storage.Claim(r.token)
		r.next, r.at = history.Read, now+r.read
	case history.Read:
		r.data = s.storage.Read()
		r.next, r.at = history.Write, now+r.hold.Work
		if r.hold.Stall > 0 {
			r.next, r.at = history.Stall, now+r.hold.Before
		}
	case history.Stall:
		r.next, r.at = history.Wake, now+r.hold.Stall
	case history.Wake:
		r.next, r.at = history.Write, now+r.hold.Work-r.hold.Before
		r.renewAt = max(r.renewAt, now) // a renewal that was missed is made up for at once
	case history.Write:
		if r.send {
			s.tell(history.Event{At: now, Kind: history.Send, Answer: s.sendOnce(r.key)}, r)
		}
		e.Mark = s.storage.Mark()
		var o system.Outcome
		if r.key != "" {
			o = s.storage.WriteOnce(r.party, r.token, r.data, r.key)
		} else {
			o = s.storage.Write(r.party, r.token, r.data)
		}
		e.Answer, e.Finding, e.Update, e.Lost = o.Answer, o.Finding, o.Update, o.Lost
		r.at = system.Never
	}
	s.tell(e, r)
}

// sendOnce is an effect outside the storage. Nobody out there compares tokens;
// only a key that is known already stops it.
func (s *stage) sendOnce(key string) history.Answer {
	if s.sent[key] {
		return history.Repeated
	}
	if key != "" {
		if s.sent == nil {
			s.sent = map[string]bool{}
		}
		s.sent[key] = true
	}
	return history.Accepted
}
