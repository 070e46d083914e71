package quiz

// all is every question of the lesson: first the checks at the end of a
// section, which count for nothing, then the two quizzes.
var all = []Quiz{
	{Name: "why a lock", Title: "Check yourself", Questions: []Question{{
		ID:   "check-lost-update",
		Text: "Two workers read 7, and each writes 8. What has gone wrong?",
		Choices: []Choice{
			{Text: "One write failed, and its worker was told", Why: "Both writes succeed. That is the trouble: nobody is told."},
			{Text: "Nothing: both wanted 8", Why: "Each wanted to add one to what is there. Two additions should have made 9."},
			{Text: "One of the two additions is lost, without any error", Right: true, Why: "The second write is built on a value that was no longer current, and wipes out the first."},
		},
	}}},
	{Name: "ttl", Title: "Check yourself", Questions: []Question{{
		ID:   "check-ttl",
		Text: "You make the TTL ten times longer. What happens?",
		Choices: []Choice{
			{Text: "Overlaps become rarer, and after a crash the others wait longer", Right: true, Why: "You pay for fewer overlaps with a slower recovery. Only the price moves."},
			{Text: "Overlaps are impossible from now on", Why: "A stall has no longest length. However long the TTL, some stall outlasts it."},
			{Text: "Both overlaps and waiting become rarer", Why: "A dead holder's lock is now kept ten times longer, and the others wait that long."},
		},
	}}},
	{Name: "stale holder", Title: "Check yourself", Questions: []Question{{
		ID:   "check-stale-holder",
		Text: "A holder looks at its clock just before each write. Is the data safe?",
		Choices: []Choice{
			{Text: "Yes, if its clock is exact", Why: "An exact clock is no help to a holder that is paused after it has looked."},
			{Text: "No: it can be paused between the look and the write", Right: true, Why: "There is always a moment between check and write. Only the storage can close it."},
			{Text: "Yes, if the TTL is long enough", Why: "A longer TTL makes the pause that does harm rarer. It does not exclude it."},
		},
	}}},
	{Name: "fencing", Title: "Check yourself", Questions: []Question{{
		ID:   "check-fencing",
		Text: "The storage has accepted token 34. A write comes with token 33. What should it do?",
		Choices: []Choice{
			{Text: "Ask the lock service who holds the lock now", Why: "By the time the answer is back it may be wrong: that is check and write again."},
			{Text: "Accept it if the lock of 33 has not expired on its clock", Why: "Then all depends on clocks again. The number alone decides."},
			{Text: "Refuse it", Right: true, Why: "Whoever has 33 was granted the lock before whoever has 34, so it comes too late."},
		},
	}}},
	{Name: "failover", Title: "Check yourself", Questions: []Question{{
		ID:   "check-failover",
		Text: "Your lock now lives in a consensus store. Can two holders still overlap?",
		Choices: []Choice{
			{Text: "Yes: a paused holder outlives its lease on any store", Right: true, Why: "The store forgets no grant. It cannot make a paused holder stop."},
			{Text: "No: a majority has stored the grant", Why: "That saves the grant from a failover, and does nothing about a holder that is paused."},
			{Text: "Only while the store elects a leader", Why: "No election is needed: a pause longer than the lease is enough."},
		},
	}}},
	{Name: "job", Title: "Check yourself", Questions: []Question{{
		ID:   "check-job",
		Text: "A job sends an e-mail under a renewed lock, and the storage checks tokens. Can the e-mail go out twice?",
		Choices: []Choice{
			{Text: "No: the storage refuses the older worker", Why: "It refuses a write. The mail server sees no token, and the message may have left before."},
			{Text: "Yes, unless a repeat under the same key does nothing", Right: true, Why: "Fencing guards one storage. What leaves it must be idempotent by itself."},
			{Text: "No: a renewed lock is not lost", Why: "It is, when a stall stops the renewal too and outlasts what is left of the TTL."},
		},
	}}},

	{Name: "protection", Title: "Which protection?", XP: 20, Questions: []Question{
		{
			ID:   "nightly-report",
			Text: "Ten replicas of a scheduler, one nightly report. A second report only wastes CPU; a crash must not block tomorrow's run. What is the cheapest way to have usually just one?",
			Choices: []Choice{
				{Text: "A lock without an expiry", Why: "If its holder crashes, nobody may ever run the report again."},
				{Text: "Two-phase commit among the replicas", Why: "It buys an agreement that nobody needs, and blocks when its coordinator dies."},
				{Text: "A lock with an expiry", Right: true, Why: "Now and then two run, which costs CPU and no more; and a crash is over when the lock expires."},
				{Text: "Fencing at the store of the reports", Why: "It would keep old reports from replacing new ones. Here a second report is harmless, so it buys safety for nothing."},
			},
		},
		{
			ID:    "stock",
			Text:  "Stock is one row in an SQL database and must never fall below zero. How do you sell one?",
			Facts: []string{"redis-failover", "zookeeper-commit", "zookeeper-paused"},
			Choices: []Choice{
				{Text: "Read it, check it and write it back under a Redis lock", Why: "The lock can be lost in the middle, and the late write then ignores what was sold meanwhile."},
				{Text: "One UPDATE with the condition stock >= 1, then look at the number of rows changed", Right: true, Why: "The database checks and writes in one step. No row changed means: sold out."},
				{Text: "The same lock with a longer TTL", Why: "Late writes become rarer. One is enough to sell what is not there."},
				{Text: "A lock in ZooKeeper", Why: "The lock is not forgotten, but a paused holder still writes late."},
			},
		},
		{
			ID:   "device",
			Text: "A device obeys every command and cannot compare numbers. A late command damages it. What protects it?",
			Choices: []Choice{
				{Text: "A longer TTL on the lock", Why: "The late command becomes rarer, and still damages the device."},
				{Text: "Renewing the lock more often", Why: "A pause that stops the worker stops its renewal too."},
				{Text: "A lock granted by a majority of servers", Why: "A majority decides who has the lock. It does not keep a former holder's command off the wire."},
				{Text: "One gateway as the only way in, which keeps the highest token durably and refuses lower ones", Right: true, Why: "Only something in the path of the command can stop it. When the gateway is replaced, the old one must be cut off in turn."},
			},
		},
		{
			ID:    "user-name",
			Text:  "User names must be unique, and all live in one relational database. How do you make sure?",
			Facts: []string{"redis-failover"},
			Choices: []Choice{
				{Text: "A unique index, and deal with the violation when it reports one", Right: true, Why: "The index decides in one step which of two equal names comes first."},
				{Text: "A Redis lock on the name while the row is inserted", Why: "It can expire or be lost before the insert; the database would still take both."},
				{Text: "SELECT to see whether it is free, then INSERT, at READ COMMITTED", Why: "Two can both see that it is free and then both insert."},
				{Text: "A fencing token with every insert", Why: "Tokens tell older holders from newer ones. Two people who want one name are not that."},
			},
		},
		{
			ID:   "payment",
			Text: "A queue delivers a payment message again when its worker is slow. The provider honours idempotency keys for longer than any message can come again. How do you avoid charging twice?",
			Choices: []Choice{
				{Text: "A lock of 30 seconds on the payment", Why: "A first attempt that is delayed for longer charges after the second one."},
				{Text: "A lock of 10 minutes on the payment", Why: "A longer lock is escaped by a longer delay."},
				{Text: "The id of the payment as the key of every attempt", Right: true, Why: "Whichever attempt comes first charges. All others do nothing, however late they are."},
				{Text: "Deleting the message before charging", Why: "Then a crash between the two loses the charge."},
			},
		},
		{
			ID:   "transcoding",
			Text: "Transcoding takes 1 to 90 minutes. After a crash somebody should take over within about 30 seconds. Repeats cost money and should be rare. Which lock?",
			Choices: []Choice{
				{Text: "A TTL of 30 seconds, renewed every 10, and stop work when that fails", Right: true, Why: "Long work keeps its lock, and a crash is noticed after 30 seconds. A rare repeat costs money and is no disaster."},
				{Text: "A TTL of 30 seconds", Why: "Almost every film outlives it and is done twice."},
				{Text: "A TTL of 2 hours", Why: "After a crash the film lies there for up to two hours."},
				{Text: "No expiry", Why: "After a crash it lies there until somebody looks."},
			},
		},
		{
			ID:   "leader-command",
			Text: "Once a new leader has commanded a controller, no command of an older one may run. The controller can compare, store and execute in one atomic step. What do you do?",
			Choices: []Choice{
				{Text: "The leader checks its lease just before it sends", Why: "It may be paused between the check and the sending."},
				{Text: "Shorter leases", Why: "The next leader comes sooner. The old command arrives all the same."},
				{Text: "Keep the clocks exact with NTP", Why: "Exact clocks make no paused leader stop."},
				{Text: "The controller refuses a term below the highest that it has seen", Right: true, Why: "The term is the fencing token here, and the check lies in the same step as the command."},
			},
		},
		{
			ID:   "events-in-order",
			Text: "A million customers, and the events of each must be handled in order. They come through a log that is split into partitions. How?",
			Choices: []Choice{
				{Text: "A lock for each customer", Why: "A lock lets one in at a time. It does not say who is next."},
				{Text: "The customer's id as the key of the log", Right: true, Why: "One partition has all events of a customer, in order, and one member of the group reads it. After a rebalance the former reader may still write, so the sink checks offsets too."},
				{Text: "One lock for all", Why: "It lets one in at a time, in no particular order, and makes a million customers wait."},
				{Text: "Random partitions, and a lock with a TTL", Why: "Two partitions are read at different speeds, so the order is gone before any lock is asked for."},
			},
		},
	}},

	{Name: "interview", Title: "Interview angle", XP: 20, Questions: []Question{
		{
			ID:   "ttl-protects",
			Text: "What does a TTL on a lock protect against?",
			Choices: []Choice{
				{Text: "The late write of a paused holder", Why: "That is the risk that a TTL creates: without it the others would wait."},
				{Text: "A crashed holder that blocks the others for ever", Right: true, Why: "It keeps the system going. Safety it does not give."},
				{Text: "Lost updates in the storage", Why: "The storage knows nothing of the lock or its TTL."},
			},
		},
		{
			ID:    "plain-del",
			Text:  "The lock of a Redis holder has expired. Then the holder releases it with a plain DEL. What can happen?",
			Facts: []string{"redis-release"},
			Choices: []Choice{
				{Text: "It deletes the lock of the next holder", Right: true, Why: "The key is the same. So store a random value, and compare and delete in one step."},
				{Text: "Nothing: the key is gone", Why: "It is gone only until the next holder sets it."},
				{Text: "Redis refuses, since somebody else has set the key", Why: "Redis does not know whose key it is. DEL deletes."},
			},
		},
		{
			ID:   "check-then-write",
			Text: "The lock service is linearizable. A holder asks it, hears that the lock is its own, and then writes to another system. Why is that not enough?",
			Choices: []Choice{
				{Text: "It costs a round trip for each write", Why: "That makes it slow. It would still be unsafe if it were free."},
				{Text: "Two clients can both be told yes for the same instant", Why: "Not by a linearizable service: its answers agree with one order of all grants."},
				{Text: "The holder can be paused between the answer and the write", Right: true, Why: "The answer was true when it was given. The write comes later."},
			},
		},
		{
			ID:   "storage-duty",
			Text: "What must a storage be able to do for fencing to work?",
			Choices: []Choice{
				{Text: "Refuse, in one atomic and durable step, every token below the highest that it has accepted, claims included", Right: true, Why: "Then an older holder cannot slip in between check and write, nor after a restart."},
				{Text: "Compare its clock with the holder's", Why: "Tokens have an order that needs no clock; that is their point."},
				{Text: "Ask the lock service before each write", Why: "Between the answer and the write the lock may change hands."},
			},
		},
		{
			ID:   "hung-worker",
			Text: "A worker deadlocks. Its renewal goes on in the background. What becomes of the lock?",
			Choices: []Choice{
				{Text: "It expires after one TTL", Why: "The renewal extends it each time."},
				{Text: "It is held for as long as the renewal goes on", Right: true, Why: "The lock service sees a healthy client. Tie the renewal to progress, or cap the time held."},
				{Text: "Fencing releases it", Why: "Fencing refuses late writes. It takes no lock away."},
			},
		},
		{
			ID:    "lost-grant",
			Text:  "A Redis primary acknowledges SET NX PX and dies before the replica has heard of it. The replica is promoted. What now?",
			Facts: []string{"redis-failover", "redis-lock"},
			Choices: []Choice{
				{Text: "The lock is refused to others until its TTL is over", Why: "The new primary does not know that there is a lock."},
				{Text: "The new primary restores the lock from the old one", Why: "The old one is dead, and what it knew alone is gone."},
				{Text: "A second client can get the lock", Right: true, Why: "The grant was acknowledged and is lost, so two clients may believe that they hold it."},
			},
		},
	}},
}
