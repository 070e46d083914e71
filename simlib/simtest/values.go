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
	var values []string
	for _, v := range []float64{k.Min, middle, k.Max} {
		text := fmt.Sprint(v)
		switch {
		case k.Kind() == "whole":
			text = fmt.Sprintf("%.0f", v)
		case k.Unit != "":
			text += k.Unit
		case k.Options != nil:
			text = k.Options[int(v)]
		case k.Switch():
			text = fmt.Sprint(v != 0)
		}
		values = append(values, text)
	}
	return values
}

// Trials says whether a knob is the number of trials, of which the largest take
// long and tell no more.
func Trials(k simlib.Knob) bool {
	switch k.Name {
	case "Increments", "Holds", "Grants", "Trials", "Runs":
		return true
	}
	return false
}
