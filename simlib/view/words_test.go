package view_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/simtest"
	"locklab/simlib/view"
	"locklab/simlib/words"
)

// everyView shows each simulation at its defaults, with each knob at both ends
// and in the middle of its range, and with few trials, where counts are 0 and 1.
func everyView(t *testing.T, look func(at string, v view.View)) {
	t.Helper()
	for _, s := range simlib.All() {
		show := func(at string, s simlib.Sim[simlib.Result]) {
			r, err := s.Run(context.Background(), simlib.Exec{})
			if err != nil {
				t.Fatal(err)
			}
			look(s.Name()+" "+at, view.Of(s, r))
		}
		with := func(s simlib.Sim[simlib.Result], knob, value string) simlib.Sim[simlib.Result] {
			s, err := s.With(knob, value)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		few := s
		for _, k := range s.Knobs() {
			if trials[k.Name] != "" {
				few = with(few, k.Name, trials[k.Name])
			}
		}
		for _, base := range []simlib.Sim[simlib.Result]{s, few} {
			show("as it is", base)
			for _, k := range base.Knobs() {
				for _, value := range values(k) {
					show(k.Name+" "+value, with(base, k.Name, value))
				}
			}
		}
	}
}

// trials are the knobs for the number of trials, and how many are few.
var trials = map[string]string{"Increments": "1", "Holds": "3", "Grants": "2", "Trials": "2", "Runs": "3"}

// values are those at which a knob is looked at; of a number of trials, what is
// soon done.
func values(k simlib.Knob) []string {
	if simtest.Trials(k) {
		return []string{"1", "2"}
	}
	return simtest.Values(k)
}

var faults = map[string]*regexp.Regexp{
	"one of many":    regexp.MustCompile(`(?:^|[^\d.,])1 (?:(?:[a-z]+ )?(?:are|were|have)\b|(?:[a-z]+ )?[a-z]{2,}[^s\W]s\b)`),
	"many of one":    regexp.MustCompile(`(?:^|[^\d.,])(?:0|[2-9]|\d[\d,]*\d) (?:[a-z]+ )?(?:holder|hold|job|run|worker|increment|update|write|grant|crash|chain|lock)\b`),
	"not a number":   regexp.MustCompile(`NaN|Inf|%!|\d[eE][+-]?\d`),
	"less than less": regexp.MustCompile(`exactly (?:less|more)|(?:less|more) than (?:less|more)|in truth \d`),
	"a bad join":     regexp.MustCompile(`  | [.,;:]|\.\.|,,|: \.|;\.`),
	"none, and":      regexp.MustCompile(`\bno (?:[a-z]+ )+and nobody|\bnone,? and`),
	"minus nothing":  regexp.MustCompile(`(?:^|\s)-0(?:\s|%|$)`),
}

var fromTo = regexp.MustCompile(`([\d.,]*\d(?: ?%| m?s| min)?) to ([\d.,]*\d(?: ?%| m?s| min)?)`)

// The words about a result are right language with any knobs.
func TestWordsReadWell(t *testing.T) {
	everyView(t, func(at string, v view.View) {
		texts := []string{v.Headline.String(), v.Sentence, v.Caption, v.Model}
		for _, c := range v.Charts {
			texts = append(texts, c.Title, c.Alt)
			for _, s := range c.Steps {
				texts = append(texts, s.Text, s.Data, s.Mark, s.Chart.Title, s.Chart.Alt)
				if s.Ask != nil {
					texts = append(append(texts, s.Ask.Question, s.Ask.Says), s.Ask.Choices...)
				}
			}
		}
		for _, table := range v.Tables {
			texts = append(texts, table.Title)
			texts = append(texts, table.Columns...)
			for _, row := range table.Rows {
				texts = append(texts, row...)
			}
		}
		for _, text := range texts {
			for fault, pattern := range faults {
				if found := pattern.FindString(text); found != "" {
					t.Errorf("%s: %s: %q in %q", at, fault, found, text)
				}
			}
			for _, m := range fromTo.FindAllStringSubmatch(text, -1) {
				if strings.TrimSpace(m[1]) == strings.TrimSpace(m[2]) {
					t.Errorf("%s: from a number to the same: %q in %q", at, m[0], text)
				}
			}
		}
	})
}

var aNumber = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?(?: ?(?:%|(?:ns|µs|ms|s|min|h|d)\b))?`)

// numbersIn are the numbers in a text with their units, without spaces.
func numbersIn(text string) []string {
	var all []string
	for _, n := range aNumber.FindAllString(text, -1) {
		all = append(all, strings.TrimRight(strings.ReplaceAll(n, " ", ""), ","))
	}
	return all
}

// fixed are the numbers of a simulation's words that neither chance nor a knob
// has a say in.
var fixed = map[string][]string{
	"":            {"95%"},                             // of an interval; in all of them
	"staleholder": {"0.5s", "1s", "3s", "0", "1", "2"}, // when A and B read, stall and write; how many writes of two
	"lostupdate":  {"3"},                               // runs of a spread
	"joblength":   {"10,000"},                          // runs that a number is given for
}

// drawn is how much of the data a picture has room for.
var drawn = regexp.MustCompile(`one in [\d,]+ of the grants`)

// Every number that the sentence, the caption and the charts' text alternatives
// give is the setting of a knob or stands in a table; so no two of them tell
// different things of one run.
func TestNumbersAgree(t *testing.T) {
	everyView(t, func(at string, v view.View) {
		known := map[string]bool{}
		know := func(texts ...string) {
			for _, text := range texts {
				for _, n := range numbersIn(text) {
					known[n] = true
				}
			}
		}
		for _, table := range v.Tables {
			know(table.Title)
			know(table.Columns...)
			for _, row := range table.Rows {
				know(row...)
			}
		}
		for _, k := range v.Knobs {
			switch k.Kind {
			case "duration":
				unit := map[string]time.Duration{"s": time.Second, "ms": time.Millisecond}[k.Unit]
				know(words.Duration(time.Duration(math.Round(k.Value * float64(unit)))))
			case "number":
				know(words.Number(k.Value), words.Percent(k.Value))
			case "whole":
				know(words.Count(int(k.Value)), fmt.Sprint(int(k.Value)))
			}
		}
		for _, n := range append(fixed[""], fixed[v.Name]...) {
			known[n] = true
		}
		check := func(what, text string) {
			text = drawn.ReplaceAllString(text, "")
			for _, n := range numbersIn(text) {
				if !known[n] {
					t.Errorf("%s: the %s says %s, which no table does: %q", at, what, n, text)
				}
			}
		}
		check("headline", v.Headline.String())
		check("sentence", v.Sentence)
		check("caption", v.Caption)
		check("model", v.Model)
		for i, c := range v.Charts {
			check(fmt.Sprintf("text of chart %d", i+1), c.Alt)
			for _, m := range c.Marks {
				for _, label := range labels(m) {
					check(fmt.Sprintf("label in chart %d", i+1), label)
				}
			}
		}
	})
}

// labels are the words that a mark writes into its chart. What it says of single
// points when a reader points at them is as many numbers as there are points.
func labels(m chart.Mark) []string {
	switch m := m.(type) {
	case chart.Here:
		return []string{m.Label}
	case chart.Rule:
		return []string{m.Label}
	case chart.Note:
		return []string{m.Label}
	case chart.Words:
		var all []string
		for _, p := range m.Points {
			all = append(all, p.Text)
		}
		return all
	}
	return nil
}
