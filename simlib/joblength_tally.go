package simlib

import (
	"math"
	"time"

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
	firstWins int   // the first worker writes before the second
	firstBad  int   // -1: none
	workFirst int64 // work of the first worker, in microseconds, which leave room for ten million runs
	workLast  int64 // work of whoever writes second
}

func newJobTally(p JobLength, brief bool) *jobTally {
	t := &jobTally{p: p}
	if !brief {
		t.ttls, t.spreads = jobTTLs(), jobSpreads()
	}
	t.ttl.firstBad, t.renewal.firstBad = -1, -1
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
	// From the normal draws follow works of any spread.
	var normals, uniforms [128]float64
	var works, stalls [128]time.Duration
	for i := 0; i < n; i += len(normals) {
		some := min(n-i, len(normals))
		h.works.Normals(normals[:some])
		rnd.LogNormals(works[:some], normals[:some], h.work, h.spread)
		h.stalls.Stalls(stalls[:some], h.chance, h.stall)
		moments.Uniforms(uniforms[:some])
		for j, work := range works[:some] {
			hold, reached := Hold{Work: work, Stall: stalls[j]}, reach
			if hold.Stall > 0 {
				hold = hold.stallAt(uniforms[j])
				reached = t.reach(hold.Stall)
			}
			if len(t.ttls) > 0 {
				t.lengths.Record(hold.Length())
				t.outlived(normals[j], reached)
			}
			if hold.Stall == 0 && !system.Expired(work, t.p.TTL) {
				continue // no way to keep the lock loses it; true of most runs
			}
			trial := block*blockSize + i + j
			if hold.Stall > 0 {
				t.stalled(normals[j], uniforms[j], hold)
				if over, lost := renewed.overlap(hold); lost {
					t.renewal.see(t.p, trial, hold, over)
				}
			}
			if over, lost := ttlOnly.overlap(hold); lost {
				t.ttl.see(t.p, trial, hold, over)
			}
		}
	}
}

// see adds one run that is repeated, whose first worker goes on for so long
// without the lock.
func (r *repeats) see(p JobLength, trial int, first Hold, over time.Duration) {
	r.count++
	if r.firstBad < 0 || trial < r.firstBad {
		r.firstBad = trial
	}
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
	if o.firstBad >= 0 && (r.firstBad < 0 || o.firstBad < r.firstBad) {
		r.firstBad = o.firstBad
	}
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
		FirstBad:  sum.firstBad,
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
