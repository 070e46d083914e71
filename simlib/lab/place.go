package lab

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"locklab/simlib"
	"locklab/simlib/view"
)

// place is the place below the cell where one output appears: at first how far
// the run is, then its result.
type place struct {
	id           string // set once something is there
	start, shown time.Time
}

// show puts a view in the place, or prints its text where there is no notebook.
func (p *place) show(v view.View) error {
	if !inNotebook() {
		fmt.Println(v.Text())
		return nil
	}
	drawn, err := drawing(v)
	if err != nil {
		fmt.Fprintln(os.Stderr, "No chart:", err)
		return display(p.id, map[string]any{"text/plain": v.Text()})
	}
	data := map[string]any{"text/html": drawn.HTML, "text/plain": v.Text()}
	if drawn.Live != "" {
		data[view.MIME] = drawn.Live
	}
	if drawn.PNG != nil {
		data["image/png"] = drawn.PNG
	}
	return display(p.id, data)
}

// during does something that may take a while, which the kernel's interrupt ends.
func (p *place) during(act func(context.Context, simlib.Exec) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := act(ctx, simlib.Exec{Progress: p.progress}); err != nil {
		p.clear()
		fail(err)
	}
}

// progress shows how far a run is once it has taken a second.
func (p *place) progress(done, total int) {
	now := time.Now()
	if p.start.IsZero() {
		p.start = now
	}
	if !inNotebook() || now.Sub(p.start) < time.Second || now.Sub(p.shown) < 200*time.Millisecond {
		return
	}
	if p.id == "" {
		// The kernel remembers ids from cell to cell.
		p.id = fmt.Sprintf("locklab-%d-%d", os.Getpid(), now.UnixNano())
	}
	p.shown = now
	left := time.Duration(float64(now.Sub(p.start)) / float64(done) * float64(total-done)).Round(time.Second)
	text := fmt.Sprintf("%d%% done, about %s left", 100*done/total, left)
	// If the kernel takes no output, the result's own display says so.
	_ = display(p.id, map[string]any{
		"text/html":  fmt.Sprintf(`<progress max="%d" value="%d"></progress> %s`, total, done, text),
		"text/plain": text,
	})
}

// clear takes away what progress has shown. What cannot be cleared is in nobody's
// way, and what the cell says next matters more.
func (p *place) clear() {
	if p.id != "" {
		_ = display(p.id, map[string]any{"text/plain": ""})
	}
}
