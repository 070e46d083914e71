package simlib

// Token is a fencing token: the number of a grant of the lock. The lock
// service hands them out rising, so of two holders the one with the lower
// token was granted the lock earlier.
//
// StoreTable says what serves as one in systems that exist. A random value does
// not: it has no order, however good the clocks are, which is a fault apart from
// any about timing. Nor does a counter that is replicated asynchronously: at a
// failover it rolls back together with the lock, and two holders have one token.
// Mint tokens in a consensus store, or in the storage itself.
type Token uint64

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

	mark Token // the highest token seen; without fencing, only for the record
	data *Data
	done map[string]bool // the keys of WriteOnce
}

// Data is a state of the storage: an update, made from what its writer had
// read before. The state at the start is nil.
type Data struct {
	Token   Token // with which it was written
	From    *Data // what the writer had read
	Updates int   // how many updates are in it: this one and those in From
}

// Verdict is the storage's answer to a request, and what the request did.
type Verdict uint8

const (
	// VerdictNone is for events that ask nothing of the storage.
	VerdictNone Verdict = iota
	// VerdictApplied: accepted, and no harm done.
	VerdictApplied
	// VerdictUnread: accepted, over an update that its writer had not read.
	// That update, acknowledged to another holder, is lost.
	VerdictUnread
	// VerdictOverwrote: accepted although its token is lower than one that came
	// before: old data has replaced newer data.
	VerdictOverwrote
	// VerdictRejected: refused; nothing has changed.
	VerdictRejected
	// VerdictRepeated: acknowledged, but done before under the same key;
	// nothing has changed.
	VerdictRepeated
)

// Accepted says whether the storage took the request. The holder is told no
// more than this: to it an accepted write looks the same, harmful or not.
func (v Verdict) Accepted() bool { return v != VerdictNone && v != VerdictRejected }

// admits is the rule of fencing.
func (s *Storage) admits(t Token) bool {
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
func (s *Storage) Claim(t Token) Verdict {
	if !s.Fencing {
		return VerdictNone
	}
	if !s.admits(t) {
		return VerdictRejected
	}
	return VerdictApplied
}

// Read returns the present data. Any holder may read.
func (s *Storage) Read() *Data { return s.data }

// Write writes an update made from read.
func (s *Storage) Write(t Token, read *Data) Verdict {
	older := t < s.mark
	if !s.admits(t) {
		return VerdictRejected
	}
	unread := read != s.data
	s.data = &Data{Token: t, From: read, Updates: read.updates() + 1}
	switch {
	case older:
		return VerdictOverwrote
	case unread:
		return VerdictUnread
	}
	return VerdictApplied
}

// WriteOnce is Write for a job that may run twice: it writes only if nothing
// was written under the key before. Such a key, the same on every attempt at
// one job, stops duplicates, which fencing does not; fencing stops stale
// overwrites of other jobs' data, which the key does not.
func (s *Storage) WriteOnce(t Token, read *Data, key string) Verdict {
	if s.done[key] {
		return VerdictRepeated
	}
	v := s.Write(t, read)
	if v.Accepted() {
		if s.done == nil {
			s.done = map[string]bool{}
		}
		s.done[key] = true
	}
	return v
}

// Mark is the highest token that has come, claims included.
func (s *Storage) Mark() Token { return s.mark }

func (d *Data) updates() int {
	if d == nil {
		return 0
	}
	return d.Updates
}

// Tokens lists the tokens of the updates that are in d, the oldest first.
func (d *Data) Tokens() []Token { return d.without(nil) }

// without lists the tokens of the updates that are in d and not in o, the
// oldest first.
func (d *Data) without(o *Data) []Token {
	// Walk both back to what they have in common: as far as the shorter one
	// reaches, and then in step.
	for o.updates() > d.updates() {
		o = o.From
	}
	var only []*Data
	for d != o {
		if d.updates() == o.updates() {
			o = o.From
		}
		only = append(only, d)
		d = d.From
	}
	if only == nil {
		return nil
	}
	tokens := make([]Token, len(only))
	for i, u := range only {
		tokens[len(only)-1-i] = u.Token
	}
	return tokens
}
