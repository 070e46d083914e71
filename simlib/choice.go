package simlib

import (
	"fmt"
	"slices"
	"strconv"
)

// options are what a knob chooses from: one for each constant of a type that counts
// from 0.
type options []option

type option struct {
	word   string // on the command line and in a page
	goName string // of the constant
	label  string // in a table; where it is empty, the word
}

// of is the option of a constant; of any other value, its number.
func (o options) of(choice int) option {
	if choice >= 0 && choice < len(o) {
		return o[choice]
	}
	return option{word: strconv.Itoa(choice)}
}

func (o options) words() []string {
	words := make([]string, len(o))
	for i := range o {
		words[i] = o[i].word
	}
	return words
}

// chosen is the field of a knob that chooses.
type chosen[C ~int] struct {
	field *C
	from  options
}

// chooses is a knob that chooses.
func chooses[C ~int](name, caption string, field *C, from options) Knob {
	return Knob{Name: name, Caption: caption, Max: float64(len(from) - 1), Options: from.words(), field: chosen[C]{field, from}}
}

// String is the option's word.
func (c chosen[C]) String() string { return c.from.of(int(*c.field)).word }

// GoString is the option in Go, such as "simlib.ByLot".
func (c chosen[C]) GoString() string {
	if name := c.from.of(int(*c.field)).goName; name != "" {
		return "simlib." + name
	}
	return fmt.Sprintf("%T(%d)", *c.field, int(*c.field))
}

func (c chosen[C]) label() string {
	o := c.from.of(int(*c.field))
	if o.label == "" {
		return o.word
	}
	return o.label
}

// set chooses by a word.
func (c chosen[C]) set(word string) error {
	i := slices.Index(c.from.words(), word)
	if i < 0 {
		return fmt.Errorf("no choice %q", word)
	}
	*c.field = C(i)
	return nil
}
