package cards

// all is the glossary.
var all = []Card{
	{
		ID: "lock", Term: "lock", Section: "00_start_here",
		Means: "A thing that at most one worker has at a time. Who does not have it waits.",
		Like:  "The one key to a fitting room: whoever has it goes in, the others queue.",
		Used:  "Threads of a program take locks in memory; machines ask a lock service for them.",
	},
	{
		ID: "holder", Term: "holder", Section: "00_start_here",
		Means: "The worker to whom the lock was granted, until it releases the lock or the lock expires.",
		Like:  "The person in the fitting room.",
		Used:  "Lock services keep a record of the holder. What the worker believes is another matter.",
	},
	{
		ID: "lost-update", Term: "lost update", Section: "01_why_a_lock",
		Means: "A change that was acknowledged, and that later data does not contain, because somebody wrote a value made from an older reading.",
		Like:  "Two people correct the same page at home and each mails back a whole page: the last mail wins.",
		Used:  "Balances, stock levels, documents: whatever is read, changed and written back.",
	},
	{
		ID: "compare-and-set", Term: "compare-and-set", Section: "01_why_a_lock",
		Means: "A write that the storage carries out only if the data is still what the writer has read. Check and write are one step.",
		Like:  "“Rent me this flat if nobody has taken it since my visit.”",
		Used:  "A version column in SQL, ETags in HTTP, transactions in etcd.",
	},
	{
		ID: "ttl", Term: "TTL", Section: "02_the_lock_must_expire",
		Means: "Time to live: the duration from the grant of a lock to the instant at which it expires.",
		Like:  "A parking ticket for an hour. When the hour is over the place is free, car or no car.",
		Used:  "Redis calls it PX or EX, ZooKeeper a session timeout.",
	},
	{
		ID: "lease", Term: "lease", Section: "02_the_lock_must_expire",
		Means: "A lock for a limited time. It comes back by itself when its holder dies.",
		Like:  "A library book: due on a day that is known from the start.",
		Used:  "etcd, Chubby, DHCP, and most systems that elect a leader.",
	},
	{
		ID: "stall", Term: "stall", Section: "02_the_lock_must_expire",
		Means: "A time in which a healthy worker stands still and does not know it.",
		Like:  "Dozing off in a train: you wake and think that it is the same stop.",
		Used:  "Garbage collection, a busy disk, a virtual machine on the move, a machine short of CPU.",
	},
	{
		ID: "overlap", Term: "overlap", Section: "02_the_lock_must_expire",
		Means: "Two holders work at once, one of them on a lock that has expired or was forgotten.",
		Like:  "Two guests with a key to the same hotel room.",
		Used:  "It is what a lock should exclude, and what this lesson counts.",
	},
	{
		ID: "stale-holder", Term: "stale holder", Section: "03_the_stale_holder",
		Means: "A worker whose lock has expired and who goes on as if it had not.",
		Like:  "A night watchman with the old key, who has not heard that he was replaced.",
		Used:  "A paused process, a deposed leader, a job longer than its lock.",
	},
	{
		ID: "fencing-token", Term: "fencing token", Section: "03_the_stale_holder",
		Means: "The number of a grant. Later grants have higher ones. It travels with each write, so that the storage can tell older holders from newer ones.",
		Like:  "A numbered will: the notary follows the highest number and ignores the rest.",
		Used:  "etcd's revision, ZooKeeper's czxid, the term of a leader.",
	},
	{
		ID: "mark", Term: "mark", Section: "03_the_stale_holder",
		Means: "The highest token that a storage has met. It refuses whatever comes with a lower one.",
		Like:  "“Now serving 34”: whoever comes with 33 has missed the turn.",
		Used:  "A column beside the data, in the same durable write.",
	},
	{
		ID: "claim", Term: "claim", Section: "03_the_stale_holder",
		Means: "A new holder shows its token to the storage before it reads. From then on everything older is refused.",
		Like:  "Changing the door's code before you start to count the till.",
		Used:  "The first step of a new leader in many replicated logs.",
	},
	{
		ID: "failover", Term: "failover", Section: "05_where_the_lock_lives",
		Means: "Another machine takes over from one that has failed.",
		Like:  "The understudy plays tonight, with yesterday's script.",
		Used:  "Databases and caches with a primary and replicas.",
	},
	{
		ID: "replication-lag", Term: "replication lag", Section: "05_where_the_lock_lives",
		Means: "How long it takes until a copy has what the primary has already acknowledged.",
		Like:  "The time a letter is in the post: signed here, unknown there.",
		Used:  "Every store that acknowledges first and copies afterwards.",
	},
	{
		ID: "consensus", Term: "consensus", Section: "05_where_the_lock_lives",
		Means: "Several machines agree on one order of events and keep to it while a majority of them is alive.",
		Like:  "Minutes that count once most members have signed them.",
		Used:  "Paxos in Chubby, Zab in ZooKeeper, Raft in etcd.",
	},
	{
		ID: "quorum", Term: "quorum", Section: "05_where_the_lock_lives",
		Means: "As many machines as a decision needs: mostly a majority. Any two majorities share a member.",
		Like:  "A council that may decide when more than half are present.",
		Used:  "Consensus stores, and Redlock's five nodes.",
	},
	{
		ID: "renewal", Term: "renewal", Section: "06_which_protection",
		Means: "The holder asks for a new TTL before the old one is over.",
		Like:  "Feeding the parking meter while you are still at the shop.",
		Used:  "Keep-alives in etcd, the watchdog of Redisson.",
	},
	{
		ID: "idempotent", Term: "idempotent", Section: "06_which_protection",
		Means: "Done twice, it has the same effect as done once.",
		Like:  "Pressing the button of a lift that is already lit.",
		Used:  "Payments with an idempotency key, inserts with a unique id.",
	},
	{
		ID: "sequencer", Term: "sequencer", Section: "07_who_lives_by_this",
		Means: "Chubby's fencing token: a string with the lock's name, its mode and the number of the grant.",
		Like:  "A visitor's pass with the date on it.",
		Used:  "A holder hands it to the servers that it writes to.",
	},
	{
		ID: "ephemeral-node", Term: "ephemeral node", Section: "07_who_lives_by_this",
		Means: "An entry that its store removes when the session of the client that made it ends.",
		Like:  "A coat check that clears the hook when you leave the theatre.",
		Used:  "Locks, leaders and lists of live members in ZooKeeper.",
	},
	{
		ID: "clock-drift", Term: "clock drift", Section: "07_who_lives_by_this",
		Means: "How much faster or slower a clock runs than true time. What it is off by at one instant is its skew.",
		Like:  "A watch that gains a minute a week.",
		Used:  "Wherever two machines must agree when a lease is over.",
	},
	{
		ID: "linearizable", Term: "linearizable", Section: "07_who_lives_by_this",
		Means: "Every operation seems to happen at one instant between its start and its end, and all see the same order.",
		Like:  "A shop with one till: whoever leaves later has paid later.",
		Used:  "Reads and writes of consensus stores, when asked for.",
	},
}
