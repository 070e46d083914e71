// Package cards has a card for every term of art in the lesson: what it means,
// what it is like, and where it is used.
package cards

import (
	"fmt"
	"slices"
	"strings"
)

// A Card explains a term.
type Card struct {
	// ID is the term with hyphens, for links.
	ID string
	// Term is what the lesson calls it.
	Term string
	// Means says in plain words what it is.
	Means string
	// Like is an everyday comparison.
	Like string
	// Used is where one meets it.
	Used string
	// Facts are the IDs of the statements (simlib/facts) that what it says of
	// systems rests on.
	Facts []string
	// Section is the notebook, without .ipynb, that uses the term first and
	// from which the card is opened.
	Section string
}

// All are the cards in the order in which the lesson needs them.
func All() []Card { return slices.Clone(all) }

// Find is the card of a term or an ID, in any case; the error lists the terms
// there are.
func Find(term string) (Card, error) {
	var terms []string
	for _, c := range all {
		if strings.EqualFold(c.Term, term) || strings.EqualFold(c.ID, term) {
			return c, nil
		}
		terms = append(terms, c.Term)
	}
	return Card{}, fmt.Errorf("cards: no card for %q; there are %s", term, strings.Join(terms, ", "))
}
