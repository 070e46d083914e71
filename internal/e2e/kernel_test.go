package e2e

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// A kernel is a running Go kernel, spoken to as JupyterLab does: by the
// server's REST interface and its websocket.
type kernel struct {
	t       *testing.T
	s       *server
	id      string
	session string
	conn    net.Conn
	said    chan message // closed when the connection is
}

// message is one of the Jupyter protocol,
// https://jupyter-client.readthedocs.io/en/stable/messaging.html.
type message struct {
	Channel string         `json:"channel"`
	Header  header         `json:"header"`
	Parent  header         `json:"parent_header"`
	Meta    map[string]any `json:"metadata"`
	Content content        `json:"content"`
}

type header struct {
	ID      string `json:"msg_id,omitempty"`
	Type    string `json:"msg_type,omitempty"`
	Session string `json:"session,omitempty"`
	User    string `json:"username,omitempty"`
	Version string `json:"version,omitempty"`
}

// request is the content of an execute_request. The kernel wants all of it.
type request struct {
	Code         string `json:"code"`
	Silent       bool   `json:"silent"`
	StoreHistory bool   `json:"store_history"`
	StopOnError  bool   `json:"stop_on_error"`
}

// content is that of the messages which the tests read or write.
type content struct {
	*request
	State      string            `json:"execution_state,omitempty"`
	Status     string            `json:"status,omitempty"`
	Name       string            `json:"name,omitempty"` // of a stream
	Text       string            `json:"text,omitempty"`
	Data       map[string]any    `json:"data,omitempty"`
	Transient  map[string]string `json:"transient,omitempty"`
	Matches    []string          `json:"matches,omitempty"` // of a complete_reply
	ErrorName  string            `json:"ename,omitempty"`
	ErrorValue string            `json:"evalue,omitempty"`
}

// startKernel starts a kernel that ends with the test.
func startKernel(t *testing.T, s *server) *kernel {
	t.Helper()
	k := &kernel{t: t, s: s, session: rand.Text(), said: make(chan message, 1000)}
	var made struct{ ID string }
	if err := s.call(t.Context(), http.MethodPost, "api/kernels", map[string]string{"name": "gonb"}, &made); err != nil {
		t.Fatal(err)
	}
	k.id = made.ID
	t.Cleanup(k.stop)

	dialer := ws.Dialer{Header: ws.HandshakeHeaderHTTP{"Authorization": {"token " + s.token}}}
	var err error
	k.conn, _, _, err = dialer.Dial(t.Context(), strings.Replace(s.url, "http", "ws", 1)+"api/kernels/"+k.id+"/channels?session_id="+k.session)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.conn.Close() })
	go func() {
		defer close(k.said)
		for {
			data, err := wsutil.ReadServerText(k.conn)
			if err != nil {
				return
			}
			var m message
			if json.Unmarshal(data, &m) == nil {
				k.said <- m
			}
		}
	}()
	return k
}

// A run is what came of executing a cell.
type run struct {
	k       *kernel
	request string
	sent    time.Time
	others  []*run // that take their messages while this one waits

	busy           bool      // the kernel has taken it up
	status         string    // "ok", "error" or "aborted", "" while it runs
	errorValue     string    // of an error
	stdout, stderr string    // all that was printed
	displays       []message // display_data and update_display_data
	lastOutput     time.Time // when the last of these came
	idle           bool      // the kernel has said all that belongs to the cell
}

// start asks the kernel to execute code.
func (k *kernel) start(code string) *run {
	k.t.Helper()
	return k.send(request{Code: code, StoreHistory: true, StopOnError: true})
}

func (k *kernel) send(what request) *run {
	k.t.Helper()
	r := &run{k: k, request: rand.Text()}
	text, err := json.Marshal(message{
		Channel: "shell",
		Header:  header{ID: r.request, Type: "execute_request", Session: k.session, User: "e2e", Version: "5.3"},
		Meta:    map[string]any{},
		Content: content{request: &what},
	})
	if err != nil {
		k.t.Fatal(err)
	}
	r.sent = time.Now()
	if err := wsutil.WriteClientText(k.conn, text); err != nil {
		k.t.Fatalf("the kernel's websocket: %v", err)
	}
	return r
}

// execute runs code to its end.
func (k *kernel) execute(code string) *run {
	k.t.Helper()
	r := k.start(code)
	r.wait("end", r.ended)
	return r
}

// ended says whether the kernel has answered and said all that belongs to the
// cell.
func (r *run) ended() bool { return r.idle && r.status != "" }

// wait reads what the kernel says until something is so.
func (r *run) wait(what string, so func() bool) {
	r.k.t.Helper()
	if !r.within(patience, so) {
		r.k.t.Fatalf("the cell's %s did not come in %v; status %q, stdout %q, stderr %q, %d displays",
			what, patience, r.status, r.stdout, r.stderr, len(r.displays))
	}
}

// end waits until all runs of one kernel have ended, whose messages come mixed.
func end(runs ...*run) {
	first := runs[0]
	first.k.t.Helper()
	first.others = runs[1:]
	first.wait("end, or that of one behind it,", func() bool {
		return !slices.ContainsFunc(runs, func(r *run) bool { return !r.ended() })
	})
	first.others = nil
}

// within is wait for a time, and says whether it became so.
func (r *run) within(limit time.Duration, so func() bool) bool {
	r.k.t.Helper()
	over := time.After(limit)
	for !so() {
		select {
		case m, open := <-r.k.said:
			if !open {
				r.k.t.Fatal("the kernel's websocket was closed")
			}
			r.take(m)
			for _, other := range r.others {
				other.take(m)
			}
		case <-over:
			return false
		}
	}
	return true
}

func (r *run) take(m message) {
	if m.Parent.ID != r.request {
		return
	}
	switch m.Header.Type {
	case "execute_reply":
		r.status, r.errorValue = m.Content.Status, m.Content.ErrorValue
	case "status":
		r.busy = r.busy || m.Content.State == "busy"
		r.idle = r.idle || m.Content.State == "idle"
	case "stream":
		r.lastOutput = time.Now()
		if m.Content.Name == "stderr" {
			r.stderr += m.Content.Text
		} else {
			r.stdout += m.Content.Text
		}
	case "display_data", "update_display_data":
		r.lastOutput = time.Now()
		r.displays = append(r.displays, m)
	}
}

// stop ends the kernel, as shutting it down does.
func (k *kernel) stop() {
	k.s.call(context.Background(), http.MethodDelete, "api/kernels/"+k.id, nil, nil)
}

// interrupt does what the stop button does.
func (k *kernel) interrupt() {
	k.t.Helper()
	if err := k.s.call(k.t.Context(), http.MethodPost, "api/kernels/"+k.id+"/interrupt", nil, nil); err != nil {
		k.t.Fatal(err)
	}
}

// alive fails the test if the kernel does not run another cell.
func (k *kernel) alive() {
	k.t.Helper()
	if r := k.execute("%%\nfmt.Println(\"still\", 40+2)"); r.status != "ok" || r.stdout != "still 42\n" {
		k.t.Errorf("the kernel is not what it was: status %q, stdout %q, stderr %q, error %q", r.status, r.stdout, r.stderr, r.errorValue)
	}
}
