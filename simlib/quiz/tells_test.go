package quiz_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"locklab/simlib/quiz"
)

// most is the choices for which score is highest.
func most(q quiz.Question, score func(text string) int) (at []int) {
	best := 0
	for i, c := range q.Choices {
		switch s := score(c.Text); {
		case i == 0 || s > best:
			best, at = s, []int{i}
		case s == best:
			at = append(at, i)
		}
	}
	return at
}

// hits says whether the right choice is among some.
func hits(q quiz.Question, at []int) bool {
	for _, i := range at {
		if i+1 == q.Right() {
			return true
		}
	}
	return false
}

// The right choice is the longest in at most 40% of the questions, and the
// shortest in no more: in each quiz that is scored, in both, and in all. One as
// long as another counts for both.
func TestLengthTellsNothing(t *testing.T) {
	sets := map[string][]quiz.Question{}
	for _, z := range quiz.All() {
		sets["all"] = append(sets["all"], z.Questions...)
		if z.XP > 0 {
			sets["all that are scored"] = append(sets["all that are scored"], z.Questions...)
			sets[z.Name] = z.Questions
		}
	}
	for name, questions := range sets {
		longest, shortest := 0, 0
		for _, q := range questions {
			if hits(q, most(q, utf8.RuneCountInString)) {
				longest++
			}
			if hits(q, most(q, func(text string) int { return -utf8.RuneCountInString(text) })) {
				shortest++
			}
		}
		t.Logf("%s: the right choice is the longest in %d of %d, the shortest in %d", name, longest, len(questions), shortest)
		if limit := 2 * len(questions); 5*longest > limit || 5*shortest > limit {
			t.Errorf("%s: the right choice is the longest in %d of %d questions and the shortest in %d, want at most 40%%", name, longest, len(questions), shortest)
		}
	}
}

// marks are what may stand out in a choice.
var marks = map[string]*regexp.Regexp{
	"a comma, colon or semicolon": regexp.MustCompile(`[,;:]`),
	"an absolute word":            regexp.MustCompile(`(?i)\b(no|none|nothing|nobody|never|always|any|all|every|each|only|impossible|without)\b`),
	"a hedge or a condition":      regexp.MustCompile(`(?i)\b(can|may|might|could|usually|unless|if|while|until|when|though|rarely|some|about|often|where)\b`),
}

var word = regexp.MustCompile(`[\pL\d]+`)

// Who knows nothing and looks for what gives a right choice away earns little.
// A guess is right in three questions of ten; a tell that singles choices out
// in few of twenty, or several in one, may do better by chance, so at most half
// are right.
func TestFormTellsNothing(t *testing.T) {
	sole := func(q quiz.Question, has func(text string) bool) []int {
		at := most(q, func(text string) int {
			if has(text) {
				return 1
			}
			return 0
		})
		if len(at) > 1 {
			return nil
		}
		return at
	}
	tells := map[string]func(q quiz.Question) []int{
		"the one that shares most words with the others": func(q quiz.Question) []int {
			return most(q, func(text string) (n int) {
				for _, c := range q.Choices {
					if c.Text != text {
						n += shared(text, c.Text, 1)
					}
				}
				return n
			})
		},
		"the one that shares most words with the question": func(q quiz.Question) []int {
			return most(q, func(text string) int { return shared(text, q.Text, 4) })
		},
	}
	for name, has := range marks {
		tells["the only one with "+name] = func(q quiz.Question) []int { return sole(q, has.MatchString) }
		tells["the only one without "+name] = func(q quiz.Question) []int {
			return sole(q, func(text string) bool { return !has.MatchString(text) })
		}
	}
	for name, tell := range tells {
		told, right := 0, []string{}
		for _, z := range quiz.All() {
			for _, q := range z.Questions {
				at := tell(q)
				if len(at) == 0 || len(at) == len(q.Choices) { // it singles out none
					continue
				}
				told++
				if hits(q, at) {
					right = append(right, q.ID)
				}
			}
		}
		t.Logf("%s is right in %d of %d", name, len(right), told)
		if 2*len(right) > told {
			t.Errorf("%s is right in %d of %d questions: %s", name, len(right), told, strings.Join(right, ", "))
		}
	}
}

// Marks and words that a test-wise reader distrusts, or trusts, are about as
// frequent in right choices as in wrong ones: in neither half as frequent again.
func TestWordsTellNothing(t *testing.T) {
	for name, has := range marks {
		var with, of [2]float64 // wrong choices, right ones
		for _, z := range quiz.All() {
			for _, q := range z.Questions {
				for _, c := range q.Choices {
					kind := 0
					if c.Right {
						kind = 1
					}
					of[kind]++
					if has.MatchString(c.Text) {
						with[kind]++
					}
				}
			}
		}
		wrong, right := with[0]/of[0], with[1]/of[1]
		t.Logf("%s: in %.0f%% of the right choices and %.0f%% of the wrong ones", name, 100*right, 100*wrong)
		if right > 1.5*wrong || wrong > 1.5*right {
			t.Errorf("%s is in %.0f%% of the right choices and %.0f%% of the wrong ones", name, 100*right, 100*wrong)
		}
	}
}

// shared is how many different words of two texts, of so many letters or more,
// are the same.
func shared(a, b string, letters int) int {
	in := map[string]bool{}
	for _, w := range word.FindAllString(strings.ToLower(b), -1) {
		in[w] = len(w) >= letters
	}
	n := 0
	for _, w := range word.FindAllString(strings.ToLower(a), -1) {
		if in[w] {
			n++
			in[w] = false
		}
	}
	return n
}
