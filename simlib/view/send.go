package view

import (
	"encoding/json"
	"fmt"
)

// Version is that of a view as it is sent. Who draws one refuses what is newer.
const Version = 2

// Largest is how many bytes a view has at most when it is sent, several times what
// the largest of ours has.
const Largest = 4 << 20

type message struct {
	Version int
	View    View
}

// Drawing is what comes back: the view in its media types, or an error.
type Drawing struct {
	Error      string `json:",omitempty"`
	Live, HTML string
	PNG        []byte
}

// Send is the view as it is sent to who draws it.
func Send(v View) ([]byte, error) {
	text, err := json.Marshal(message{Version, v})
	if err == nil && len(text) > Largest {
		err = fmt.Errorf("a view of %d bytes is too large to draw; %d is the most", len(text), Largest)
	}
	return text, err
}

// Read is the view that was sent.
func Read(text []byte) (View, error) {
	if len(text) > Largest {
		return View{}, fmt.Errorf("the view is too large to draw; %d bytes is the most", Largest)
	}
	// The version first: of a newer one the rest may be unreadable.
	var m struct {
		Version int
		View    json.RawMessage
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return View{}, fmt.Errorf("the view is garbled: %w", err)
	}
	if m.Version != Version {
		return View{}, fmt.Errorf("the view has version %d, and this host draws %d: restart the kernel", m.Version, Version)
	}
	var v View
	if err := json.Unmarshal(m.View, &v); err != nil {
		return View{}, fmt.Errorf("the view is garbled: %w", err)
	}
	return v, nil
}
