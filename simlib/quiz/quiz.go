// Package quiz has the questions of the lesson and the verdict on an answer.
//
// The question: does the learner know when a lock is enough? The model: each
// question has three or four choices, one of them right, and a reason for every
// choice. What it leaves out: who answered what. Progress is the learner's own;
// the page keeps it (see view.Quiz), and nothing here is a grade.
package quiz

import (
	"fmt"
	"slices"
	"strings"
)

// A Quiz is some questions that a section asks together.
type Quiz struct {
	// Name is what a cell calls it by; Title is what a reader sees.
	Name, Title string
	// XP is what a right answer at the first try is worth; 0 if nobody counts.
	XP int
	// Questions come in the order in which they are asked.
	Questions []Question
}

// A Question is a scenario and what to do about it.
type Question struct {
	// ID is a word or a few with hyphens. Progress is kept under it, so it stays
	// when the wording changes.
	ID string
	// Text is the scenario and the question.
	Text string
	// Facts are the IDs of the statements (simlib/facts) that what it says of
	// systems rests on.
	Facts []string
	// Choices are three or four, exactly one of them right.
	Choices []Choice
}

// A Choice is one answer, with the reason why it is right or wrong. Why refers
// to no other choice by its number.
type Choice struct {
	Text, Why string
	Right     bool
}

// Right is the number of the right choice, counted from 1.
func (q Question) Right() int {
	return 1 + slices.IndexFunc(q.Choices, func(c Choice) bool { return c.Right })
}

// A Verdict is what is said to an answer.
type Verdict struct {
	// Right says whether it was the right choice.
	Right bool
	// Why is the reason for the choice that was made.
	Why string
	// Better is the right choice with its reason, where another was made.
	Better string
}

// String is the verdict in a few sentences.
func (v Verdict) String() string {
	if v.Right {
		return "Right. " + v.Why
	}
	return "No. " + v.Why + "\n" + v.Better
}

// Answer is the verdict on a choice, counted from 1. It fails if there is no
// such choice.
func (q Question) Answer(choice int) (Verdict, error) {
	if choice < 1 || choice > len(q.Choices) {
		return Verdict{}, fmt.Errorf("quiz: %s: answer %d: want 1 to %d", q.ID, choice, len(q.Choices))
	}
	c := q.Choices[choice-1]
	v := Verdict{Right: c.Right, Why: c.Why}
	if !c.Right {
		right := q.Choices[q.Right()-1]
		v.Better = fmt.Sprintf("%d is right: %s. %s", q.Right(), right.Text, right.Why)
	}
	return v, nil
}

// Find is the quiz of a name; the error lists the names there are.
func Find(name string) (Quiz, error) {
	var names []string
	for _, q := range all {
		if q.Name == name {
			return q, nil
		}
		names = append(names, fmt.Sprintf("%q", q.Name))
	}
	return Quiz{}, fmt.Errorf("quiz: no quiz is called %q; there are %s", name, strings.Join(names, ", "))
}

// FindQuestion is the question of an ID; the error lists those there are.
func FindQuestion(id string) (Question, error) {
	var ids []string
	for _, z := range all {
		for _, q := range z.Questions {
			if q.ID == id {
				return q, nil
			}
			ids = append(ids, q.ID)
		}
	}
	return Question{}, fmt.Errorf("quiz: no question is called %q; there are %s", id, strings.Join(ids, ", "))
}

// All are the quizzes in the order of the lesson.
func All() []Quiz { return slices.Clone(all) }

// Scored are the questions that are worth something, by ID.
func Scored() map[string]int {
	scored := map[string]int{}
	for _, z := range all {
		for _, q := range z.Questions {
			if z.XP > 0 {
				scored[q.ID] = z.XP
			}
		}
	}
	return scored
}
