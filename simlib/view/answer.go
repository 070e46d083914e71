package view

import (
	"context"
	"encoding/json"
	"fmt"

	"locklab/simlib"
	"locklab/simlib/chart"
)

// Answer runs a simulation for a page. The request is JSON with the
// simulation's name and the knobs that differ from its defaults, as text:
//
//	{"name": "ttl", "knobs": {"TTL": "1s"}}
//
// and so is the answer: what Live and HTML give for the same run in a cell,
// without pictures, and the cell itself; or, where a knob is wrong, an error
// in one line a fault. With "brief": true it is what Brief shows, and sooner.
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
	for _, s := range simlib.All() {
		if s.Name() != asked.Name {
			continue
		}
		for knob, value := range asked.Knobs {
			with, err := s.With(knob, value)
			if err != nil {
				return nil, err
			}
			s = with
		}
		r, err := s.Run(context.Background(), simlib.Exec{Workers: 1, Brief: asked.Brief})
		if err != nil {
			return nil, err
		}
		show := Of
		if asked.Brief {
			show = Brief
		}
		v := show(s, r)
		layout, err := v.HTML(func(chart.Spec) ([]byte, error) { return nil, nil })
		if err != nil {
			return nil, err
		}
		return map[string]any{"live": v.live(), "html": layout, "cell": simlib.Cell(s)}, nil
	}
	return nil, fmt.Errorf("no simulation %q", asked.Name)
}
