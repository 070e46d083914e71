package simlib_test

import (
	"fmt"
	"testing"

	"locklab/simlib"
)

// A value that no constant has is written as its number.
func TestValuesWithoutAWord(t *testing.T) {
	for _, v := range []fmt.Stringer{
		simlib.EventKind(200), simlib.Verdict(200), simlib.Place(200), simlib.SpanKind(200), simlib.StaleOutcome(200),
		simlib.Guard(200), simlib.Store(200), simlib.Loss(200), simlib.Copying(200), simlib.JobMode(200), simlib.CounterStep(200),
	} {
		if got := v.String(); got != "200" {
			t.Errorf("%T(200) is written %q, want its number", v, got)
		}
	}
}
