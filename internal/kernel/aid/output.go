package aid

import (
	"strings"
	"sync"
	"time"
)

const (
	// maxText is how many bytes a cell may print to each of its two streams. A page
	// that has to show much more stands still.
	maxText = 1 << 20
	// A cell that prints this much is slowed a little, so that its text comes in
	// big pieces: Jupyter's server lets through 1,000 messages a second.
	manyBytes = 64 << 10

	// maxDisplays bounds what a cell may show besides, such as charts. Each costs
	// the page more than its bytes.
	maxDisplays = 16 << 20
	displayCost = 16 << 10
)

const (
	textEnds     = "Output cut: a cell shows the first 1 MB that it prints. It runs on until it ends or you stop it.\n"
	displaysEnds = "Output cut: this cell shows too many charts or other displays. It runs on until it ends or you stop it.\n"
)

// Output counts what one cell shows. The zero value is ready.
type Output struct {
	mu       sync.Mutex
	text     map[string]int // bytes, by stream
	displays int            // cost
}

// Text returns what of a piece of a stream is to be shown: all of it, nothing,
// or, once, its beginning with a line that says that no more comes.
func (o *Output) Text(stream, piece string) string {
	o.mu.Lock()
	if o.text == nil {
		o.text = map[string]int{}
	}
	before := o.text[stream]
	o.text[stream] += len(piece)
	after := o.text[stream]
	o.mu.Unlock()
	switch {
	case before > maxText:
		return ""
	case after > maxText:
		return wholeLines(piece[:maxText-before]) + textEnds
	case after > manyBytes:
		time.Sleep(time.Millisecond)
	}
	return piece
}

// wholeLines is text up to its last line's end, or, without one, to the end of
// its last character.
func wholeLines(text string) string {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return strings.ToValidUTF8(text, "") + "\n"
}

// Display says whether one more display, given in its media types, is to be
// shown. It is shown whole or not at all. The note is for the reader when it is
// the first that is not.
func (o *Output) Display(data map[string]any) (shows bool, note string) {
	cost := displayCost
	for _, content := range data {
		switch c := content.(type) {
		case string:
			cost += len(c)
		case []byte:
			cost += len(c)
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	before := o.displays
	o.displays += cost
	switch {
	case o.displays <= maxDisplays:
		return true, ""
	case before <= maxDisplays:
		return false, displaysEnds
	}
	return false, ""
}
