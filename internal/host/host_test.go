package host

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/chart/still"
	"locklab/simlib/draw"
	"locklab/simlib/view"
	"locklab/simlib/wire"
)

// serve starts a host and returns its socket, and what says how it ended.
func serve(t *testing.T, idle time.Duration) (socket string, ended chan error) {
	t.Helper()
	dir, err := os.MkdirTemp("", "host") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket = filepath.Join(dir, "host")
	ctx, stop := context.WithCancel(t.Context())
	ended = make(chan error, 1)
	go func() { ended <- Serve(ctx, socket, idle) }()
	t.Cleanup(stop)
	for range 1000 {
		if _, err := os.Stat(socket); err == nil {
			return socket, ended
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the host does not listen")
	return
}

func ask(t *testing.T, socket string, message []byte) (d wire.Drawing) {
	t.Helper()
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.Write(message) // of what is too large the host reads only so much
	conn.CloseWrite()
	answer, err := io.ReadAll(conn)
	if err != nil && len(answer) == 0 {
		t.Fatal(err)
	}
	if err := gob.NewDecoder(bytes.NewReader(answer)).Decode(&d); err != nil {
		t.Fatalf("%v: %q", err, answer)
	}
	return d
}

func ttl(t *testing.T) view.View {
	t.Helper()
	p := simlib.DefaultTTL()
	r, err := p.Run(t.Context(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	return view.Of(p, r)
}

// What the host draws is what is drawn without it, for every simulation.
func TestHostDrawsTheSame(t *testing.T) {
	socket, _ := serve(t, time.Minute)
	for _, s := range simlib.All() {
		r, err := s.Run(t.Context(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		v := view.Of(s, r)
		if p, ok := r.(simlib.Predictable); ok {
			asked := p.Prediction()
			v.Prediction = &asked
		}
		sent, err := wire.Send(v)
		if err != nil {
			t.Fatal(err)
		}
		got := ask(t, socket, sent)
		var want wire.Drawing
		if want.Live, err = draw.Live(v); err != nil {
			t.Fatal(err)
		}
		if want.HTML, err = v.HTML(still.SVG); err != nil {
			t.Fatal(err)
		}
		if want.PNG, err = still.PNG(v.Charts[0]); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the host draws another view (error %q)", s.Name(), got.Error)
		}
	}
}

// sent is a message of some version with something in the place of a view.
func sent(t *testing.T, version int, what any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	if err := errors.Join(e.Encode(version), e.Encode(what)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A message that cannot be drawn is answered by one line that says why, and the
// next one is drawn.
func TestHostOutlivesBadViews(t *testing.T) {
	socket, _ := serve(t, time.Minute)
	good, err := wire.Send(ttl(t))
	if err != nil {
		t.Fatal(err)
	}
	broken := ttl(t)
	broken.Charts = []chart.Spec{{Marks: []chart.Mark{chart.Line{Role: chart.Bad, Points: []chart.Point{{}}}}, X: chart.Axis{Log: true}}}
	undrawable, err := wire.Send(broken)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		message    []byte
	}{
		{"nothing", "the view is garbled", nil},
		{"noise", "the view is garbled", []byte("GET / HTTP/1.1\r\n\r\n")},
		{"half a view", "the view is garbled", good[:len(good)/2]},
		{"a newer view", fmt.Sprintf("the view has version %d, and this host draws %d: restart the kernel", wire.Version+1, wire.Version),
			sent(t, wire.Version+1, "whatever it has")},
		{"an older view", fmt.Sprintf("the view has version %d", wire.Version-1), sent(t, wire.Version-1, struct{ Old string }{"all else"})},
		{"another thing", "the view is garbled", sent(t, wire.Version, "no view")},
		{"a strange mark", "locklab/simlib/chart.Pies", bytes.Replace(good, []byte("locklab/simlib/chart.Line"), []byte("locklab/simlib/chart.Pies"), 1)},
		{"too much", "the view is too large to draw; 4194304 bytes is the most", bytes.Repeat([]byte(" "), wire.Largest+100)},
		{"a chart without an axis", "", undrawable},
	} {
		d := ask(t, socket, c.message)
		if c.want != "" && (!strings.Contains(d.Error, c.want) || strings.Contains(d.Error, "\n")) {
			t.Errorf("%s: %q, want %q in one line", c.name, d.Error, c.want)
		}
		if next := ask(t, socket, good); next.Error != "" || next.Live == "" {
			t.Errorf("after %s: %q", c.name, next.Error)
		}
	}
}

// A host that nobody asks ends and takes its socket along; one that was killed has
// left it behind, and the next takes the place.
func TestHostEnds(t *testing.T) {
	socket, ended := serve(t, 50*time.Millisecond)
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nobody asks, and it does not end")
	}
	if _, err := os.Stat(socket); err == nil {
		t.Error("its socket is still there")
	}
	if err := os.WriteFile(socket, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- Serve(ctx, socket, time.Minute) }()
	for range 1000 {
		if conn, err := net.Dial("unix", socket); err == nil {
			conn.Close()
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if d := ask(t, socket, nil); d.Error == "" {
		t.Error("it answers nothing")
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// What a host takes to draw a view, beside what the cell takes.
func BenchmarkDrawing(b *testing.B) {
	for _, s := range simlib.All() {
		r, err := s.Run(b.Context(), simlib.Exec{})
		if err != nil {
			b.Fatal(err)
		}
		sent, err := wire.Send(view.Of(s, r))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(s.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := drawing(bytes.NewReader(sent)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
