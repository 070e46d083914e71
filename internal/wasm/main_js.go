// Command wasm is the simulations as a WebAssembly module, for a page: the same
// code as in a notebook's cell. It gives the page one function,
// locklabAnswer(request), from JSON to JSON; see view.Answer.
package main

import (
	"syscall/js"

	"locklab/simlib/view"
)

func main() {
	js.Global().Set("locklabAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(view.Answer([]byte(args[0].String())))
	}))
	select {}
}
