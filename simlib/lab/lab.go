// Package lab is what a notebook's cell calls. Show runs a simulation and
// shows what it found:
//
//	p := simlib.DefaultTTL()
//	p.TTL = 1 * time.Second
//	lab.Show(p)
//
// It is for cells: when something is wrong it says so in one line and ends the
// cell. Programs use package simlib, which returns errors.
package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"locklab/simlib"
	"locklab/simlib/view"
	"locklab/simlib/words"
)

// Show runs a simulation and shows its sentence, chart and table below the
// cell. It shows how far it is when that takes longer than a second, and stops
// when the kernel is interrupted.
func Show[R simlib.Result](p simlib.Sim[R]) {
	below := new(place)
	r := run(p, below)
	if err := below.show(view.Of(p, r)); err != nil {
		fail(err)
	}
}

// Display shows a view that is no simulation's, such as view.History of what
// clients did.
func Display(v view.View) {
	if err := new(place).show(v); err != nil {
		fail(err)
	}
}

// Run runs a simulation and returns what it found, for a cell that wants the
// numbers themselves.
func Run[R simlib.Result](p simlib.Sim[R]) R {
	below := new(place)
	r := run(p, below)
	below.clear()
	return r
}

// Say prints a result's sentence.
func Say(r simlib.Result) {
	printLines(r.Summary())
	fmt.Println()
}

// printLines prints a text in lines that fit below a cell and end between words.
func printLines(text string) {
	used := 0
	for _, word := range strings.Fields(text) {
		switch {
		case used == 0:
		case used+1+utf8.RuneCountInString(word) > words.Columns:
			fmt.Println()
			used = 0
		default:
			fmt.Print(" ")
			used++
		}
		fmt.Print(word)
		used += utf8.RuneCountInString(word)
	}
	fmt.Println()
}

func run[R simlib.Result](p simlib.Sim[R], below *place) (r R) {
	below.during(func(ctx context.Context, x simlib.Exec) (err error) {
		r, err = p.Run(ctx, x)
		return err
	})
	return r
}

// fail ends the cell with one line a fault.
func fail(err error) {
	if errors.Is(err, context.Canceled) {
		err = errors.New("stopped before the end: there is no result to show")
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
