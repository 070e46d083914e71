package stat

import (
	"math/bits"
	"slices"
	"time"
)

// Histogram counts durations between given edges.
//
// To find the place of a duration it does not search: the leading bits of the
// duration, as a whole number of nanoseconds, lead to the nearest edge by a
// table, as in HdrHistogram (hdrhistogram.org). Only whole numbers are
// compared, so the counts are equal on every machine.
type Histogram struct {
	edges  []time.Duration
	first  *[cells]uint8 // for each cell, the first edge that is not below it
	counts []int         // counts[i] lies below edges[i]; the last, above all
}

// A cell is a range of durations that share their highest bit and the
// cellBits bits that follow it.
const (
	cellBits = 3
	cells    = (64 - cellBits) << cellBits
)

// NewHistogram makes an empty histogram. The edges must rise, and there may be
// at most 255 of them.
func NewHistogram(edges []time.Duration) *Histogram {
	if len(edges) > 255 || !slices.IsSorted(edges) {
		panic("stat: the edges of a histogram must rise and be at most 255")
	}
	h := &Histogram{edges: edges, first: new([cells]uint8), counts: make([]int, len(edges)+1)}
	for i, edge := 0, 0; i < cells; i++ {
		for edge < len(edges) && edges[edge] < lowest(i) {
			edge++
		}
		h.first[i] = uint8(edge)
	}
	return h
}

// Record counts d. A negative duration counts as 0.
func (h *Histogram) Record(d time.Duration) {
	d = max(d, 0)
	i := int(h.first[cell(d)])
	for i < len(h.edges) && h.edges[i] <= d {
		i++
	}
	h.counts[i]++
}

// Add counts all that o, which has the same edges, has counted.
func (h *Histogram) Add(o *Histogram) {
	for i, n := range o.counts {
		h.counts[i] += n
	}
}

// cell is the index of the cell that d, which is not negative, falls in.
func cell(d time.Duration) int {
	octave := bits.Len64(uint64(d) >> cellBits) // 0 below 8 ns, where a cell is one nanosecond
	if octave == 0 {
		return int(d)
	}
	return octave<<cellBits + int(d>>(octave-1))&(1<<cellBits-1)
}

// lowest is the smallest duration in cell i.
func lowest(i int) time.Duration {
	octave, step := i>>cellBits, i&(1<<cellBits-1)
	if octave == 0 {
		return time.Duration(step)
	}
	return time.Duration(1<<cellBits+step) << (octave - 1)
}

// Tail is the share of what was recorded that is at least At long.
type Tail struct {
	At      time.Duration
	AtLeast Proportion
}

// Tails gives the tail at each edge.
func (h *Histogram) Tails() []Tail {
	tails := make([]Tail, len(h.edges))
	total := 0
	for _, n := range h.counts {
		total += n
	}
	atLeast := total
	for i, at := range h.edges {
		atLeast -= h.counts[i]
		tails[i] = Tail{At: at, AtLeast: Proportion{atLeast, total}}
	}
	return tails
}
