// Package words writes numbers as the lesson's sentences, tables and charts
// do: rounded to what a reader can use, with a unit, and the same everywhere.
package words

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"locklab/simlib/stat"
)

// Duration is d in the largest unit that it reaches, to three digits: "200 ms",
// "1.5 s", "2 min".
func Duration(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	abs := d.Abs()
	for _, u := range []struct {
		unit time.Duration
		name string
	}{
		{24 * time.Hour, " d"},
		{time.Hour, " h"},
		{time.Minute, " min"},
		{time.Second, " s"},
		{time.Millisecond, " ms"},
		{time.Microsecond, " µs"},
	} {
		if float64(abs) >= 0.9995*float64(u.unit) { // what rounds to one of the unit
			return Number(float64(d)/float64(u.unit)) + u.name
		}
	}
	return strconv.FormatInt(int64(d), 10) + " ns"
}

// Of is one of some words, or its number where there is no such word.
func Of(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return strconv.Itoa(i)
	}
	return words[i]
}

// Count is n with a comma between thousands: "60,000".
func Count(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Some is "1 update" or "690 updates".
func Some(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "sh"):
		return Count(n) + " " + thing + "es"
	}
	return Count(n) + " " + thing + "s"
}

// SomeAre is "1 update is" or "690 updates are".
func SomeAre(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return Some(n, thing) + " are"
}

// Number is v to three significant digits and no exponent: "2.44", "0.00012",
// "8,640". What is too small to picture is "less than 0.000001".
func Number(v float64) string {
	if 0 < v && v < 1e-6 {
		return "less than 0.000001"
	}
	return significant(v, 3)
}

// Percent is a share as a percentage to two significant digits: "0.028%";
// above ten percent to one decimal place, and near a hundred as exact as what
// is missing: "99.97%". Only a share of 0 is "0%" and only one of 1 is "100%";
// what is too close to them to picture is "less than 0.000001%" or "more than
// 99.999999%".
func Percent(share float64) string {
	v := share * 100
	switch missing := (1 - share) * 100; {
	case 0 < v && v < 1e-6:
		return "less than 0.000001%"
	case 0 < missing && missing < 1e-6:
		return "more than 99.999999%"
	case 0 < missing && missing < 0.1:
		digits := 1 - int(math.Floor(math.Log10(missing))) // the second one of what is missing
		return trimZeros(strconv.FormatFloat(v, 'f', digits, 64)) + "%"
	case math.Abs(v) >= 10:
		return trimZeros(strconv.FormatFloat(v, 'f', 1, 64)) + "%"
	}
	return significant(v, 2) + "%"
}

// Within is an estimate with its interval: "1.2% (0.55% to 2.6%)"; and alone
// where both ends of the interval are written like it.
func Within(value, low, high string) string {
	if low == value && high == value {
		return value
	}
	return value + " (" + low + " to " + high + ")"
}

// Share is a share of trials with its 95% interval, for a table.
func Share(p stat.Proportion) string {
	low, high := p.Interval()
	return Within(Percent(p.Share()), Percent(low), Percent(high))
}

// Estimate is a share of trials with its 95% interval, for a sentence.
func Estimate(p stat.Proportion) string {
	low, high := p.Interval()
	return Percent(p.Share()) + " (95% interval " + Percent(low) + " to " + Percent(high) + ")"
}

// Exactly is the exact value of a share in a sentence: "exactly 0.028%", or
// "in truth less than 0.000001%" where Percent gives a bound and no figure.
func Exactly(share float64) string {
	p := Percent(share)
	if strings.Contains(p, " than ") {
		return "in truth " + p
	}
	return "exactly " + p
}

// Rate is how often something happens, given how many times a day, in the unit
// in which it is easiest to imagine: "2.4 a day", "one in 25 years". A rate of
// 0 is "never".
func Rate(perDay float64) string {
	const year = 365.25
	switch {
	case perDay <= 0:
		return "never"
	case perDay >= 0.995:
		return significant(perDay, 2) + " a day"
	case perDay >= 0.995/7:
		return "one in " + significant(1/perDay, 2) + " days"
	case perDay >= 0.995/year:
		return "one in " + significant(1/perDay/7, 2) + " weeks"
	case perDay >= 1/(1e6*year):
		return "one in " + significant(1/perDay/year, 2) + " years"
	}
	return "less than one in a million years"
}

// RateOf is Rate with its subject: "2.4 overlaps a day", "one overlap in 25
// years", "no overlap".
func RateOf(perDay float64, thing string) string {
	rate := Rate(perDay)
	switch n, daily := strings.CutSuffix(rate, " a day"); {
	case rate == "never":
		return "no " + thing
	case daily && n != "1":
		return n + " " + thing + "s a day"
	case daily:
		return n + " " + thing + " a day"
	}
	return strings.Replace(rate, "one in", "one "+thing+" in", 1)
}

// significant is v to the given number of significant digits, without an
// exponent, with commas between thousands.
func significant(v float64, digits int) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	// Round first: 9.996 has one digit before the point, and 10.0 has two.
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	before := int(math.Floor(math.Log10(math.Abs(rounded)))) + 1
	if before >= 4 {
		return Count(int(rounded))
	}
	return trimZeros(strconv.FormatFloat(rounded, 'f', max(0, digits-before), 64))
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Columns is how many letters a line has that fits below a cell.
const Columns = 96

// Unbroken is a text in which no line ends between a number and the unit of time
// after it, where lines are broken by whoever shows it.
func Unbroken(text string) string {
	var b strings.Builder
	before := ""
	for i, word := range strings.Split(text, " ") {
		switch {
		case i == 0:
		case isUnit(word) && before != "" && before[len(before)-1] >= '0' && before[len(before)-1] <= '9':
			b.WriteString("\u00a0")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(word)
		before = word
	}
	return b.String()
}

// isUnit says whether a word, but for what stands behind it, is a unit of time.
func isUnit(word string) bool {
	if end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); end >= 0 {
		word = word[:end]
	}
	return slices.Contains([]string{"ns", "µs", "ms", "s", "min", "h", "d"}, word)
}
