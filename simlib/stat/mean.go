package stat

import "math"

// Mean is the mean of counts: how many of something there were in each of
// Trials trials. It keeps whole numbers only, so that the order in which
// trials are added does not matter.
type Mean struct {
	Trials, Sum, Squares int // Squares is the sum of the squares of the counts
}

// Record adds a trial with the given count.
func (m *Mean) Record(count int) {
	m.Trials++
	m.Sum += count
	m.Squares += count * count
}

// Add adds the trials that o has recorded.
func (m *Mean) Add(o Mean) {
	m.Trials += o.Trials
	m.Sum += o.Sum
	m.Squares += o.Squares
}

// Value is the estimate, Sum/Trials; 0 of no trials is 0.
func (m Mean) Value() float64 {
	if m.Trials == 0 {
		return 0
	}
	return float64(m.Sum) / float64(m.Trials)
}

// Interval is a 95% score interval, the analogue for counts of Wilson's for
// shares: the means that lie within z standard errors of the estimate, where
// the variance of a count is dispersion times its mean. The dispersion is 1 if
// things happen one by one (a Poisson count), and more if they come in
// clusters; it is estimated, and taken for at least 1, from the trials. So the
// interval is sensible when Sum is 0 or small. Of no trials nothing is known:
// 0 to infinity.
//
// (The score interval for a Poisson mean: N. E. Breslow and N. E. Day,
// "Statistical methods in cancer research" II, 1987, section 2.3. The
// dispersion: P. McCullagh and J. A. Nelder, "Generalized linear models",
// 1989, section 6.2.3.)
func (m Mean) Interval() (low, high float64) {
	if m.Trials == 0 {
		return 0, math.Inf(1)
	}
	n, mean := float64(m.Trials), m.Value()
	dispersion := 1.0
	if m.Trials > 1 && m.Sum > 0 {
		variance := (float64(m.Squares) - float64(float64(m.Sum)*mean)) / (n - 1)
		dispersion = max(1, variance/mean)
	}
	// |mean - x| = z·√(dispersion·x/n), solved for x.
	shift := float64(z95*z95) * dispersion / n
	centre := mean + shift/2
	half := math.Sqrt(float64(shift*mean) + float64(shift*shift)/4)
	return max(0, centre-half), centre + half
}
