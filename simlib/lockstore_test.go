package simlib_test

import (
	"slices"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/facts"
)

// Every store has its row of facts, and every row is of a store.
func TestStoresHaveFacts(t *testing.T) {
	var words []string
	for _, k := range simlib.DefaultFailover().Knobs() {
		if k.Name == "Store" {
			words = k.Options
		}
	}
	var rows []string
	for _, r := range facts.Rows() {
		rows = append(rows, r.Store)
	}
	if len(words) == 0 || !slices.Equal(words, rows) {
		t.Fatalf("the stores are %v, and the rows of facts are of %v", words, rows)
	}
	for i, word := range words {
		s := simlib.LockStore(i)
		p, err := simlib.DefaultFailover().With("Store", word)
		if err != nil || s.String() != word || p.(simlib.Failover).Store != s || s.Facts().Store != word {
			t.Errorf("%s reads back as %+v: %v; its row is of %s", s, p, err, s.Facts().Store)
		}
	}
	if _, err := simlib.DefaultFailover().With("Store", "mysql"); err == nil {
		t.Error("a store that there is not is accepted")
	}
}

// The table is complete, and its cells are short enough to be read.
func TestStoreTable(t *testing.T) {
	table := simlib.StoreTable()
	if len(table.Rows) != len(facts.Rows()) {
		t.Errorf("%d rows, want %d", len(table.Rows), len(facts.Rows()))
	}
	seen := map[string]bool{}
	for _, row := range table.Rows {
		if len(row) != len(table.Columns) || seen[row[0]] {
			t.Fatalf("the row %q", row)
		}
		seen[row[0]] = true
		for _, column := range []int{1, 3, 4} {
			if text := row[column]; !strings.HasSuffix(text, ".") || len(text) > 260 {
				t.Errorf("%s, %s: %d characters, %q", row[0], table.Columns[column], len(text), text)
			}
		}
		if row[5] == "" {
			t.Errorf("%s has no source", row[0])
		}
	}
}

// What is easily got wrong.
func TestStoreTableSays(t *testing.T) {
	table := simlib.StoreTable()
	for _, c := range []struct {
		store simlib.LockStore
		loses string
		want  []string
	}{
		{simlib.Redis, "those not yet copied", []string{"goes back together with the lock", "WAIT makes such losses rarer and is no consensus", "compare-and-delete", "By default Sentinel waits for 30 s"}},
		{simlib.Redlock, "none, provided that a node that restarts without its data stays out", []string{"no order, even if all clocks were perfect", "must stay out for a TTL", "only while network delay, pauses and clock errors"}},
		{simlib.ZooKeeper, "none", []string{"czxid of one's own node", "The number at the end of its name is none", "SUSPENDED as on LOST", "can move zxids back"}},
		{simlib.Etcd, "none", []string{"create revision of one's own lock key; not the key's version and not the lease's ID", "moves revisions back", "TTL is a minimum", "18%", "nodes of etcd 3.4.3", "since fixed"}},
		{simlib.Chubby, "none", []string{"its mode and its generation number, which rises when a free lock is taken", "shared mode", "45 s", "lock-delay of up to a minute after a holder has failed", "hours or days"}},
		{simlib.Consul, "none", []string{"LockIndex", "15 s", "0 to 60 s", "by its own destroy too"}},
		{simlib.PostgresAdvisory, "all", []string{"not replicated", "No TTL", "frozen client keeps it", "until the transaction ends"}},
		{simlib.PostgresRow, "none, provided that the standby is synchronous", []string{"synchronous standby", "in the transaction that changes the data"}},
		{simlib.DynamoDB, "none", []string{"random record version", "no order"}},
		{simlib.Kubernetes, "none", []string{"does not guarantee a single leader", "15 s", "10 s", "2 s", "leaseTransitions rises with each new leader, and nothing checks it"}},
		{simlib.Hazelcast, "none, provided that its CP subsystem is enabled", []string{"CP subsystem", "rises each time the lock gets a new owner", "Enterprise edition only"}},
		{simlib.ObjectStore, "none", []string{"compared for equality", "compare-and-set: it refuses whoever read an old version", "refuses whoever was granted earlier"}},
	} {
		row := table.Rows[c.store]
		if lost := row[2]; lost != c.loses && !strings.HasPrefix(lost, c.loses+" ") && !strings.HasPrefix(lost, c.loses+",") || strings.Contains(lost, "provided") != strings.Contains(c.loses, "provided") {
			t.Errorf("%s loses %s, want %s", c.store, lost, c.loses)
		}
		text := strings.Join(row, " ")
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in: %s", c.store, want, text)
			}
		}
	}
}
