package facts

var zooKeeper = []Statement{
	{
		ID: "zookeeper-commit", About: []Subject{ZooKeeper},
		Text: "A majority has stored the lock's node before it counts, and a new leader has all that counted.",
		Says: "Consensus by a broadcast protocol of its own: a proposal is committed once a quorum has recorded it to persistent storage; " +
			"a new leader has seen every committed proposal. Timeouts are for liveness only.",
		Sources: []*Source{zooKeeperInternals},
	},
	{
		ID: "zookeeper-lock", About: []Subject{ZooKeeper},
		Text: "The lowest of the numbered ephemeral nodes has the lock. Each waiter watches only the one before it, so a release wakes one.",
		Says: "“Locks”: create an ephemeral, sequential node; who has the lowest number holds the lock; else watch the next lower one. " +
			"The page adds that no two clients ever think that they hold it, which Curator's note contradicts.",
		Sources: []*Source{zooKeeperRecipes},
	},
	{
		ID: "zookeeper-session", About: []Subject{ZooKeeper},
		Text: "The session is the lease: an ephemeral node vanishes with it.",
		Says: "“Sessions” and “Ephemeral Nodes”: the client asks for a session timeout, between 2 and 20 ticks; when nothing is heard for so long, " +
			"the session expires and its ephemeral nodes are deleted.",
		Sources: []*Source{zooKeeperGuide},
	},
	{
		ID: "zookeeper-paused", About: []Subject{ZooKeeper, Curator},
		Text: "A client paused for longer than its session believes in its lock until it hears otherwise.",
		Says: "Tech note 10: with a session of 3 seconds and a garbage collection of 10 seconds, A and B both believe that they have the lock. " +
			"The guide: the client of an expired session is told only when it connects again.",
		Sources: []*Source{curatorNote, zooKeeperGuide},
	},
	{
		ID: "curator-states", About: []Subject{ZooKeeper, Curator},
		Text:    "With Curator, stop on SUSPENDED as on LOST.",
		Says:    "SUSPENDED: the connection is gone, and leaders and holders of locks should suspend. LOST: the session is believed to have expired.",
		Sources: []*Source{curatorErrors},
	},
	{
		ID: "zookeeper-czxid", About: []Subject{ZooKeeper},
		Text: "The token is the czxid of one's own node: the number of the transaction that created it.",
		Says: "The guide: each change has a zxid, and zxids order all changes; czxid is that of the change that created the node. " +
			"Kleppmann: a zxid or the version of a node can serve as a token.",
		Sources: []*Source{zooKeeperGuide, kleppmannPost},
	},
	{
		ID: "zookeeper-name", About: []Subject{ZooKeeper},
		Text:    "The number at the end of its name is none: it is the parent's counter, which starts again when the parent is deleted.",
		Says:    "“Sequence Nodes”: the counter is unique to the parent, which keeps it. That it starts again with a new parent follows.",
		Sources: []*Source{zooKeeperGuide},
	},
	{
		ID: "zookeeper-restore", About: []Subject{ZooKeeper},
		Text: "Restoring a snapshot can move zxids back.",
		Says: "The guide: a snapshot is restored into servers whose data was removed. Internals: a new leader goes on from the highest zxid that it has seen. " +
			"That numbers after the snapshot are given again follows.",
		Sources: []*Source{zooKeeperSnapshots, zooKeeperInternals},
	},
}
