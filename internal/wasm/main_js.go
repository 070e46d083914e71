// Command wasm is the simulations as a WebAssembly module, for a page: the same
// code as in a notebook's cell. It gives the page one function,
// locklabAnswer(request), from JSON to JSON; see draw.Answer.
package main

import (
	"syscall/js"

	"locklab/simlib/draw"
)

func main() {
	js.Global().Set("locklabAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(draw.Answer([]byte(args[0].String())))
	}))
	select {}
}
