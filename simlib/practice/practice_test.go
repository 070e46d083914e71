package practice

import (
	"context"
	"slices"
	"strings"
	"testing"

	"locklab/simlib/explore"
	"locklab/simlib/history"
)

// trial is a client in a world, with what comes of it.
type trial struct {
	name    string
	f       func(*Client)
	workers int
	world   World
	budget  explore.Budget
	want    string // the property, "holds" or what ran out
	faults  int
	steps   string // the schedule
}

func bound(faults int, each map[explore.Fault]int) explore.Budget {
	b := explore.Budget{Faults: faults, Requests: 20}
	for f, n := range each {
		b.Each[f] = n
	}
	return b
}

func try(t *testing.T, c trial) (explore.Verdict[state, request, answer], *explore.Game[state, request, answer]) {
	t.Helper()
	asked := false
	v, g := explore.Search(t.Context(), explore.World[state, request, answer](c.world), c.budget, []explore.Worker[request, answer]{worker(c.f, 0, &asked)}, c.workers, 200_000)
	if asked {
		var all []explore.Worker[request, answer]
		for i := range c.workers {
			all = append(all, worker(c.f, i, &asked))
		}
		v, g = explore.Search(context.Background(), explore.World[state, request, answer](c.world), c.budget, all, c.workers, 200_000)
	}
	return v, g
}

// ---- the clients ----

func noLock(c *Client) { v := c.Read(); c.Write(0, v+1) }

func locked(c *Client) {
	t, err := c.Lock()
	if err != nil {
		return
	}
	v := c.Read()
	c.Write(t, v+1)
	c.Unlock(t)
}

func clock(c *Client) {
	before := c.Now()
	t, err := c.Lock()
	if err != nil {
		return
	}
	v := c.Read()
	if c.Now() < before+1 {
		c.Write(t, v+1)
	}
	c.Unlock(t)
}

func claimed(c *Client) {
	t, err := c.Lock()
	if err != nil {
		return
	}
	if c.Claim(t) == nil {
		v := c.Read()
		c.Write(t, v+1)
	}
	c.Unlock(t)
}

func readThenClaim(c *Client) {
	t, err := c.Lock()
	if err != nil {
		return
	}
	v := c.Read()
	if c.Claim(t) == nil {
		c.Write(t, v+1)
	}
	c.Unlock(t)
}

func casLoop(c *Client) {
	for {
		v := c.Read()
		if c.CompareAndSet(v, v+1) == nil {
			return
		}
	}
}

func casNoRead(c *Client) {
	v := c.Read()
	if c.CompareAndSet(v, v+1) != nil {
		c.CompareAndSet(v+1, v+2)
	}
}

func plainDelete(c *Client) {
	me := c.ID() + 1
	if c.KV.SetNX(0, me) == nil {
		c.Work()
		c.KV.Delete(0)
	}
}

func compareDelete(c *Client) {
	me := c.ID() + 1
	if c.KV.SetNX(0, me) == nil {
		c.Work()
		c.KV.DeleteIf(0, me)
	}
}

func getThenDelete(c *Client) {
	me := c.ID() + 1
	if c.KV.SetNX(0, me) == nil {
		c.Work()
		if v, ok := c.KV.Get(0); ok && v == me {
			c.KV.Delete(0)
		}
	}
}

func extendBlindly(c *Client) {
	me := c.ID() + 1
	if c.KV.SetNX(0, me) == nil {
		c.Work()
		c.KV.Extend(0)
		c.Work()
		c.KV.DeleteIf(0, me)
	}
}

func extendOwn(c *Client) {
	me := c.ID() + 1
	if c.KV.SetNX(0, me) != nil {
		return
	}
	c.Work()
	if c.KV.ExtendIf(0, me) != nil {
		return
	}
	c.Work()
	c.KV.DeleteIf(0, me)
}

func randomToken(c *Client) {
	t, _ := c.Lock()
	r := Token(c.Random(3))
	if c.Claim(r) == nil {
		v := c.Read()
		c.Write(r, v+1)
	}
	c.Unlock(t)
}

func counterToken(c *Client) {
	me := c.ID() + 1
	if c.KV.SetNX(0, me) != nil {
		return
	}
	n, _ := c.KV.Incr(1)
	if t := Token(n); c.Claim(t) == nil {
		v := c.Read()
		c.Write(t, v+1)
	}
	c.KV.DeleteIf(0, me)
}

func minted(c *Client) {
	me := c.ID() + 1
	if c.KV.SetNX(0, me) != nil {
		return
	}
	t, _ := c.Mint()
	if c.Claim(t) == nil {
		v := c.Read()
		c.Write(t, v+1)
	}
	c.KV.DeleteIf(0, me)
}

func sendRetry(c *Client) {
	for c.Send(0) != nil {
	}
}

func lookThenSend(c *Client) {
	for !c.Sent(0) {
		if c.Send(0) == nil {
			return
		}
	}
}

func sendWithKey(c *Client) {
	for c.SendOnce(0) != nil {
	}
}

func zkRecipe(c *Client) {
	zk(c, true, func(l []int, me int) int { return l[slices.Index(l, me)-1] }, true)
}
func zkHerd(c *Client) { zk(c, true, func(l []int, _ int) int { return l[0] }, true) }
func zkNoList(c *Client) {
	zk(c, false, func(l []int, me int) int { return l[slices.Index(l, me)-1] }, true)
}
func zkKept(c *Client) {
	zk(c, true, func(l []int, me int) int { return l[slices.Index(l, me)-1] }, false)
}

// zk is ZooKeeper's lock: it lists the nodes again after each wait, waits for the one
// that before says, and deletes its own.
func zk(c *Client, again bool, before func([]int, int) int, deletes bool) {
	me, _ := c.ZK.Create()
	for l := c.ZK.Children(); l[0] != me; l = c.ZK.Children() {
		c.ZK.WaitGone(before(l, me))
		if !again {
			break
		}
	}
	v := c.Read()
	c.Write(Token(me), v+1)
	if deletes {
		c.ZK.Delete(me)
	}
}

func twoLocks(c *Client) {
	me := c.ID()
	for c.KV.SetNX(me, me+1) != nil {
	}
	for c.KV.SetNX(1-me, me+1) != nil {
	}
	c.Work()
	c.KV.DeleteIf(me, me+1)
	c.KV.DeleteIf(1-me, me+1)
}

// all says that each worker that has come to its end has added one.
func all(n int) func(End) bool { return func(e End) bool { return e.Value+e.Crashed >= n } }

func acknowledged(e End) bool { return e.Value == e.Acknowledged }

func once(e End) bool { return e.Sent == 1 || e.Crashed > 0 }

func trials() []trial {
	const stall, crash, loss, delay, failover = explore.Stall, explore.Crash, explore.Loss, explore.Delay, explore.Failover
	type each = map[explore.Fault]int
	ttl, fenced := World{}, World{Fencing: true}
	two := bound(2, each{stall: 1, crash: 1})
	ending := func(w World, end func(End) bool) World { w.End = end; return w }
	return []trial{
		{"no lock", noLock, 2, ttl, two, NoLostUpdate, 0, "ABBA"},
		{"compare-and-set", casLoop, 2, ending(ttl, all(2)), two, "holds", 0, ""},
		{"compare-and-set, retry without reading", casNoRead, 3, ending(ttl, all(3)), bound(1, each{stall: 1, crash: 1}), RightInTheEnd, 0, "ABBCCAA"},
		{"TTL only", locked, 2, ttl, two, NoStaleOverwrite, 1, "AA~BBBA"},
		{"no TTL", locked, 2, World{Forever: true}, two, explore.Survives, 1, "AAx"},
		{"look at the clock", clock, 2, World{Clock: 2}, two, NoStaleOverwrite, 1, "AAAA~BBBBBA"},
		{"fencing, no claim", locked, 2, fenced, two, NoLostUpdate, 1, "AA~BBAB"},
		{"read, then claim", readThenClaim, 2, fenced, two, NoLostUpdate, 1, "AAA~BBABB"},
		{"fencing and claim", claimed, 2, ending(fenced, acknowledged), two, "holds", 0, ""},
		{"fencing and claim, messages lost and late", claimed, 2, fenced, bound(2, each{stall: 1, crash: 1, loss: 1, delay: 1}), "holds", 0, ""},
		{"TTL only, a late write, no stall", locked, 2, ttl, bound(1, each{delay: 1}), NoStaleOverwrite, 1, "AAA>ABBBd"},
		{"plain delete", plainDelete, 2, ttl, two, OwnLock, 1, "AA~BA"},
		{"get, then delete", getThenDelete, 2, ttl, two, OwnLock, 1, "AAA~BA"},
		{"compare and delete", compareDelete, 2, ttl, two, "holds", 0, ""},
		{"extend blindly", extendBlindly, 2, ttl, two, OwnExtension, 1, "AA~BA"},
		{"compare and extend", extendOwn, 2, ttl, two, "holds", 0, ""},
		{"random token", randomToken, 2, ending(fenced, all(2)), two, RightInTheEnd, 0, "AA1AAAABB0BB"},
		{"counter that rolls back", counterToken, 2, World{Fencing: true, Forgets: true}, bound(2, each{stall: 1, failover: 1}), NoLostUpdate, 1, "AAAAFBBBBBA"},
		{"minted in the storage", minted, 2, World{Fencing: true, Forgets: true}, bound(2, each{stall: 1, failover: 1}), "holds", 0, ""},
		{"send and retry", sendRetry, 1, ttl, bound(2, each{loss: 2}), SentOnce, 1, "A!A"},
		{"look, then send", lookThenSend, 2, ttl, bound(2, each{loss: 1, crash: 1}), SentOnce, 0, "ABBA"},
		{"send with a key", sendWithKey, 2, ending(ttl, once), bound(2, each{loss: 2, crash: 1}), "holds", 0, ""},
		{"send with a key, no retry", func(c *Client) { c.SendOnce(0) }, 1, ending(ttl, once), bound(2, each{loss: 2}), RightInTheEnd, 1, "A?"},
		{"ZooKeeper's lock", zkRecipe, 3, World{Herd: true}, bound(1, each{crash: 1}), "holds", 0, ""},
		{"ZooKeeper's lock, herd", zkHerd, 3, World{Herd: true}, bound(1, each{crash: 1}), NoHerd, 0, "ABBCC"},
		{"ZooKeeper's lock, no new list", zkNoList, 3, World{Herd: true}, bound(1, each{crash: 1}), NoStaleOverwrite, 1, "AAABBxCC~CCCA"},
		{"ZooKeeper's lock, never deleted", zkKept, 2, World{Herd: true}, bound(1, each{crash: 1}), explore.GoesOn, 0, "AAAABB"},
		{"two locks in opposite orders", twoLocks, 2, World{Forever: true}, bound(1, each{stall: 1, crash: 1}), explore.ComesToIt, 0, "ABBBAA"},
	}
}

// Published failures and their cures, each with a shortest schedule.
func TestVerdicts(t *testing.T) {
	for _, c := range trials() {
		v, _ := try(t, c)
		got := v.Property
		switch v.Outcome {
		case explore.Holds:
			got = "holds"
		case explore.Undecided:
			got = v.Why
		}
		t.Logf("%-45s %-40s %d/%d %-16s %6d states %4d places %4d runs %v", c.name, got, v.Faults, len(v.Steps), v.Schedule(), v.States, v.Places, v.Runs, v.Schedules)
		if got != c.want || v.Faults != c.faults || v.Schedule() != c.steps {
			t.Errorf("%s: %q with %d faults by %s; want %q with %d by %s (%s)", c.name, got, v.Faults, v.Schedule(), c.want, c.faults, c.steps, v.Says)
		}
	}
}

// A verdict tells the schedule as a history: who holds the lock, what the storage
// answers, what is lost, and the worker's own line beside each step.
func TestCheck(t *testing.T) {
	v := Trial{Workers: 2, Stalls: 1, Crashes: 1, Faults: 2}.Check(t.Context(), locked)
	if v.Outcome != history.Violated || v.Property != NoStaleOverwrite || v.Schedule != "AA~BBBA" ||
		v.Says != "It is violated at step 7, by A, after one fault." || v.Within != "2 workers, one stall, one crash, 2 faults in all" {
		t.Errorf("%+v", v)
	}
	var told []string
	for _, e := range v.History.Events {
		told = append(told, v.History.Tells(e)+" | "+e.Source)
	}
	want := []string{
		"Step 1: A gets the lock with token 1 | t, err := c.Lock()",
		"Step 2: A reads 0 | v := c.Read()",
		"Step 3: A loses the lock: its TTL has ended | ",
		"Step 4: B gets the lock with token 2 | t, err := c.Lock()",
		"Step 5: B reads 0 | v := c.Read()",
		"Step 6: B writes 1 with token 2 | c.Write(t, v+1)",
		"Step 7: A writes 1 with token 1: overwrote newer data (lost: update 2) | c.Write(t, v+1)",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	if lost := v.History.Updates(v.History.Lost()); lost != "update 2" {
		t.Errorf("lost in the end: %s", lost)
	}
	v = Trial{Workers: 2, Stalls: 1, Crashes: 1, Faults: 2, World: World{Fencing: true}}.Check(t.Context(), claimed)
	if v.Outcome != history.Upheld || v.Says != "None of the 2272 schedules within the bound violates a property." || len(v.History.Events) > 0 {
		t.Errorf("fencing and claim: %+v", v)
	}
	v = Trial{Workers: 2}.Check(t.Context(), func(c *Client) {
		for i := 0; ; i++ {
			c.Write(0, i)
			c.Read()
		}
	})
	if v.Outcome != history.Violated {
		t.Errorf("a loop that writes without reading: %+v", v)
	}
	v = Trial{Workers: 1}.Check(t.Context(), func(c *Client) {
		for {
			c.Write(0, c.Read())
		}
	})
	if v.Outcome != history.Undecided || !strings.Contains(v.Says, "did not come to its end") {
		t.Errorf("a loop without end: %+v", v)
	}
}
