// Package portable computes exp and log with the same bits on every processor.
//
// The question: a learner's notebook runs a simulation on amd64 or arm64, and
// a slider in the page runs it again in WebAssembly. How can both show the
// same number, to the last digit? Two things stand in the way. [math.Exp] and
// [math.Log] are assembly on some processors and Go on others, and differ in
// the last bits. And the Go specification lets a compiler fuse x*y + z into
// one instruction that rounds once instead of twice; it does so on arm64 and
// on newer amd64 (GOAMD64=v3), but not on older amd64 or in WebAssembly.
//
// The answer: functions written in plain Go from operations that IEEE 754
// rounds exactly (+, -, *, / and the square root), where every product that
// meets a sum goes through [MulAdd].
//
// What it leaves out: the last half unit of accuracy. The error is below
// 1.1 units in the last place for Exp and 1 for Log, as the tests measure.
package portable

// MulAdd returns x*y + z, with both the product and the sum rounded. The
// explicit conversion is what forbids fusing; see "Floating-point operators"
// in the Go specification.
func MulAdd(x, y, z float64) float64 {
	return float64(x*y) + z
}
