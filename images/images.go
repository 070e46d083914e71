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
	"maps"
	"os"
	"slices"
	"strings"
	"time"

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
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(name, files[name], 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// systems are the stale holder with the numbers of four published systems, for
// notebook 07.
func systems() map[string]simlib.StaleHolder {
	return map[string]simlib.StaleHolder{
		// A session lease of 12 s; the server checks the sequencer
		// (chubby-session and chubby-check in package facts).
		"chubby": {TTL: 12 * time.Second, Pause: 20 * time.Second, Fencing: true},
		// A short session and a collection of 10 s, much as in zookeeper-paused;
		// nobody checks a number.
		"zookeeper": {TTL: 4 * time.Second, Pause: 10 * time.Second},
		// The values of a lock have no order: nothing can be checked.
		"redlock": {TTL: 10 * time.Second, Pause: 14 * time.Second},
		// The Go client's TTL of 60 s (etcd, client/v3/concurrency/session.go);
		// the storage checks create revisions, and nobody claims.
		"etcd": {TTL: 60 * time.Second, Pause: 60 * time.Second, Fencing: true},
	}
}

// figures are all figures by file name: ttl.svg is the main chart of the
// simulation ttl, ttl-2.svg the first folded one.
func figures() (map[string][]byte, error) {
	files := map[string][]byte{}
	published := systems()
	for _, name := range slices.Sorted(maps.Keys(published)) {
		r, err := published[name].Run(context.Background(), simlib.Exec{})
		if err != nil {
			return nil, err
		}
		spec := simlib.Charts(r)[0]
		if name == "redlock" {
			spec = withoutOrder(spec)
		}
		if files[name+".svg"], err = still.SVG(spec); err != nil {
			return nil, err
		}
	}
	for _, sim := range simlib.All() {
		r, err := sim.Run(context.Background(), simlib.Exec{})
		if err != nil {
			return nil, err
		}
		for i, spec := range simlib.Charts(r) {
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

// withoutOrder writes random values into a walk where it has tokens: they tell
// holders apart, and do not say who came later.
func withoutOrder(walk chart.Spec) chart.Spec {
	values := strings.NewReplacer("token 33", "value q7", "token 34", "value c2", "33", "q7", "34", "c2")
	for i, mark := range walk.Marks {
		if w, ok := mark.(chart.Words); ok {
			w.Points = slices.Clone(w.Points)
			for j := range w.Points {
				w.Points[j].Text = values.Replace(w.Points[j].Text)
			}
			walk.Marks[i] = w
		}
	}
	return walk
}
