package facts

// The sources, by system.
var (
	redisLocks = &Source{Title: "Redis documentation, Distributed Locks with Redis",
		URL: "https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/", Commit: "redis/docs@0f01862"}
	redisWait = &Source{Title: "Redis documentation, WAIT",
		URL: "https://redis.io/docs/latest/commands/wait/", Commit: "redis/docs@095cf30"}
	sentinelConf = &Source{Title: "Redis source, sentinel.conf",
		URL: "https://github.com/redis/redis/blob/unstable/sentinel.conf", Commit: "redis/redis@0047702"}
	kleppmannPost = &Source{Title: "M. Kleppmann, How to do distributed locking",
		URL: "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html", Version: "February 2016"}
	sanfilippoPost = &Source{Title: "S. Sanfilippo, Is Redlock safe?",
		URL: "http://antirez.com/news/101", Version: "February 2016"}
	redissonLocks = &Source{Title: "Redisson documentation, Locks and synchronizers",
		URL: "https://redisson.pro/docs/data-and-services/locks-and-synchronizers/", Commit: "redisson/redisson@2047a4f"}
	redissonRenewal = &Source{Title: "Redisson source, RenewalTask.java",
		URL: "https://github.com/redisson/redisson/blob/master/redisson/src/main/java/org/redisson/renewal/RenewalTask.java", Commit: "redisson/redisson@56bbaa3"}

	zooKeeperRecipes = &Source{Title: "ZooKeeper recipes, Locks",
		URL: "https://zookeeper.apache.org/doc/current/recipes.html", Commit: "apache/zookeeper@3677123"}
	zooKeeperGuide = &Source{Title: "ZooKeeper programmer's guide",
		URL: "https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html", Commit: "apache/zookeeper@03d665a"}
	zooKeeperInternals = &Source{Title: "ZooKeeper internals, Atomic broadcast",
		URL: "https://zookeeper.apache.org/doc/current/zookeeperInternals.html", Commit: "apache/zookeeper@05d994a"}
	zooKeeperSnapshots = &Source{Title: "ZooKeeper snapshot and restore guide",
		URL: "https://zookeeper.apache.org/doc/current/zookeeperSnapshotAndRestore.html", Commit: "apache/zookeeper@a19156d"}
	curatorNote = &Source{Title: "Apache Curator, tech note 10",
		URL: "https://curator.apache.org/docs/tech-note-10", Version: "undated"}
	curatorErrors = &Source{Title: "Apache Curator, Errors",
		URL: "https://curator.apache.org/docs/errors", Version: "undated"}

	etcdWhy = &Source{Title: "etcd documentation, Notes on the usage of lock and lease",
		URL: "https://etcd.io/docs/v3.5/learning/why/", Version: "3.5", Commit: "etcd-io/website@0869e12"}
	etcdGuarantees = &Source{Title: "etcd documentation, API guarantees",
		URL: "https://etcd.io/docs/v3.5/learning/api_guarantees/", Version: "3.5", Commit: "etcd-io/website@25eefa7"}
	etcdAPI = &Source{Title: "etcd documentation, API",
		URL: "https://etcd.io/docs/v3.5/learning/api/", Version: "3.5", Commit: "etcd-io/website@332973a"}
	etcdRecovery = &Source{Title: "etcd documentation, Disaster recovery",
		URL: "https://etcd.io/docs/v3.5/op-guide/recovery/", Version: "3.5", Commit: "etcd-io/website@6a13aa1"}
	etcdLessor = &Source{Title: "etcd source, lessor.go, Promote",
		URL: "https://github.com/etcd-io/etcd/blob/v3.5.21/server/lease/lessor.go", Version: "3.5.21"}
	etcdLease = &Source{Title: "etcd's Go client, lease.go",
		URL: "https://github.com/etcd-io/etcd/blob/v3.5.21/client/v3/lease.go", Version: "3.5.21"}
	etcdMutex = &Source{Title: "etcd's Go client, mutex.go",
		URL: "https://github.com/etcd-io/etcd/blob/v3.5.21/client/v3/concurrency/mutex.go", Version: "3.5.21"}
	etcd11456 = &Source{Title: "etcd#11456",
		URL: "https://github.com/etcd-io/etcd/issues/11456", Version: "December 2019, closed"}
	jepsenArticle = &Source{Title: "sujeet.pro, Distributed Locking",
		URL: "https://github.com/sujeet-pro/sujeet.pro/blob/main/content/articles/distributed-locking/README.md", Version: "April 2026", Commit: "sujeet-pro/sujeet.pro@ec6f236"}
	jepsenEtcd = &Source{Title: "Jepsen, etcd 3.4.3",
		URL: "https://jepsen.io/analyses/etcd-3.4.3", Version: "January 2020", ReportedBy: jepsenArticle}
	jepsenPost = &Source{Title: "Jepsen's summary of etcd 3.4.3",
		URL: "https://jepsen.io/blog/2020-01-30-etcd-3.4.3", Version: "January 2020"}
	jepsenTests = &Source{Title: "Jepsen's tests of etcd",
		URL: "https://github.com/jepsen-io/etcd", Commit: "jepsen-io/etcd@12e3b64"}

	burrows = &Source{Title: "M. Burrows, The Chubby lock service",
		URL: "https://research.google/pubs/the-chubby-lock-service-for-loosely-coupled-distributed-systems/", Version: "OSDI 2006"}

	consulSessions = &Source{Title: "Consul documentation, Sessions and locks",
		URL: "https://developer.hashicorp.com/consul/docs/automate/session", Version: "1.22", Commit: "hashicorp/web-unified-docs@55e2342"}
	consulConsensus = &Source{Title: "Consul documentation, Consensus",
		URL: "https://developer.hashicorp.com/consul/docs/concept/consensus", Version: "1.22", Commit: "hashicorp/web-unified-docs@4f7b5d8"}

	postgresLocks = &Source{Title: "PostgreSQL documentation, Advisory locks",
		URL: "https://www.postgresql.org/docs/17/explicit-locking.html#ADVISORY-LOCKS", Version: "17"}
	postgresStandby = &Source{Title: "PostgreSQL documentation, Hot standby",
		URL: "https://www.postgresql.org/docs/17/hot-standby.html", Version: "17"}
	postgresIsolation = &Source{Title: "PostgreSQL documentation, Transaction isolation",
		URL: "https://www.postgresql.org/docs/17/transaction-iso.html", Version: "17"}
	postgresSynchronous = &Source{Title: "PostgreSQL documentation, Synchronous replication",
		URL: "https://www.postgresql.org/docs/17/warm-standby.html#SYNCHRONOUS-REPLICATION", Version: "17"}

	dynamoPaper = &Source{Title: "M. Elhemali and others, Amazon DynamoDB",
		URL: "https://www.usenix.org/conference/atc22/presentation/elhemali", Version: "USENIX ATC 2022"}
	dynamoGuide = &Source{Title: "Amazon DynamoDB developer guide, Distributed locking",
		URL: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BestPractices_DistributedLocking.html", Version: "undated"}
	dynamoVersions = &Source{Title: "Amazon DynamoDB developer guide, Version control",
		URL: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BestPractices_ImplementingVersionControl.html", Version: "undated"}
	dynamoLocks = &Source{Title: "Amazon DynamoDB Lock Client",
		URL: "https://github.com/awslabs/amazon-dynamodb-lock-client", Version: "1.4.0", Commit: "awslabs/amazon-dynamodb-lock-client@02ae4bd"}

	kubernetesLeases = &Source{Title: "Kubernetes documentation, Leases",
		URL: "https://kubernetes.io/docs/concepts/architecture/leases/", Commit: "kubernetes/website@01d82c5"}
	kubernetesParts = &Source{Title: "Kubernetes documentation, Components",
		URL: "https://kubernetes.io/docs/concepts/overview/components/", Commit: "kubernetes/website@0189ae0"}
	clientGo = &Source{Title: "client-go, package leaderelection",
		URL: "https://pkg.go.dev/k8s.io/client-go/tools/leaderelection", Commit: "kubernetes/client-go@b4217e1"}
	kubernetes23731 = &Source{Title: "kubernetes#23731",
		URL: "https://github.com/kubernetes/kubernetes/issues/23731", Version: "April 2016"}
	cilium42920 = &Source{Title: "cilium#42920",
		URL: "https://github.com/cilium/cilium/pull/42920", Version: "November 2025"}
	openShift7845 = &Source{Title: "openshift/origin#7845",
		URL: "https://github.com/openshift/origin/issues/7845", Version: "March 2016"}

	hazelcastLock = &Source{Title: "Hazelcast documentation, FencedLock",
		URL: "https://docs.hazelcast.com/hazelcast/latest/data-structures/fencedlock", Commit: "hazelcast/hz-docs@03868bd"}
	hazelcastCP = &Source{Title: "Hazelcast documentation, CP subsystem",
		URL: "https://docs.hazelcast.com/hazelcast/latest/cp-subsystem/cp-subsystem", Commit: "hazelcast/hz-docs@03868bd"}
	hazelcast55 = &Source{Title: "Hazelcast 5.5.0 release notes",
		URL: "https://docs.hazelcast.com/hazelcast/5.5/release-notes/5-5-0", Commit: "hazelcast/hz-docs@32df01e"}

	cloudConditions = &Source{Title: "Cloud Storage documentation, Request preconditions",
		URL: "https://cloud.google.com/storage/docs/request-preconditions", Version: "undated"}
	cloudConsistency = &Source{Title: "Cloud Storage documentation, Consistency",
		URL: "https://cloud.google.com/storage/docs/consistency", Version: "undated"}
	s3Conditions = &Source{Title: "Amazon S3 documentation, Conditional requests",
		URL: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html", Version: "undated"}
	s3Consistency = &Source{Title: "Amazon S3, Strong consistency",
		URL: "https://aws.amazon.com/s3/consistency/", Version: "undated"}

	redisson775 = &Source{Title: "redisson#775",
		URL: "https://github.com/redisson/redisson/issues/775", Version: "February 2017"}
	redisson5698 = &Source{Title: "redisson#5698",
		URL: "https://github.com/redisson/redisson/issues/5698", Version: "March 2024"}
	redBeat127 = &Source{Title: "redbeat#127",
		URL: "https://github.com/sibson/redbeat/issues/127", Version: "May 2019"}
	shedLock1596 = &Source{Title: "ShedLock#1596",
		URL: "https://github.com/lukas-krecan/ShedLock/issues/1596", Version: "November 2023"}
	dhcpRFC = &Source{Title: "RFC 2131, Dynamic Host Configuration Protocol",
		URL: "https://www.rfc-editor.org/rfc/rfc2131", Version: "March 1997"}
)
