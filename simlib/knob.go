package simlib

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Knob is one parameter of a simulation: a name, a range and a present value.
// It is bound to a field of the simulation that made it.
type Knob struct {
	// Name is the Go name of the field, such as "StallMean".
	Name string
	// Caption says in a few words what the knob means.
	Caption string
	// Unit is the unit of Min, Max and Number: "s" or "ms" for a duration,
	// empty for a plain number.
	Unit string
	// Min and Max bound the valid values; both are valid themselves.
	Min, Max float64
	// Log says that equal steps of a slider multiply rather than add.
	Log bool
	// Options are the words to choose from, for a knob that is a choice; Min
	// and Max then bound their places in the list.
	Options []string
	// Role is what the knob is for, where that is told by more than its name.
	Role Role

	field any // *time.Duration, *float64, *int, *uint64, *bool or a choice
}

// Role is what a knob is for; most have none.
type Role string

const (
	// RoleSeed chooses the random draws: no value of it is near another.
	RoleSeed Role = "seed"
	// RoleTrials is how often something is tried: more of it is only more exact.
	RoleTrials Role = "trials"
)

// choice is a knob's field that takes one of a few words.
type choice interface {
	fmt.Stringer
	fmt.GoStringer
	label() string
	set(word string) error
}

// Flag is the knob's name on the command line: "StallMean" is "stall-mean".
func (k Knob) Flag() string {
	var b strings.Builder
	runes := []rune(k.Name)
	for i, r := range runes {
		startsWord := unicode.IsUpper(r) && i > 0 &&
			(unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if startsWord {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// String is the present value as Go would write it: "10s", "0.002", "60000".
// With understands it.
func (k Knob) String() string {
	switch f := k.field.(type) {
	case *time.Duration:
		return shortDuration(*f)
	case *float64:
		return strconv.FormatFloat(*f, 'g', -1, 64)
	case *int:
		return strconv.Itoa(*f)
	case *uint64:
		return strconv.FormatUint(*f, 10)
	case *bool:
		return strconv.FormatBool(*f)
	case choice:
		return f.String()
	}
	panic("simlib: a knob is bound to a field of a kind that it does not know")
}

// Number is the present value in the knob's unit: 1 for true, and for a choice
// its place in Options.
func (k Knob) Number() float64 {
	switch f := k.field.(type) {
	case *time.Duration:
		return float64(*f) / float64(k.unit())
	case *float64:
		return *f
	case *int:
		return float64(*f)
	case *uint64:
		return float64(*f)
	case *bool:
		if *f {
			return 1
		}
		return 0
	case choice:
		return float64(slices.Index(k.Options, f.String()))
	}
	panic("simlib: a knob is bound to a field of a kind that it does not know")
}

func (k Knob) unit() time.Duration {
	switch k.Unit {
	case "s":
		return time.Second
	case "ms":
		return time.Millisecond
	}
	panic("simlib: a duration needs a knob in s or ms, not " + k.Unit)
}

// Switch says that the knob is either on or off.
func (k Knob) Switch() bool {
	_, ok := k.field.(*bool)
	return ok
}

// Kind is "duration", "number", "whole" (a whole number), "switch" or
// "choice".
func (k Knob) Kind() string {
	switch k.field.(type) {
	case *time.Duration:
		return "duration"
	case *float64:
		return "number"
	case *bool:
		return "switch"
	case choice:
		return "choice"
	}
	return "whole"
}

// Range is the valid range in words, such as "100ms to 10m".
func (k Knob) Range() string {
	if k.Switch() {
		return "true or false"
	}
	if k.Options != nil {
		return strings.Join(k.Options, ", ")
	}
	if _, ok := k.field.(*time.Duration); ok {
		unit := float64(k.unit())
		return shortDuration(time.Duration(k.Min*unit)) + " to " + shortDuration(time.Duration(k.Max*unit))
	}
	return plain(k.Min) + " to " + plain(k.Max)
}

// check returns an error when the present value is out of range. NaN is out
// of every range.
func (k Knob) check() error {
	if v := k.Number(); v >= k.Min && v <= k.Max {
		return nil
	}
	return fmt.Errorf("%s %s: want %s%s", k.Name, k, k.Range(), k.advice())
}

// advice helps with a duration that was given as a number without a unit, which
// Go takes for nanoseconds. It says how to write the number in the knob's unit, or
// in the other if it is out of range in that.
func (k Knob) advice() string {
	d, ok := k.field.(*time.Duration)
	if !ok || *d <= 0 || *d >= time.Microsecond {
		return ""
	}
	for _, unit := range []time.Duration{k.unit(), time.Second, time.Millisecond} {
		if v := float64(*d) * float64(unit) / float64(k.unit()); v >= k.Min && v <= k.Max {
			return fmt.Sprintf(", write %d * time.%s", int64(*d), map[time.Duration]string{time.Second: "Second", time.Millisecond: "Millisecond"}[unit])
		}
	}
	return ""
}

// set gives the bound field the value that text stands for.
func (k Knob) set(text string) (err error) {
	kind := ""
	switch f := k.field.(type) {
	case *time.Duration:
		kind = `a duration such as "10s" or "200ms"`
		*f, err = time.ParseDuration(text)
	case *float64:
		kind = "a number"
		*f, err = strconv.ParseFloat(text, 64)
	case *int:
		kind = "a whole number"
		*f, err = strconv.Atoi(text)
	case *uint64:
		kind = "a whole number that is not negative"
		*f, err = strconv.ParseUint(text, 10, 64)
	case *bool:
		if *f, err = strconv.ParseBool(text); err != nil {
			return fmt.Errorf("%s %q: want true or false", k.Name, text)
		}
	case choice:
		if err = f.set(text); err != nil {
			return fmt.Errorf("%s %q: want one of %s", k.Name, text, k.Range())
		}
	}
	if err != nil {
		return fmt.Errorf("%s %q: want %s, %s", k.Name, text, kind, k.Range())
	}
	return nil
}

// validate joins the faults of all knobs, each under the simulation's name.
func validate(sim string, knobs []Knob) error {
	var faults []error
	for _, k := range knobs {
		if err := k.check(); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", sim, err))
		}
	}
	return errors.Join(faults...)
}

// setKnob sets the knob of the given name, which may be the Go name or the
// flag.
func setKnob(sim string, knobs []Knob, name, value string) error {
	for _, k := range knobs {
		if name == k.Name || name == k.Flag() {
			if err := k.set(value); err != nil {
				return fmt.Errorf("%s: %w", sim, err)
			}
			return nil
		}
	}
	known := make([]string, len(knobs))
	for i, k := range knobs {
		known[i] = k.Name
	}
	return fmt.Errorf("%s: no knob %s; there are %s", sim, name, strings.Join(known, ", "))
}

// shortDuration is d as Go writes it, without zero minutes and seconds: 1h
// rather than 1h0m0s.
func shortDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// plain is v without an exponent: 10000000 rather than 1e+07.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Changed are the knobs of a simulation that differ from its defaults.
func Changed(s interface {
	Name() string
	Knobs() []Knob
}) []Knob {
	if !Ours(s) {
		return nil
	}
	d, err := Find(s.Name())
	if err != nil {
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
