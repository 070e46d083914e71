package chart

// Kinds are one of each kind of mark that there is.
func Kinds() []Mark {
	return []Mark{Line{}, Band{}, Dots{}, Segments{}, Boxes{}, Here{}, Rule{}, Note{}, Words{}}
}
