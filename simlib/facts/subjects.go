package facts

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Subject is what statements are about: a system, or somebody whose argument
// about one is retold.
type Subject string

// The subjects.
const (
	Redis        Subject = "Redis"
	Sentinel     Subject = "Redis Sentinel"
	Redlock      Subject = "Redlock"
	Redisson     Subject = "Redisson"
	RedBeat      Subject = "RedBeat"
	Kleppmann    Subject = "Martin Kleppmann"
	Sanfilippo   Subject = "Salvatore Sanfilippo"
	ZooKeeper    Subject = "ZooKeeper"
	Curator      Subject = "Curator"
	Etcd         Subject = "etcd"
	Jepsen       Subject = "Jepsen"
	Chubby       Subject = "Chubby"
	Consul       Subject = "Consul"
	PostgreSQL   Subject = "PostgreSQL"
	DynamoDB     Subject = "DynamoDB"
	Kubernetes   Subject = "Kubernetes"
	Cilium       Subject = "Cilium"
	OpenShift    Subject = "OpenShift"
	Hazelcast    Subject = "Hazelcast"
	CloudStorage Subject = "Google Cloud Storage"
	S3           Subject = "Amazon S3"
	ShedLock     Subject = "ShedLock"
	DHCP         Subject = "DHCP"
	Paxos        Subject = "Paxos"
	Raft         Subject = "Raft"
)

// words are what a sentence names a subject by: names, and terms that are its
// own, such as the command WAIT. Case matters.
var words = map[Subject][]string{
	Redis:        {"Redis", "WAIT", "SET NX PX", "PX", "DEL"},
	Sentinel:     {"Sentinel", "down-after-milliseconds"},
	Redlock:      {"Redlock"},
	Redisson:     {"Redisson", "redisson"},
	RedBeat:      {"RedBeat", "redbeat"},
	Kleppmann:    {"Kleppmann"},
	Sanfilippo:   {"Sanfilippo", "antirez"},
	ZooKeeper:    {"ZooKeeper", "Zookeeper", "zookeeper", "znode", "znodes", "zxid", "zxids", "czxid"},
	Curator:      {"Curator", "SUSPENDED", "LOST"},
	Etcd:         {"etcd"},
	Jepsen:       {"Jepsen", "Kingsbury"},
	Chubby:       {"Chubby", "Burrows"},
	Consul:       {"Consul", "LockIndex"},
	PostgreSQL:   {"PostgreSQL", "Postgres"},
	DynamoDB:     {"DynamoDB", "Dynamo"},
	Kubernetes:   {"Kubernetes", "kubernetes", "K8s", "k8s", "client-go", "leaseTransitions"},
	Cilium:       {"Cilium", "cilium"},
	OpenShift:    {"OpenShift", "openshift"},
	Hazelcast:    {"Hazelcast", "FencedLock"},
	CloudStorage: {"Cloud Storage", "GCS"},
	S3:           {"S3"},
	ShedLock:     {"ShedLock"},
	DHCP:         {"DHCP"},
	Paxos:        {"Paxos"},
	Raft:         {"Raft"},
}

// strangers are systems that nothing is stated about. A sentence that names one
// needs a statement first.
var strangers = []string{"Azure", "Bigtable", "Cassandra", "Celery", "celery", "Ceph", "CockroachDB", "Elasticsearch",
	"FoundationDB", "GFS", "Hadoop", "HBase", "HDFS", "Kafka", "Memcached", "MongoDB", "MySQL", "Nomad", "Oracle",
	"Quartz", "RabbitMQ", "Sidekiq", "sidekiq", "SMTP", "Spanner", "SQLite", "SQS", "Stripe", "TiKV", "Zab"}

// Named are the subjects that a text names, each once, in alphabetical order;
// strangers among them.
func Named(text string) []Subject {
	var named []Subject
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
var subjectsByName = sync.OnceValues(func() (map[string]Subject, *regexp.Regexp) {
	of := map[string]Subject{}
	var quoted []string
	note := func(word string, s Subject) {
		of[word] = s
		quoted = append(quoted, regexp.QuoteMeta(word))
	}
	for s, all := range words {
		for _, word := range all {
			note(word, s)
		}
	}
	for _, word := range strangers {
		note(word, Subject(word))
	}
	// Of two words that begin alike the longer one is meant.
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) })
	return of, regexp.MustCompile(`(?:^|[^\w.-])(` + strings.Join(quoted, "|") + `)\b`)
})
