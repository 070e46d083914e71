package simtest

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"locklab/simlib/facts"
)

// Named are the subjects that a text names, each once, in alphabetical order;
// strangers among them.
func Named(text string) []facts.Subject {
	var named []facts.Subject
	subjectOf, name := subjectsByName()
	for _, m := range name.FindAllStringSubmatch(text, -1) {
		named = append(named, subjectOf[m[1]])
	}
	slices.Sort(named)
	return slices.Compact(named)
}

// subjectsByName are the subjects by the words that name them, and what matches such
// a word where it stands alone: not in the name of a Go package's member, such as
// simlib.Redis.
var subjectsByName = sync.OnceValues(func() (map[string]facts.Subject, *regexp.Regexp) {
	of := map[string]facts.Subject{}
	var quoted []string
	note := func(word string, s facts.Subject) {
		of[word] = s
		quoted = append(quoted, regexp.QuoteMeta(word))
	}
	for s, all := range facts.Names {
		for _, word := range all {
			note(word, s)
		}
	}
	for _, word := range facts.Strangers {
		note(word, facts.Subject(word))
	}
	// Of two words that begin alike the longer one is meant.
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) })
	return of, regexp.MustCompile(`(?:^|[^\w.-])(` + strings.Join(quoted, "|") + `)\b`)
})
