package page

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"fmt"
)

// SimulationsFile is the name, beside locklab.js, of what Simulations makes.
const SimulationsFile = "simulations.js"

//go:embed worker.js
var worker []byte

// Simulations puts the simulations as WebAssembly, Go's own wasm_exec.js that
// starts them, and a worker that does so for a page into one script. A server's
// page starts the script itself as the worker, and needs no address but the
// server's. A page opened from a file may do no more with a file than load it as a
// script; there it is a room of the runtime, with the worker and the module for the
// page to put together.
func Simulations(wasmExec, module []byte) ([]byte, error) {
	var zipped bytes.Buffer
	z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(module); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `((work, base64) => {
  if (typeof document === 'undefined') work(base64);
  else locklab.room('simulations', [], () => ({ work, base64 }));
})((base64) => {
%s
%s
}, "%s");
`, wasmExec, worker, base64.StdEncoding.EncodeToString(zipped.Bytes())), nil
}
