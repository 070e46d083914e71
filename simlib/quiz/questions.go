package quiz

// all is every question of the lesson: first the checks at the end of a
// section, which count for nothing, then the two quizzes.
//
// A choice is wrong as it is worded, not only worse than another. And only its
// meaning tells which one is right (see tells_test.go).
var all = []Quiz{
	{Name: "why a lock", Title: "Check yourself", Questions: []Question{{
		ID:   "check-lost-update",
		Text: "Two workers each add one: both read 7, both write 8, and neither gets an error. What is wrong with the count?",
		Choices: []Choice{
			{Text: "One write failed, and must be repeated", Why: "Both succeeded. That is the trouble: nobody is told."},
			{Text: "Nothing: both had to write 8", Why: "Each did what it should, alone. But two additions to 7 make 9."},
			{Text: "One of the two additions is missing", Right: true, Why: "The second write was made from an old value, and wiped out the first."},
		},
	}}},
	{Name: "ttl", Title: "Check yourself", Questions: []Question{{
		ID:   "check-ttl",
		Text: "Holders crash now and then, or stall for any length of time. What does a TTL ten times longer bring?",
		Choices: []Choice{
			{Text: "Fewer overlaps, longer waits after a crash", Right: true, Why: "Safer, but slower to recover. Only the price moves."},
			{Text: "No overlaps, longer waits after a crash", Why: "However long the TTL, some stall outlasts it."},
			{Text: "Fewer overlaps, shorter waits after a crash", Why: "A dead holder's lock is kept ten times longer, and the others wait until it expires."},
		},
	}}},
	{Name: "stale holder", Title: "Check yourself", Questions: []Question{{
		ID:   "check-stale-holder",
		Text: "A storage takes every write. A holder sends one only if its clock shows at least a second of TTL left. Is the data safe?",
		Choices: []Choice{
			{Text: "Yes, if its clock is exact to the millisecond", Why: "An exact clock does not help a holder that is paused after it has looked."},
			{Text: "No: the write can still arrive late", Right: true, Why: "A pause can outlast that second. Only something outside the holder can stop the write."},
			{Text: "Yes, if no pause is longer than the TTL", Why: "What counts is what is left of the TTL: with a second left, a pause of two seconds is too long."},
		},
	}}},
	{Name: "fencing", Title: "Check yourself", Questions: []Question{{
		ID:   "check-fencing",
		Text: "A storage has met token 12 in a claim. Then a write comes with token 9. What must it do?",
		Choices: []Choice{
			{Text: "Accept it, unless 12 has written something", Why: "The holder of 12 may have read already. It would write over this write without having seen it."},
			{Text: "Refuse it only if 9 has expired by its clock", Why: "Then all depends on clocks again. The number alone decides."},
			{Text: "Refuse it in any case", Right: true, Why: "9 was granted before 12. The claim is enough to know that."},
		},
	}}},
	{Name: "failover", Title: "Check yourself", Questions: []Question{{
		ID:   "check-failover",
		Text: "A lock with a TTL moves from a store with asynchronous replicas to a consensus store. Which overlaps end?",
		Choices: []Choice{
			{Text: "Those after a failover that loses the grant", Right: true, Why: "The new store forgets no acknowledged grant, but makes no paused holder stop."},
			{Text: "Those after a pause longer than the TTL", Why: "The lock expires there too, and the paused holder does not know."},
			{Text: "All, as a majority agrees on one holder", Why: "It agrees on whose lock it is. A holder whose lock has expired may be at work still."},
		},
	}}},
	{Name: "job", Title: "Check yourself", Questions: []Question{{
		ID:   "check-job",
		Text: "Another job, with a renewed lock, writes to a storage with fencing, then sends a text message. Can it go out twice?",
		Choices: []Choice{
			{Text: "No: the storage stops the older worker first", Why: "Its write is not refused if it came before the newer worker's claim."},
			{Text: "Yes: two workers may pass the storage in turn", Right: true, Why: "One writes and stalls; another writes and sends; then the first wakes and sends."},
			{Text: "Yes, but only if the lock service fails", Why: "A stall is enough, if it stops the renewal too and outlasts what is left of the TTL."},
		},
	}}},

	{Name: "protection", Title: "Which protection?", XP: 20, Questions: []Question{
		{
			ID:   "nightly-report",
			Text: "Ten replicas could make the nightly report. A second one only wastes CPU, but should be rare; a crash must not block the next night's. What is the least that will do?",
			Choices: []Choice{
				{Text: "A lock that only its holder releases", Why: "If its holder crashes, no report is made until that one is back."},
				{Text: "Two-phase commit among the replicas", Why: "It blocks when its coordinator dies, and buys an agreement that nobody needs."},
				{Text: "A lock that is left to expire after an hour", Right: true, Why: "Now and then two run, which only costs CPU. Whoever crashes, the lock is free the next night."},
				{Text: "Fencing where the reports are stored", Why: "It needs a lock too, and keeps an older report from replacing a newer one, which does no harm here."},
			},
		},
		{
			ID:    "stock",
			Text:  "Many servers sell from one stock row in an SQL database, and must not sell more than there is. How is one sold?",
			Facts: []string{"zookeeper-paused"},
			Choices: []Choice{
				{Text: "Read it, then write one less, under a lock of 1 h", Why: "A long enough pause outlasts the lock. The late write then ignores what was sold meanwhile."},
				{Text: "Subtract 1 in one UPDATE where that leaves 0 or more", Right: true, Why: "The database checks and writes in one step. No row changed means: sold out."},
				{Text: "Read it, then UPDATE to one less where it is above zero", Why: "Two that read 7 both write 6: two are sold, and one is subtracted."},
				{Text: "Read it, then write one less, under a ZooKeeper lock", Why: "A holder that is paused for longer than its session still writes late."},
			},
		},
		{
			ID:   "device",
			Text: "A device obeys all commands, and an older holder's after a newer one's damages it. All commands go through servers of yours, each when the one before is done. What protects it?",
			Choices: []Choice{
				{Text: "A lock with ten times the usual TTL", Why: "Some pause, or some network, delays a command for longer still."},
				{Text: "A server beside each worker, with a mark on disk", Why: "The server beside the late worker does not meet the newer token, and lets the command pass."},
				{Text: "A lock renewed every second, granted by a majority", Why: "A majority decides who has the lock. It calls back no command that a former holder has sent."},
				{Text: "One server for all workers, with a mark on disk", Right: true, Why: "It is in the command's way and has met every newer token. Cut it off before another takes over its mark."},
			},
		},
		{
			ID:    "user-name",
			Text:  "No two users may have the same name, and all are rows of one SQL table. What makes sure of it?",
			Facts: []string{"redis-failover"},
			Choices: []Choice{
				{Text: "A unique index, and dealing with its violations", Right: true, Why: "It decides in one step which of two equal names comes first."},
				{Text: "A Redis lock on the name during SELECT and INSERT", Why: "It can expire or be lost before the INSERT, and the table takes both names."},
				{Text: "SELECT, then INSERT if free, at READ COMMITTED", Why: "Two can both see that the name is free, and then both insert it."},
				{Text: "A fencing token with each INSERT, and a mark", Why: "Two INSERTs of one name both pass if the second has the higher token."},
			},
		},
		{
			ID:   "payment",
			Text: "A queue repeats a payment message until it is deleted. The provider charges once per idempotency key, however late a repeat. How is each payment charged, and none twice?",
			Choices: []Choice{
				{Text: "Charge under a lock of 10 min, then delete the message", Why: "A first attempt that is delayed for longer charges after a second one."},
				{Text: "Delete the message, then charge under a lock of 10 min", Why: "After a crash between the two, no message is left, and the payment is never charged."},
				{Text: "Charge under the payment's id, then delete the message", Right: true, Why: "The id is the key. Whichever attempt comes first charges, and the others change nothing."},
				{Text: "Delete the message, then charge under the payment's id", Why: "The key stops a second charge. But after a crash between the two there is no first one."},
			},
		},
		{
			ID:   "transcoding",
			Text: "Transcoding a film takes 1 to 90 minutes. After a crash another worker should start within 30 s; repeats should be rare. Which lock?",
			Choices: []Choice{
				{Text: "TTL 25 s, renewed every 8 s; stop if that fails", Right: true, Why: "Long work keeps its lock; after a crash it expires within 25 s."},
				{Text: "TTL 25 s, released when the film is done", Why: "Every film takes longer. After 25 s the next worker begins it too, and so on."},
				{Text: "TTL 2 h, renewed every 40 min; stop if that fails", Why: "After a crash nobody gets the film for over an hour."},
				{Text: "TTL 2 h, released when the film is done", Why: "After a crash nobody gets the film for what is left of two hours."},
			},
		},
		{
			ID:   "leader-command",
			Text: "Leaders have rising terms. A controller, which carries out each command in one atomic step, must not obey an older leader after a newer. What ensures that?",
			Choices: []Choice{
				{Text: "Leaders check their lease just before they send", Why: "One may be deposed after the check, before its command is there."},
				{Text: "Leases are shorter, and all clocks exact", Why: "The next leader comes sooner. The old one's command may still come after."},
				{Text: "The controller runs no command a second time", Why: "That stops repeats. An older leader's command that comes for the first time still runs."},
				{Text: "The controller obeys no term below the highest so far", Right: true, Why: "The term is a fencing token, checked in the step that runs the command."},
			},
		},
		{
			ID:   "events-in-order",
			Text: "Events of a million customers reach a log of 50 partitions in order. One worker reads each partition, and the storage refuses offsets that it has passed. What keeps each customer's events in order?",
			Choices: []Choice{
				{Text: "A lock on the customer while an event is handled", Why: "It lets in one worker at a time. It does not say which event is next."},
				{Text: "Partitions chosen by the customer's id", Right: true, Why: "Then one partition has all of a customer's events, in order."},
				{Text: "A lock on the log while an event is handled", Why: "It lets in one at a time, in whatever order they ask, and every customer waits."},
				{Text: "Partitions chosen in turn, and a lock on each", Why: "A customer's events lie in several partitions, and each is read at its own speed."},
			},
		},
	}},

	{Name: "interview", Title: "Interview angle", XP: 20, Questions: []Question{
		{
			ID:   "ttl-protects",
			Text: "Somebody takes the TTL off a lock. What does more harm than before?",
			Choices: []Choice{
				{Text: "The late write of a paused holder", Why: "Less: nobody else can get the lock meanwhile. It was the TTL that let them."},
				{Text: "The crash of a holder at work", Right: true, Why: "It blocks the others until somebody steps in. A TTL gives progress, not safety."},
				{Text: "The write of a worker without the lock", Why: "As much as before: the storage knows nothing of the lock, nor of its TTL."},
			},
		},
		{
			ID:    "plain-del",
			Text:  "A Redis holder does not know that its lock has expired, and deletes the key with DEL. What can go wrong?",
			Facts: []string{"redis-release"},
			Choices: []Choice{
				{Text: "It takes the next holder's lock away", Right: true, Why: "The key is the same. So store a random value, and compare and delete in one step."},
				{Text: "Nothing: that lock has expired and is gone", Why: "Its key is there again as soon as somebody else has taken the lock."},
				{Text: "DEL refuses another client's key", Why: "DEL does not ask who has set a key."},
			},
		},
		{
			ID:   "check-then-write",
			Text: "A holder asks a linearizable lock service, hears that the lock is its own, and sends a write elsewhere. Why is that not enough?",
			Choices: []Choice{
				{Text: "The answer may come from a lagging replica", Why: "Not in a linearizable service: it answers as if there were one copy only."},
				{Text: "Two clients may hear yes for the same instant", Why: "Not from a linearizable service: its answers agree with one order of all grants."},
				{Text: "The answer may be out of date when the write arrives", Right: true, Why: "A pause or a slow network is enough for the lock to go to another."},
			},
		},
		{
			ID:   "storage-duty",
			Text: "How must a storage handle tokens, so that nothing below its mark gets in?",
			Choices: []Choice{
				{Text: "Check, mark and data in one durable, linearizable step", Right: true, Why: "Nothing comes between check and write, and a restart forgets nothing."},
				{Text: "Check, mark and data in one step, mark in memory", Why: "A restart forgets the mark, and an older holder gets in."},
				{Text: "Check first, mark and data then in one durable, linearizable step", Why: "Between the check and the step, a newer holder can claim or write."},
			},
		},
		{
			ID:   "hung-worker",
			Text: "A worker hangs in a deadlock for good, and a thread of it still renews the lock. Who gets it next?",
			Choices: []Choice{
				{Text: "Whoever asks for the lock after one TTL", Why: "The renewal extends it each time."},
				{Text: "Nobody, as long as it is renewed", Right: true, Why: "The lock service sees a healthy client. Renew only on progress, or cap the time held."},
				{Text: "Whoever has a higher fencing token", Why: "A higher token comes with the next grant, and there is none. Fencing takes no lock away."},
			},
		},
		{
			ID:   "lost-grant",
			Text: "A primary grants a lock, acknowledges it, and dies before its asynchronous standby has heard of it. The standby takes over. What becomes of the lock?",
			Choices: []Choice{
				{Text: "Others are refused it until its TTL is over", Why: "The standby does not know that it was granted."},
				{Text: "The standby restores it from its own log", Why: "Its log ends before the grant."},
				{Text: "It goes to the next who asks, though it is held", Right: true, Why: "The acknowledged grant is lost, so two clients may believe that they hold it."},
			},
		},
	}},
}
