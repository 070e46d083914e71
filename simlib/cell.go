package simlib

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Cell is a notebook's cell that shows s: its defaults, a line for each knob
// that differs from them, and the call of lab.Show.
func Cell(s Sim[Result]) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%%%%\np := simlib.Default%s()\n", typeName(s))
	for _, k := range Changed(s) {
		b.WriteString(k.Line() + "\n")
	}
	b.WriteString("lab.Show(p)")
	return b.String()
}

// Changed are the knobs of a simulation that differ from its defaults.
func Changed(s interface {
	Name() string
	Knobs() []Knob
}) []Knob {
	d, err := Find(s.Name())
	if err != nil { // a model of somebody's own
		return nil
	}
	var changed []Knob
	was := d.Knobs()
	for i, k := range s.Knobs() {
		if k.String() != was[i].String() {
			changed = append(changed, k)
		}
	}
	return changed
}

// typeName is the name of s's type, such as "TTL".
func typeName(s Sim[Result]) string {
	name := fmt.Sprintf("%T", unwrapped(s))
	return name[strings.LastIndex(name, ".")+1:]
}

// Line is the line of a cell that gives the knob its present value.
func (k Knob) Line() string { return "p." + k.Name + " = " + k.goValue() }

// goValue is the present value as an expression of Go.
func (k Knob) goValue() string {
	switch f := k.field.(type) {
	case *time.Duration:
		for _, unit := range []struct {
			d    time.Duration
			name string
		}{{time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
			if *f%unit.d == 0 {
				return strconv.FormatInt(int64(*f/unit.d), 10) + " * time." + unit.name
			}
		}
		return strconv.FormatInt(int64(*f), 10)
	case choice:
		return f.GoString()
	}
	return k.String()
}
