package facts

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

// Names are what a sentence names a subject by: names, and terms that are its
// own, such as the command WAIT. Case matters.
var Names = map[Subject][]string{
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

// Strangers are systems that nothing is stated about. A sentence that names one
// needs a statement first.
var Strangers = []string{"Azure", "Bigtable", "Cassandra", "Celery", "celery", "Ceph", "CockroachDB", "Elasticsearch",
	"FoundationDB", "GFS", "Hadoop", "HBase", "HDFS", "Kafka", "Memcached", "MongoDB", "MySQL", "Nomad", "Oracle",
	"Quartz", "RabbitMQ", "Sidekiq", "sidekiq", "SMTP", "Spanner", "SQLite", "SQS", "Stripe", "TiKV", "Zab"}
