package chart

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Marks are marks that can be sent: in JSON each says its kind, "Line" or "Boxes".
type Marks []Mark

// kinds are the marks that there are, by kind.
var kinds = map[string]reflect.Type{}

func init() {
	for _, m := range []Mark{Line{}, Band{}, Dots{}, Segments{}, Boxes{}, Here{}, Rule{}, Note{}, Words{}} {
		kinds[kind(m)] = reflect.TypeOf(m)
	}
}

func kind(m Mark) string { return reflect.TypeOf(m).Name() }

// MarshalJSON writes the marks with their kinds.
func (ms Marks) MarshalJSON() ([]byte, error) {
	type sent struct {
		Kind string
		Mark Mark
	}
	all := make([]sent, len(ms))
	for i, m := range ms {
		all[i] = sent{kind(m), m}
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads them, and refuses a kind that there is not.
func (ms *Marks) UnmarshalJSON(text []byte) error {
	var all []struct {
		Kind string
		Mark json.RawMessage
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*ms = make(Marks, len(all))
	for i, sent := range all {
		t, known := kinds[sent.Kind]
		if !known {
			return fmt.Errorf("chart: no mark %q", sent.Kind)
		}
		m := reflect.New(t)
		if err := json.Unmarshal(sent.Mark, m.Interface()); err != nil {
			return fmt.Errorf("chart: a mark %q: %w", sent.Kind, err)
		}
		(*ms)[i] = m.Elem().Interface().(Mark)
	}
	return nil
}
