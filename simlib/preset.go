package simlib

// Preset is a setting worth looking at, for a reader to choose.
type Preset struct {
	// Name says in a few words what to look for.
	Name string
	// Knobs are the knobs that differ from the simulation's defaults, as With
	// takes them.
	Knobs map[string]string
}

// Presets are the presets of the named simulation; most have none.
func Presets(sim string) []Preset {
	if sim != "staleholder" {
		return nil
	}
	return []Preset{
		{"8 s: in time", map[string]string{"Pause": "8s"}},
		{"11 s: between read and write", map[string]string{"Pause": "11s"}},
		{"11 s, fenced", map[string]string{"Pause": "11s", "Fencing": "true"}},
		{"11 s, fenced and claimed", map[string]string{"Pause": "11s", "Fencing": "true", "Claim": "true"}},
		{"14 s: after B's write", map[string]string{"Pause": "14s"}},
		{"14 s, fenced", map[string]string{"Pause": "14s", "Fencing": "true"}},
	}
}
