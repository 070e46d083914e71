package simlib

import (
	"time"

	"locklab/simlib/rnd/portable"
)

// What a crash loses on average, without simulation.
//
// All formulas follow from one question: of a grant that was made the time s
// before the crash, how likely is it that one given replica has it, and that
// both have it? In units of the lag, u = s/Lag, with m = Rate x Lag, which is
// the mean number of copies under way (Little's law: rate times time):
//
//	fixed        one = both = 1 if u >= 1, else 0
//	independent  one = 1 - x              with x = exp(-u)
//	             both = one²
//	in order     one = (1-x)  exp(-m (x-e))                    with e = exp(-Window/Lag)
//	             both = (1-x)² exp(-m (2(x-e) - (x²-e²)/2))
//
// In order a replica has the grant if its own copy is finished and so is each
// older one. The older grants of the window are a Poisson process. Of those
// made v before the crash the share exp(-v) is not copied, so the number that
// is not is a Poisson number with mean
//
//	m × integral of exp(-v) dv from u to Window/Lag = m (x-e),
//
// and none is missing with probability exp(-m (x-e)). For both replicas the
// share that is missing at one of them is 1 - (1-exp(-v))², hence the longer
// exponent.
//
// Which replica is promoted does not depend on what it has. So a grant is lost
// with probability 1 - one if nobody waits; one - both if the client waits for
// one replica (the promoted one has not got it, the other has); and never if
// it waits for both. The expectation is Rate times the integral of this over
// the window.

// has is the probability that one given replica has a grant of age u, in lags,
// and that both have it; oldest is the age of the window's beginning.
func (p Failover) has(u, oldest float64) (one, both float64) {
	if p.Copying == Fixed {
		if u >= 1 {
			return 1, 1
		}
		return 0, 0
	}
	x := portable.Exp(-u)
	one = 1 - x
	both = float64(one * one)
	if p.Copying == InOrder {
		m, e := p.underWay(), portable.Exp(-oldest)
		behind := x - e
		one = float64(one * portable.Exp(-float64(m*behind)))
		both = float64(both * portable.Exp(-float64(m*(2*behind-float64(behind*(x+e))/2))))
	}
	return one, both
}

// underWay is the mean number of copies under way, Rate x Lag.
func (p Failover) underWay() float64 { return p.Rate * p.Lag.Seconds() }

// expectedLost is the mean number of grants that a crash loses.
//
// For independent copies the integral is (1-e) Rate x Lag, and half of (1-e)
// times that if the client waits for one replica; in order it is, for a long
// window,
//
//	m Ein(m) + 1 - exp(-m)    with Ein(m) = integral of (1-exp(-t))/t dt from 0 to m,
//
// which is 4.71 for m = 2.5, where independent copies lose 2.5.
func (p Failover) expectedLost() float64 {
	m, window := p.underWay(), float64(p.Window)/float64(p.Lag)
	switch p.Store.loses() {
	case LosesNone:
		return 0
	case LosesAll:
		return p.Rate * p.Window.Seconds()
	}
	switch {
	case p.WaitForReplicas == replicas:
		return 0
	case p.Copying == Fixed && p.WaitForReplicas > 0:
		return 0 // both replicas get it at the same instant
	case p.Copying == Fixed:
		return m * min(1, window)
	case p.Copying == Independent:
		copied := 1 - portable.Exp(-window)
		if p.WaitForReplicas > 0 {
			return m * copied * copied / 2
		}
		return m * copied
	}
	return m * integrate(func(u float64) float64 {
		one, both := p.has(u, window)
		if p.WaitForReplicas > 0 {
			return one - both
		}
		return 1 - one
	}, 0, min(window, p.allCopied()))
}

// allCopied is an age, in lags, beyond which a missing copy is too unlikely to
// count: below exp(-40).
func (p Failover) allCopied() float64 { return 40 + portable.Log(1+p.underWay()) }

// ackDelay is the mean time until the client is told of a grant, long after
// the beginning of the window.
func (p Failover) ackDelay() time.Duration {
	if p.WaitForReplicas == 0 || p.Store.loses() != LosesUncopied {
		return 0
	}
	lags := 1.0
	switch {
	case p.Copying == Independent && p.WaitForReplicas == 1:
		lags = 0.5 // the earlier of two exponential times
	case p.Copying == Independent:
		lags = 1.5 // the later of them
	case p.Copying == InOrder:
		far := p.allCopied()
		lags = integrate(func(u float64) float64 { // the chance that it is not acknowledged yet
			one, both := p.has(u, 1000)
			if p.WaitForReplicas == 1 {
				return 1 - float64(2*one) + both
			}
			return 1 - both
		}, 0, far)
	}
	return time.Duration(float64(lags*float64(p.Lag)) + 0.5)
}

// probability is the chance that a crash loses from to to grants; -1 where no
// formula is at hand.
//
// A Poisson process from which each grant is taken, or not, for itself is a
// Poisson process. So with independent copies, or one fixed lag, the number
// lost is a Poisson number.
//
// In order, without waiting, it is not. Let u be the age of the oldest grant
// that is not copied, in lags. That none is older than u has the probability
// exp(-m (x-e)) with x = exp(-u), so the age has the density m x exp(-m (x-e)),
// and there is none at all with probability exp(-m (1-e)). That grant is lost,
// and with it all younger ones: a Poisson number with mean m u, since copied
// or not does not matter for them.
func (p Failover) probability(from, to int) float64 {
	if p.Store.loses() != LosesUncopied || p.Copying != InOrder || p.WaitForReplicas == replicas {
		return poisson(from, to)(p.expectedLost())
	}
	if p.WaitForReplicas > 0 {
		return -1
	}
	m, window := p.underWay(), float64(p.Window)/float64(p.Lag)
	e := portable.Exp(-window)
	sum := 0.0
	if from == 0 {
		sum = portable.Exp(-float64(m * (1 - e)))
	}
	if to == 0 {
		return sum
	}
	others := poisson(max(0, from-1), to-1)
	sum += integrate(func(u float64) float64 {
		x := portable.Exp(-u)
		density := float64(m*x) * portable.Exp(-float64(m*(x-e)))
		return float64(density * others(float64(m*u)))
	}, 0, min(window, p.allCopied()))
	return min(sum, 1)
}

// poisson is the probability, as a function of the mean, that a Poisson number
// is from from to to.
func poisson(from, to int) func(mean float64) float64 {
	logFactorial := 0.0
	for n := 2; n <= from; n++ {
		logFactorial += portable.Log(float64(n))
	}
	return func(mean float64) float64 {
		if mean <= 0 {
			if from == 0 {
				return 1
			}
			return 0
		}
		// mean**n exp(-mean)/n!, the first by its logarithm.
		term := portable.Exp(float64(float64(from)*portable.Log(mean)) - mean - logFactorial)
		sum := term
		for n := from + 1; n <= to; n++ {
			term = float64(term * (mean / float64(n)))
			sum += term
		}
		return sum
	}
}
