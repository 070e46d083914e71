package chart

import (
	"fmt"
	"slices"
)

// Role is what is drawn in one colour; each role has one in the light and one in
// the dark. The zero Role is none.
type Role uint8

// The roles of marks.
const (
	Bad    Role = iota + 1 // harm: updates lost, overlaps, stale data accepted
	Good                   // harm prevented
	Wasted                 // work done for nothing
	Ideal                  // what would be right, or exact
	Now                    // the setting of the cell
	Muted                  // words beside the data
)

// The roles of what is not a mark.
const (
	Text Role = Muted + 1 + iota
	Grid
	AxisLine
	Background

	afterRoles
)

var roleWords = [afterRoles]string{
	Bad: "bad", Good: "good", Wasted: "wasted", Ideal: "ideal", Now: "now", Muted: "muted",
	Text: "text", Grid: "grid", AxisLine: "axis", Background: "background",
}

// Roles lists all roles.
func Roles() []Role {
	var all []Role
	for r := Bad; r < afterRoles; r++ {
		all = append(all, r)
	}
	return all
}

// String is the role's word in options and palettes, such as "bad".
func (r Role) String() string {
	if r == 0 || r >= afterRoles {
		return fmt.Sprintf("role %d", uint8(r))
	}
	return roleWords[r]
}

// MarshalText writes the word of String.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word of String.
func (r *Role) UnmarshalText(text []byte) error {
	i := slices.Index(roleWords[:], string(text))
	if i <= 0 {
		return fmt.Errorf("chart: no role %q", text)
	}
	*r = Role(i)
	return nil
}
