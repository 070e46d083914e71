package simlib

// longRun is the share of updates that is lost in the long run without a
// guard, while all workers are at work. It is exact, by this argument.
//
// Take the final value and go back in time. The last write built upon the
// write that its worker had read; that one upon another, and so on to the
// first 0. The updates on this chain are contained in the final value, and no
// others. So: how many steps does the chain take per unit of time?
//
// A step goes back over one think time to the worker's read, and from there to
// the last write by anybody. The workers do not heed each other, so each thinks
// and waits in turn as if it were alone, backwards as well as forwards:
// backwards a thinker's read comes after an exponential time of mean Think,
// and a waiter's write after one of mean Wait. Let x(j) be the probability
// that the chain looks for a write (it does not think) while j of the n
// workers wait, and b(j) the probability that j wait: binomial, each with
// probability Wait/(Think+Wait). What flows into the state x(j) flows out:
//
//	x(j)·(j/Wait + (n-j)/Think) = (b(j-1) - x(j-1))/Think + x(j-1)·(n-j+1)/Think
//
// On the left a waiter's write is found, or another thinker begins to wait; on
// the right the chain's worker arrives at its read, or another thinker begins
// to wait. From x(0) = 0 follow all others. Writes are found at the rate
// sum of j·x(j)/Wait, and made at the rate n/(Think+Wait). The code uses
// y(j) = x(j)/Wait, which is finite at Wait 0 too.
//
// For two workers with Think = Wait, 5/8 are contained and 3/8 lost.
func (p LostUpdate) longRun() float64 {
	think, wait := float64(p.Think), float64(p.Wait)
	n := p.Workers
	if n == 1 || p.Think == 0 {
		return 0
	}
	thinks, waits := think/(think+wait), wait/(think+wait)
	b := make([]float64, n+1) // b[j]: the probability that j of n wait
	b[0] = 1
	for i := 1; i <= n; i++ {
		for j := i; j > 0; j-- {
			b[j] = float64(b[j]*thinks) + float64(b[j-1]*waits)
		}
		b[0] *= thinks
	}
	y, found := 0.0, 0.0
	for j := 1; j <= n; j++ {
		others := float64(float64(n-j) * wait)
		y = (b[j-1] + float64(others*y)) / (float64(float64(j)*think) + others)
		found += float64(float64(j) * y)
	}
	contained := found * (think + wait) / float64(n)
	return max(0, 1-contained)
}
