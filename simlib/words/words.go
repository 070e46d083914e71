// Package words writes numbers as the lesson's sentences, tables and charts
// do: rounded to what a reader can use, with a unit, and the same everywhere.
package words

import (
	"math"
	"strconv"
	"strings"
	"time"
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

// Number is v to three significant digits and no exponent: "2.44", "0.00012",
// "8,640".
func Number(v float64) string { return significant(v, 3) }

// Percent is a share as a percentage to two significant digits: "0.028%";
// above ten percent to one decimal place. A share too small to picture is
// "less than 0.000001%".
func Percent(share float64) string {
	v := share * 100
	if 0 < v && v < 1e-6 {
		return "less than 0.000001%"
	}
	if math.Abs(v) >= 10 {
		return trimZeros(strconv.FormatFloat(v, 'f', 1, 64)) + "%"
	}
	return significant(v, 2) + "%"
}

// Exactly is the exact value of a share in a sentence: "exactly 0.028%", or
// "in truth less than 0.000001%" where Percent gives no figure.
func Exactly(share float64) string {
	if p := Percent(share); strings.HasPrefix(p, "less") {
		return "in truth " + p
	}
	return "exactly " + Percent(share)
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
