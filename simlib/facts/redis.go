package facts

var redis = []Statement{
	{
		ID: "redis-lock", About: []Subject{Redis},
		Text:    "A lock is a key with a random value, written with SET NX PX: only where there is none, and with a TTL, the PX.",
		Says:    "“Correct Implementation with a Single Instance” sets the key to a random value with NX (only if it does not exist) and PX (an expiry in milliseconds).",
		Sources: []*Source{redisLocks},
	},
	{
		ID: "redis-failover", About: []Subject{Redis},
		Text: "A replica takes over, and locks that were not yet copied to it are gone: Redis answers first and copies later.",
		Says: "“Why Failover-based Implementations Are Not Enough”: replication is asynchronous. The primary can crash before the key reaches the replica, " +
			"the replica is promoted, and a second client gets a lock that the first still holds; the page calls it a safety violation.",
		Sources: []*Source{redisLocks},
	},
	{
		ID: "redis-wait", About: []Subject{Redis},
		Text: "WAIT makes such losses rarer and is no consensus: the wrong replica may be promoted.",
		Says: "“Consistency and WAIT”: it waits until so many replicas acknowledge, or a timeout; it does not make Redis a strongly consistent store. " +
			"A failover promotes the best replica as well as it can tell, and a write that several replicas have can still be lost.",
		Sources: []*Source{redisWait},
	},
	{
		ID: "sentinel-down-after", About: []Subject{Redis, Sentinel},
		Text: "By default Sentinel waits for 30 s of silence.",
		Says: "The comment at down-after-milliseconds: a primary that has not answered for so long counts as down to this Sentinel; the default is 30 seconds. " +
			"An election follows before a replica is promoted. Many set it lower.",
		Sources: []*Source{sentinelConf},
	},
	{
		ID: "redis-value", About: []Subject{Redis},
		Text: "No token comes with the lock: its random value tells holders apart and does not order them.",
		Says: "Distributed Locks: the value is random and serves to release only one's own lock; its disclaimer asks for fencing tokens besides. " +
			"Kleppmann: a random value is not monotonic, which a token must be.",
		Sources: []*Source{redisLocks, kleppmannPost},
	},
	{
		ID: "redis-counter", About: []Subject{Redis},
		Text: "A counter of your own in the same Redis goes back together with the lock, so two holders can get one number.",
		Says: "Kleppmann: a counter on one Redis node would not do, as the node may fail, and one is likely to need consensus to make tokens. " +
			"Distributed Locks: what was not copied is lost at a failover. That it is so for a counter as for a lock follows.",
		Sources: []*Source{kleppmannPost, redisLocks},
	},
	{
		ID: "redis-purpose", About: []Subject{Redis},
		Text: "Good where two at once only cost time; where they would corrupt data, let the storage check tokens, counted by a consensus store or by itself.",
		Says: "Distributed Locks: fine where it does not matter that several clients hold the lock at once during a failure. " +
			"Kleppmann: one Redis node for efficiency; for correctness a consensus system, with tokens checked at every access to the resource.",
		Sources: []*Source{redisLocks, kleppmannPost},
	},
	{
		ID: "redis-release", About: []Subject{Redis},
		Text:    "Release by compare-and-delete, never by a plain DEL, which deletes whoever's lock it is.",
		Says:    "A script deletes the key only if it still has one's own random value; a plain DEL may remove the lock of another client.",
		Sources: []*Source{redisLocks},
	},
	{
		ID: "redisson-renewal", About: []Subject{Redis, Redisson},
		Text:    "Redisson's watchdog renews a lock every third of its TTL.",
		Says:    "Documentation: the watchdog prolongs the lock while its holder is alive, by default to 30 seconds. Source: the task runs again after lockWatchdogTimeout / 3.",
		Sources: []*Source{redissonLocks, redissonRenewal},
	},
}

var redlock = []Statement{
	{
		ID: "redlock-majority", About: []Subject{Redlock, Redis},
		Text:    "A lock needs a majority of five independent Redis nodes, so one that fails takes no lock along.",
		Says:    "“The Redlock Algorithm”: N = 5 independent primaries in its example; the lock is held if at least 3 granted it in less than its validity.",
		Sources: []*Source{redisLocks},
	},
	{
		ID: "redlock-restart", About: []Subject{Redlock},
		Text: "A node that restarts without its data must stay out for a TTL, or it can help a second client to a majority.",
		Says: "“Performance, Crash Recovery and fsync”: without persistence a restarted node can grant again what it had granted; " +
			"so it stays unavailable for a little longer than the longest TTL in use.",
		Sources: []*Source{redisLocks},
	},
	{
		ID: "redlock-value", About: []Subject{Redlock},
		Text: "Its values have no order, even if all clocks were perfect, so no token comes with the lock.",
		Says: "Kleppmann: Redlock makes no fencing tokens, and its random value is not monotonic, whatever else one thinks of its timing. " +
			"Sanfilippo agrees that the value is random, and thinks that enough.",
		Sources: []*Source{kleppmannPost, sanfilippoPost},
	},
	{
		ID: "redlock-bounds", About: []Subject{Redlock, Kleppmann},
		Text:    "Kleppmann: safe only while network delay, pauses and clock errors, drift among them, stay bounded.",
		Says:    "Redlock assumes a synchronous system: bounded network delay, bounded process pauses, bounded clock error. Otherwise two clients can hold the lock.",
		Sources: []*Source{kleppmannPost},
	},
	{
		ID: "redlock-reply", About: []Subject{Redlock, Sanfilippo},
		Text: "Sanfilippo, its author: the client checks the time again once it has a majority, clocks must not jump, and a random value, compared and set, is enough.",
		Says: "Delays before the second look at the clock do no harm, those after it meet every such lock; clocks must not be set by jumps; " +
			"a unique token and check-and-set on the data do without an order.",
		Sources: []*Source{sanfilippoPost},
	},
	{
		ID: "redlock-linearizable", About: []Subject{Redlock, Sanfilippo},
		Text:    "Sanfilippo: a storage that can compare ordered tokens is linearizable already, and could number the writers itself.",
		Says:    "A data store that accepts a write only with a greater token is a linearizable store, and could make the ids for each client itself.",
		Sources: []*Source{sanfilippoPost},
	},
}
