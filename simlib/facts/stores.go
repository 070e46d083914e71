package facts

import (
	"slices"
	"strings"
)

// A Row is a store's row in the table of what a lock can live in.
type Row struct {
	// Store is the word of the simlib.LockStore.
	Store string
	// Name is what people call it.
	Name string
	// Proviso is what must hold for a failover to lose no grant, as the middle
	// of a sentence; mostly empty.
	Proviso string
	// OnFailover is what happens to locks when the node that granted them
	// fails; Token is the number that can serve as a fencing token, if there is
	// one; InShort is when to use the store, and what to mind.
	OnFailover, Token, InShort Passage
}

// A Passage is some statements in a row.
type Passage []Statement

// Text is the passage as it reads.
func (p Passage) Text() string {
	var texts []string
	for _, s := range p {
		texts = append(texts, s.Text)
	}
	return strings.Join(texts, " ")
}

// Statements are all that the row says.
func (r Row) Statements() []Statement { return slices.Concat(r.OnFailover, r.Token, r.InShort) }

// Rows are the table's rows, in the order of the constants of simlib.LockStore.
func Rows() []Row { return slices.Clone(rows) }

var rows = []Row{
	{
		Store: "redis", Name: "Redis SET NX PX",
		OnFailover: says("redis-failover", "redis-wait", "sentinel-down-after"),
		Token:      says("redis-value", "redis-counter"),
		InShort:    says("redis-purpose", "redis-release"),
	},
	{
		Store: "redlock", Name: "Redlock", Proviso: "a node that restarts without its data stays out for a TTL",
		OnFailover: says("redlock-majority", "redlock-restart"),
		Token:      says("redlock-value"),
		InShort:    says("redlock-bounds", "redlock-reply"),
	},
	{
		Store: "zookeeper", Name: "ZooKeeper",
		OnFailover: says("zookeeper-commit"),
		Token:      says("zookeeper-czxid", "zookeeper-name", "zookeeper-restore"),
		InShort:    says("zookeeper-lock", "zookeeper-paused", "curator-states"),
	},
	{
		Store: "etcd", Name: "etcd",
		OnFailover: says("etcd-commit", "etcd-ttl-minimum"),
		Token:      says("etcd-revision", "etcd-restore"),
		InShort:    says("etcd-no-exclusion", "etcd-jepsen"),
	},
	{
		Store: "chubby", Name: "Chubby",
		OnFailover: says("chubby-paxos", "chubby-grace"),
		Token:      says("chubby-sequencer", "chubby-check"),
		InShort:    says("chubby-coarse", "chubby-lock-delay"),
	},
	{
		Store: "consul", Name: "Consul",
		OnFailover: says("consul-raft", "consul-ttl"),
		Token:      says("consul-lockindex"),
		InShort:    says("consul-lock-delay"),
	},
	{
		Store: "postgres-advisory", Name: "PostgreSQL advisory lock",
		OnFailover: says("postgres-advisory-server"),
		Token:      says("postgres-advisory-key"),
		InShort:    says("postgres-advisory-until"),
	},
	{
		Store: "postgres-row", Name: "PostgreSQL lock row with a token", Proviso: "the standby is synchronous",
		OnFailover: says("postgres-synchronous"),
		Token:      says("postgres-row-token"),
		InShort:    says("postgres-row-use"),
	},
	{
		Store: "dynamodb", Name: "DynamoDB lock client",
		OnFailover: says("dynamodb-quorum"),
		Token:      says("dynamodb-version"),
		InShort:    says("dynamodb-condition"),
	},
	{
		Store: "kubernetes", Name: "Kubernetes Lease",
		OnFailover: says("kubernetes-etcd"),
		Token:      says("kubernetes-transitions"),
		InShort:    says("kubernetes-values"),
	},
	{
		Store: "hazelcast", Name: "Hazelcast FencedLock", Proviso: "its CP subsystem is enabled, and a majority of its members keep their memory or persist it",
		OnFailover: says("hazelcast-cp", "hazelcast-edition"),
		Token:      says("hazelcast-fence"),
		InShort:    says("hazelcast-why"),
	},
	{
		Store: "object-store", Name: "Object store with preconditions",
		OnFailover: says("object-consistency"),
		Token:      says("object-equality"),
		InShort:    says("object-guard"),
	},
}

// says are the statements of some IDs. One that there is not is found by the
// first test that runs.
func says(ids ...string) Passage {
	var p Passage
	for _, id := range ids {
		s, ok := Find(id)
		if !ok {
			panic("facts: there is no statement " + id)
		}
		p = append(p, s)
	}
	return p
}
