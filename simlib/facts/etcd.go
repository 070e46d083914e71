package facts

var etcd = []Statement{
	{
		ID: "etcd-commit", About: []Subject{Etcd, Raft},
		Text:    "A majority has stored the lock's key before it counts.",
		Says:    "API guarantees: an operation is complete when it is committed by consensus, and so executed and permanently stored. The API calls the consensus Raft.",
		Sources: []*Source{etcdGuarantees, etcdAPI},
	},
	{
		ID: "etcd-lease", About: []Subject{Etcd},
		Text:    "A lock is a key on a lease, a TTL that the client renews every third of it.",
		Says:    "Notes on lock and lease: a lock is tied to a lease that the client keeps alive. Client: the next keep-alive is due after a third of the TTL.",
		Sources: []*Source{etcdWhy, etcdLease},
	},
	{
		ID: "etcd-ttl-minimum", About: []Subject{Etcd},
		Text: "A new leader starts leases afresh, except where the time left was kept, so a TTL is a minimum.",
		Says: "Promote, run by a new leader, sets each lease to its full TTL, or to the time left that a checkpoint kept. " +
			"Checkpoints are for leases longer than five minutes. A lease expires after its TTL at the earliest.",
		Sources: []*Source{etcdLessor},
	},
	{
		ID: "etcd-revision", About: []Subject{Etcd},
		Text: "The token is the create revision of one's own lock key; not the key's version and not the lease's ID.",
		Says: "Notes on lock and lease: the revision of the lock's key serves as a fencing token. API: the version starts again when a key is deleted; " +
			"an ID has no order. Client: the smallest create revision holds.",
		Sources: []*Source{etcdWhy, etcdAPI, etcdMutex},
	},
	{
		ID: "etcd-revision-order", About: []Subject{Etcd},
		Text:    "Revisions rise across the cluster.",
		Says:    "“Revisions”: one counter for the whole cluster, raised by each change of any key, orders all changes.",
		Sources: []*Source{etcdAPI},
	},
	{
		ID: "etcd-restore", About: []Subject{Etcd},
		Text:    "Restoring a snapshot moves revisions back unless they are bumped.",
		Says:    "A restore can put revisions back by hundreds or thousands, which misleads clients; the option --bump-revision raises them.",
		Sources: []*Source{etcdRecovery},
	},
	{
		ID: "etcd-no-exclusion", About: []Subject{Etcd},
		Text: "Its documentation says that the lock alone is no mutual exclusion: send the revision with each write, to be checked.",
		Says: "The lock APIs give no mutual exclusion by themselves: server and client time the TTL by their own clocks, so that a revoked lease " +
			"may still be claimed; the resource must validate the version number, for which the revision of the lock's key can serve.",
		Sources: []*Source{etcdWhy},
	},
	{
		ID: "etcd-jepsen", About: []Subject{Etcd, Jepsen},
		Text: "Jepsen paused nodes of etcd 3.4.3, with leases of 2 s: a set guarded by its lock lost about 18% of its updates, partly by a bug since fixed.",
		Says: "Retold: leases of 2 seconds, five processes, pauses every five seconds, about 18% of acknowledged updates lost. " +
			"Test suite: the pause stops etcd's processes, and the lock guards a set in memory. Summary: locks are unsafe in principle, which a bug, fixed since, made worse.",
		Sources: []*Source{jepsenEtcd, jepsenTests, jepsenPost, etcd11456},
	},
	{
		ID: "etcd-transaction", About: []Subject{Etcd},
		Text:    "A transaction compares and then writes, in one step.",
		Says:    "“Transaction”: an atomic if/then/else; its comparisons may be of a key's value, version or revisions. The page names compare-and-swap as a use.",
		Sources: []*Source{etcdAPI},
	},
}
