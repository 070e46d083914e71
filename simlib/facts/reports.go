package facts

// reports are what people met, as they reported it.
var reports = []Statement{
	{
		ID: "kubernetes-23731", About: []Subject{Kubernetes},
		Text:    "A deposed leader still believed that it led.",
		Says:    "A leader lost its lease, its callback for that was never called, and it went on believing that it led.",
		Sources: []*Source{kubernetes23731},
	},
	{
		ID: "cilium-42920", About: []Subject{Cilium, Kubernetes},
		Text:    "Two operators acted at once after a slow shutdown.",
		Says:    "Several operators acted as leader, seen in the wild: the shutdown took longer than the deadline for renewal left; the same PodCIDR was given twice.",
		Sources: []*Source{cilium42920},
	},
	{
		ID: "openshift-7845", About: []Subject{OpenShift, Kubernetes},
		Text:    "Controllers starved of CPU lost their lease and overlapped for a short time.",
		Says:    "Under full CPUs leases were lost, and the controllers of two machines ran at once for a short time, now and then.",
		Sources: []*Source{openShift7845},
	},
	{
		ID: "etcd-11456", About: []Subject{Etcd},
		Text:    "A waiter was granted a lock whose lease had expired; fixed since.",
		Says:    "The server told a waiter that it holds the lock without looking again whether its lease was still there.",
		Sources: []*Source{etcd11456},
	},
	{
		ID: "redisson-775", About: []Subject{Redisson, Redis},
		Text:    "A renewal that failed during a failover was never retried.",
		Says:    "A renewal that ended in an error, such as at a failover, was not scheduled again, and the lock expired under its holder.",
		Sources: []*Source{redisson775},
	},
	{
		ID: "redisson-5698", About: []Subject{Redisson, Redis},
		Text:    "A watchdog was silent for over 30 s in a five-minute job, and another thread got the lock.",
		Says:    "In a job of 5 minutes the lock was not renewed for over 30 seconds; another thread acquired it.",
		Sources: []*Source{redisson5698},
	},
	{
		ID: "redbeat-127", About: []Subject{RedBeat, Redis},
		Text:    "An extension that did not check extended somebody else's lock.",
		Says:    "The lock's expiry was extended without a look at its owner, so that one scheduler extended what was another's; fixed by #128.",
		Sources: []*Source{redBeat127},
	},
	{
		ID: "shedlock-1596", About: []Subject{ShedLock},
		Text:    "A job that outlived its lock of 2 hours ran twice at once.",
		Says:    "With lockAtMostFor of 2 hours, a second instance began the job while the first was still at it.",
		Sources: []*Source{shedLock1596},
	},
}
