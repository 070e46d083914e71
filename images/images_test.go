package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The committed figures are what the simulations and charts give now, and none
// is left over.
func TestFiguresAreCurrent(t *testing.T) {
	want, err := figures()
	if err != nil {
		t.Fatal(err)
	}
	for name, svg := range want {
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, svg) {
			t.Errorf("%s is out of date (%v): run go generate ./images, look at it, and say in the commit why it changed", name, err)
		}
	}
	there, err := filepath.Glob("*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range there {
		if want[name] == nil {
			t.Errorf("%s is no chart of any simulation: remove it", name)
		}
	}
}
