package setup

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// A board shows the steps at work: on a terminal a line that lives, elsewhere a
// line when a step starts, one when it ends, and a sign of life in between.
type board struct {
	w       io.Writer
	live    bool
	mu      sync.Mutex
	working []*line
	steps   int // started so far
	drawn   bool
	quit    chan struct{}
	stopped sync.WaitGroup
}

type line struct {
	b          *board
	name, does string
	note       string
	start      time.Time
	signs      int
}

const (
	redraw   = 120 * time.Millisecond
	signLife = 15 * time.Second
	width    = 78
)

func newBoard(w io.Writer) *board {
	b := &board{w: w, live: Terminal(w), quit: make(chan struct{})}
	b.stopped.Go(func() {
		tick := time.NewTicker(redraw)
		defer tick.Stop()
		for {
			select {
			case <-b.quit:
				return
			case <-tick.C:
				b.mu.Lock()
				b.draw()
				b.mu.Unlock()
			}
		}
	})
	return b
}

// Terminal says whether w can show a line that changes.
func Terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" || os.Getenv("TERM") == "" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (b *board) close() {
	close(b.quit)
	b.stopped.Wait()
	b.mu.Lock()
	b.erase()
	b.mu.Unlock()
}

func (b *board) say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.erase()
	fmt.Fprintf(b.w, format+"\n", args...)
}

func (b *board) start(name, does string) *line {
	l := &line{b: b, name: name, does: does, start: time.Now()}
	b.mu.Lock()
	b.working = append(b.working, l)
	b.steps++
	b.mu.Unlock()
	if !b.live {
		b.say("%s: %s ...", name, does)
	}
	return l
}

// set says what the step is busy with: the last line of its tool's output.
func (l *line) set(note string) {
	l.b.mu.Lock()
	defer l.b.mu.Unlock()
	l.note = note
}

func (l *line) end(err error) {
	l.b.mu.Lock()
	for i, w := range l.b.working {
		if w == l {
			l.b.working = append(l.b.working[:i], l.b.working[i+1:]...)
			break
		}
	}
	l.b.mu.Unlock()
	outcome := "done in"
	if err != nil {
		outcome = "stopped after"
	}
	l.b.say("%s: %s %s", l.name, outcome, elapsed(time.Since(l.start)))
}

// draw needs the lock.
func (b *board) draw() {
	if !b.live {
		for _, l := range b.working {
			if d := time.Since(l.start); int(d/signLife) > l.signs {
				l.signs = int(d / signLife)
				fmt.Fprintf(b.w, "%s: still at work after %s\n", l.name, elapsed(d))
			}
		}
		return
	}
	if len(b.working) == 0 {
		return
	}
	var parts []string
	for _, l := range b.working {
		parts = append(parts, fmt.Sprintf("%s %s", l.name, elapsed(time.Since(l.start))))
	}
	text := strings.Join(parts, ", ")
	// One after another, each step at work has the rest of the line.
	l := b.working[int(time.Now().Unix()/2)%len(b.working)]
	note := l.note
	if note == "" {
		note = l.does
	}
	text += " | " + l.name + ": " + note
	if r := []rune(text); len(r) > width {
		text = string(r[:width-1]) + "…"
	}
	fmt.Fprintf(b.w, "\r\x1b[K%s", text)
	b.drawn = true
}

// erase needs the lock.
func (b *board) erase() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.drawn = false
	}
}

func elapsed(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}
