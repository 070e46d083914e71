package simlib_test

import (
	"fmt"
	"testing"

	"locklab/simlib"
	"locklab/simlib/history"
)

// A value that no constant has is written as its number.
func TestValuesWithoutAWord(t *testing.T) {
	for _, v := range []fmt.Stringer{
		history.Kind(200), history.Answer(200), history.Finding(200), history.Place(200), history.SpanKind(200), simlib.StaleOutcome(200),
		simlib.Guard(200), simlib.LockStore(200), simlib.Loss(200), simlib.Copying(200), simlib.JobMode(200), simlib.CounterStep(200),
	} {
		if got := v.String(); got != "200" {
			t.Errorf("%T(200) is written %q, want its number", v, got)
		}
	}
}
