// Package simtest has what the tests of all simulations share: the settings at
// which each is looked at.
package simtest

import (
	"fmt"
	"math"

	"locklab/simlib"
)

// Values are both ends and the middle of a knob's range, as With takes them.
func Values(k simlib.Knob) []string {
	middle := (k.Min + k.Max) / 2
	if k.Log {
		middle = math.Sqrt(k.Min * k.Max)
	}
	return []string{at(k, k.Min), at(k, middle), at(k, k.Max)}
}

// at is a value of a knob, given as a number, as With takes it.
func at(k simlib.Knob, v float64) string {
	switch {
	case k.Kind() == "whole":
		return fmt.Sprintf("%.0f", v)
	case k.Unit != "":
		return fmt.Sprint(v) + k.Unit
	case k.Options != nil:
		return k.Options[int(v)]
	case k.Switch():
		return fmt.Sprint(v != 0)
	}
	return fmt.Sprint(v)
}

// Corners are, by name, the defaults of a simulation and all settings in which
// every knob is at an end of its range, or is one of the words to choose from; the
// seed stays. Trials are few, since more of them make no other chart.
func Corners(s simlib.Sim[simlib.Result]) (map[string]simlib.Sim[simlib.Result], error) {
	corners := map[string]simlib.Sim[simlib.Result]{s.Name(): s}
	for _, k := range s.Knobs() {
		if k.Role == simlib.RoleSeed {
			continue
		}
		choices := []string{at(k, k.Min), at(k, k.Max)}
		switch k.Name {
		case "Holds", "Runs", "Grants":
			choices = []string{"1", "300"}
		case "Increments":
			choices = []string{"1", "10"}
		case "Trials":
			choices = []string{"20"}
		case "Mode": // all modes are in the charts of each
			choices = k.Options[:1]
		case "Store": // which chooses one of two charts
			choices = []string{"redis", "etcd"}
		default:
			if k.Options != nil {
				choices = k.Options
			}
		}
		more := map[string]simlib.Sim[simlib.Result]{}
		for name, s := range corners {
			for _, value := range choices {
				turned, err := s.With(k.Name, value)
				if err != nil {
					return nil, err
				}
				more[name+" "+k.Name+"="+value] = turned
			}
		}
		corners = more
	}
	corners[s.Name()] = s
	return corners, nil
}

// Trials says whether a knob is the number of trials, of which the largest take
// long and tell no more.
func Trials(k simlib.Knob) bool { return k.Role == simlib.RoleTrials }
