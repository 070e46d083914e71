package view_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/view"
)

func ExampleCell() {
	for _, s := range simlib.All() {
		switch s.Name() {
		case "ttl":
			s, _ = s.With("TTL", "1s")
			s, _ = s.With("StallChance", "0.01")
		case "lostupdate":
			s, _ = s.With("Guard", "lock")
		default:
			continue
		}
		fmt.Println(view.Cell(s))
	}
	// Output:
	// %%
	// p := simlib.DefaultLostUpdate()
	// p.Guard = simlib.LockGuard
	// lab.Show(p)
	// %%
	// p := simlib.DefaultTTL()
	// p.TTL = 1 * time.Second
	// p.StallChance = 0.01
	// lab.Show(p)
}

// Whatever the knobs, the cell is Go, and every choice has a name of its own.
func TestCell(t *testing.T) {
	for _, s := range simlib.All() {
		for _, k := range s.Knobs() {
			seen := map[string]bool{}
			for _, option := range k.Options {
				with, err := s.With(k.Name, option)
				if err != nil {
					t.Fatal(err)
				}
				cell := view.Cell(with)
				if seen[cell] || strings.Contains(cell, "(1") {
					t.Errorf("%s=%s: no name of its own in\n%s", k.Name, option, cell)
				}
				seen[cell] = true
			}
			for _, v := range []string{"1.5" + k.Unit, "7" + k.Unit, "true"} {
				if with, err := s.With(k.Name, v); err == nil {
					body := strings.TrimPrefix(view.Cell(with), "%%\n")
					if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {\n"+body+"\n}", 0); err != nil {
						t.Errorf("%v in\n%s", err, body)
					}
				}
			}
		}
	}
}
