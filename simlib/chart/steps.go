package chart

import (
	"fmt"
	"strings"

	"locklab/simlib/history"
)

// steps makes a step of all that happens at one instant, and of a write one by
// itself, since a reader may be asked before it; where there are no times, of each
// event one. The last step is drawn as the whole.
func steps(h history.History) (steps []Step) {
	for i, e := range h.Events {
		at := e.At.Seconds()
		if h.Untimed {
			at = float64(e.Order)
		}
		if n := len(steps); n > 0 && steps[n-1].X == at && e.Kind != history.Write {
			steps[n-1].Text += "; " + strings.TrimSpace(e.Client+" "+h.What(e))
		} else {
			steps = append(steps, Step{X: at, Text: h.Tells(e), Source: e.Source, Ask: ask(h, i)})
		}
		step := &steps[len(steps)-1]
		step.Data, step.Mark = held(h, i)
		step.Chart = timeline(h, h.Events[:i+1])
		step.Chart.Title = h.Title
		toCome := Note{Role: Muted, X0: at, X1: step.Chart.X.Max, Y0: step.Chart.Y.Min, Y1: step.Chart.Y.Max}
		step.Chart.Marks = append([]Mark{toCome}, step.Chart.Marks...)
	}
	return steps
}

// held says what the storage holds after an event, and its mark; nothing where
// nobody has looked.
func held(h history.History, event int) (data, mark string) {
	if event >= len(h.Held) {
		return "", ""
	}
	data, mark = "nothing yet", "none: it keeps no mark"
	now := h.Held[event]
	for i, u := range now.Data {
		if i == 0 {
			data = update(h, u)
			continue
		}
		data += fmt.Sprintf(", then %s's (%s)", u.Client, h.Number(u))
	}
	if h.Fencing {
		mark = "none yet"
		if now.Mark > 0 {
			mark = fmt.Sprint(now.Mark)
		}
	}
	return data, mark
}

func update(h history.History, u history.Update) string {
	return fmt.Sprintf("%s's update (%s)", u.Client, h.Number(u))
}

// ask asks what the storage will do with a write. Of one that is not answered, or was
// done before, there is nothing to guess.
func ask(h history.History, event int) *Ask {
	e := h.Events[event]
	if !h.Asks || e.Kind != history.Write || e.Answer != history.Accepted && e.Answer != history.Refused {
		return nil
	}
	with := ""
	if e.Token > 0 {
		with = fmt.Sprintf(" with token %d", e.Token)
	}
	from := ""
	for _, before := range h.Events[:event] {
		if before.Kind == history.Read && before.Client == e.Client {
			from = ", from what it read at " + h.When(before)
		}
	}
	a := Ask{
		Question: fmt.Sprintf("%s is about to write%s%s. What will the storage do?", e.Client, with, from),
		Choices:  []string{"Take it; nothing is lost", "Take it; an update is lost", "Refuse it"},
		Says:     "The storage took the write, and nothing is lost.",
	}
	switch {
	case len(e.Lost) == 1:
		a.Right, a.Says = 1, fmt.Sprintf("The storage took the write, and %s is lost.", update(h, e.Lost[0]))
	case len(e.Lost) > 1:
		a.Right, a.Says = 1, fmt.Sprintf("The storage took the write, and %s are lost.", h.Updates(e.Lost))
	case e.Answer == history.Refused && e.Mark > e.Token:
		a.Right, a.Says = 2, fmt.Sprintf("The storage refused the write, since %d is below its mark, %d.", e.Token, e.Mark)
	case e.Answer == history.Refused:
		a.Right, a.Says = 2, "The storage refused the write, since what it was made from is no longer there."
	}
	return &a
}
