package history

import "locklab/simlib/words"

// Verdict is what came of a search for a history that violates a property.
type Verdict struct {
	Outcome Outcome
	// Property is what was asked, such as "no acknowledged update is lost".
	Property string
	// Says tells in a plain sentence what came of it: by whom, at which step.
	Says string
	// Within names the world and the bound that were searched, such as "two
	// clients, one stall".
	Within string
	// Schedule names the schedule of History, so that it can be replayed.
	Schedule string
	// History is a shortest one that violates the property; empty where none was
	// found.
	History History
}

// Outcome is how a search ended.
type Outcome uint8

// The outcomes. A bound that cuts a search short never makes it a violation.
const (
	Undecided Outcome = iota // requests, states or time ran out
	Violated                 // History shows it
	Upheld                   // in every history within the bound
)

var outcomes = []string{"undecided", "violated", "holds"}

func (o Outcome) String() string { return words.Of(outcomes, int(o)) }

// MarshalText gives the word of String.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }
