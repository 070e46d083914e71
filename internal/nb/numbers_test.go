package nb

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// stated are the numbers in the lesson's prose that no cell beside them
// computes and no statement about a system has, each with where it comes from.
var stated = map[string]map[string]string{
	"00_start_here.ipynb": {
		"26 min": "how long the lesson takes; TestLessonTakesItsTime",
	},
	"10_where_to_go_next.ipynb": {
		"1989": "when it was published",
	},
}

var (
	aNumber = regexp.MustCompile(`(\d[\d,]*(?:\.\d+)*)(?:\s*(%|seconds?\b|minutes?\b|min\b|ms\b|s\b))?`)
	inGo    = regexp.MustCompile(`(\d+)\s*\*\s*time\.(Second|Millisecond|Minute)`)
	aShare  = regexp.MustCompile(`(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten)(?: \w+)? in a (hundred|thousand)\b`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	unseen  = []*regexp.Regexp{
		regexp.MustCompile(`\]\([^)]*\)`),                         // where links lead
		regexp.MustCompile(`(?s)<details>.*?</details>`),          // folded: reports and their numbers
		regexp.MustCompile(`(?m)^(?:\||\d+\. |\*\*Goal|\[).*$`),   // the map, the steps to try, times and sections
		regexp.MustCompile(`(?:sections? |\bof )\d+(?: to \d+)?`), // other sections
	}
	units = map[string]string{"second": "s", "seconds": "s", "s": "s", "minute": "min", "minutes": "min", "min": "min",
		"ms": "ms", "%": "%", "Second": "s", "Millisecond": "ms", "Minute": "min"}
)

// numbersIn are the numbers of a text, with their unit where it has one.
func numbersIn(text string) []string {
	var all []string
	for _, m := range aNumber.FindAllStringSubmatch(text, -1) {
		n := strings.TrimRight(strings.ReplaceAll(m[1], ",", ""), ".")
		if unit := units[m[2]]; unit == "%" {
			n += unit
		} else if unit != "" {
			n += " " + unit
		}
		all = append(all, n)
	}
	return all
}

// Every number in the prose is in an output or in the code beside it, or in a
// source that the cell cites; what is not is stated above.
func TestProseNumbersAreComputed(t *testing.T) {
	for _, n := range lesson(t) {
		computed := map[string]bool{}
		note := func(text string) {
			for _, number := range numbersIn(text) {
				computed[number] = true
				bare, unit, _ := strings.Cut(number, " ")
				computed[bare] = true
				// A formula takes a share as a fraction, and time in seconds.
				if value, err := strconv.ParseFloat(strings.TrimSuffix(bare, "%"), 64); err == nil {
					switch {
					case strings.HasSuffix(bare, "%"):
						computed[fmt.Sprintf("%.6g", value/100)] = true
					case unit == "ms":
						computed[fmt.Sprintf("%.6g", value/1000)] = true
					}
				}
			}
		}
		for _, c := range n.Cells {
			if c.CellType != "code" {
				for _, claim := range claimsIn(c.source()) {
					for _, s := range claim.basis() {
						note(evidence(s))
					}
				}
				continue
			}
			note(c.source())
			for _, m := range inGo.FindAllStringSubmatch(c.source(), -1) {
				note(m[1] + " " + units[m[2]])
			}
			for _, o := range c.Outputs {
				note(strings.Join(o.Text, ""))
				for _, mime := range []string{"text/plain", "text/html"} {
					says := html.UnescapeString(tag.ReplaceAllString(text(o.Data[mime]), " "))
					note(strings.ReplaceAll(says, "\u00a0", " ")) // at which no line ends
				}
			}
		}
		used := map[string]bool{}
		check := func(number, where string) {
			if _, ok := stated[n.name][number]; ok {
				used[number] = true
			} else if !computed[number] {
				t.Errorf("%s: %s: no cell computes %s", n.name, where, number)
			}
		}
		for _, c := range n.Cells {
			if c.CellType != "markdown" {
				continue
			}
			text := c.source()
			for _, r := range unseen {
				text = r.ReplaceAllString(text, " ")
			}
			text = html.UnescapeString(tag.ReplaceAllString(text, " "))
			for _, number := range numbersIn(text) {
				check(number, c.ID)
			}
			for _, m := range aShare.FindAllStringSubmatch(text, -1) {
				check(percent(m[1], m[2]), c.ID)
			}
		}
		for number := range stated[n.name] {
			if !used[number] {
				t.Errorf("%s states no %s any more", n.name, number)
			}
		}
	}
}

// percent writes "two in a thousand" as 0.2%.
func percent(count, of string) string {
	for i, word := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if strings.EqualFold(word, count) {
			share := float64(i + 1)
			if of == "thousand" {
				share /= 10
			}
			return fmt.Sprintf("%g%%", share)
		}
	}
	return ""
}

func TestNumbersIn(t *testing.T) {
	got := fmt.Sprint(numbersIn("1,000 of 60,000 in 10 seconds, 0.2% of 5 ms. It is 3.4.3, with 5."))
	if want := "[1000 60000 10 s 0.2% 5 ms 3.4.3 5]"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if got := percent("Two", "thousand"); got != "0.2%" {
		t.Errorf("two in a thousand is %s", got)
	}
}
