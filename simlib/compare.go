package simlib

import (
	"context"
	"fmt"
	"strings"
	"time"

	"locklab/simlib/words"
)

// Compare runs p with one of its knobs at each of some values, as With takes them,
// and sets the results side by side: a table with a row for each.
func Compare[R Result](ctx context.Context, p Sim[R], knob string, values []string, x Exec) (Table, error) {
	var t Table
	for _, value := range values {
		with, err := p.With(knob, value)
		if err != nil {
			return Table{}, err
		}
		r, err := with.Run(ctx, x)
		if err != nil {
			return Table{}, err
		}
		row, set := r.Row(), knobOf(with, knob)
		if t.Columns == nil {
			t = Table{Name: "compare", Title: row.Title + ", by " + set.Name, Columns: append([]string{set.Name}, row.Columns...)}
			t.InWords = append([]bool{true}, row.InWords...)
			t.Fields = append([]Field{{Name: set.Flag(), Words: true}}, row.Fields...)
		}
		t.Rows = append(t.Rows, append([]string{set.inWords()}, row.Rows[0]...))
		t.Values = append(t.Values, append([]any{set.String()}, row.Values[0]...))
	}
	if same := others(p, knob); same != "" {
		t.Title += " (" + same + ")"
	}
	return t, nil
}

// others names the knobs, but for one, that differ from the defaults.
func others[R Result](p Sim[R], knob string) string {
	var turned []string
	for _, k := range Changed(p) {
		if k.Name != knob {
			turned = append(turned, k.Name+" = "+k.inWords())
		}
	}
	return strings.Join(turned, ", ")
}

// inWords is the present value as a table says it: "1 min", "renewal and fencing".
func (k Knob) inWords() string {
	switch f := k.field.(type) {
	case *time.Duration:
		return words.Duration(*f)
	case interface{ Label() string }:
		return f.Label()
	}
	return k.String()
}

func knobOf[R Result](p Sim[R], name string) Knob {
	for _, k := range p.Knobs() {
		if k.Name == name || k.Flag() == name {
			return k
		}
	}
	panic(fmt.Sprintf("simlib: With took %q, which is no knob of %s", name, p.Name()))
}
