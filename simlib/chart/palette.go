package chart

// Palette gives each role its colour.
type Palette map[Role]string

// BoxOpacity is how much of its role's colour a box has; the ground is the rest.
const BoxOpacity = 0.85

// The colours of marks are Okabe and Ito's, which people with the common kinds
// of colour blindness can tell apart (M. Okabe, K. Ito, "Color universal
// design", 2002); in the dark they are lighter.
var (
	Light = Palette{
		Bad:    "#d55e00", // vermillion
		Good:   "#0072b2", // blue
		Wasted: "#c26097", // reddish purple, which is in a box what theirs is
		Ideal:  "#5f6672",
		Now:    "#111827",
		Muted:  "#5f6672",

		Text:       "#1f2328",
		Grid:       "#e4e7eb",
		AxisLine:   "#858c97",
		Background: "#ffffff",
	}
	Dark = Palette{
		Bad:    "#ff8a4c",
		Good:   "#56b4e9", // sky blue
		Wasted: "#e3a0c6",
		Ideal:  "#a6adb8",
		Now:    "#f5f7fa",
		Muted:  "#a6adb8",

		Text:       "#e6e9ee",
		Grid:       "#333a44",
		AxisLine:   "#7b8490",
		Background: "#15181d",
	}
)
