package quiz_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"locklab/simlib/quiz"
)

// Each question has one right answer and a reason for every choice, and its
// name is its own.
func TestQuestions(t *testing.T) {
	slug := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	names, ids := map[string]bool{}, map[string]bool{}
	for _, z := range quiz.All() {
		if names[z.Name] || z.Title == "" || len(z.Questions) == 0 {
			t.Errorf("quiz %q: its name is taken, or it has no title or question", z.Name)
		}
		names[z.Name] = true
		choices := len(z.Questions[0].Choices)
		for _, q := range z.Questions {
			if !slug.MatchString(q.ID) || ids[q.ID] {
				t.Errorf("%q is no name for a question, or is taken", q.ID)
			}
			ids[q.ID] = true
			if n := len(q.Choices); n != choices || n < 3 || n > 4 {
				t.Errorf("%s has %d choices", q.ID, n)
			}
			rights, texts := 0, map[string]bool{}
			for _, c := range q.Choices {
				if c.Right {
					rights++
				}
				if c.Text == "" || texts[c.Text] || !strings.HasSuffix(c.Why, ".") {
					t.Errorf("%s: choice %q is there twice, or its reason %q is no sentence", q.ID, c.Text, c.Why)
				}
				texts[c.Text] = true
			}
			if rights != 1 {
				t.Errorf("%s has %d right answers", q.ID, rights)
			}
		}
	}
}

// A learner who always presses the same key earns no more than by chance.
func TestRightAnswersAreSpread(t *testing.T) {
	for _, z := range quiz.All() {
		if z.XP == 0 {
			continue
		}
		at := map[int]int{}
		for _, q := range z.Questions {
			at[q.Right()]++
		}
		for n := range z.Questions[0].Choices {
			if at[n+1] != 2 {
				t.Errorf("%s: answer %d is right %d times, want twice", z.Name, n+1, at[n+1])
			}
		}
	}
	if n := len(quiz.Scored()); n != 14 {
		t.Errorf("%d questions are scored, want 14", n)
	}
}

func TestAnswer(t *testing.T) {
	for _, z := range quiz.All() {
		for _, q := range z.Questions {
			for n := range q.Choices {
				v, err := q.Answer(n + 1)
				if err != nil || v.Right != (n+1 == q.Right()) || v.Why != q.Choices[n].Why || v.Right == (v.Better != "") {
					t.Errorf("%s: to answer %d it says %+v, %v", q.ID, n+1, v, err)
				}
			}
			for _, n := range []int{-1, 0, len(q.Choices) + 1} {
				if _, err := q.Answer(n); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("want 1 to %d", len(q.Choices))) {
					t.Errorf("%s: answer %d gives %v", q.ID, n, err)
				}
			}
		}
	}
}

func TestFind(t *testing.T) {
	if _, err := quiz.Find("protecton"); err == nil || !strings.Contains(err.Error(), `"protection"`) {
		t.Errorf("a wrong name gives %v", err)
	}
	if _, err := quiz.FindQuestion("stok"); err == nil || !strings.Contains(err.Error(), "stock") {
		t.Errorf("a wrong name gives %v", err)
	}
}

func ExampleQuestion_Answer() {
	q, _ := quiz.FindQuestion("hung-worker")
	v, _ := q.Answer(1)
	fmt.Println(v)
	// Output:
	// No. The renewal extends it each time.
	// 2 is right: Nobody, as long as it is renewed. The lock service sees a healthy client. Renew only on progress, or cap the time held.
}
