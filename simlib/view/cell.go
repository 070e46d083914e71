package view

import (
	"fmt"
	"strings"

	"locklab/simlib"
)

// Cell is a notebook's cell that shows s: its defaults, a line for each knob
// that differs from them, and the call of lab.Show.
func Cell(s simlib.Sim[simlib.Result]) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%%%%\np := simlib.Default%s()\n", simlib.GoName(s))
	for _, k := range simlib.Changed(s) {
		b.WriteString(k.Line() + "\n")
	}
	b.WriteString("lab.Show(p)")
	return b.String()
}
