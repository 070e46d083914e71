package system

import "locklab/simlib/history"

// Delivery is what the network does with a request.
type Delivery uint8

// The deliveries.
const (
	Delivered   Delivery = iota // it arrives, and so does the answer
	RequestLost                 // it never arrives
	AnswerLost                  // it arrives and is done; its answer never comes
)

// Through is what a client hears of a request. It cannot tell a lost request from
// a lost answer.
func (d Delivery) Through(request func() history.Answer) history.Answer {
	answer := history.NoAnswer
	if d != RequestLost {
		answer = request()
	}
	if d == AnswerLost {
		return history.NoAnswer
	}
	return answer
}
