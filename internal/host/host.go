// Package host draws what cells show. A cell links no library that draws: it sends
// its view to a program of its own beside the kernel, and displays what that
// answers. See lab.Show for the cell's side.
package host

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"time"

	"locklab/simlib/chart/still"
	"locklab/simlib/draw"
	"locklab/simlib/wire"
)

// Serve draws what comes to a socket, one view after another, until none has come
// for so long.
func Serve(ctx context.Context, socket string, idle time.Duration) error {
	// One that lives is asked in its turn; one that was killed leaves its socket behind.
	if conn, err := net.Dial("unix", socket); err == nil {
		return conn.Close()
	}
	if err := os.Remove(socket); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return err
	}
	defer listener.Close()
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	for {
		listener.SetDeadline(time.Now().Add(idle))
		conn, err := listener.AcceptUnix()
		if errors.Is(err, os.ErrDeadlineExceeded) || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		conn.SetDeadline(time.Now().Add(patience))
		answer(conn)
		conn.Close()
	}
}

// patience is how long the host waits for a cell that has begun to speak.
const patience = 10 * time.Second

// answer reads a message and writes its drawing.
func answer(conn *net.UnixConn) {
	drawn, err := drawing(conn)
	if err != nil {
		drawn = wire.Drawing{Error: err.Error()}
	}
	conn.SetDeadline(time.Now().Add(patience)) // drawing may have taken its time
	gob.NewEncoder(conn).Encode(drawn)
}

func drawing(conn io.Reader) (d wire.Drawing, err error) {
	text, err := io.ReadAll(io.LimitReader(conn, wire.Largest+1))
	if err != nil {
		return d, fmt.Errorf("the view did not come whole: %w", err)
	}
	v, err := wire.Read(text)
	if err != nil {
		return d, err
	}
	// A view that no drawer has foreseen is this view's fault alone.
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the view cannot be drawn: %v", fault)
		}
	}()
	if d.Live, err = draw.Live(v); err != nil {
		return d, err
	}
	if d.HTML, err = v.HTML(still.SVG); err != nil {
		return d, err
	}
	if len(v.Charts) > 0 {
		d.PNG, err = still.PNG(v.Charts[0])
	}
	return d, err
}
