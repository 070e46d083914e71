package chart

import (
	"fmt"

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
			steps[n-1].Text += "; " + e.Tells()
		} else {
			steps = append(steps, Step{X: at, Text: h.Tells(e), Ask: ask(h, i)})
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
			data = update(u)
			continue
		}
		data += fmt.Sprintf(", then %s's (%d)", u.Client, u.Token)
	}
	if h.Fencing {
		mark = "none yet"
		if now.Mark > 0 {
			mark = fmt.Sprint(now.Mark)
		}
	}
	return data, mark
}

func update(u history.Update) string { return fmt.Sprintf("%s's update (%d)", u.Client, u.Token) }

// ask asks what the storage will do with a write.
func ask(h history.History, event int) *Ask {
	e := h.Events[event]
	if !h.Asks || e.Kind != history.Write {
		return nil
	}
	from := ""
	for _, before := range h.Events[:event] {
		if before.Kind == history.Read && before.Client == e.Client {
			from = ", from what it read at " + h.When(before)
		}
	}
	a := Ask{
		Question: fmt.Sprintf("%s is about to write with token %d%s. What will the storage do?", e.Client, e.Token, from),
		Choices:  []string{"Take it; nothing is lost", "Take it; an update is lost", "Refuse it"},
		Says:     "The storage took the write, and nothing is lost.",
	}
	switch {
	case len(e.Lost) > 0:
		a.Right, a.Says = 1, fmt.Sprintf("The storage took the write, and %s is lost.", update(e.Lost[0]))
	case e.Answer == history.Refused:
		a.Right, a.Says = 2, fmt.Sprintf("The storage refused the write, since %d is below its mark, %d.", e.Token, e.Mark)
	}
	return &a
}
