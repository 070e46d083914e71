package chart

import (
	"fmt"
	"slices"
	"strings"

	"locklab/simlib/history"
)

// Timeline draws a history as lanes: one for each client from the top, one for the
// lock service and one for the storage, and below them one for what is outside, if
// anything reaches it. It tells who waits for the lock, who holds it, who works
// without it and who stalls, and what passes between the lanes. A reader walks
// through its Steps, the last of which is the whole, unless there are more than
// mostSteps: each step is a picture.
func Timeline(h history.History) Spec {
	if len(h.Events) == 0 {
		return Spec{Title: h.Title, Alt: "An empty timeline.", X: Axis{Label: "time", Max: 1}, Y: Axis{Label: "who", Max: 1},
			Marks: []Mark{Words{Muted, Middle, []Point{{0.5, 0.5, "nothing happens"}}}}}
	}
	h = whole(h)
	s := timeline(h, h.Events)
	s.Title = h.Title
	if len(h.Events) <= mostSteps {
		s.Steps = steps(h)
	}
	return s
}

// mostSteps are as many as a reader may walk, and a notebook keep.
const mostSteps = 150

// whole is a history in which every client has a lane and every event its place.
func whole(h history.History) history.History {
	h.Clients, h.Events = slices.Clone(h.Clients), slices.Clone(h.Events)
	for i := range h.Events {
		e := &h.Events[i]
		if e.Client != "" && !slices.Contains(h.Clients, e.Client) {
			h.Clients = append(h.Clients, e.Client)
		}
		if e.Order <= 0 {
			e.Order = i + 1
		}
		e.At = max(e.At, 0)
	}
	return h
}

// The lanes of a timeline; clients come above the storage and the lock service, in
// their order.
const (
	outsideLane = -1.
	storageLane = 0.
	lockLane    = 1.
	clientLanes = 2.
	laneHalf    = 0.27 // half the height of a span
)

// WriteDots are the kinds of write that charts tell apart, by what came of them.
func WriteDots() map[string]*Dots {
	dots := map[string]*Dots{}
	for cameOf, d := range map[string]Dots{
		history.Unread.String():    {Role: Bad, Shape: Diamond},
		history.Overwrote.String(): {Role: Bad, Shape: Triangle},
		history.Refused.String():   {Role: Good, Shape: Cross},
		history.Repeated.String():  {Role: Wasted, Shape: Diamond},
		history.NoAnswer.String():  {Role: Wasted, Shape: Cross},
	} {
		d.Label = cameOf
		dots[cameOf] = &d
	}
	return dots
}

// UsedDots are the dots that are there, in a fixed order.
func UsedDots(dots map[string]*Dots) []Mark {
	var marks []Mark
	for _, v := range []string{history.Unread.String(), history.Overwrote.String(), history.Refused.String(), history.Repeated.String(),
		history.NoAnswer.String()} {
		if len(dots[v].Points) > 0 {
			marks = append(marks, *dots[v])
		}
	}
	return marks
}

// timeline draws the first of a history's events, on the axes of the whole.
func timeline(h history.History, events []history.Event) Spec {
	x := func(e history.Event) float64 { return e.At.Seconds() }
	if h.Untimed {
		x = func(e history.Event) float64 { return float64(e.Order) }
	}
	last := 0.
	for _, e := range h.Events {
		last = max(last, x(e))
	}
	end := last + min(1, max(last/4, 1e-3)) // a margin, of a second in a history of some seconds
	s := Spec{X: Axis{Label: "time", Max: end, Ticks: DurationTicks(end)}}
	if h.Untimed {
		end = last + 1
		s.X = Axis{Label: "step", Max: end, Ticks: CountTicks(int(end))}
	}
	lane := map[string]float64{}
	bottom := storageLane
	if slices.ContainsFunc(h.Events, func(e history.Event) bool { return e.Kind.Place() == history.Outside }) {
		bottom = outsideLane
		s.Y.Ticks = append(s.Y.Ticks, Tick{outsideLane, "outside"})
	}
	s.Y.Ticks = append(s.Y.Ticks, Tick{storageLane, "storage"}, Tick{lockLane, "lock service"})
	for i := len(h.Clients) - 1; i >= 0; i-- {
		client := h.Clients[i]
		lane[client] = clientLanes + float64(len(h.Clients)-1-i)
		s.Y.Ticks = append(s.Y.Ticks, Tick{lane[client], short(client)})
	}
	s.Y.Label, s.Y.Min, s.Y.Max = "who", bottom-1.35, clientLanes+float64(len(h.Clients))-0.4

	boxes := []*Boxes{
		history.Waits:  {Label: history.Waits.String(), Role: Muted, Hatched: true},
		history.Holds:  {Label: history.Holds.String(), Role: Good},
		history.Stale:  {Label: "works without it", Role: Bad},
		history.Stalls: {Label: history.Stalls.String(), Role: Now, Hatched: true},
	}
	for _, span := range history.Spans(events) {
		from, to := span.From.Seconds(), span.To.Seconds()
		if h.Untimed {
			from, to = float64(span.FromOrder), float64(span.ToOrder)
		}
		y, b := lane[span.Client], boxes[span.Kind]
		b.Boxes = append(b.Boxes, Box{X0: from, X1: min(to, end), Y0: y - laneHalf, Y1: y + laneHalf, Text: spanText(span)})
	}

	messages := Segments{Role: Muted, Dashed: true}
	accepted := Dots{Label: history.Accepted.String(), Role: Good, Shape: Circle}
	crashes := Dots{Label: "crashes", Role: Bad, Shape: Cross}
	dots := WriteDots()
	tokens, below := Words{Role: Muted, Side: Right}, Words{Role: Muted, Side: Below}
	var failovers []Mark
	for _, e := range events {
		at, party := x(e), lane[e.Client]
		call := at
		if e.Call > 0 && h.Untimed {
			call = float64(e.Call)
		}
		message := func(other float64) {
			if e.Client == "" { // the other's own doing
				return
			}
			messages.Segments = append(messages.Segments, Segment{at, other, call, party - laneHalf, h.Tells(e)})
		}
		dot := func(d *Dots, y float64) { d.Points = append(d.Points, Point{at, y, h.Tells(e)}) }
		switch {
		case e.Kind == history.Crash:
			dot(&crashes, party)
		case e.Kind == history.Failover, e.Kind == history.StorageFailover:
			failovers = append(failovers, Rule{Label: e.Kind.String(), Role: Now, X: at})
		case e.Kind.Place() == history.AtLockService:
			message(lockLane)
			if d := dots[e.Answer.String()]; d != nil {
				dot(d, lockLane)
			}
			if e.Kind == history.Grant && len(h.Clients) <= 12 { // else there is no room between the lanes
				tokens.Points = append(tokens.Points, Point{at, party + laneHalf + 0.17, fmt.Sprintf("token %d", e.Token)})
			}
		case e.Kind.Place() == history.Outside:
			message(outsideLane)
			if d := dots[e.Answer.String()]; d != nil {
				dot(d, outsideLane)
			}
			below.Points = append(below.Points, Point{at, outsideLane, e.Kind.String()})
		case e.Kind.Place() == history.AtStorage:
			message(storageLane)
			if e.Kind != history.Write && e.Answer != history.Refused {
				if d := dots[e.Answer.String()]; d != nil {
					dot(d, storageLane)
				}
				below.Points = append(below.Points, Point{at, storageLane, e.Kind.String()})
				break
			}
			d := dots[history.CameOf(e.Answer, e.Finding)]
			if d == nil {
				d = &accepted
			}
			dot(d, storageLane)
			if e.Token > 0 {
				below.Points = append(below.Points, Point{at, storageLane, fmt.Sprint(e.Token)})
			}
		}
	}
	for _, b := range boxes {
		if len(b.Boxes) > 0 {
			s.Marks = append(s.Marks, *b)
		}
	}
	s.Marks = append(s.Marks, messages)
	s.Marks = append(s.Marks, failovers...)
	for _, d := range []Dots{crashes, accepted} {
		if len(d.Points) > 0 {
			s.Marks = append(s.Marks, d)
		}
	}
	s.Marks = append(s.Marks, UsedDots(dots)...)
	for _, words := range []Words{tokens, below} {
		if len(words.Points) > 0 {
			s.Marks = append(s.Marks, words)
		}
	}
	s.Alt = lanes(s.Y.Ticks) + tell(h, events)
	return s
}

// short is a client's name as it fits beside its lane.
func short(name string) string {
	const most = 24
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// spanText says who does what all through a span.
func spanText(s history.Span) string {
	if s.Kind == history.Waits {
		return s.Client + " " + s.Kind.String()
	}
	return fmt.Sprintf("%s %s (token %d)", s.Client, s.Kind, s.Token)
}

// lanes names the lanes, from the top.
func lanes(ticks []Tick) string {
	names := make([]string, len(ticks))
	for i, t := range ticks {
		name := t.Label
		if t.At < clientLanes && t.At != outsideLane {
			name = "the " + name
		}
		names[len(ticks)-1-i] = name
	}
	last := len(names) - 1
	return "A timeline with a lane each for " + strings.Join(names[:last], ", ") + " and " + names[last] + ". "
}

// tell tells events in one paragraph.
func tell(h history.History, events []history.Event) string {
	steps := make([]string, len(events))
	for i, e := range events {
		steps[i] = h.Tells(e)
	}
	return strings.Join(steps, ". ") + "."
}
