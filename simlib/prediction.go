package simlib

// A Prediction is a question about a run, for a learner to answer before
// seeing what came of it.
type Prediction struct {
	// Question asks for a number, and Unit says what of.
	Question, Unit string
	// Answer is what the run found, and Says is the same as the run's sentence
	// writes it.
	Answer float64
	Says   string
	// A guess lies between Min and Max, which Log says to spread by factors.
	Min, Max float64
	Log      bool
}

// A Predictable result is one that a learner can guess.
type Predictable interface {
	Result
	Prediction() Prediction
}
