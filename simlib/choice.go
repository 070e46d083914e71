package simlib

import (
	"fmt"
	"slices"
	"strconv"
)

// wordOf is the word of a choice, or its number where there is no such choice.
func wordOf(words []string, choice int) string {
	if choice < 0 || choice >= len(words) {
		return strconv.Itoa(choice)
	}
	return words[choice]
}

// goNameOf is the Go name of a choice, or its type and number where there is no
// such choice.
func goNameOf(names []string, kind string, choice int) string {
	if choice < 0 || choice >= len(names) {
		return "simlib." + kind + "(" + strconv.Itoa(choice) + ")"
	}
	return "simlib." + names[choice]
}

// choiceOf is the choice that a word stands for.
func choiceOf(words []string, text []byte) (int, error) {
	i := slices.Index(words, string(text))
	if i < 0 {
		return 0, fmt.Errorf("no choice %q", text)
	}
	return i, nil
}
