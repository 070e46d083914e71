package draw

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/view"
)

// Answer runs a simulation for a page. The request is JSON with the
// simulation's name and the knobs that differ from its defaults, as text:
//
//	{"name": "ttl", "knobs": {"TTL": "1s"}}
//
// and so is the answer: what Live and view.View.HTML give for the same run in a cell,
// without pictures, and the cell itself; or, where a knob is wrong, an error
// in one line a fault. With "brief": true it is what view.Brief shows, and sooner.
//
//	{"live": {…}, "html": "<div …", "cell": "%%\np := …"}
//	{"error": "ttl: TTL 0s: want 100ms to 10m"}
func Answer(request []byte) []byte {
	answer, err := answer(request)
	if err != nil {
		answer = map[string]any{"error": err.Error()}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		panic(err) // only our own numbers are in it, and none is NaN
	}
	return text
}

func answer(request []byte) (map[string]any, error) {
	var asked struct {
		Name  string
		Knobs map[string]string
		Brief bool
	}
	if err := json.Unmarshal(request, &asked); err != nil {
		return nil, fmt.Errorf("not a request: %w", err)
	}
	s, err := simlib.Find(asked.Name)
	if err != nil {
		return nil, err
	}
	if s, err = turned(s, asked.Knobs); err != nil {
		return nil, err
	}
	r, err := s.Run(context.Background(), simlib.Exec{Workers: 1, Brief: asked.Brief})
	if err != nil {
		return nil, err
	}
	show := view.Of
	if asked.Brief {
		show = view.Brief
	}
	v := show(s, r)
	layout, err := v.HTML(func(chart.Spec) ([]byte, error) { return nil, nil })
	if err != nil {
		return nil, err
	}
	return map[string]any{"live": liveOf(v), "html": layout, "cell": view.Cell(s)}, nil
}

// turned is s with its knobs turned to values; or an error that names each fault,
// in the knobs' own order and names that are no knob's last.
func turned(s simlib.Sim[simlib.Result], values map[string]string) (simlib.Sim[simlib.Result], error) {
	place := func(name string) int {
		knobs := s.Knobs()
		i := slices.IndexFunc(knobs, func(k simlib.Knob) bool { return name == k.Name || name == k.Flag() })
		if i < 0 {
			return len(knobs)
		}
		return i
	}
	var faults []error
	for _, name := range slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	}) {
		with, err := s.With(name, values[name])
		if err == nil {
			err = with.Validate()
		}
		if err != nil {
			faults = append(faults, err) // and s stays free of it, lest it be said again
			continue
		}
		s = with
	}
	return s, errors.Join(faults...)
}
