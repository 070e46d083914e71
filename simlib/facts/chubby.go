package facts

var chubby = []Statement{
	{
		ID: "chubby-paxos", About: []Subject{Chubby, Paxos},
		Text:    "Locks are replicated with Paxos: a write counts once a majority has it.",
		Says:    "§1 and §2.2: the replicas, mostly five, use a consensus protocol, Paxos; a write is acknowledged when it has reached a majority.",
		Sources: []*Source{burrows},
	},
	{
		ID: "chubby-session", About: []Subject{Chubby},
		Text:    "A session has a lease, 12 s by default, which KeepAlives extend.",
		Says:    "§2.8: the reply to a KeepAlive extends the session's lease by 12 s by default.",
		Sources: []*Source{burrows},
	},
	{
		ID: "chubby-grace", About: []Subject{Chubby},
		Text: "A client whose lease is over is in jeopardy for a grace period of 45 s, in which it may find the new leader and keep its session.",
		Says: "§2.8 and §2.9: when the client's lease timeout is over it waits for a grace period, 45 s by default. " +
			"A failover stops the timer of the lease, which extends it.",
		Sources: []*Source{burrows},
	},
	{
		ID: "chubby-sequencer", About: []Subject{Chubby},
		Text:    "The token is the sequencer: the lock's name, its mode and its generation number, which rises when a free lock is taken. In shared mode several hold it, under one number.",
		Says:    "§2.4: the sequencer names the lock, the mode (exclusive or shared) and the lock generation number. §2.3: that number increases when the lock goes from free to held.",
		Sources: []*Source{burrows},
	},
	{
		ID: "chubby-check", About: []Subject{Chubby},
		Text:    "A server checks it against its Chubby cache, or against the newest that it has seen.",
		Says:    "§2.4: the recipient checks the sequencer against its Chubby cache, or, without a session, against the most recent one that it has observed.",
		Sources: []*Source{burrows},
	},
	{
		ID: "chubby-coarse", About: []Subject{Chubby},
		Text:    "Made for coarse locks, held for hours or days, and advisory.",
		Says:    "§2.1: coarse-grained locks, held for hours or days. §2.4: advisory; one mode is exclusive, the other shared.",
		Sources: []*Source{burrows},
	},
	{
		ID: "chubby-lock-delay", About: []Subject{Chubby},
		Text:    "For servers that cannot check there is a lock-delay of up to a minute after a holder has failed.",
		Says:    "§2.4: when a holder failed or cannot be reached, nobody gets the lock for the lock-delay, at most one minute; a normal release has none.",
		Sources: []*Source{burrows},
	},
}

var consul = []Statement{
	{
		ID: "consul-raft", About: []Subject{Consul, Raft},
		Text:    "Locks are replicated with Raft: a write counts once a majority has it.",
		Says:    "“Log entries”: changes, those of keys among them, are entries of a Raft log, committed once a quorum has stored them durably.",
		Sources: []*Source{consulConsensus},
	},
	{
		ID: "consul-ttl", About: []Subject{Consul},
		Text:    "The TTLs of sessions are renewed when the leader changes, so they can last longer than asked for.",
		Says:    "A TTL is a lower bound: the session is not invalidated before it, and may be later; it is renewed on a leader's failover.",
		Sources: []*Source{consulSessions},
	},
	{
		ID: "consul-lockindex", About: []Subject{Consul},
		Text: "The LockIndex, which rises when another session acquires the key, and starts again when the key is deleted; with key and session it makes the sequencer.",
		Says: "Each successful acquire raises LockIndex, and not one by the session that holds the key; (Key, LockIndex, Session) is unique and serves as a sequencer. " +
			"That a key made anew counts anew follows.",
		Sources: []*Source{consulSessions},
	},
	{
		ID: "consul-lock-delay", About: []Subject{Consul},
		Text: "After a session is invalidated, by its own destroy too, nobody gets its locks for the lock-delay, 15 s unless set otherwise (0 to 60 s): " +
			"time for the old holder to notice, and no guarantee that it does.",
		Says: "Sessions end by a lost node or check, a critical check, an explicit destroy, or the TTL. After any invalidation the lock-delay applies, " +
			"0 to 60 seconds, 15 seconds by default. The page itself says that it is not bulletproof.",
		Sources: []*Source{consulSessions},
	},
}
