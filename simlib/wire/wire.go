// Package wire is how a view gets from the cell that computed it to the host that
// draws it, and what comes back.
package wire

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"
	"sync"

	"locklab/simlib/chart"
	"locklab/simlib/view"
)

// Version is that of a view as it is sent. Who draws one refuses any other.
const Version = 2

// Largest is how many bytes a view has at most when it is sent, several times what
// the largest of ours has.
const Largest = 4 << 20

// Drawing is what comes back: the view in its media types, or an error.
type Drawing struct {
	Error      string
	Live, HTML string
	PNG        []byte
}

var once sync.Once

// marks makes the marks known to gob, in which a view is sent: the kernel speaks it
// to a cell as well, so that a cell links it anyhow. A page sends nothing, and links
// none of it.
func marks() {
	once.Do(func() {
		for _, m := range chart.Kinds() {
			gob.Register(m)
		}
	})
}

// Send is the view as it is sent to who draws it: its version, and then itself.
func Send(v view.View) ([]byte, error) {
	marks()
	v.Tables = slices.Clone(v.Tables)
	for i := range v.Tables { // their values are for programs, and are not drawn
		v.Tables[i].Fields, v.Tables[i].Values = nil, nil
	}
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	if err := e.Encode(Version); err != nil {
		return nil, err
	}
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	if b.Len() > Largest {
		return nil, fmt.Errorf("a view of %d bytes is too large to draw; %d is the most", b.Len(), Largest)
	}
	return b.Bytes(), nil
}

// Read is the view that was sent.
func Read(sent []byte) (v view.View, err error) {
	marks()
	if len(sent) > Largest {
		return v, fmt.Errorf("the view is too large to draw; %d bytes is the most", Largest)
	}
	d := gob.NewDecoder(bytes.NewReader(sent))
	version := 0
	if err := d.Decode(&version); err != nil {
		return v, fmt.Errorf("the view is garbled: %w", err)
	}
	if version != Version {
		return v, fmt.Errorf("the view has version %d, and this host draws %d: restart the kernel", version, Version)
	}
	if err := d.Decode(&v); err != nil {
		return v, fmt.Errorf("the view is garbled: %w", err)
	}
	return v, nil
}
