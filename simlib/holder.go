package simlib

import (
	"iter"
	"time"

	"locklab/simlib/rnd"
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
	var hold Hold
	h := w.block(seed, trial/blockSize)
	for _, hold = range h.all(trial%blockSize + 1) {
	}
	return hold
}

// all draws the next n holds.
func (h *holds) all(n int) iter.Seq2[int, Hold] {
	return func(yield func(int, Hold) bool) {
		var works, stalls [128]time.Duration // many at once are drawn faster
		for i := 0; i < n; i += len(works) {
			some := min(n-i, len(works))
			h.draw(works[:some], stalls[:some])
			for j, work := range works[:some] {
				if !yield(i+j, Hold{Work: work, Stall: stalls[j], Before: work}) {
					return
				}
			}
		}
	}
}

// draw draws the works and the stalls of the next holds, as many as there is room
// for.
func (h *holds) draw(works, stalls []time.Duration) {
	h.works.LogNormals(works, h.work, h.spread)
	h.stalls.Stalls(stalls, h.chance, h.stall)
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
	token   Token
	next    EventKind     // what it will do next
	at      time.Duration // and when
	renewAt time.Duration // when it will ask for a renewal; never while it stalls
	data    *Data         // what it has read
}

// never is a time that does not come.
const never = time.Duration(1<<63 - 1)

// due is when the holder will do something.
func (r *running) due() time.Duration {
	if r.next == EventWake { // stalled: nothing else runs, the renewal neither
		return r.at
	}
	return min(r.at, r.renewAt)
}

// history plays holders against a lock service and a storage.
type history struct {
	lock    lockService
	storage Storage
	claim   bool          // each holder claims its token before it reads
	renew   time.Duration // each holder renews at this interval; 0: never
	record  func(Event)   // is told every event

	sent map[string]bool // the keys of effects outside the storage
}

// play lets n holders have the lock one after the other, each as soon as it is
// free, until the last one has written. Of things that happen at the same
// instant, an expiry comes first, then what the later holder does: a holder
// that is late gains nothing from a tie.
func (h *history) play(n int, plan func(i int) plan) {
	var (
		now     time.Duration
		active  []*running
		current *running // the holder of the lock as the lock service sees it
	)
	for granted := 0; ; {
		if current == nil && granted < n {
			t, _ := h.lock.grant(now)
			current = &running{plan: plan(granted), token: t, next: EventRead, renewAt: never}
			current.at = now + current.read
			if h.claim {
				current.next, current.at = EventClaim, now
			}
			if h.renew > 0 {
				current.renewAt = now + h.renew
			}
			active = append(active, current)
			granted++
			h.tell(Event{At: now, Kind: EventGrant}, current)
			continue
		}
		first := -1
		for i, r := range active {
			if first < 0 || r.due() <= active[first].due() {
				first = i
			}
		}
		if current != nil && (first < 0 || expired(active[first].due(), h.lock.expires)) {
			now = h.lock.expires
			h.tell(Event{At: now, Kind: EventExpire}, current)
			current = nil
			continue
		}
		if first < 0 {
			return
		}
		r := active[first]
		now = r.due()
		if r.next != EventWake && r.renewAt <= r.at {
			h.renewal(r, now)
			continue
		}
		h.step(r, now)
		if r.at != never {
			continue
		}
		active = append(active[:first], active[first+1:]...)
		if h.lock.release(r.token, now) {
			h.tell(Event{At: now, Kind: EventRelease}, r)
			current = nil
		}
	}
}

func (h *history) tell(e Event, r *running) {
	e.Party, e.Token = r.party, r.token
	h.record(e)
}

// renewal asks for a new TTL. A careful worker stops when that is refused, and
// even so may stall between the last renewal and its write; these workers do
// not look.
func (h *history) renewal(r *running, now time.Duration) {
	e := Event{At: now, Kind: EventRenew, Verdict: VerdictApplied}
	r.renewAt = now + h.renew
	if !h.lock.renew(r.token, now) {
		e.Verdict, r.renewAt = VerdictRejected, never
	}
	h.tell(e, r)
}

// step is what a holder does next, and then sets what comes after.
func (h *history) step(r *running, now time.Duration) {
	e := Event{At: now, Kind: r.next}
	switch r.next {
	case EventClaim:
		e.Mark = h.storage.Mark()
		e.Verdict = h.storage.Claim(r.token)
		r.next, r.at = EventRead, now+r.read
	case EventRead:
		r.data = h.storage.Read()
		r.next, r.at = EventWrite, now+r.hold.Work
		if r.hold.Stall > 0 {
			r.next, r.at = EventStall, now+r.hold.Before
		}
	case EventStall:
		r.next, r.at = EventWake, now+r.hold.Stall
	case EventWake:
		r.next, r.at = EventWrite, now+r.hold.Work-r.hold.Before
		r.renewAt = max(r.renewAt, now) // a renewal that was missed is made up for at once
	case EventWrite:
		if r.send {
			h.tell(Event{At: now, Kind: EventSend, Verdict: h.sendOnce(r.key)}, r)
		}
		e.Mark = h.storage.Mark()
		before := h.storage.Read()
		if r.key != "" {
			e.Verdict = h.storage.WriteOnce(r.token, r.data, r.key)
		} else {
			e.Verdict = h.storage.Write(r.token, r.data)
		}
		e.Lost = before.without(h.storage.Read())
		r.at = never
	}
	h.tell(e, r)
}

// sendOnce is an effect outside the storage. Nobody out there compares tokens;
// only a key that is known already stops it.
func (h *history) sendOnce(key string) Verdict {
	if h.sent[key] {
		return VerdictRepeated
	}
	if key != "" {
		if h.sent == nil {
			h.sent = map[string]bool{}
		}
		h.sent[key] = true
	}
	return VerdictApplied
}
