package simlib

// Preset is a setting worth looking at, for a reader to choose.
type Preset struct {
	// Name says in a few words what to look for.
	Name string
	// Knobs are the knobs that it sets, as With takes them; the others stay as
	// they are.
	Knobs map[string]string
}

// Presets are the presets of a simulation; most have none.
func Presets(s interface{ Name() string }) []Preset {
	if has, ok := unwrapped(s).(interface{ Presets() []Preset }); ok {
		return has.Presets()
	}
	return nil
}
