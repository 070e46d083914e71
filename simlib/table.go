package simlib

import (
	"strconv"
	"time"

	"locklab/simlib/history"
	"locklab/simlib/stat"
	"locklab/simlib/words"
)

// Table is a table twice: as text, for whoever looks at a page or hears it,
// and as plain numbers, for a program. Both are written by the same cells.
type Table struct {
	// Name is the table's word on the command line, such as "histogram".
	Name string

	Title   string
	Columns []string
	InWords []bool     // which of the Columns hold words, not numbers
	Rows    [][]string // each as long as Columns

	Fields []Field
	// Values are the rows for a program, each as long as Fields: an int or a
	// float64, a string of words, or nil where there is nothing to say.
	Values [][]any
}

// Field is what a program finds in a place of each row: one quantity in one unit.
// A time ends in _s and is in seconds; a share ends in _share, before what it is
// of several (_low and _high, the ends of its 95% interval, or _exact), and is
// from 0 to 1; anything else is a plain number.
type Field struct {
	Name  string
	Words bool // not numbers
}

// A column is one of a table's Columns, with the Fields that it has for a program.
type column struct {
	title  string
	fields []Field
}

// inNumbers is a column of cells with so many numbers each.
func inNumbers(title string, fields ...string) column {
	c := column{title: title}
	for _, f := range fields {
		c.fields = append(c.fields, Field{Name: f})
	}
	return c
}

// withInterval is a column of estimates with their 95% intervals.
func withInterval(title, field string) column {
	return inNumbers(title, field, field+"_low", field+"_high")
}

// inWords is a column of words.
func inWords(title, field string) column {
	return column{title, []Field{{Name: field, Words: true}}}
}

func newTable(name, title string, columns ...column) Table {
	t := Table{Name: name, Title: title}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.title)
		t.InWords = append(t.InWords, c.fields[0].Words)
		t.Fields = append(t.Fields, c.fields...)
	}
	return t
}

// add adds a row, with a cell for each column.
func (t *Table) add(cells ...cell) {
	var row []string
	var values []any
	for _, c := range cells {
		row = append(row, c.text)
		values = append(values, c.values...)
	}
	t.Rows, t.Values = append(t.Rows, row), append(t.Values, values)
}

// A cell is what a row has for a column.
type cell struct {
	text   string
	values []any
}

// as is the cell with other text for the same values.
func (c cell) as(text string) cell {
	c.text = text
	return c
}

func wordsCell(text string) cell        { return cell{text, []any{text}} }
func countCell(n int) cell              { return cell{words.Count(n), []any{n}} }
func numberCell(v float64) cell         { return cell{words.Number(v), []any{v}} }
func percentCell(share float64) cell    { return cell{words.Percent(share), []any{share}} }
func durationCell(d time.Duration) cell { return cell{words.Duration(d), []any{d.Seconds()}} }
func clockCell(at time.Duration) cell   { return durationCell(at).as(history.Clock(at)) }
func tokenCell(t history.Token) cell    { return countCell(int(t)).as(strconv.Itoa(int(t))) }

// outOfCell is a count of trials: "7 of 500".
func outOfCell(p stat.Proportion) cell {
	return cell{words.Count(p.Count) + " of " + words.Count(p.Of), []any{p.Count, p.Of}}
}

// shareCell is a share of trials with its 95% interval.
func shareCell(p stat.Proportion) cell {
	low, high := p.Interval()
	return cell{words.Share(p), []any{p.Share(), low, high}}
}

// sureCell is a share that is no estimate and so has no interval.
func sureCell(share float64) cell {
	return cell{words.Percent(share), []any{share, nil, nil}}
}
