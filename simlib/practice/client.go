// Package practice is what a learner's own worker calls, and the worlds that it is
// tried in. A worker is a function of a Client:
//
//	func increment(c *practice.Client) {
//		token, err := c.Lock()
//		if err != nil {
//			return // granted or not: nobody knows
//		}
//		v := c.Read()
//		c.Write(token, v+1)
//		c.Unlock(token)
//	}
//
// Each call is one request, which the service carries out in one step; between two of
// them anything may happen to the others. A worker keeps nothing between its runs
// but what it asks for: no globals, no clock, no goroutines of its own.
package practice

import (
	"errors"

	"locklab/simlib/explore"
	"locklab/simlib/history"
)

// ErrNoAnswer says that a request or its answer was lost. It may have been carried
// out, or not.
var ErrNoAnswer = errors.New("no answer: it may have been done, or not")

// ErrRefused says that a request was answered, and that nothing has changed.
var ErrRefused = errors.New("refused")

// Token is a fencing token.
type Token = history.Token

// Client is what a worker talks to the lock service and the storage by.
type Client struct {
	// KV is a key-value store, and ZK a service of sessions with ephemeral nodes. A
	// worker uses the one that its exercise names.
	KV KV
	ZK ZK

	ask func(request) answer
	id  func() int
}

// newClient is a client that asks by ask, and whose number is id's to tell.
func newClient(ask func(request) answer, id func() int) *Client {
	return &Client{KV: KV{ask}, ZK: ZK{ask}, ask: ask, id: id}
}

// err is what an answer says of a request that can be refused.
func (a answer) err() error {
	switch {
	case a.none:
		return ErrNoAnswer
	case !a.ok:
		return ErrRefused
	}
	return nil
}

// Lock waits until the lock is free and takes it. The error is ErrNoAnswer: it was
// granted, or not.
func (c *Client) Lock() (Token, error) {
	a := c.ask(request{verb: lock})
	return Token(a.value), a.err()
}

// TryLock takes the lock if it is free. The error is ErrRefused if it is not, or
// ErrNoAnswer.
func (c *Client) TryLock() (Token, error) {
	a := c.ask(request{verb: tryLock})
	return Token(a.value), a.err()
}

// Renew lets the lock last for a TTL from now, if it is still the holder's.
func (c *Client) Renew(t Token) error { return c.ask(request{verb: renew, a: int32(t)}).err() }

// Unlock gives the lock back, if it is still the holder's.
func (c *Client) Unlock(t Token) error { return c.ask(request{verb: unlock, a: int32(t)}).err() }

// Claim shows the storage a token. One with fencing refuses a token that is lower than
// the highest that it has seen; any other accepts whatever comes.
func (c *Client) Claim(t Token) error { return c.ask(request{verb: claim, a: int32(t)}).err() }

// Read reads the value of the storage.
func (c *Client) Read() int { return int(c.ask(request{verb: read}).value) }

// Write writes a value. A storage with fencing refuses a token as Claim does.
func (c *Client) Write(t Token, value int) error {
	return c.ask(request{verb: write, a: int32(t), b: int32(value)}).err()
}

// CompareAndSet writes a value if the present one is old, in one step.
func (c *Client) CompareAndSet(old, value int) error {
	return c.ask(request{verb: compareAndSet, a: int32(old), b: int32(value)}).err()
}

// Mint has the storage count one up, and gives the number. A storage never forgets.
func (c *Client) Mint() (Token, error) {
	a := c.ask(request{verb: mint})
	return Token(a.value), a.err()
}

// Send does something outside, such as sending an e-mail, whatever was sent before.
func (c *Client) Send(what int) error { return c.ask(request{verb: send, a: int32(what)}).err() }

// SendOnce does it under a key: the receiver drops what it knows.
func (c *Client) SendOnce(what int) error {
	return c.ask(request{verb: sendOnce, a: int32(what)}).err()
}

// Sent says whether it was done.
func (c *Client) Sent(what int) bool { return c.ask(request{verb: sent, a: int32(what)}).ok }

// Work is work that takes a while, and where the exercise says so half a TTL.
func (c *Client) Work() { c.ask(request{verb: work}) }

// Now is the time by the worker's clock, in TTLs. The clock is right, and stands still
// for nobody.
func (c *Client) Now() int { return int(c.ask(request{verb: now}).value) }

// SleepUntil waits until the clock shows a time.
func (c *Client) SleepUntil(t int) { c.ask(request{verb: sleepUntil, a: int32(t)}) }

// ID is the worker's number, from 0 on. Of workers that ask for it no two are alike,
// which makes many more schedules.
func (c *Client) ID() int { return c.id() }

// Random is a number of chance, from 0 to n-1; the search tries each. n is at most 10.
func (c *Client) Random(n int) int { return int(c.ask(request{verb: random, a: int32(n)}).value) }

// KV is a key-value store with keys from 0 to 2, each of whose requests is one step.
// Its keys last for a TTL where it is set by SetNX or extended.
type KV struct{ ask func(request) answer }

// SetNX sets a key for a TTL if it is not set. ErrRefused says that it is.
func (s KV) SetNX(key, value int) error {
	return s.ask(request{setNX, int8(key), 0, int32(value)}).err()
}

// Get is the value of a key, and whether it is set.
func (s KV) Get(key int) (int, bool) {
	a := s.ask(request{get, int8(key), 0, 0})
	return int(a.value), a.ok
}

// Put sets a key for good, whether or not it is set.
func (s KV) Put(key, value int) error { return s.ask(request{put, int8(key), 0, int32(value)}).err() }

// Incr counts a key up by one, from 0, and gives the number.
func (s KV) Incr(key int) (int, error) {
	a := s.ask(request{incr, int8(key), 0, 0})
	return int(a.value), a.err()
}

// Delete deletes a key, whoever has set it.
func (s KV) Delete(key int) error { return s.ask(request{del, int8(key), 0, 0}).err() }

// DeleteIf deletes a key if it has a value, in one step.
func (s KV) DeleteIf(key, value int) error {
	return s.ask(request{delIf, int8(key), int32(value), 0}).err()
}

// Extend lets a key last for a TTL from now, whoever has set it.
func (s KV) Extend(key int) error { return s.ask(request{extend, int8(key), 0, 0}).err() }

// ExtendIf does so if it has a value, in one step.
func (s KV) ExtendIf(key, value int) error {
	return s.ask(request{extendIf, int8(key), int32(value), 0}).err()
}

// ZK is a service of sessions. A worker's session ends some time after the worker
// has crashed, and with it go the nodes that it has created.
type ZK struct{ ask func(request) answer }

// Create creates an ephemeral node with the next number, which it gives.
func (s ZK) Create() (int, error) {
	a := s.ask(request{verb: zkCreate})
	return int(a.value), a.err()
}

// Children are the numbers of the nodes that there are, rising.
func (s ZK) Children() []int {
	bits := s.ask(request{verb: zkChildren}).value
	var numbers []int
	for n := range 31 {
		if bits>>n&1 == 1 {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// WaitGone waits until there is no node of a number.
func (s ZK) WaitGone(number int) { s.ask(request{verb: zkWaitGone, a: int32(number)}) }

// Delete deletes a node.
func (s ZK) Delete(number int) error { return s.ask(request{verb: zkDelete, a: int32(number)}).err() }

// worker is a function as the search knows it; asked is told when it asks for its
// number.
func worker(f func(*Client), id int, asked *bool) explore.Worker[request, answer] {
	return explore.Func(func(ask func(request) answer) {
		f(newClient(ask, func() int { *asked = true; return id }))
	}, "locklab/simlib/practice.(*Client)", "locklab/simlib/practice.KV", "locklab/simlib/practice.ZK")
}
