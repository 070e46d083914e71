package practice

import "locklab/simlib/explore"

// verb is what a request asks for.
type verb uint8

const (
	lock verb = iota
	tryLock
	renew
	unlock
	claim
	read
	write
	compareAndSet
	mint
	send
	sendOnce
	sent
	work
	now
	sleepUntil
	random
	setNX
	get
	put
	incr
	del
	delIf
	extend
	extendIf
	zkCreate
	zkChildren
	zkWaitGone
	zkDelete
)

// request is one step of a worker.
type request struct {
	verb verb
	key  int8  // of the key-value store
	a    int32 // a token, an old value, a number
	b    int32 // a value to write
}

// answer is what it is told.
type answer struct {
	value    int32
	ok, none bool
}

// World is a world to try workers in: how its services behave, and what they are asked
// to keep.
type World struct {
	// Forever says that locks do not expire.
	Forever bool
	// HalfWork says that Work takes half a TTL.
	HalfWork bool
	// Fencing says that the storage looks at tokens.
	Fencing bool
	// Forgets says that a failover of the lock service loses its latest change, or two.
	Forgets bool
	// Clock says that workers may ask for the time, of which there is so much, in TTLs.
	Clock int8
	// Properties are what the world asks besides what it always asks: see End.
	Guarded  bool           // without a fault nobody works, claims or writes without the lock
	Returned bool           // without a fault the lock is given back
	Herd     bool           // no two wait for the same node
	End      func(End) bool // in the end, when all are done or crashed
}

// End is what came of it all.
type End struct {
	// Value is the storage's, and Acknowledged how many writes it has acknowledged.
	Value, Acknowledged int
	// Sent is how often the first thing was sent.
	Sent int
	// Works is how often somebody worked, and Crashed how many crashed.
	Works, Crashed, Faults int
}

// The properties that a world asks for.
const (
	NoLostUpdate     = "no acknowledged update is lost"
	NoStaleOverwrite = "no old data replaces newer data"
	OwnLock          = "nobody takes another's lock away"
	OwnExtension     = "nobody extends another's lock"
	SentOnce         = "nothing is done twice outside"
	WithLock         = "nobody works without the lock"
	StopsWhenRefused = "nobody works on whose renewal was refused"
	GivenBack        = "the lock is given back"
	NoHerd           = "no two wait for the same node"
	RightInTheEnd    = "in the end all is done, once"
)

var properties = [...]string{"", NoLostUpdate, NoStaleOverwrite, OwnLock, OwnExtension, SentOnce, WithLock, StopsWhenRefused}

// The places of properties that a request violates by itself.
const (
	fine uint8 = iota
	lostUpdate
	staleOverwrite
	tookAway
	extendedOther
	sentTwice
	withoutLock
	workedOn
)

const (
	keys     = 3
	nodes    = 6
	halves   = 2 // of a TTL, the steps in which time passes where work takes half of it
	nobody   = 0 // an owner; the workers count from 1
	unending = 0 // what is left of a key that does not expire
)

// entry is a key of the store. The lock is key 0.
type entry struct {
	set   bool
	value int32
	left  int8 // until it expires
	owner int8 // who has set it, which the service does not know
}

// replicated is what a replica may lack.
type replicated struct {
	entries [keys]entry
	grants  int32 // the lock service's counter
}

type node struct{ number, owner int8 } // number counts from 1

// state is a world's state.
type state struct {
	replicated
	before [2]replicated // the last change, and the one before

	now    int8
	minted int32
	// The storage.
	value, version, mark int32
	read                 [explore.MostWorkers]int32 // the version that each has read
	acknowledged         int32
	sent                 [4]int8
	// The sessions.
	nodes    [nodes]node
	sequence int8
	// What an observer remembers.
	refused [explore.MostWorkers]bool // its renewal
	works   [explore.MostWorkers]int8
	bad     uint8
}

func (w World) Start() state { return state{} }

func (w World) NoAnswer() answer { return answer{none: true} }

func (w World) Choices(q request) []answer {
	if q.verb != random {
		return nil
	}
	all := make([]answer, q.a)
	for i := range all {
		all[i] = answer{value: int32(i), ok: true}
	}
	return all
}

// MayFail says that every request that changes something can end without an answer,
// and a write come late.
func (w World) MayFail(q request) (lost, late bool) {
	switch q.verb {
	case read, sent, work, now, sleepUntil, random, get, zkChildren, zkWaitGone:
		return false, false
	}
	return true, q.verb == write
}

// Told remembers what a worker was promised.
func (w World) Told(s *state, _ int, q request, a answer) {
	if a.ok && (q.verb == write || q.verb == compareAndSet) {
		s.acknowledged++
	}
}

// ttl is how long a key lasts that is set now.
func (w World) ttl() int8 {
	switch {
	case w.Forever:
		return unending
	case w.HalfWork:
		return halves
	}
	return 1
}

// keep remembers the present as something that a replica may have.
func (w World) keep(s *state) {
	if w.Forgets {
		s.before[1], s.before[0] = s.before[0], s.replicated
	}
}

func (s *state) fail(bad uint8) { s.bad = bad }

// Do carries out a request.
func (w World) Do(s *state, worker int, q request) (answer, bool) {
	me := int8(worker + 1)
	yes := answer{ok: true}
	e := &s.entries[q.key]
	own := func(token int32) bool { return e.set && e.value == token }
	mine := s.entries[0].set && s.entries[0].owner == me
	if w.Guarded && !mine && (q.verb == work || q.verb == claim || q.verb == write) {
		s.fail(withoutLock) // counts only without a fault
	}
	switch q.verb {
	case lock, tryLock:
		if e.set {
			return answer{}, q.verb == tryLock
		}
		w.keep(s)
		s.grants++
		*e = entry{true, s.grants, w.ttl(), me}
		return answer{value: s.grants, ok: true}, true
	case renew:
		s.refused[worker] = !own(q.a)
		if !own(q.a) {
			return answer{}, true
		}
		w.keep(s)
		e.left = w.ttl()
	case unlock:
		if !own(q.a) {
			return answer{}, true
		}
		w.keep(s)
		*e = entry{}
	case setNX:
		s.refused[worker] = false
		if e.set {
			return answer{}, true
		}
		w.keep(s)
		*e = entry{true, q.b, w.ttl(), me}
	case get:
		return answer{value: e.value, ok: e.set}, true
	case put:
		w.keep(s)
		*e = entry{true, q.b, unending, me}
	case incr:
		w.keep(s)
		e.set = true
		e.value++
		return answer{value: e.value, ok: true}, true
	case del, delIf:
		if !e.set || q.verb == delIf && e.value != q.a {
			return answer{}, true
		}
		if e.owner != me {
			s.fail(tookAway)
		}
		w.keep(s)
		*e = entry{}
	case extend, extendIf:
		s.refused[worker] = !e.set || e.owner != me
		if !e.set || q.verb == extendIf && e.value != q.a {
			return answer{}, true
		}
		if e.owner != me {
			s.fail(extendedOther)
		}
		w.keep(s)
		e.left = w.ttl()
	case mint:
		s.minted++
		return answer{value: s.minted, ok: true}, true
	case read:
		s.read[worker] = s.version
		return answer{value: s.value, ok: true}, true
	case claim:
		if w.Fencing && q.a < s.mark {
			return answer{}, true
		}
		if w.Fencing {
			s.mark = q.a
		}
	case write:
		if w.Fencing && q.a < s.mark {
			return answer{}, true
		}
		if s.read[worker] != s.version {
			s.fail(lostUpdate)
			if q.a < s.mark {
				s.fail(staleOverwrite)
			}
		}
		s.mark = max(s.mark, q.a)
		s.change(worker, q.b)
	case compareAndSet:
		if s.value != q.a {
			return answer{}, true
		}
		s.change(worker, q.b)
	case send, sendOnce:
		if q.verb == sendOnce && s.sent[q.a] > 0 {
			return yes, true
		}
		if s.sent[q.a]++; s.sent[q.a] > 1 {
			s.fail(sentTwice)
		}
	case sent:
		return answer{ok: s.sent[q.a] > 0}, true
	case work:
		if w.Guarded && s.refused[worker] {
			s.fail(workedOn)
		}
		if w.Guarded {
			s.works[worker]++
		}
		if w.HalfWork {
			s.pass()
		}
	case now:
		return answer{value: int32(s.now), ok: true}, true
	case sleepUntil:
		return yes, int32(s.now) >= q.a
	case zkCreate:
		for i := range s.nodes {
			if s.nodes[i].number == 0 {
				s.sequence++
				s.nodes[i] = node{s.sequence, me}
				return answer{value: int32(s.sequence - 1), ok: true}, true
			}
		}
		return answer{}, true
	case zkChildren:
		a := yes
		for _, n := range s.nodes {
			if n.number > 0 {
				a.value |= 1 << (n.number - 1)
			}
		}
		return a, true
	case zkWaitGone:
		return yes, !s.there(q.a)
	case zkDelete:
		s.remove(func(n node) bool { return int32(n.number) == q.a+1 })
	}
	return yes, true
}

func (s *state) change(worker int, value int32) {
	s.value = value
	s.version++
	s.read[worker] = s.version
}

func (s *state) there(number int32) bool {
	for _, n := range s.nodes {
		if int32(n.number) == number+1 {
			return true
		}
	}
	return false
}

// remove removes nodes and moves the others up.
func (s *state) remove(gone func(node) bool) {
	kept := 0
	for _, n := range s.nodes {
		if n.number > 0 && !gone(n) {
			s.nodes[kept] = n
			kept++
		}
	}
	clear(s.nodes[kept:])
}

// pass lets a step of time pass for all keys.
func (s *state) pass() {
	for i := range s.entries {
		switch e := &s.entries[i]; e.left {
		case unending:
		case 1:
			*e = entry{}
		default:
			e.left--
		}
	}
}

// Moves are that time passes, where anything depends on it, and a failover.
func (w World) Moves(s state, workers []explore.Stand[request]) (moves []explore.Move[state]) {
	gone := func(owner int8) bool { return owner == nobody || workers[owner-1].Gone() }
	undone := false
	fault, waits := explore.No, false
	for _, worker := range workers {
		undone = undone || !worker.Gone()
		waits = waits || !worker.Gone() && worker.Asks.verb == sleepUntil
	}
	if !undone {
		return nil
	}
	for _, e := range s.entries {
		if e.set && e.left == 1 {
			waits = true
			if !gone(e.owner) {
				fault = explore.Stall
			}
		}
		waits = waits || e.set && e.left > 1 && gone(e.owner)
	}
	for _, n := range s.nodes {
		waits = waits || n.number > 0 && workers[n.owner-1].Crashed
	}
	if waits && (w.Clock == 0 || s.now < w.Clock) {
		to := s
		to.pass()
		if w.Clock > 0 {
			to.now++
		}
		to.remove(func(n node) bool { return workers[n.owner-1].Crashed })
		moves = append(moves, explore.Move[state]{Name: '~', Fault: fault, To: to})
	}
	if w.Forgets {
		for i, past := range s.before {
			if past == s.replicated {
				continue
			}
			to := s
			to.replicated, to.before = past, [2]replicated{past, past}
			moves = append(moves, explore.Move[state]{Name: "fF"[i], Fault: explore.Failover, To: to})
		}
	}
	return moves
}

// Violated names the property that a state violates.
func (w World) Violated(s state, workers []explore.Stand[request], faults int, ended, stuck bool) string {
	if s.bad == withoutLock && faults > 0 {
		s.bad = fine
	}
	if s.bad != fine {
		return properties[s.bad]
	}
	if w.Returned && faults == 0 && (ended || stuck) {
		for _, e := range s.entries {
			if e.set && e.left != unending && workers[e.owner-1].Ended {
				return GivenBack
			}
		}
	}
	if w.Herd {
		var waiting [nodes + 2]int
		for _, worker := range workers {
			if !worker.Gone() && worker.Asks.verb == zkWaitGone && s.there(worker.Asks.a) {
				if waiting[worker.Asks.a]++; waiting[worker.Asks.a] > 1 {
					return NoHerd
				}
			}
		}
	}
	if !ended || w.End == nil {
		return ""
	}
	end := End{Value: int(s.value), Acknowledged: int(s.acknowledged), Sent: int(s.sent[0]), Faults: faults}
	for i, worker := range workers {
		end.Works += int(s.works[i])
		if worker.Crashed {
			end.Crashed++
		}
	}
	if !w.End(end) {
		return RightInTheEnd
	}
	return ""
}
