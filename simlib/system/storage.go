package system

import (
	"slices"

	"locklab/simlib/history"
)

// Storage is the resource that the lock protects: one piece of data, and one
// number, the mark. The zero Storage does no fencing.
//
// With fencing its rule is a single line, in admits: refuse a token below the
// mark; otherwise raise the mark to the token. Whoever was granted the lock
// earlier than somebody whom the storage has already met is refused, however
// long he slept and whatever he believes. No clock is asked and no timing is
// assumed.
//
// What the rule needs:
//
//   - Check and write are one step. Here they are one method call. A real
//     storage must make them one atomic, durable, linearizable step; a mark
//     that is replicated asynchronously is lost with its primary, and a check
//     at the client leaves a gap before the write.
//   - The mark never falls.
//   - Every way in goes past it. A storage that cannot compare tokens needs a
//     proxy that can, as the only way in; or compare-and-set; or, before the
//     next grant, a delay (chubby-lock-delay and consul-lock-delay in package
//     facts) or a cut of the old holder's power or network.
//   - One mark for each resource: a holder that works on several claims its
//     token at all of them first.
//
// What the rule does not give:
//
//   - Order among the writes of one holder. An equal token passes, so that a
//     holder can write more than once; so do its own late retries.
//   - Atomicity. What a holder had half done when it was refused stays half
//     done.
//   - Protection from duplicates. It refuses the older of two workers. If the
//     older one finishes first, both writes count. See WriteOnce for those.
//   - Compare-and-set, which is another rule. A version column compared for
//     equality refuses whoever has read an old version. A token column
//     compared for order refuses whoever was granted the lock earlier.
type Storage struct {
	// Fencing says whether the storage looks at tokens at all.
	Fencing bool
	// Down says that no request is answered, and none is done.
	Down bool

	storageState
	updates int            // how many it has accepted, forgotten ones too
	past    []storageState // what Failover may go back to; only where somebody keeps it
}

// storageState is what a replica has of the storage.
type storageState struct {
	mark history.Token // the highest token seen; without fencing, only for the record
	data *Data
	keys *usedKey
}

// usedKey is a list of the keys of WriteOnce, which never changes: a state that is
// kept shares it with those before.
type usedKey struct {
	key    string
	before *usedKey
}

// Data is a state of the storage: an update, made from what its writer had
// read before. The state at the start is nil.
type Data struct {
	Update history.Update
	From   *Data // what the writer had read
	Count  int   // how many updates are in it: this one and those in From
}

// Outcome is what came of a write.
type Outcome struct {
	Answer  history.Answer
	Finding history.Finding
	Update  history.Update   // of a write that was accepted
	Lost    []history.Update // that were in the storage before and are not after it
}

// admits is the rule of fencing.
func (s *Storage) admits(t history.Token) bool {
	if s.Fencing && t < s.mark {
		return false
	}
	s.mark = max(s.mark, t)
	return true
}

// Claim presents a token without writing, so that the mark is up before the
// holder reads. Without a claim there is a gap: B is granted the lock and
// reads, a late write of A arrives and is accepted, since the storage has not
// met B's token yet, and then B's write, made from what B had read, wipes out
// A's acknowledged update. To a storage without fencing a claim means nothing.
func (s *Storage) Claim(t history.Token) history.Answer {
	switch {
	case s.Down:
		return history.NoAnswer
	case !s.Fencing:
		return history.Unasked
	case !s.admits(t):
		return history.Refused
	}
	return history.Accepted
}

// Read returns the present data. Any holder may read. Of a storage that is down it is
// what nobody is told: who plays asks Down first.
func (s *Storage) Read() *Data { return s.data }

// Write writes an update made from read.
func (s *Storage) Write(client string, t history.Token, read *Data) Outcome {
	if s.Down {
		return Outcome{Answer: history.NoAnswer}
	}
	older := t < s.mark
	if !s.admits(t) {
		return Outcome{Answer: history.Refused}
	}
	before := s.data
	s.updates++
	s.data = &Data{Update: history.Update{ID: s.updates, Client: client, Token: t}, From: read, Count: read.count() + 1}
	o := Outcome{Answer: history.Accepted, Update: s.data.Update, Lost: before.Without(s.data)}
	switch {
	case older:
		o.Finding = history.Overwrote
	case read != before:
		o.Finding = history.Unread
	}
	return o
}

// CompareAndSet is Write for who shows what it has read: it writes only if nobody
// has written since.
func (s *Storage) CompareAndSet(client string, t history.Token, read *Data) Outcome {
	if !s.Down && read != s.data {
		return Outcome{Answer: history.Refused}
	}
	return s.Write(client, t, read)
}

// WriteOnce is Write for a job that may run twice: it writes only if nothing
// was written under the key before. Such a key, the same on every attempt at
// one job, stops duplicates, which fencing does not; fencing stops stale
// overwrites of other jobs' data, which the key does not.
func (s *Storage) WriteOnce(client string, t history.Token, read *Data, key string) Outcome {
	for k := s.keys; k != nil && !s.Down; k = k.before {
		if k.key == key {
			return Outcome{Answer: history.Repeated}
		}
	}
	o := s.Write(client, t, read)
	if o.Answer == history.Accepted {
		s.keys = &usedKey{key, s.keys}
	}
	return o
}

// Mark is the highest token that has come, claims included.
func (s *Storage) Mark() history.Token { return s.mark }

// Held is what the storage holds now.
func (s *Storage) Held() history.Held { return history.Held{Data: s.data.Updates(), Mark: s.mark} }

// Keep notes the present state as one that a replica may have when it takes over.
func (s *Storage) Keep() { s.past = append(s.past, s.storageState) }

// Failover lets a replica take over that lacks so many of the states that were
// kept, the newest first: with them it forgets updates, and the mark falls.
func (s *Storage) Failover(lacks int) {
	s.Down = false
	s.past = s.past[:max(0, len(s.past)-lacks)]
	s.storageState = storageState{}
	if n := len(s.past); n > 0 {
		s.storageState = s.past[n-1]
	}
}

func (d *Data) count() int {
	if d == nil {
		return 0
	}
	return d.Count
}

// Updates lists the updates that are in d, the oldest first.
func (d *Data) Updates() []history.Update { return d.Without(nil) }

// Without lists the updates that are in d and not in o, the oldest first.
func (d *Data) Without(o *Data) []history.Update {
	// Walk both back to what they have in common: as far as the shorter one
	// reaches, and then in step.
	for o.count() > d.count() {
		o = o.From
	}
	var only []history.Update
	for d != o {
		if d.count() == o.count() {
			o = o.From
		}
		only = append(only, d.Update)
		d = d.From
	}
	slices.Reverse(only)
	return only
}
