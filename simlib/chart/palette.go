package chart

// Palette gives each role its colour.
type Palette map[Role]string

// The colours of marks are Okabe and Ito's, which people with the common kinds
// of colour blindness can tell apart (M. Okabe, K. Ito, "Color universal
// design", 2002); in the dark they are lighter.
var (
	Light = Palette{
		Bad:    "#d55e00", // vermillion
		Good:   "#0072b2", // blue
		Wasted: "#e69f00", // orange
		Ideal:  "#5f6672",
		Now:    "#111827",
		Muted:  "#5f6672",

		text:       "#1f2328",
		grid:       "#e4e7eb",
		axis:       "#9aa1ab",
		background: "#ffffff",
	}
	Dark = Palette{
		Bad:    "#ff8a4c",
		Good:   "#56b4e9", // sky blue
		Wasted: "#f0b93a",
		Ideal:  "#a6adb8",
		Now:    "#f5f7fa",
		Muted:  "#a6adb8",

		text:       "#e6e9ee",
		grid:       "#333a44",
		axis:       "#7b8490",
		background: "#15181d",
	}
)

// The roles of what is not a mark.
const (
	text       Role = "text"
	grid       Role = "grid"
	axis       Role = "axis"
	background Role = "background"
)
