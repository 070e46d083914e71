// Package facts is what the lesson states about systems that exist: each
// statement once, with the page that it rests on, the version of that page, and
// what the page says. Notebooks, cards, questions and the table of stores cite
// statements by their ID, and a test refuses a sentence that names a system and
// cites none (internal/nb).
//
// It is content. Nothing is computed from it.
package facts

import "slices"

// Read is when the sources were read.
const Read = "November 2026"

// A Source is something to look a statement up in.
type Source struct {
	Title, URL string
	// Version is the release or the date of what was read, or "undated"; Commit
	// is the revision of the text, as repository@commit, where it is kept in a
	// public repository. One of them is there.
	Version, Commit string
	// ReportedBy is what was read in place of a source that was not opened
	// itself; nil where it was.
	ReportedBy *Source
}

// A Statement is one thing that the lesson states about a system.
type Statement struct {
	// ID is a few words with hyphens.
	ID string
	// About are the systems that a sentence may name when it cites this.
	About []Subject
	// Text is what the lesson states, with its limits.
	Text string
	// Says is what the sources say, near enough to look it up; and, where Text
	// goes further, how it follows.
	Says string
	// Sources are what says so, the main one first.
	Sources []*Source
}

// All are the statements, those about one system together.
func All() []Statement { return slices.Clone(all) }

// all lists statements by the system that they are mainly about.
var all = slices.Concat(redis, redlock, zooKeeper, etcd, chubby, consul, postgreSQL, dynamoDB, kubernetes, hazelcast,
	objectStores, elsewhere)

// String names the source and its version.
func (s *Source) String() string {
	text := s.Title
	if s.Version != "" {
		text += ", " + s.Version
	}
	if s.Commit != "" {
		text += " (" + s.Commit + ")"
	}
	if s.ReportedBy != nil {
		text += ", as reported by " + s.ReportedBy.String()
	}
	return text
}

// Find is the statement of an ID.
func Find(id string) (Statement, bool) {
	i := slices.IndexFunc(all, func(s Statement) bool { return s.ID == id })
	if i < 0 {
		return Statement{}, false
	}
	return all[i], true
}
