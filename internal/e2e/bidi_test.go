package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// A bidi is a connection to a browser that speaks WebDriver BiDi, as Firefox
// does without a driver beside it: commands and their answers, and events, as
// JSON over a WebSocket. See https://w3c.github.io/webdriver-bidi/.
type bidi struct {
	conn net.Conn
	hear func(event string, params json.RawMessage)

	mu      sync.Mutex
	last    int // number of the last command
	waiting map[int]chan bidiMessage
	over    error // why there will be no more answers
}

// A bidiMessage is what a browser says.
type bidiMessage struct {
	Type    string // "success", "error" or "event"
	ID      int
	Result  json.RawMessage
	Error   string
	Message string
	Method  string // of an event, with
	Params  json.RawMessage
}

// dialBidi connects to a browser. hear is told of its events, one at a time.
func dialBidi(ctx context.Context, address string, hear func(event string, params json.RawMessage)) (*bidi, error) {
	conn, early, _, err := ws.Dial(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	if early != nil {
		conn.Close()
		return nil, fmt.Errorf("%s: it speaks before it is asked", address)
	}
	b := &bidi{conn: conn, hear: hear, waiting: map[int]chan bidiMessage{}}
	started.Go(b.listen)
	return b, nil
}

func (b *bidi) close() { b.conn.Close() }

// listen hands on what the browser says until the connection ends.
func (b *bidi) listen() {
	for {
		text, err := wsutil.ReadServerText(b.conn)
		var m bidiMessage
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err == nil && m.Type == "event" {
			b.hear(m.Method, m.Params)
			continue
		}
		b.mu.Lock()
		if err != nil {
			b.over = err
			for _, answer := range b.waiting {
				close(answer)
			}
			b.mu.Unlock()
			return
		}
		if answer, ok := b.waiting[m.ID]; ok {
			delete(b.waiting, m.ID)
			answer <- m
		}
		b.mu.Unlock()
	}
}

// call gives a command and reads its result, unless result is nil.
func (b *bidi) call(ctx context.Context, method string, params, result any) error {
	answer, err := b.send(method, params)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case m, ok := <-answer:
		switch {
		case !ok:
			return fmt.Errorf("%s: the browser is gone: %w", method, b.over)
		case m.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	}
}

func (b *bidi) send(method string, params any) (<-chan bidiMessage, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over != nil {
		return nil, errors.Join(errors.New("the browser is gone"), b.over)
	}
	b.last++
	text, err := json.Marshal(object{"id": b.last, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	answer := make(chan bidiMessage, 1)
	b.waiting[b.last] = answer
	return answer, wsutil.WriteClientText(b.conn, text)
}

// An object is one of JSON.
type object = map[string]any
