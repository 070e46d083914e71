package page

import (
	"encoding/json"
	"fmt"

	"locklab/simlib/cards"
)

// GlossaryFile is the name, beside locklab.js, of what Glossary makes.
const GlossaryFile = "glossary.js"

// Glossary puts the cards of the lesson, by their IDs, into a room of the runtime.
func Glossary() []byte {
	type card struct {
		Term  string `json:"term"`
		Means string `json:"means"`
		Like  string `json:"like"`
		Used  string `json:"used"`
	}
	byID := map[string]card{}
	for _, c := range cards.All() {
		byID[c.ID] = card{c.Term, c.Means, c.Like, c.Used}
	}
	text, err := json.Marshal(byID)
	if err != nil {
		panic(err) // strings only
	}
	return fmt.Appendf(nil, "locklab.room('glossary', [], () => (%s));\n", text)
}
