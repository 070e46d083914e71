package simlib

import (
	"context"
	"fmt"
	"slices"
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
		row := r.Row()
		i := slices.IndexFunc(with.Knobs(), func(k Knob) bool { return k.Name == knob || k.Flag() == knob })
		if len(row.Rows) != 1 || i < 0 { // a model of somebody's own
			return Table{}, fmt.Errorf("%s: to be compared by %s, it must list that among its Knobs, and its result have a Row", p.Name(), knob)
		}
		set := with.Knobs()[i]
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

// others names the knobs that differ from the defaults, but for one, which may be
// called by its flag.
func others[R Result](p Sim[R], knob string) string {
	var turned []string
	for _, k := range Changed(p) {
		if k.Name != knob && k.Flag() != knob {
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
	case choice:
		return f.label()
	}
	return k.String()
}
