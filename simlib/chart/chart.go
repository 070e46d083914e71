// Package chart describes a picture in a neutral way: axes, marks and words, with no
// library and no colour in it.
//
// Package echart draws the description as an interactive chart and package
// still as a fixed picture, so what a learner drags and what a reader prints
// is the same chart. It knows no simulation: each describes its own.
package chart

import "math"

// Spec is one chart.
type Spec struct {
	// Title says the point of the chart, not its axes.
	Title string
	// Alt says in words what the chart shows, for those who do not see it.
	Alt string
	// X and Y are the axes.
	X, Y Axis
	// Marks are drawn in order, the first at the back.
	Marks []Mark
	// Steps, of a timeline, are what a reader walks through, from the first one
	// on. A result whose main chart has steps tells its end last.
	Steps []Step
}

// Step is one step of a timeline.
type Step struct {
	X          float64 // when it is
	Text       string  // what happens here
	Source     string  // what its client has written there; empty where that is not known
	Data, Mark string  // what the storage then holds, and its mark
	Ask        *Ask    // what is asked before it; nil where nothing is written
	Chart      Spec    // as much of the timeline as has happened
}

// Ask is a question about what the storage will do with a write.
type Ask struct {
	Question string
	Choices  []string
	Right    int    // which choice it is
	Says     string // what the storage did
}

// Axis is one axis with all its ticks.
type Axis struct {
	// Label names the quantity.
	Label string
	// Log says that equal distances multiply.
	Log bool
	// Min and Max are the ends; with Log, both are positive.
	Min, Max float64
	// Ticks are the labelled values, in rising order.
	Ticks []Tick
}

// Place is how far along the axis v lies: 0 at Min, 1 at Max.
func (a Axis) Place(v float64) float64 {
	if a.Log {
		return math.Log(v/a.Min) / math.Log(a.Max/a.Min)
	}
	return (v - a.Min) / (a.Max - a.Min)
}

// Value is what lies at a place: Min at 0, Max at 1.
func (a Axis) Value(place float64) float64 {
	if a.Log {
		return a.Min * math.Pow(a.Max/a.Min, place)
	}
	return a.Min + place*(a.Max-a.Min)
}

// Tick is a value on an axis and what is written beside it.
type Tick struct {
	At    float64
	Label string
}

// Mark is one of Line, Band, Dots, Segments, Boxes, Here, Rule, Note and Words.
type Mark interface{ mark() }

// Line joins points.
type Line struct {
	Label  string
	Role   Role
	Dashed bool
	Points []Point
}

// Band fills the space between Low and High.
type Band struct {
	Label string
	Role  Role
	Edges []Edge
}

// Dots are points that nothing joins.
type Dots struct {
	Label  string
	Role   Role
	Shape  Shape
	Points []Point
}

// Shape is the shape of dots, which tells them apart where colours do not.
type Shape uint8

// The shapes.
const (
	Circle Shape = iota
	Triangle
	Diamond
	Cross
)

// Segments are straight lines, each by itself.
type Segments struct {
	Label    string
	Role     Role
	Dashed   bool
	Segments []Segment
}

// Boxes are rectangles: the bars of a bar chart, or the spans of a timeline.
// Hatched ones leave visible what lies below them.
type Boxes struct {
	Label   string
	Role    Role
	Hatched bool
	Boxes   []Box
}

// Here marks the setting of the cell: a large dot with its words beside it, and an
// error bar if Low and High differ.
type Here struct {
	Label     string
	At        Point
	Low, High float64 // the ends of the bar in y
}

// Rule is a vertical line through the whole chart, with its words at the top.
type Rule struct {
	Label string
	Role  Role
	X     float64
}

// Note is a tinted area with words in its middle.
type Note struct {
	Label          string
	Role           Role
	X0, X1, Y0, Y1 float64
}

// Words are the texts of points, each in the middle of its place or beside it. As
// those of Here, Rule and Note they give way, as far as they must, to what else is
// drawn; only who draws knows how far that is.
type Words struct {
	Role   Role
	Side   Side
	Points []Point
}

// Side is where words lie, as seen from their place, if there is room.
type Side uint8

// The sides.
const (
	Middle Side = iota
	Above
	Below
	Right
	Left
)

// Point is a place in the chart and what to say about it when a reader points
// at it.
type Point struct {
	X, Y float64
	Text string
}

// Edge is one place on a band.
type Edge struct{ X, Low, High float64 }

// Segment leads from one place to another; Text is as in Point.
type Segment struct {
	X0, Y0, X1, Y1 float64
	Text           string
}

// Box is a rectangle; Text is as in Point.
type Box struct {
	X0, X1, Y0, Y1 float64
	Text           string
}

func (Line) mark()     {}
func (Band) mark()     {}
func (Dots) mark()     {}
func (Segments) mark() {}
func (Boxes) mark()    {}
func (Here) mark()     {}
func (Rule) mark()     {}
func (Note) mark()     {}
func (Words) mark()    {}

// Shown is how a setting is marked on an axis of values: by a dot, or where its
// value is below the axis by a line through the chart; and the word for that.
func (h Here) Shown(y Axis) (mark Mark, word string) {
	if h.At.Y < y.Min {
		return Rule{Label: h.Label, Role: Now, X: h.At.X}, "line"
	}
	return h, "dot"
}

// OrSay is what is drawn of the data, or where that is nothing, words in the middle
// that say why.
func OrSay(drawn []Mark, x, y Axis, why string) []Mark {
	if len(drawn) > 0 {
		return drawn
	}
	return []Mark{Words{Muted, Middle, []Point{{x.Value(0.5), y.Value(0.5), why}}}}
}

// AboveBottom is the part of a line that is not below the bottom of a logarithmic axis,
// cut where it crosses it.
func AboveBottom(bottom float64, line []Point) []Point {
	var part []Point
	for i, p := range line {
		if i > 0 && (p.Y < bottom) != (line[i-1].Y < bottom) {
			high, low := line[i-1], p
			if high.Y < low.Y {
				high, low = low, high
			}
			// Down to 0, of which a logarithmic axis has no place, it falls at once.
			share := math.Log(high.Y/bottom) / math.Log(high.Y/low.Y)
			part = append(part, Point{high.X + share*(low.X-high.X), bottom, ""})
		}
		if p.Y >= bottom {
			part = append(part, p)
		}
	}
	return part
}
