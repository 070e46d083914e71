// Command images draws the figures of this folder: the charts of all
// simulations at their defaults, as README and notebooks show them. Run
//
//	go generate ./images
//
// after a change of a simulation or of its chart; a test finds those that are
// out of date.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/chart/still"
)

//go:generate go run .

func main() {
	files, err := figures()
	if err != nil {
		log.Fatal(err)
	}
	for name, svg := range files {
		if err := os.WriteFile(name, svg, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// figures are all figures by file name: ttl.svg is the main chart of the
// simulation ttl, ttl-2.svg the first folded one.
func figures() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, sim := range simlib.All() {
		r, err := sim.Run(context.Background(), simlib.Exec{})
		if err != nil {
			return nil, err
		}
		for i, spec := range chart.Of(r) {
			name := sim.Name() + ".svg"
			if i > 0 {
				name = fmt.Sprintf("%s-%d.svg", sim.Name(), i+1)
			}
			if files[name], err = still.SVG(spec); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}
