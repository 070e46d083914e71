package simlib

import (
	"context"
	"fmt"
	"math"
	"time"

	"locklab/simlib/history"
	"locklab/simlib/rnd"
	"locklab/simlib/rnd/portable"
	"locklab/simlib/stat"
	"locklab/simlib/system"
)

// jobTally is what the runs of one worker of sumTrials add up to.
//
// It does not play the histories. Whether a run is repeated follows from its
// hold (see overlap), and what the two writes do to each other from which of
// them comes first.
type jobTally struct {
	p                            JobLength
	ttl, renewal                 repeats
	lengths                      *stat.Histogram // how long the lock is needed, at ttls
	ttls                         []time.Duration // of the curves; none if the run is brief
	spreads                      []float64
	renewalByTTL                 []int // repeated runs at each of ttls
	ttlBySpread, renewalBySpread []int // and at each of spreads
}

// repeats adds up the repeated runs under one way to keep the lock.
type repeats struct {
	count     int
	firstWins int // the first worker writes before the second
	firstBad  earliest
	workFirst int64 // work of the first worker, in microseconds, which leave room for ten million runs
	workLast  int64 // work of whoever writes second
}

func newJobTally(p JobLength, brief bool) *jobTally {
	t := &jobTally{p: p}
	if !brief {
		t.ttls, t.spreads = jobTTLs(), jobSpreads()
	}
	t.lengths = stat.NewHistogram(t.ttls)
	t.renewalByTTL = make([]int, len(t.ttls))
	t.ttlBySpread = make([]int, len(t.spreads))
	t.renewalBySpread = make([]int, len(t.spreads))
	return t
}

func (t *jobTally) trials(block, n int) {
	ttlOnly, renewed := t.p, t.p
	ttlOnly.Mode, renewed.Mode = TTLOnly, Renewal
	h := t.p.workload().block(t.p.Seed, block)
	moments := rnd.New(t.p.Seed, "moment", block)
	reach := t.reach(0)
	for i, drawn := range h.all(n) {
		hold, reached, moment := drawn.Hold, reach, moments.Uniform()
		if hold.Stall > 0 {
			hold = hold.stallAt(moment)
			reached = t.reach(hold.Stall)
		}
		if len(t.ttls) > 0 {
			t.lengths.Record(hold.Length())
			t.outlived(drawn.z, reached)
		}
		if hold.Stall == 0 && !system.Expired(hold.Work, t.p.TTL) {
			continue // no way to keep the lock loses it; true of most runs
		}
		trial := block*blockSize + i
		if hold.Stall > 0 {
			t.stalled(drawn.z, moment, hold)
			if over, lost := renewed.overlap(hold); lost {
				t.renewal.see(t.p, trial, hold, over)
			}
		}
		if over, lost := ttlOnly.overlap(hold); lost {
			t.ttl.see(t.p, trial, hold, over)
		}
	}
}

// see adds one run that is repeated, whose first worker goes on for so long
// without the lock.
func (r *repeats) see(p JobLength, trial int, first Hold, over time.Duration) {
	r.count++
	r.firstBad.see(trial)
	second := p.second(trial)
	last := first
	if over < second.Length() {
		r.firstWins++
		last = second
	}
	r.workFirst += first.Work.Microseconds()
	r.workLast += last.Work.Microseconds()
}

// reach is how large sigma·z must be for the work and a given stall to reach the
// TTL.
func (t *jobTally) reach(stall time.Duration) float64 {
	if stall >= t.p.TTL {
		return math.Inf(-1)
	}
	return portable.Log(float64(t.p.TTL-stall) / float64(t.p.Work))
}

// outlived counts the spreads at which the run, with the normal draw z, outlives
// a TTL that is not renewed.
func (t *jobTally) outlived(z, reach float64) {
	if reach > 0 && t.spreads[len(t.spreads)-1]*z < reach {
		return // at no spread; true of most runs
	}
	for i, spread := range t.spreads {
		if spread*z >= reach {
			t.ttlBySpread[i]++
		}
	}
}

// stalled counts the TTLs and spreads at which a run that stalls loses a lock
// that is renewed.
func (t *jobTally) stalled(z, moment float64, hold Hold) {
	q := t.p
	q.Mode = Renewal
	for i, ttl := range t.ttls {
		q.TTL = ttl
		if hold.Stall < ttl-q.renewEvery() {
			break // too short a stall for this TTL and all that are longer
		}
		if _, lost := q.overlap(hold); lost {
			t.renewalByTTL[i]++
		}
	}
	q = t.p
	q.Mode = Renewal
	if hold.Stall < q.TTL-q.renewEvery() {
		return
	}
	for i, spread := range t.spreads {
		work := float64(q.Work) * portable.Exp(float64(spread*z))
		h := Hold{Work: time.Duration(min(work, float64(rnd.Longest))), Stall: hold.Stall}
		if _, lost := q.overlap(h.stallAt(moment)); lost {
			t.renewalBySpread[i]++
		}
	}
}

func (t *jobTally) add(o *jobTally) {
	t.ttl.add(o.ttl)
	t.renewal.add(o.renewal)
	t.lengths.Add(o.lengths)
	for i := range t.renewalByTTL {
		t.renewalByTTL[i] += o.renewalByTTL[i]
	}
	for i := range t.ttlBySpread {
		t.ttlBySpread[i] += o.ttlBySpread[i]
		t.renewalBySpread[i] += o.renewalBySpread[i]
	}
}

func (r *repeats) add(o repeats) {
	r.count += o.count
	r.firstWins += o.firstWins
	r.workFirst += o.workFirst
	r.workLast += o.workLast
	r.firstBad.add(o.firstBad)
}

// mode says what the repeats come to in one mode.
func (t *jobTally) mode(m JobMode) JobModeResult {
	p, sum := t.p, t.renewal
	if m == TTLOnly {
		sum = t.ttl
	}
	of := func(count int) stat.Proportion { return stat.Proportion{Count: count, Of: p.Runs} }
	r := JobModeResult{
		Mode:      m,
		Repeated:  of(sum.count),
		FirstWins: stat.Proportion{Count: sum.firstWins, Of: sum.count},
		Blocked:   p.TTL, // after the grant or, renewed just before the crash, after that
		FirstBad:  sum.firstBad.trial(),
	}
	wasted := sum.workLast
	switch m {
	case TTLOnly, Renewal: // nobody stops anything
		r.WrittenTwice, r.SentTwice, r.Refused = of(sum.count), of(sum.count), of(0)
	case RenewalFencing: // the first worker is refused unless it writes first
		r.WrittenTwice, r.SentTwice, r.Refused = of(sum.firstWins), of(sum.count), of(sum.count-sum.firstWins)
	case RenewalClaim: // the first worker is refused; it still sends
		r.WrittenTwice, r.SentTwice, r.Refused = of(0), of(sum.count), of(sum.count)
		wasted = sum.workFirst
	case RenewalOnce: // whoever comes second changes nothing
		r.WrittenTwice, r.SentTwice, r.Refused = of(0), of(0), of(0)
	}
	r.Wasted = time.Duration(float64(wasted) / float64(p.Runs) * float64(time.Microsecond))
	return r
}

// renewEvery is the time from one renewal to the next: a third of the TTL, as
// in the keep-alives of etcd's Go client and the watchdog of Redisson (etcd-lease
// and redisson-renewal in package facts).
func (p JobLength) renewEvery() time.Duration { return p.TTL / 3 }

func (p JobLength) workload() workload {
	return workload{p.Work, p.Spread, p.StallChance, p.StallMean}
}

// Hold replays what the first worker of one run needs, counted from 0.
func (p JobLength) Hold(trial int) Hold {
	hold := p.workload().hold(p.Seed, trial)
	moments := rnd.New(p.Seed, "moment", trial/blockSize)
	for range trial % blockSize {
		moments.Uniform()
	}
	return hold.stallAt(moments.Uniform())
}

// stallAt gives the stall its moment: a share of the work.
func (h Hold) stallAt(moment float64) Hold {
	h.Before = time.Duration(moment * float64(h.Work))
	return h
}

// second draws what the second worker needs in the run that is repeated. As few
// runs are, each has a stream of its own for it.
func (p JobLength) second(trial int) Hold {
	works, stalls := rnd.New(p.Seed, "second work", trial), rnd.New(p.Seed, "second stall", trial)
	hold := Hold{Work: works.LogNormal(p.Work, p.Spread), Stall: stalls.Stall(p.StallChance, p.StallMean)}
	moments := rnd.New(p.Seed, "second moment", trial)
	return hold.stallAt(moments.Uniform())
}

// Trace replays one run, counted from 0, in p.Mode: A is the first worker, and B
// waits for the lock and runs the job again if A loses it.
func (p JobLength) Trace(trial int) []history.Event {
	var events []history.Event
	h := stage{
		lock:    system.LockService{TTL: p.TTL},
		storage: system.Storage{Fencing: p.Mode == RenewalFencing || p.Mode == RenewalClaim},
		claim:   p.Mode == RenewalClaim,
		record:  func(e history.Event) { events = append(events, e) },
	}
	if p.Mode != TTLOnly {
		h.renew = p.renewEvery()
	}
	key := ""
	if p.Mode == RenewalOnce {
		key = "job"
	}
	workers := []Hold{p.Hold(trial)}
	if _, repeated := p.overlap(workers[0]); repeated {
		workers = append(workers, p.second(trial))
	}
	h.play(len(workers), func(i int) plan {
		return plan{party: parties[i], hold: workers[i], send: true, key: key}
	})
	return events
}

// overlap says whether a run loses its lock in p.Mode before it is done, and
// for how long it goes on after that.
func (p JobLength) overlap(h Hold) (over time.Duration, lost bool) {
	if p.Mode == TTLOnly {
		return h.Length() - p.TTL, system.Expired(h.Length(), p.TTL)
	}
	// The last renewal before the stall is so long ago:
	since := h.Before % p.renewEvery()
	left := p.TTL - since
	return h.Stall - left + h.Work - h.Before, h.Stall > 0 && system.Expired(h.Stall, left)
}

// jobSpreads and jobTTLs are where the curves have their points.
func jobSpreads() []float64 {
	var spreads []float64
	for tenths := range 21 {
		spreads = append(spreads, float64(tenths)/10)
	}
	return spreads
}

func jobTTLs() []time.Duration {
	var ttls []time.Duration
	for _, s := range []time.Duration{1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 180, 240, 300, 450, 600} {
		ttls = append(ttls, s*time.Second)
	}
	return ttls
}

// Run simulates p.Runs runs of the job in all modes.
func (p JobLength) Run(ctx context.Context, x Exec) (JobLengthResult, error) {
	if err := p.Validate(); err != nil {
		return JobLengthResult{}, err
	}
	sum, err := sumTrials(ctx, x, p.Runs, func() *jobTally { return newJobTally(p, x.Brief) })
	if err != nil {
		return JobLengthResult{}, fmt.Errorf("joblength: stopped: %w", err)
	}
	r := JobLengthResult{Params: p}
	ttlOnly, renewal := p.exactTTLOnly(), p.exactRenewal()
	for m := range r.Modes {
		r.Modes[m] = sum.mode(JobMode(m))
		r.Modes[m].Exact = renewal
	}
	r.Modes[TTLOnly].Exact = ttlOnly
	for i, spread := range sum.spreads {
		q := p
		q.Spread = spread
		r.BySpread = append(r.BySpread, q.point(sum.ttlBySpread[i], q.exactTTLOnly(), sum.renewalBySpread[i]))
	}
	tails, exact := sum.lengths.Tails(), p.workload().exactTails(sum.ttls)
	for i, ttl := range sum.ttls {
		q := p
		q.TTL = ttl
		r.ByTTL = append(r.ByTTL, q.point(tails[i].AtLeast.Count, exact[i], sum.renewalByTTL[i]))
	}
	return r, nil
}

func (p JobLength) point(ttlOnly int, ttlOnlyExact float64, renewal int) JobPoint {
	return JobPoint{
		TTL: p.TTL, Spread: p.Spread,
		TTLOnly: stat.Proportion{Count: ttlOnly, Of: p.Runs}, TTLOnlyExact: ttlOnlyExact,
		Renewal: stat.Proportion{Count: renewal, Of: p.Runs}, RenewalExact: p.exactRenewal(),
	}
}
