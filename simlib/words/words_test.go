package words_test

import (
	"math"
	"testing"
	"time"

	"locklab/simlib/stat"
	"locklab/simlib/words"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{words.Duration(0), "0"},
		{words.Duration(15), "15 ns"},
		{words.Duration(2500), "2.5 µs"},
		{words.Duration(200 * time.Millisecond), "200 ms"},
		{words.Duration(999_999_999), "1 s"},
		{words.Duration(1234 * time.Millisecond), "1.23 s"},
		{words.Duration(10 * time.Second), "10 s"},
		{words.Duration(time.Minute), "1 min"},
		{words.Duration(90 * time.Second), "1.5 min"},
		{words.Duration(36 * time.Hour), "1.5 d"},
		{words.Duration(-2 * time.Second), "-2 s"},
		{words.Count(0), "0"},
		{words.Count(999), "999"},
		{words.Count(60_000), "60,000"},
		{words.Count(-1_234_567), "-1,234,567"},
		{words.Some(0, "update"), "0 updates"},
		{words.Some(1, "crash"), "1 crash"},
		{words.Some(2000, "crash"), "2,000 crashes"},
		{words.SomeAre(1, "update"), "1 update is"},
		{words.SomeAre(2, "update"), "2 updates are"},
		{words.Number(0), "0"},
		{words.Number(9.996), "10"},
		{words.Number(0.000123456), "0.000123"},
		{words.Number(8640), "8,640"},
		{words.Number(-0.5), "-0.5"},
		{words.Number(math.Inf(1)), "+Inf"},
		{words.Percent(0), "0%"},
		{words.Percent(0.000282), "0.028%"},
		{words.Percent(0.36), "36%"},
		{words.Percent(0.6789), "67.9%"},
		{words.Percent(1), "100%"},
		{words.Percent(0.999), "99.9%"},
		{words.Percent(0.9997), "99.97%"},
		{words.Percent(0.99994), "99.994%"},
		{words.Percent(1 - 1e-12), "more than 99.999999%"},
		{words.Percent(1e-10), "less than 0.000001%"},
		{words.Number(1e-12), "less than 0.000001"},
		{words.Within("1", "0.5", "2"), "1 (0.5 to 2)"},
		{words.Within("0%", "0%", "0%"), "0%"},
		{words.Share(stat.Proportion{Count: 15, Of: 60_000}), "0.025% (0.015% to 0.041%)"},
		{words.Estimate(stat.Proportion{Count: 15, Of: 60_000}), "0.025% (95% interval 0.015% to 0.041%)"},
		{words.Exactly(0.000282), "exactly 0.028%"},
		{words.Exactly(0), "exactly 0%"},
		{words.Exactly(1e-10), "in truth less than 0.000001%"},
		{words.Exactly(1 - 1e-12), "in truth more than 99.999999%"},
		{words.Rate(0), "never"},
		{words.Rate(2.443), "2.4 a day"},
		{words.Rate(8640), "8,600 a day"},
		{words.Rate(0.999), "1 a day"},
		{words.Rate(0.5), "one in 2 days"},
		{words.Rate(1. / 30), "one in 4.3 weeks"},
		{words.Rate(1.1e-4), "one in 25 years"},
		{words.Rate(1e-12), "less than one in a million years"},
		{words.RateOf(0, "overlap"), "no overlap"},
		{words.RateOf(2.443, "overlap"), "2.4 overlaps a day"},
		{words.RateOf(0.999, "overlap"), "1 overlap a day"},
		{words.RateOf(0.5, "overlap"), "one overlap in 2 days"},
		{words.RateOf(1e-12, "overlap"), "less than one overlap in a million years"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestUnbroken(t *testing.T) {
	const nbsp = "\u00a0"
	for text, want := range map[string]string{
		"TTL 10 s, 1.5 min or 3 servers": "TTL 10" + nbsp + "s, 1.5" + nbsp + "min or 3 servers",
		"37 s. 200 ms to 2 µs":           "37" + nbsp + "s. 200" + nbsp + "ms to 2" + nbsp + "µs",
		"60,000 holds, 2.4 a day":        "60,000 holds, 2.4 a day",
	} {
		if got := words.Unbroken(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
