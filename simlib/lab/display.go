package lab

import (
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// The kernel hears from a cell by a pipe. Package gonbui, which is made for
// this, would add what its widgets need to every cell's program; a cell that
// only displays links faster with these few lines.
var kernel struct {
	sync.Mutex
	out *gob.Encoder
	in  *gob.Decoder
}

// inNotebook says whether the program was started by a GoNB kernel.
func inNotebook() bool { return os.Getenv(protocol.GONB_PIPE_ENV) != "" }

// display sends one output in all its media types, and returns when the kernel
// has taken it. An output with an id takes the place of an earlier one with
// the same id.
func display(id string, data map[string]any) error {
	kernel.Lock()
	defer kernel.Unlock()
	if kernel.out == nil {
		if err := connect(); err != nil {
			return err
		}
	}
	message := protocol.DisplayData{Data: map[protocol.MIMEType]any{}, DisplayID: id}
	for mime, content := range data {
		message.Data[protocol.MIMEType(mime)] = content
	}
	// The second message asks for an answer: a program that ends earlier can
	// lose what it has sent.
	ask := protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMECommValue: &protocol.CommValue{Address: protocol.GonbuiSyncAddress, Value: 0},
	}}
	var answer protocol.CommValue
	err := errors.Join(kernel.out.Encode(message), kernel.out.Encode(ask), kernel.in.Decode(&answer))
	if err != nil {
		return fmt.Errorf("the notebook's kernel did not take the output: %w", err)
	}
	return nil
}

func connect() error {
	out, err := os.OpenFile(os.Getenv(protocol.GONB_PIPE_ENV), os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("no way to the notebook's kernel: %w", err)
	}
	in, err := os.Open(os.Getenv(protocol.GONB_PIPE_BACK_ENV))
	if err != nil {
		return fmt.Errorf("no way from the notebook's kernel: %w", err)
	}
	kernel.out, kernel.in = gob.NewEncoder(out), gob.NewDecoder(in)
	return nil
}
