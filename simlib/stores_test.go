package simlib_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"locklab/simlib"
)

// Every row is complete, and every claim says where it comes from.
func TestStores(t *testing.T) {
	stores := simlib.Stores()
	if len(stores) != 12 {
		t.Errorf("%d stores, want 12", len(stores))
	}
	seen := map[string]bool{}
	for i, s := range stores {
		if s.Store != simlib.Store(i) || s.Store.Facts().Name != s.Name || s.Name == "" || seen[s.Name] {
			t.Errorf("row %d is %s, %q", i, s.Store, s.Name)
		}
		seen[s.Name] = true
		for field, c := range map[string]simlib.Statement{"on failover": s.OnFailover, "token": s.Token, "in short": s.InShort} {
			if !strings.HasSuffix(c.Text, ".") || len(c.Text) > 260 {
				t.Errorf("%s, %s: %d characters, %q", s.Name, field, len(c.Text), c.Text)
			}
			if len(c.Sources) == 0 {
				t.Errorf("%s, %s: no source", s.Name, field)
			}
			for _, source := range c.Sources {
				u, err := url.Parse(source.URL)
				if err != nil || u.Host == "" || source.Title == "" {
					t.Errorf("%s, %s: source %+v: %v", s.Name, field, source, err)
				}
			}
		}
		text, err := json.Marshal(s.Store)
		var back simlib.Store
		if err != nil || json.Unmarshal(text, &back) != nil || back != s.Store {
			t.Errorf("%s reads back from %s as %s: %v", s.Store, text, back, err)
		}
	}
	var none simlib.Store
	if err := none.UnmarshalText([]byte("mysql")); err == nil {
		t.Error("a store that there is not is accepted")
	}
	for _, row := range simlib.StoreTable().Rows {
		if len(row) != len(simlib.StoreTable().Columns) {
			t.Errorf("a row %v", row)
		}
	}
}

// What is easily got wrong.
func TestStoresSay(t *testing.T) {
	for _, c := range []struct {
		store simlib.Store
		loses simlib.Loss
		want  []string
	}{
		{simlib.Redis, simlib.LosesUncopied, []string{"goes back together with the lock", "WAIT makes that rarer and is no consensus", "compare-and-delete", "30 s"}},
		{simlib.Redlock, simlib.LosesNone, []string{"no order even if all clocks were perfect", "must stay out for a TTL", "only while clock drift and pauses stay bounded"}},
		{simlib.ZooKeeper, simlib.LosesNone, []string{"czxid of one's own node", "Not the number at the end of its name", "SUSPENDED as on LOST"}},
		{simlib.Etcd, simlib.LosesNone, []string{"create revision of one's own lock key; not the key's version and not the lease's ID", "moves revisions back", "TTL is a minimum", "18%"}},
		{simlib.Chubby, simlib.LosesNone, []string{"its mode and its generation number", "45 s", "lock-delay of up to a minute", "hours or days"}},
		{simlib.Consul, simlib.LosesNone, []string{"LockIndex", "15 s", "0 to 60 s"}},
		{simlib.PostgresAdvisory, simlib.LosesAll, []string{"not replicated", "No TTL", "frozen client keeps it"}},
		{simlib.PostgresRow, simlib.LosesNone, []string{"synchronous standby", "in the transaction that changes the data"}},
		{simlib.DynamoDB, simlib.LosesNone, []string{"random record version", "no order"}},
		{simlib.Kubernetes, simlib.LosesNone, []string{"does not guarantee a single leader", "15 s", "10 s", "2 s"}},
		{simlib.Hazelcast, simlib.LosesNone, []string{"CP subsystem", "rises with each acquisition"}},
		{simlib.ObjectStore, simlib.LosesNone, []string{"compared for equality", "compare-and-set: it refuses whoever read an old version", "refuses whoever was granted earlier"}},
	} {
		s := c.store.Facts()
		text := s.OnFailover.Text + " " + s.Token.Text + " " + s.InShort.Text
		if s.Loses != c.loses {
			t.Errorf("%s loses %s, want %s", s.Name, s.Loses, c.loses)
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in: %s", s.Name, want, text)
			}
		}
	}
}
