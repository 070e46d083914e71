package simlib

import (
	"time"

	"locklab/simlib/rnd/portable"
)

// What a crash loses on average, without simulation.
//
// Where copies are in order, all formulas follow from one question: of a grant
// that was made the time s before the crash, how likely is it that one given
// replica has it, and that both have it? In units of the copy time, u = s/CopyTime, with
// m = Rate x CopyTime, which is the mean number of copies under way (Little's law:
// rate times time):
//
//	fixed        one = both = 1 if u >= 1, else 0
//	in order     one = (1-x)  older1    older1 = exp(-m (x-e))
//	             both = (1-x)² older2    older2 = exp(-m (2(x-e) - (x²-e²)/2))
//
// with x = exp(-u) and e = exp(-Window/CopyTime). In order a replica has the grant
// if its own copy is finished and so is each older one. The older grants of the
// window are a Poisson process. Of those made v before the crash the share
// exp(-v) is not copied, so the number that is not is a Poisson number with
// mean
//
//	m × integral of exp(-v) dv from u to Window/CopyTime = m (x-e),
//
// and none is missing with the probability older1. For both replicas the share
// that is missing at one of them is 1 - (1-exp(-v))², hence older2.
//
// Of two replicas whose copies are in order, the more advanced has whatever
// either has. So the promoted one has the grant with probability
//
//	most advanced  2 one - both    (one of the two has it)
//	by lot         one
//	worst          both
//
// and the client was told of it with probability 1 if nobody waits, 2 one -
// both if it waits for one replica, and both if for two. The promoted replica
// has nothing that the client was not told of, but for the wait for two, with
// which nothing is lost at all. So a grant is lost with the difference of these
// probabilities, and the expectation is Rate times its integral over the ages
// that are in the window and still hold at the promotion.
//
// Independent copies are for lostIndependent.

// of is the probability for the replica that is promoted, made from those for
// one given replica and for both, of something that the more advanced replica
// has if either has it.
func (p Promotion) of(one, both float64) float64 {
	switch p {
	case MostAdvanced:
		return 2*one - both
	case ByLot:
		return one
	}
	return both
}

// older is the probability that one given replica has all grants older than u,
// in copy times, if they are copied in order, and that both have; oldest is the age
// of the window's beginning.
func (p Failover) older(u, oldest float64) (one, both float64) {
	m, x, e := p.underWay(), portable.Exp(-u), portable.Exp(-oldest)
	behind := x - e
	return portable.Exp(-float64(m * behind)), portable.Exp(-float64(m * (2*behind - float64(behind*(x+e))/2)))
}

// has is the probability that one given replica has a grant of age u, in copy times,
// copied in order, and that both have it.
func (p Failover) has(u, oldest float64) (one, both float64) {
	one, both = p.older(u, oldest)
	copied := 1 - portable.Exp(-u)
	return float64(one * copied), float64(both * float64(copied*copied))
}

// underWay is the mean number of copies under way, Rate x CopyTime.
func (p Failover) underWay() float64 { return p.Rate * p.CopyTime.Seconds() }

// copyTimes is a time in copy times.
func (p Failover) copyTimes(d time.Duration) float64 { return float64(d) / float64(p.CopyTime) }

// oldestLost is the age up to which a grant can be lost.
func (p Failover) oldestLost() time.Duration { return max(0, min(p.Window, p.held())) }

// expectedLost is the mean number of grants that a crash loses.
//
// For copies in order and a long window the integral of 1 - one is
//
//	m Ein(m) + 1 - exp(-m)    with Ein(m) = integral of (1-exp(-t))/t dt from 0 to m,
//
// which is 4.71 for m = 2.5, where independent copies lose 2.5.
func (p Failover) expectedLost() float64 {
	switch p.Store.loses() {
	case LosesNone:
		return 0
	case LosesAll:
		return p.Rate * p.Window.Seconds()
	}
	switch {
	case p.WaitForReplicas == replicas:
		return 0
	case p.Copying == Independent:
		mean := 0.0
		for n, probability := range p.lostIndependent() {
			mean += float64(float64(n) * probability)
		}
		return mean
	case p.Copying == Fixed && p.WaitForReplicas > 0:
		return 0 // both replicas get it at the same instant
	case p.Copying == Fixed:
		return p.Rate * min(p.CopyTime, p.oldestLost()).Seconds()
	}
	return p.underWay() * integrate(func(u float64) float64 {
		one, both := p.has(u, p.copyTimes(p.Window))
		told := 1.0
		if p.WaitForReplicas > 0 {
			told = MostAdvanced.of(one, both)
		}
		return told - p.Promote.of(one, both)
	}, 0, min(p.copyTimes(p.oldestLost()), p.allCopied()))
}

// formula says in a few words what expectedLost computes for a store that
// copies later.
func (p Failover) formula() string {
	if p.WaitForReplicas == 0 && p.held() >= p.Window {
		switch {
		case p.Copying == Fixed && p.CopyTime <= p.Window:
			return "rate x copy time"
		case p.Copying == Independent && p.Promote == ByLot:
			return "rate x copy time x (1 - exp(-window/copy time))"
		}
	}
	return "the rate times the chance to be lost, summed over the ages of grants"
}

// allCopied is an age, in copy times, beyond which a missing copy is too unlikely to
// count: below exp(-40).
func (p Failover) allCopied() float64 { return 40 + portable.Log(1+p.underWay()) }

// lostIndependent is the distribution of the number of grants that a crash
// loses if each copy is on its own.
//
// A Poisson process from which each grant is taken, or not, for itself is a
// Poisson process. So the numbers of grants that are missing at both replicas,
// at the first only, and at the second only are independent Poisson numbers.
// Their means are
//
//	both       m (1-e²)/2    the integral of m x²     with x = exp(-u),
//	only one   m (1-e)²/2    the integral of m x(1-x)      e = exp(-Window/CopyTime).
//
// The most advanced replica is the one that alone lacks fewer. What is missing
// at both was acknowledged only if nobody waits.
//
// Which replica is promoted depends on how many grants are missing, not on
// which. So if only younger ones are still valid at the promotion, each of the
// grants missing at the promoted replica alone is among them with the same
// probability.
func (p Failover) lostIndependent() []float64 {
	e, young := portable.Exp(-p.copyTimes(p.Window)), portable.Exp(-p.copyTimes(p.oldestLost()))
	m := p.underWay()
	only := float64(m * float64((1-e)*(1-e)) / 2)
	valid := float64((1-young)*(1-young)) / float64((1-e)*(1-e))
	lost := thinned(p.Promote.lacks(poissonNumbers(only)), valid)
	if p.WaitForReplicas == 0 {
		lost = summed(lost, poissonNumbers(float64(m*(1-float64(young*young))/2)))
	}
	return lost
}

// lacks is the distribution of the number that the promoted one of two replicas
// lacks, where each by itself lacks a number with the given distribution. The
// smaller of two numbers is at least n if both are, with the square of the
// probability that one is; so it is n with the difference of two such squares.
// One number is as often the smaller as it is the larger of the two.
func (p Promotion) lacks(numbers []float64) []float64 {
	if p == ByLot {
		return numbers
	}
	promoted := make([]float64, len(numbers))
	atLeast := 0.0
	for n := len(numbers) - 1; n >= 0; n-- {
		more := atLeast
		atLeast += numbers[n]
		weight := atLeast + more
		if p == Worst {
			weight = 2 - weight
		}
		promoted[n] = float64(numbers[n] * weight)
	}
	return promoted
}

// poissonNumbers are the probabilities of 0, 1, 2, ... for a Poisson number
// with a mean of at most 700, until they no longer count.
func poissonNumbers(mean float64) []float64 {
	probability := portable.Exp(-mean)
	numbers := []float64{probability}
	for n := 1.0; n < mean || probability > 1e-25; n++ {
		probability = float64(probability * mean / n)
		numbers = append(numbers, probability)
	}
	return numbers
}

// thinned is the distribution of a number of things of which each is left, for
// itself, with the given probability.
func thinned(numbers []float64, left float64) []float64 {
	all := make([]float64, len(numbers))
	ofN := []float64{1} // the probabilities that 0, 1, ..., n of n are left
	for _, probability := range numbers {
		for i, q := range ofN {
			all[i] += float64(probability * q)
		}
		ofN = append(ofN, 0)
		for i := len(ofN) - 1; i >= 0; i-- {
			ofN[i] = float64(ofN[i] * (1 - left))
			if i > 0 {
				ofN[i] += float64(ofN[i-1] * left)
			}
		}
	}
	return all
}

// summed is the distribution of the sum of two independent numbers.
func summed(a, b []float64) []float64 {
	sum := make([]float64, len(a)+len(b)-1)
	for i, p := range a {
		for j, q := range b {
			sum[i+j] += float64(p * q)
		}
	}
	return sum
}

// ackDelay is the mean time until as many replicas as are waited for have a
// grant, long after the beginning of the window.
func (p Failover) ackDelay() time.Duration {
	if p.WaitForReplicas == 0 || p.Store.loses() != LosesUncopied {
		return 0
	}
	times := 1.0 // of a copy
	switch {
	case p.Copying == Independent && p.WaitForReplicas == 1:
		times = 0.5 // the earlier of two exponential times
	case p.Copying == Independent:
		times = 1.5 // the later of them
	case p.Copying == InOrder:
		times = integrate(func(u float64) float64 { // the chance that it is not acknowledged yet
			one, both := p.has(u, 1000)
			if p.WaitForReplicas == 1 {
				return 1 - MostAdvanced.of(one, both)
			}
			return 1 - both
		}, 0, p.allCopied())
	}
	return time.Duration(float64(times*float64(p.CopyTime)) + 0.5)
}

// meanLag is the mean replication lag: the mean time until one given replica has
// a grant, long after the beginning of the window. Times the rate it is what the
// replica lacks at any instant (Little's law).
func (p Failover) meanLag() time.Duration {
	if p.Copying != InOrder {
		return p.CopyTime
	}
	times := integrate(func(u float64) float64 {
		one, _ := p.has(u, 1000)
		return 1 - one
	}, 0, p.allCopied())
	return time.Duration(float64(times*float64(p.CopyTime)) + 0.5)
}

// probabilities gives the chance that a crash loses from to to grants; -1 where
// no formula is at hand.
//
// What a store that copies nothing loses is a Poisson number, and so is what is
// lost with one fixed copy time, by the argument of lostIndependent.
//
// In order, without waiting, it is not. Let u be the age of the oldest grant
// that the promoted replica lacks, in lags. That none is older than u has the
// probability older, so the age has the density
//
//	one given replica  d(older1)/du = m x older1          with x = exp(-u),
//	both               d(older2)/du = m (2x - x²) older2,
//
// from which those for the promoted one follow as above. That grant is lost,
// and with it all younger ones: a Poisson number with mean m u, since copied
// or not does not matter for them. If it does not hold until the promotion, all
// those are lost that do.
func (p Failover) probabilities() func(from, to int) float64 {
	switch {
	case p.Store.loses() == LosesUncopied && p.Copying == Independent && p.WaitForReplicas < replicas:
		lost := p.lostIndependent()
		return func(from, to int) (sum float64) {
			for n := from; n <= to && n < len(lost); n++ {
				sum += lost[n]
			}
			return min(sum, 1)
		}
	case p.Store.loses() != LosesUncopied || p.Copying != InOrder || p.expectedLost() == 0:
		lost := p.expectedLost()
		return func(from, to int) float64 { return poisson(from, to)(lost) }
	case p.WaitForReplicas > 0:
		return func(int, int) float64 { return -1 }
	}
	m, window, held := p.underWay(), p.copyTimes(p.Window), p.copyTimes(p.oldestLost())
	noneOlder := func(u float64) float64 { return p.Promote.of(p.older(u, window)) }
	density := func(u float64) float64 {
		x := portable.Exp(-u)
		one, both := p.older(u, window)
		return p.Promote.of(float64(float64(m*x)*one), float64(float64(m*(2*x-float64(x*x)))*both))
	}
	return func(from, to int) float64 {
		sum := float64((1 - noneOlder(held)) * poisson(from, to)(float64(m*held)))
		if from == 0 {
			sum += noneOlder(0)
		}
		if to > 0 {
			others := poisson(max(0, from-1), to-1)
			sum += integrate(func(u float64) float64 {
				return float64(density(u) * others(float64(m*u)))
			}, 0, min(held, p.allCopied()))
		}
		return min(sum, 1)
	}
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
