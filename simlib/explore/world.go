package explore

// Fault is a kind of bad luck.
type Fault uint8

// The faults. No is the absence of one.
const (
	No       Fault = iota
	Stall          // a worker stands still for so long that its right runs out
	Crash          // a worker ends for good
	Loss           // a request or its answer is lost
	Delay          // a request arrives late
	Failover       // a replica takes over that lacks the latest changes

	kinds
)

var faultWords = [kinds]string{"none", "stall", "crash", "lost message", "delayed message", "failover"}

// String is the fault's name.
func (f Fault) String() string {
	if f >= kinds {
		return "fault"
	}
	return faultWords[f]
}

// World is what the workers share. S is its state: a plain value, compared by ==,
// which does not know who has asked but as the rules of the world do. Q is what a
// worker asks for, and A what it is answered; so is the answer that does not come.
//
// A property that is violated is a part of the state, since a violation is found
// when a state is looked at: see Violated.
type World[S, Q, A comparable] interface {
	// Start is the state before anybody has asked.
	Start() S
	// Do carries out a worker's request. It is false where the request has to wait:
	// then nothing has changed.
	Do(s *S, worker int, q Q) (A, bool)
	// Told is called when an answer has reached its worker, which the world may want
	// to remember, as a promise that it has made.
	Told(s *S, worker int, q Q, a A)
	// Choices are the answers of which the search chooses, one after the other, where
	// it is a matter of chance; nil for any other request.
	Choices(q Q) []A
	// NoAnswer is what a worker is told when an answer does not come.
	NoAnswer() A
	// MayFail says whether a request, or its answer, may be lost, and whether it may
	// arrive late.
	MayFail(q Q) (lost, late bool)
	// Moves are what the world may do by itself, such as let time pass, in a fixed
	// order.
	Moves(s S, workers []Stand[Q]) []Move[S]
	// Violated names the property that is violated in s, by a worker, or is empty.
	// ended says that no worker will ask any more, and stuck that none can go on
	// though some are not at their end; faults is how many there were.
	Violated(s S, workers []Stand[Q], faults int, ended, stuck bool) string
}

// Stand is where a worker stands.
type Stand[Q comparable] struct {
	// Asks is what it asks for next.
	Asks Q
	// Begun, Ended and Crashed say how far it is.
	Begun, Ended, Crashed bool
}

// Gone says that it will not ask any more.
func (s Stand[Q]) Gone() bool { return s.Ended || s.Crashed }

// Move is something that the world does by itself.
type Move[S comparable] struct {
	// Name is its letter in the name of a schedule; none of those of the workers, and
	// none of ? ! > x and the digits.
	Name byte
	// Fault is what it counts as.
	Fault Fault
	// To is the state after it.
	To S
}
