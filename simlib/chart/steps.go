package chart

import (
	"fmt"
	"strings"

	"locklab/simlib"
)

// steps makes a step of all that happens at one instant, and of a write one by
// itself: a reader is asked before it. so is the chart of the events so far.
func steps(r simlib.StaleHolderResult, so func([]simlib.Event) Spec) (steps []Step) {
	for i, e := range r.Events {
		at := e.At.Seconds()
		if n := len(steps); n > 0 && steps[n-1].X == at && e.Kind != simlib.EventWrite {
			steps[n-1].Text += "; " + what(e)
		} else {
			steps = append(steps, Step{X: at, Text: e.String(), Ask: ask(r, i)})
		}
		step := &steps[len(steps)-1]
		step.Data, step.Mark = held(r, i)
		step.Chart = so(r.Events[:i+1])
	}
	return steps
}

// when and what are the two halves of what an event says.
func when(e simlib.Event) string {
	at, _, _ := strings.Cut(e.String(), ": ")
	return at
}

func what(e simlib.Event) string {
	_, what, _ := strings.Cut(e.String(), ": ")
	return what
}

// held says what the storage holds after an event, and its mark.
func held(r simlib.StaleHolderResult, event int) (data, mark string) {
	data, mark = "nothing yet", "none: it keeps no mark"
	now := r.Held[event]
	for i, t := range now.Data {
		if i == 0 {
			data = update(r, t)
			continue
		}
		data += fmt.Sprintf(", then %s's (%d)", holder(r, t), t)
	}
	if r.Params.Fencing {
		mark = "none yet"
		if now.Mark > 0 {
			mark = fmt.Sprint(now.Mark)
		}
	}
	return data, mark
}

func update(r simlib.StaleHolderResult, t simlib.Token) string {
	return fmt.Sprintf("%s's update (%d)", holder(r, t), t)
}

// holder is who was granted the lock with a token.
func holder(r simlib.StaleHolderResult, t simlib.Token) string {
	for _, e := range r.Events {
		if e.Kind == simlib.EventGrant && e.Token == t {
			return e.Party
		}
	}
	return ""
}

// ask asks what the storage will do with a write.
func ask(r simlib.StaleHolderResult, event int) *Ask {
	e := r.Events[event]
	if e.Kind != simlib.EventWrite {
		return nil
	}
	var read string
	for _, before := range r.Events[:event] {
		if before.Kind == simlib.EventRead && before.Token == e.Token {
			read = when(before)
		}
	}
	a := Ask{
		Question: fmt.Sprintf("%s is about to write with token %d, from what it read at %s. What will the storage do?", e.Party, e.Token, read),
		Choices:  []string{"Take it; nothing is lost", "Take it; an update is lost", "Refuse it"},
		Says:     "The storage took the write, and nothing is lost.",
	}
	switch {
	case len(e.Lost) > 0:
		a.Right, a.Says = 1, fmt.Sprintf("The storage took the write, and %s is lost.", update(r, e.Lost[0]))
	case e.Verdict == simlib.VerdictRejected:
		a.Right, a.Says = 2, fmt.Sprintf("The storage refused the write, since %d is below its mark, %d.", e.Token, e.Mark)
	}
	return &a
}
