package chart

import (
	"math"
	"time"

	"locklab/simlib/words"
)

// NiceStep is the smallest of 1, 2, 5, 10, 20, ... and 0.1, 0.2, 0.5, ... that
// is not below least, which is positive.
func NiceStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= least*0.999 {
			return factor * power
		}
	}
	return 10 * power
}

// EvenTicks are ticks at whole multiples of step from 0 to end.
func EvenTicks(end, step float64, label func(float64) string) []Tick {
	if !(step > 0) {
		panic("chart: an axis without a length has no ticks")
	}
	var ticks []Tick
	for i := 0; float64(i)*step <= end*1.0001; i++ {
		ticks = append(ticks, Tick{float64(i) * step, label(float64(i) * step)})
	}
	return ticks
}

// DurationTicks labels an axis in seconds that begins at 0.
func DurationTicks(end float64) []Tick {
	step := NiceStep(end / 6)
	if step > 5 {
		for _, step = range []float64{10, 20, 30, 60, 120, 300, 600, 1200, 3600, 7200, 6 * 3600, 24 * 3600} {
			if end/step <= 7 {
				break
			}
		}
		for end/step > 7 { // days
			step *= 2
		}
	}
	return EvenTicks(end, step, func(at float64) string {
		switch {
		case at == 0:
			return "0 s"
		case step == 10 || step == 20: // of which a minute has thirds and sixths
			return words.Number(at) + " s"
		case step == 600 || step == 1200: // and so has an hour
			return words.Number(at/60) + " min"
		}
		return words.Duration(time.Duration(math.Round(at * 1e9)))
	})
}

// CountTicks labels an axis of things counted from 0.
func CountTicks(end int) []Tick {
	return EvenTicks(float64(end), NiceStep(float64(end)/6), words.Number)
}

// ShareTicks labels an axis of shares from 0 to 1.
func ShareTicks() []Tick {
	return []Tick{{0, "0%"}, {0.25, "25%"}, {0.5, "50%"}, {0.75, "75%"}, {1, "100%"}}
}

// TimeTicks labels durations on an axis in seconds.
func TimeTicks(at ...time.Duration) []Tick {
	ticks := make([]Tick, len(at))
	for i, d := range at {
		ticks[i] = Tick{d.Seconds(), words.Duration(d)}
	}
	return ticks
}
