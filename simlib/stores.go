package simlib

import (
	"strings"
)

// Store is what a lock lives in.
type Store int

// The stores of the lesson.
const (
	Redis Store = iota
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

var storeWords = []string{"redis", "redlock", "zookeeper", "etcd", "chubby", "consul", "postgres-advisory",
	"postgres-row", "dynamodb", "kubernetes", "hazelcast", "object-store"}

// String is the store's word, such as "redis" or "postgres-row".
func (s Store) String() string { return wordOf(storeWords, int(s)) }

// GoString is the choice's name in Go, such as "simlib.Redlock".
func (s Store) GoString() string {
	return goNameOf([]string{"Redis", "Redlock", "ZooKeeper", "Etcd", "Chubby", "Consul", "PostgresAdvisory", "PostgresRow", "DynamoDB", "Kubernetes", "Hazelcast", "ObjectStore"}, "Store", int(s))
}

// MarshalText writes the word of String.
func (s Store) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word of String.
func (s *Store) UnmarshalText(text []byte) error {
	i, err := choiceOf(storeWords, text)
	*s = Store(i)
	return err
}

// Loss is what a failover loses of the grants that were acknowledged, in the
// model of Failover.
type Loss int

const (
	// LosesNone is a store that acknowledges a grant only once it is where the
	// next leader must have it. None is lost at a failover. That says nothing
	// of a holder that is paused for longer than its TTL: it overlaps with the
	// next one all the same.
	LosesNone Loss = iota
	// LosesUncopied is a store that acknowledges first and copies later. What
	// is not copied yet when the leader crashes is lost.
	LosesUncopied
	// LosesAll is a store whose locks are never copied.
	LosesAll
)

var lossWords = []string{"none", "those not yet copied", "all"}

// String is "none", "those not yet copied" or "all".
func (l Loss) String() string { return wordOf(lossWords, int(l)) }

// MarshalText writes the word of String.
func (l Loss) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Source is where a claim comes from.
type Source struct{ Title, URL string }

// Statement is what is said of a store, with its sources.
type Statement struct {
	Text    string
	Sources []Source
}

// StoreFacts is a row of the store table: how a system documents that it
// behaves.
type StoreFacts struct {
	Store Store
	// Name is what people call it.
	Name string
	// Loses is what a failover loses in the model of Failover.
	Loses Loss
	// Proviso is what must hold for that, as the middle of a sentence; mostly
	// empty.
	Proviso string
	// OnFailover is what happens to locks when the node that granted them
	// fails.
	OnFailover Statement
	// Token is the number that can serve as a fencing token, if there is one.
	Token Statement
	// InShort is when to use it, and what to mind.
	InShort Statement
}

// The sources of the store table.
var (
	redisLocks    = Source{"Redis documentation, Distributed Locks with Redis", "https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/"}
	redisWait     = Source{"Redis documentation, WAIT", "https://redis.io/docs/latest/commands/wait/"}
	kleppmann     = Source{"M. Kleppmann, How to do distributed locking, 2016", "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html"}
	sanfilippo    = Source{"S. Sanfilippo, Is Redlock safe?, 2016", "http://antirez.com/news/101"}
	sentinel      = Source{"Redis documentation, Sentinel", "https://redis.io/docs/latest/operate/oss_and_stack/management/sentinel/"}
	zkRecipes     = Source{"ZooKeeper recipes, Locks", "https://zookeeper.apache.org/doc/current/recipes.html"}
	zkGuide       = Source{"ZooKeeper programmer's guide", "https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html"}
	curator10     = Source{"Apache Curator, tech note 10", "https://cwiki.apache.org/confluence/display/CURATOR/TN10"}
	curatorErrors = Source{"Apache Curator, Errors", "https://curator.apache.org/docs/errors/"}
	etcdWhy       = Source{"etcd documentation, Notes on the usage of lock and lease", "https://etcd.io/docs/v3.5/learning/why/"}
	etcdAPI       = Source{"etcd documentation, API guarantees", "https://etcd.io/docs/v3.5/learning/api_guarantees/"}
	etcdLessor    = Source{"etcd source, server/lease/lessor.go, Promote", "https://github.com/etcd-io/etcd/blob/main/server/lease/lessor.go"}
	etcdRecovery  = Source{"etcd documentation, Disaster recovery", "https://etcd.io/docs/v3.5/op-guide/recovery/"}
	jepsenEtcd    = Source{"Jepsen, etcd 3.4.3, 2020", "https://jepsen.io/analyses/etcd-3.4.3"}
	burrows       = Source{"M. Burrows, The Chubby lock service, OSDI 2006", "https://research.google/pubs/the-chubby-lock-service-for-loosely-coupled-distributed-systems/"}
	consulDocs    = Source{"Consul documentation, Sessions", "https://developer.hashicorp.com/consul/docs/dynamic-app-config/sessions"}
	pgLocks       = Source{"PostgreSQL documentation, Advisory locks", "https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS"}
	pgHot         = Source{"PostgreSQL documentation, Hot standby", "https://www.postgresql.org/docs/current/hot-standby.html"}
	pgIsolation   = Source{"PostgreSQL documentation, Transaction isolation", "https://www.postgresql.org/docs/current/transaction-iso.html"}
	pgStandby     = Source{"PostgreSQL documentation, Synchronous replication", "https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION"}
	dynamoPaper   = Source{"M. Elhemali and others, Amazon DynamoDB, USENIX ATC 2022", "https://www.usenix.org/conference/atc22/presentation/elhemali"}
	dynamoGuide   = Source{"Amazon DynamoDB developer guide, Distributed locking", "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BestPractices_DistributedLocking.html"}
	dynamoLocks   = Source{"Amazon DynamoDB Lock Client", "https://github.com/awslabs/amazon-dynamodb-lock-client"}
	k8sLeases     = Source{"Kubernetes documentation, Leases", "https://kubernetes.io/docs/concepts/architecture/leases/"}
	k8sEtcd       = Source{"Kubernetes documentation, Components: etcd", "https://kubernetes.io/docs/concepts/overview/components/"}
	clientGo      = Source{"client-go, package leaderelection", "https://pkg.go.dev/k8s.io/client-go/tools/leaderelection"}
	hazelcastDoc  = Source{"Hazelcast documentation, FencedLock", "https://docs.hazelcast.com/hazelcast/latest/data-structures/fencedlock"}
	gcsDocs       = Source{"Cloud Storage documentation, Request preconditions", "https://cloud.google.com/storage/docs/request-preconditions"}
	gcsConsist    = Source{"Cloud Storage documentation, Consistency", "https://cloud.google.com/storage/docs/consistency"}
	s3Consist     = Source{"Amazon S3 documentation, Data consistency model", "https://docs.aws.amazon.com/AmazonS3/latest/userguide/Welcome.html#ConsistencyModel"}
	s3Docs        = Source{"Amazon S3 documentation, Conditional requests", "https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html"}
)

func says(text string, sources ...Source) Statement { return Statement{Text: text, Sources: sources} }

// Facts is the store's row of the table.
func (s Store) Facts() StoreFacts { return Stores()[s] }

// Stores is the store table, in the order of the constants.
func Stores() []StoreFacts {
	return []StoreFacts{
		{
			Store: Redis, Name: "Redis SET NX PX", Loses: LosesUncopied,
			OnFailover: says("A replica takes over, and locks that were not yet copied to it are gone: Redis answers first and copies later. "+
				"WAIT makes that rarer and is no consensus. Sentinel usually takes 30 s to notice the crash.", redisLocks, redisWait, sentinel),
			Token: says("None. A counter of your own in the same Redis goes back together with the lock, so two holders can get one number; "+
				"the lock's random value tells holders apart but does not order them.", redisLocks, kleppmann),
			InShort: says("Fast, and little to run. Good for not doing work twice; where two at once would corrupt data, let the storage check tokens that something else mints. "+
				"Release by compare-and-delete, never by a plain DEL.", redisLocks),
		},
		{
			Store: Redlock, Name: "Redlock", Loses: LosesNone,
			Proviso: "a node that restarts without its data stays out for a TTL",
			OnFailover: says("A lock needs a majority of five independent nodes, so one that fails takes no lock along. A node that restarts without its data "+
				"must stay out for a TTL, or it can help a second client to a majority.", redisLocks),
			Token: says("None: a random value, with no order even if all clocks were perfect.", kleppmann, sanfilippo),
			InShort: says("It is safe only while clock drift and pauses stay bounded. Its critic wants tokens that the storage compares; its author holds "+
				"that checking the time again and a random value, compared and set, will do; a store able to order tokens is linearizable already.", kleppmann, sanfilippo),
		},
		{
			Store: ZooKeeper, Name: "ZooKeeper", Loses: LosesNone,
			OnFailover: says("A majority has stored the lock's node before it counts, and sessions survive the change of leader.", zkGuide),
			Token: says("The czxid of one's own node: the number of the transaction that created it. Not the number at the end of its name, "+
				"which is the parent's counter and starts again when the parent is deleted.", zkGuide, zkRecipes),
			InShort: says("Each waiter watches only the one before it, so a release wakes one. A client paused for longer than its session believes in its lock "+
				"until it hears otherwise: on SUSPENDED as on LOST, stop.", zkRecipes, curator10, curatorErrors),
		},
		{
			Store: Etcd, Name: "etcd", Loses: LosesNone,
			OnFailover: says("A majority has stored the lock's key before it counts. A new leader starts all leases afresh, so a TTL is a minimum.", etcdAPI, etcdLessor),
			Token: says("The create revision of one's own lock key; not the key's version and not the lease's ID. Restoring a snapshot moves revisions back "+
				"unless they are bumped.", etcdWhy, etcdRecovery),
			InShort: says("Its documentation says that the lock by itself is no mutual exclusion: send the revision with each write. "+
				"With a TTL of 2 s and paused processes, Jepsen saw about 18% of acknowledged updates lost.", etcdWhy, jepsenEtcd),
		},
		{
			Store: Chubby, Name: "Chubby", Loses: LosesNone,
			OnFailover: says("Locks are replicated with Paxos. Clients stay in jeopardy for a grace period of 45 s, in which they may find the new leader and keep their session.", burrows),
			Token:      says("The sequencer: the lock's name, its mode and its generation number. A server checks it against its Chubby cache, or against the newest that it has seen.", burrows),
			InShort:    says("Made for coarse locks, held for hours or days, and advisory. For servers that cannot check sequencers there is a lock-delay of up to a minute.", burrows),
		},
		{
			Store: Consul, Name: "Consul", Loses: LosesNone,
			OnFailover: says("Locks are replicated by consensus. The TTLs of sessions are renewed when the leader changes, so they can last longer than asked for.", consulDocs),
			Token:      says("The LockIndex, which rises with each acquisition, and starts again when the key is deleted; with key and session it makes the sequencer.", consulDocs),
			InShort: says("After a session ends badly nobody gets its locks for the lock-delay, 15 s unless set otherwise (0 to 60 s): "+
				"time for the old holder to notice, and no guarantee that it does.", consulDocs),
		},
		{
			Store: PostgresAdvisory, Name: "PostgreSQL advisory lock", Loses: LosesAll,
			OnFailover: says("All are lost: they live in the primary's memory and are not replicated. The connections break too, and a holder that looks will see it.", pgLocks, pgHot),
			Token:      says("None.", pgLocks),
			InShort:    says("No TTL: the lock lasts as long as the session, so a frozen client keeps it.", pgLocks),
		},
		{
			Store: PostgresRow, Name: "PostgreSQL lock row with a token", Loses: LosesNone,
			Proviso:    "the standby is synchronous",
			OnFailover: says("With a synchronous standby a grant is on the standby before it counts. With an asynchronous one the newest are lost, as with Redis.", pgStandby),
			Token: says("A column of your own that each grant raises by one. Check it by a conditional update in the transaction that changes the data: then the check and the write are one step, "+
				"and both survive or neither.", pgIsolation),
			InShort: says("Safe where the data lives in the same database; there one conditional update often does without any lock.", pgIsolation),
		},
		{
			Store: DynamoDB, Name: "DynamoDB lock client", Loses: LosesNone,
			OnFailover: says("Within a region a majority of replicas has stored a write before it counts.", dynamoPaper),
			Token:      says("None: a random record version. Its holder can be recognised by it, but versions have no order.", dynamoLocks),
			InShort:    says("For data in the same table a condition on the write itself is the guard; for anything else add a counter that rises with each grant.", dynamoGuide),
		},
		{
			Store: Kubernetes, Name: "Kubernetes Lease", Loses: LosesNone,
			OnFailover: says("Leases live in the cluster's etcd.", k8sLeases, k8sEtcd),
			Token:      says("None is handed out: client-go's package says that it does not guarantee a single leader, that is, it does not fence.", clientGo),
			InShort:    says("For controllers whose work may be repeated. Usual values: a lease of 15 s, renewed every 2 s; a leader that cannot renew gives up after 10 s.", clientGo),
		},
		{
			Store: Hazelcast, Name: "Hazelcast FencedLock", Loses: LosesNone,
			Proviso:    "its CP subsystem is enabled, which it is not by default",
			OnFailover: says("Replicated by Raft once the CP subsystem is enabled. By default it is not, and then the guarantees are weaker.", hazelcastDoc),
			Token:      says("The fence: a number that rises with each acquisition.", hazelcastDoc),
			InShort:    says("Its documentation says what the token is for: no lock service can tell a slow process from a dead one, so the guarded service must compare.", hazelcastDoc),
		},
		{
			Store: ObjectStore, Name: "Object store with preconditions", Loses: LosesNone,
			OnFailover: says("A write that was acknowledged is there for every later reader; which machine answers does not matter.", gcsConsist, s3Consist),
			Token: says("Generations and ETags are compared for equality. That is compare-and-set: it refuses whoever read an old version. "+
				"It is not fencing, which refuses whoever was granted earlier.", gcsDocs, s3Docs),
			InShort: says("Guard the object itself with the precondition, and you need no lock.", gcsDocs, s3Docs),
		},
	}
}

// StoreTable is the store table as text.
func StoreTable() Table {
	t := Table{
		Title:   "What a lock can live in",
		Columns: []string{"store", "on failover", "acknowledged grants lost, in this model", "fencing token", "in short", "sources"},
	}
	for _, s := range Stores() {
		t.Rows = append(t.Rows, []string{s.Name, s.OnFailover.Text, s.Loses.String(), s.Token.Text, s.InShort.Text, s.sources()})
	}
	return t
}

// sources names each source of a row once.
func (s StoreFacts) sources() string {
	var titles []string
	seen := map[Source]bool{}
	for _, c := range []Statement{s.OnFailover, s.Token, s.InShort} {
		for _, source := range c.Sources {
			if !seen[source] {
				seen[source] = true
				titles = append(titles, source.Title)
			}
		}
	}
	return strings.Join(titles, "; ")
}
