package simlib

import (
	"slices"
	"strings"

	"locklab/simlib/facts"
	"locklab/simlib/words"
)

// LockStore is what a lock lives in.
type LockStore int

// The stores of the lesson.
const (
	Redis LockStore = iota
	Redlock
	ZooKeeper
	Etcd
	Chubby
	Consul
	PostgresAdvisory
	PostgresRow
	DynamoDB
	Kubernetes
	Hazelcast
	ObjectStore
)

var stores = options{
	Redis:            {word: "redis", goName: "Redis"},
	Redlock:          {word: "redlock", goName: "Redlock"},
	ZooKeeper:        {word: "zookeeper", goName: "ZooKeeper"},
	Etcd:             {word: "etcd", goName: "Etcd"},
	Chubby:           {word: "chubby", goName: "Chubby"},
	Consul:           {word: "consul", goName: "Consul"},
	PostgresAdvisory: {word: "postgres-advisory", goName: "PostgresAdvisory"},
	PostgresRow:      {word: "postgres-row", goName: "PostgresRow"},
	DynamoDB:         {word: "dynamodb", goName: "DynamoDB"},
	Kubernetes:       {word: "kubernetes", goName: "Kubernetes"},
	Hazelcast:        {word: "hazelcast", goName: "Hazelcast"},
	ObjectStore:      {word: "object-store", goName: "ObjectStore"},
}

// String is the store's word, such as "redis" or "postgres-row".
func (s LockStore) String() string { return stores.of(int(s)).word }

// MarshalText writes the word of String.
func (s LockStore) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Loss is what a failover loses of the grants that were acknowledged, in the
// model of Failover.
type Loss int

const (
	// LosesNone is a store that acknowledges a grant only once it is where the
	// next leader must have it. None is lost at a failover. That says nothing
	// of a holder that is paused for longer than its TTL: it overlaps with the
	// next one all the same.
	LosesNone Loss = iota + 1
	// LosesUncopied is a store that acknowledges first and copies later. What
	// is not copied yet when the leader crashes is lost.
	LosesUncopied
	// LosesAll is a store whose locks are never copied.
	LosesAll
)

var lossWords = []string{"", "none", "those not yet copied", "all"}

// String is "none", "those not yet copied" or "all".
func (l Loss) String() string { return words.Of(lossWords, int(l)) }

// MarshalText writes the word of String.
func (l Loss) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// losses are what a failover of each store loses, by LockStore.
var losses = [...]Loss{
	Redis: LosesUncopied, Redlock: LosesNone, ZooKeeper: LosesNone, Etcd: LosesNone, Chubby: LosesNone, Consul: LosesNone,
	PostgresAdvisory: LosesAll, PostgresRow: LosesNone, DynamoDB: LosesNone, Kubernetes: LosesNone, Hazelcast: LosesNone,
	ObjectStore: LosesNone,
}

// loses is what a failover of the store loses.
func (s LockStore) loses() Loss { return losses[s] }

// Facts is what is known of the store that the model does not compute: its row
// of the table.
func (s LockStore) Facts() facts.Row {
	rows := facts.Rows()
	return rows[slices.IndexFunc(rows, func(r facts.Row) bool { return r.Store == s.String() })]
}

// StoreTable is the table of the stores.
func StoreTable() Table {
	t := newTable("stores", "What a lock can live in",
		inWords("store", "store"), inWords("on failover", "on_failover"), inWords("acknowledged grants lost, in this model", "lost"),
		inWords("fencing token", "token"), inWords("in short", "in_short"), inWords("sources", "sources"))
	for i := range losses {
		s := LockStore(i)
		r := s.Facts()
		lost := s.loses().String()
		if r.Proviso != "" {
			lost += ", provided that " + r.Proviso
		}
		t.add(wordsCell(r.Name), wordsCell(r.OnFailover.Text()), wordsCell(lost), wordsCell(r.Token.Text()), wordsCell(r.InShort.Text()), wordsCell(sources(r)))
	}
	return t
}

// sources names each source of a row once.
func sources(r facts.Row) string {
	var titles []string
	for _, s := range r.Statements() {
		for _, source := range s.Sources {
			title := source.Title
			if by := source.ReportedBy; by != nil {
				title += ", as reported by " + by.Title
			}
			if !slices.Contains(titles, title) {
				titles = append(titles, title)
			}
		}
	}
	return strings.Join(titles, "; ")
}
