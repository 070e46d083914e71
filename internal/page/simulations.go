package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// SimulationsFile is the name, beside locklab.js, of what Simulations makes.
const SimulationsFile = "simulations.js"

// Simulations puts the simulations as WebAssembly, and Go's own wasm_exec.js
// that starts them, into one script. A page opened from a file may load a
// script and nothing else; so the module travels inside, compressed.
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
	starter, err := json.Marshal(string(wasmExec))
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "locklab.simulations(%s, \"%s\");\n", starter, base64.StdEncoding.EncodeToString(zipped.Bytes())), nil
}
