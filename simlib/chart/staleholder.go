package chart

import (
	"fmt"
	"strings"

	"locklab/simlib"
)

// walk draws the walk as lanes, one for each holder, the lock service and the
// storage.
func walk(r simlib.StaleHolderResult) Spec {
	end := r.Events[len(r.Events)-1].At.Seconds() + 1
	parties := holders(r.Events)
	s := timeline(parties, r.Events, r.Spans, end)
	s.Title = map[simlib.StaleOutcome]string{
		simlib.StaleInTime:    "A wakes in time, and all is well",
		simlib.StaleUnnoticed: "A writes late, and nobody notices",
		simlib.StaleLost:      "A writes late, and then B's write loses it",
		simlib.StaleOverwrote: "A wakes, and old data replaces new",
		simlib.StaleRejected:  "A wakes, and the storage refuses its write",
	}[r.Outcome]
	s.Alt = lanes + tell(r.Events)
	s.Steps = steps(r, func(events []simlib.Event) Spec {
		s := timeline(parties, events, simlib.Spans(events), end)
		s.Title = "Two holders and one lock, step by step" // it tells nothing of the end
		s.Alt = lanes + tell(events)
		now := events[len(events)-1].At.Seconds()
		toCome := Note{Role: Muted, X0: now, X1: s.X.Max, Y0: s.Y.Min, Y1: s.Y.Max}
		s.Marks = append([]Mark{toCome}, s.Marks...)
		return s
	})
	return s
}

const lanes = "A timeline with a lane each for A, B, the lock service and the storage. "

// tell tells a history in one paragraph.
func tell(events []simlib.Event) string {
	steps := make([]string, len(events))
	for i, e := range events {
		steps[i] = e.String()
	}
	return strings.Join(steps, ". ") + "."
}

// The lanes of a timeline from the bottom up; holders come above the storage
// and the lock service, in the order in which they appear.
const (
	storageLane = 0.
	lockLane    = 1.
	holderLanes = 2.
	laneHalf    = 0.27 // half the height of a span
)

// holders are those of a history, in the order in which they get the lock.
func holders(events []simlib.Event) (parties []string) {
	for _, e := range events {
		if e.Kind == simlib.EventGrant {
			parties = append(parties, e.Party)
		}
	}
	return parties
}

// timeline draws a history on an axis of so many seconds: which of the parties
// holds the lock, who works without it, who stalls, and what passes between the
// lanes.
func timeline(parties []string, events []simlib.Event, spans []simlib.Span, end float64) Spec {
	lane := map[string]float64{}
	ticks := []Tick{{storageLane, "storage"}, {lockLane, "lock service"}}
	for i := len(parties) - 1; i >= 0; i-- {
		lane[parties[i]] = holderLanes + float64(len(parties)-1-i)
		ticks = append(ticks, Tick{lane[parties[i]], parties[i]})
	}
	s := Spec{
		X: Axis{Label: "time", Min: 0, Max: end, Ticks: durationTicks(end)},
		Y: Axis{Label: "who", Min: storageLane - 1.35, Max: holderLanes + float64(len(parties)) - 0.4, Ticks: ticks},
	}

	boxes := map[simlib.SpanKind]*Boxes{
		simlib.SpanHolds:  {Label: "holds the lock", Role: Good},
		simlib.SpanStale:  {Label: "works without it", Role: Bad},
		simlib.SpanStalls: {Label: "stalls", Role: Now, Hatched: true},
	}
	for _, span := range spans {
		b := boxes[span.Kind]
		y := lane[span.Party]
		b.Boxes = append(b.Boxes, Box{
			X0: span.From.Seconds(), X1: min(span.To.Seconds(), end), Y0: y - laneHalf, Y1: y + laneHalf,
			Text: fmt.Sprintf("%s %s (token %d)", span.Party, span.Kind, span.Token),
		})
	}
	messages := Segments{Role: Muted, Dashed: true}
	dots := map[simlib.Verdict]*Dots{
		simlib.VerdictApplied:   {Label: "write accepted", Role: Good, Shape: Circle},
		simlib.VerdictOverwrote: {Label: "write does harm", Role: Bad, Shape: Triangle},
		simlib.VerdictRejected:  {Label: "refused", Role: Good, Shape: Cross},
	}
	tokens, below := Words{Role: Muted, Side: Right}, Words{Role: Muted, Side: Below}
	for _, e := range events {
		at, party := e.At.Seconds(), lane[e.Party]
		switch e.Kind.Place() {
		case simlib.AtLockService:
			messages.Segments = append(messages.Segments, Segment{at, lockLane, at, party - laneHalf, e.String()})
			if e.Kind == simlib.EventGrant {
				tokens.Points = append(tokens.Points, Point{at, party + laneHalf + 0.17, fmt.Sprintf("token %d", e.Token)})
			}
		case simlib.AtStorage:
			messages.Segments = append(messages.Segments, Segment{at, storageLane, at, party - laneHalf, e.String()})
			if e.Kind != simlib.EventWrite && e.Verdict != simlib.VerdictRejected {
				below.Points = append(below.Points, Point{at, storageLane, e.Kind.String()})
				break
			}
			verdict := e.Verdict
			if verdict == simlib.VerdictUnread {
				verdict = simlib.VerdictOverwrote
			}
			if d := dots[verdict]; d != nil {
				d.Points = append(d.Points, Point{at, storageLane, e.String()})
			}
			below.Points = append(below.Points, Point{at, storageLane, fmt.Sprint(e.Token)})
		}
	}
	for _, kind := range []simlib.SpanKind{simlib.SpanHolds, simlib.SpanStale, simlib.SpanStalls} {
		if len(boxes[kind].Boxes) > 0 {
			s.Marks = append(s.Marks, *boxes[kind])
		}
	}
	s.Marks = append(s.Marks, messages)
	for _, verdict := range []simlib.Verdict{simlib.VerdictApplied, simlib.VerdictOverwrote, simlib.VerdictRejected} {
		if len(dots[verdict].Points) > 0 {
			s.Marks = append(s.Marks, *dots[verdict])
		}
	}
	for _, words := range []Words{tokens, below} {
		if len(words.Points) > 0 {
			s.Marks = append(s.Marks, words)
		}
	}
	return s
}
