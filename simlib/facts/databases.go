package facts

var postgreSQL = []Statement{
	{
		ID: "postgres-advisory-server", About: []Subject{PostgreSQL},
		Text: "Advisory locks are not replicated, so a failover loses all. The connections break too, and a holder that looks will see it.",
		Says: "“Hot Standby”: advisory locks are never written to the log that is shipped, and concern only the server on which they were taken. " +
			"“Advisory Locks”: they end with the session.",
		Sources: []*Source{postgresStandby, postgresLocks},
	},
	{
		ID: "postgres-advisory-key", About: []Subject{PostgreSQL},
		Text:    "No token comes with it: its number is a key that the application chose.",
		Says:    "The meaning of an advisory lock is the application's; the system does not enforce its use. The page speaks of no number of a grant.",
		Sources: []*Source{postgresLocks},
	},
	{
		ID: "postgres-advisory-until", About: []Subject{PostgreSQL},
		Text:    "No TTL: a session's lock lasts until it is released or the session ends, a transaction's until the transaction ends; so a frozen client keeps it.",
		Says:    "At session level it is held until released or the session ends; at transaction level until the end of the transaction.",
		Sources: []*Source{postgresLocks},
	},
	{
		ID: "postgres-synchronous", About: []Subject{PostgreSQL, Redis},
		Text: "With a synchronous standby a grant is on the standby before it counts. With an asynchronous one the newest are lost, as with Redis.",
		Says: "Streaming replication is asynchronous unless set otherwise, and what was committed last can be lost. " +
			"With synchronous replication a commit is acknowledged once the standbys that must have it do.",
		Sources: []*Source{postgresSynchronous},
	},
	{
		ID: "postgres-row-token", About: []Subject{PostgreSQL},
		Text: "A column of your own that each grant raises by one. Check it by a conditional update in the transaction that changes the data: " +
			"then the check and the write are one step, and both survive or neither.",
		Says: "“Read Committed”: an UPDATE that had to wait for another transaction evaluates its WHERE again, on the newest version of the row. " +
			"So a condition on the token holds for the row that is changed.",
		Sources: []*Source{postgresIsolation},
	},
	{
		ID: "postgres-row-use", About: []Subject{PostgreSQL},
		Text:    "Safe where the data lives in the same database; there one conditional update often does without any lock.",
		Says:    "The same passage: condition and update see one version of the row. That data elsewhere gains nothing from it follows.",
		Sources: []*Source{postgresIsolation},
	},
}

var dynamoDB = []Statement{
	{
		ID: "dynamodb-quorum", About: []Subject{DynamoDB, Paxos},
		Text:    "Within a region a majority of replicas has stored a write before it counts.",
		Says:    "The replicas of a partition agree by Multi-Paxos; a write is acknowledged once a quorum of them has its log record in durable storage.",
		Sources: []*Source{dynamoPaper},
	},
	{
		ID: "dynamodb-version", About: []Subject{DynamoDB},
		Text:    "No token comes with it: a random record version. Its holder can be recognised by it, but versions have no order.",
		Says:    "The client writes a record version number, a GUID, that it changes with each renewal; others wait for the lease and then see whether it changed.",
		Sources: []*Source{dynamoLocks},
	},
	{
		ID: "dynamodb-condition", About: []Subject{DynamoDB},
		Text:    "For data in the same table a condition on the write itself is the guard; for anything else add a counter that rises with each grant.",
		Says:    "Version control: a conditional write with a version attribute refuses whoever read an older version. Distributed locking: for what spans several resources.",
		Sources: []*Source{dynamoVersions, dynamoGuide},
	},
}

var objectStores = []Statement{
	{
		ID: "object-consistency", About: []Subject{CloudStorage, S3},
		Text:    "A write that was acknowledged is there for every later reader; which machine answers does not matter.",
		Says:    "Cloud Storage: after a write succeeds, reads anywhere give it. S3: any read after a successful write gives the latest version.",
		Sources: []*Source{cloudConsistency, s3Consistency},
	},
	{
		ID: "object-equality", About: []Subject{CloudStorage, S3},
		Text: "Generations and ETags are compared for equality. That is compare-and-set: it refuses whoever read an old version. " +
			"It is not fencing, which refuses whoever was granted earlier.",
		Says:    "Cloud Storage: ifGenerationMatch goes on only if the generation is the one given. S3: If-Match writes only if the ETag is the one given. Neither asks for greater.",
		Sources: []*Source{cloudConditions, s3Conditions},
	},
	{
		ID: "object-guard", About: []Subject{CloudStorage, S3},
		Text:    "Guard the object itself with the precondition, and you need no lock.",
		Says:    "Both pages: a precondition keeps one writer from overwriting what another has written meanwhile.",
		Sources: []*Source{cloudConditions, s3Conditions},
	},
}
