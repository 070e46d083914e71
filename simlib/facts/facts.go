// Package facts is what the lesson states about systems that exist: each
// statement once, with the page that it rests on, the version of that page, and
// what the page says. Notebooks, cards, questions and the table of stores cite
// statements by their ID, and a test refuses a sentence that names a system and
// cites none (internal/nb). A notebook cites in a comment right after the
// sentence:
//
//	Redis answers first and copies later.<!-- fact: redis-failover -->
//
// It is content. Nothing is computed from it.
package facts

import (
	"fmt"
	"slices"
	"strings"
)

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

// A Group is the statements that are mainly about one system.
type Group struct {
	Name       string
	Statements []Statement
}

// Groups are all statements.
func Groups() []Group { return slices.Clone(groups) }

var groups = []Group{
	{"Redis", redis},
	{"Redlock", redlock},
	{"ZooKeeper", zooKeeper},
	{"etcd", etcd},
	{"Chubby", chubby},
	{"Consul", consul},
	{"PostgreSQL", postgreSQL},
	{"DynamoDB", dynamoDB},
	{"Kubernetes", kubernetes},
	{"Hazelcast", hazelcast},
	{"Object stores", objectStores},
	{"DHCP", dhcp},
	{"It happened: public reports", reports},
}

// All are the statements of all groups.
func All() []Statement { return slices.Clone(all) }

var all = func() []Statement {
	var all []Statement
	for _, g := range groups {
		all = append(all, g.Statements...)
	}
	return all
}()

// Edition is what was read of the source: its version, its commit or both.
func (s *Source) Edition() string {
	return strings.Trim(s.Version+", "+s.Commit, ", ")
}

// String names the source, its edition and its address.
func (s *Source) String() string {
	text := fmt.Sprintf("%s, %s, %s", s.Title, s.Edition(), s.URL)
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
