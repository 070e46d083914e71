package aid

import (
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// kinds are what a Go programmer runs into first in a notebook: what the
// compiler says and, behind a line break, the line of code that it speaks of;
// and what helps, in which $1 is what the pattern found. The first that fits is
// taken.
var kinds = []struct {
	pattern *regexp.Regexp
	help    string
}{
	{
		regexp.MustCompile(`^(?:expected declaration, found|non-declaration statement outside function body)`),
		"Put a line %% above what the cell is to do. Only import, func, type, var and const can stand without it.",
	},
	{
		regexp.MustCompile(`^declared and not used: (\w+)`),
		"Go wants every variable used: print it with fmt.Println($1), or, if it is for other cells, declare it above the line %%: var $1 = ...",
	},
	{
		regexp.MustCompile(`^undefined: time\b.*\n.*\btime\.(Seconds|Minutes|Hours|Milliseconds|Microseconds|Nanoseconds)\b`),
		"There is no time.$1: the units are time.Second, time.Minute, time.Millisecond and so on.",
	},
	{
		// A constant without a unit, text, or a whole number of another type.
		regexp.MustCompile(`^cannot use .* as "?time"?\.Duration value|mismatched types .*\btime\.Duration\b`),
		"A duration is a number of units: 10 * time.Second. With a whole number n it is time.Duration(n) * time.Second.",
	},
	{
		regexp.MustCompile(`simlib\.Result \(missing method .*\n.*\blab\.Say\(`),
		`lab.Say prints the result of a run: lab.Say(lab.Run(p)). Words of your own: fmt.Println("...").`,
	},
	{
		regexp.MustCompile(`^in call to (lab\.\w+), cannot infer R`),
		"$1 wants a simulation, such as p after p := simlib.DefaultTTL().",
	},
}

// Help is a line that helps with what the compiler says of a line of code, or
// nothing.
func Help(message, code string) string {
	if help := wholeDuration(message, code); help != "" {
		return help
	}
	said := message + "\n" + code
	for _, k := range kinds {
		if found := k.pattern.FindStringSubmatchIndex(said); found != nil {
			return string(k.pattern.ExpandString(nil, k.help, said, found))
		}
	}
	if name, ok := strings.CutPrefix(message, "undefined: "); ok && token.IsIdentifier(name) {
		return undefined(name, code)
	}
	return ""
}

// undefined helps with a name that is not known: that of a package if the code
// asks something of it, otherwise of a variable, a function or a type.
func undefined(name, code string) string {
	if asked := regexp.MustCompile(`\b` + name + `\.\w+`).FindString(code); asked != "" {
		return fmt.Sprintf("If %s is a package, it is imported by itself only when it has what the cell asks of it: look at the spelling of %s, or import it.", name, asked)
	}
	return fmt.Sprintf("Each cell is a program of its own, and what := declares ends with its cell. For other cells, declare it above the line %%%%, and run that cell first: var %s = ...", name)
}

var (
	truncated = regexp.MustCompile(`^(?:cannot use )?([\d.]+) \(untyped float constant\).* (?:truncated to int64|as "?time"?\.Duration value)`)
	times     = regexp.MustCompile(`\btime\.(Hour|Minute|Second|Millisecond|Microsecond)\b`)
	units     = map[string]time.Duration{"Hour": time.Hour, "Minute": time.Minute, "": time.Second, "Second": time.Second,
		"Millisecond": time.Millisecond, "Microsecond": time.Microsecond}
)

// wholeDuration helps with a fraction where a duration is wanted. One without a
// unit is taken to be of seconds.
func wholeDuration(message, code string) string {
	fraction := truncated.FindStringSubmatch(message)
	if fraction == nil {
		return ""
	}
	unit := times.FindStringSubmatch(code)
	if unit == nil && !strings.Contains(message, "Duration") {
		return ""
	}
	if unit == nil {
		unit = []string{"", ""}
	}
	f, err := strconv.ParseFloat(fraction[1], 64)
	if err != nil {
		return ""
	}
	d := time.Duration(f * float64(units[unit[1]]))
	for _, smaller := range []string{"Second", "Millisecond", "Microsecond"} {
		if d > 0 && d%units[smaller] == 0 {
			return fmt.Sprintf("A duration is a whole number of nanoseconds, and so no fraction: write %d * time.%s", d/units[smaller], smaller)
		}
	}
	return ""
}

// EndedEarly is a line about a cell that ended well, as Jupyter sees it, if its
// code calls os.Exit.
func EndedEarly(lines []string) string {
	text := []byte(strings.Join(lines, "\n"))
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, func(token.Position, string) {}, 0)
	var last [3]string // words and signs
	for {
		_, tok, word := s.Scan()
		if tok == token.EOF {
			return ""
		}
		if word == "" {
			word = tok.String()
		}
		if last == [3]string{"os", ".", "Exit"} && tok == token.LPAREN {
			return "This cell calls os.Exit. Where it does so with 0, it ends there without an error, and what follows does not run.\n"
		}
		last = [3]string{last[1], last[2], word}
	}
}
