package simlib

import "strconv"

// Preset is a setting worth looking at, for a reader to choose.
type Preset struct {
	// Name says in a few words what to look for.
	Name string
	// Knobs are the knobs that it sets, as With takes them; the others stay as
	// they are.
	Knobs map[string]string
}

// Presets are the presets of the named simulation; most have none.
func Presets(sim string) []Preset {
	if sim != "staleholder" {
		return nil
	}
	return []Preset{
		pause("8 s: in time", "8s", false, false),
		pause("11 s: between read and write", "11s", false, false),
		pause("11 s, fenced", "11s", true, false),
		pause("11 s, fenced and claimed", "11s", true, true),
		pause("14 s: after B's write", "14s", false, false),
		pause("14 s, fenced", "14s", true, false),
	}
}

func pause(name, length string, fencing, claim bool) Preset {
	return Preset{name, map[string]string{"Pause": length, "TTL": "10s",
		"Fencing": strconv.FormatBool(fencing), "Claim": strconv.FormatBool(claim)}}
}
