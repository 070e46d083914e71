package facts

var kubernetes = []Statement{
	{
		ID: "kubernetes-etcd", About: []Subject{Kubernetes, Etcd},
		Text:    "Leases live in the cluster's etcd.",
		Says:    "Leases: objects of the API, used for leader election. Components: etcd is the store of all the API server's data.",
		Sources: []*Source{kubernetesLeases, kubernetesParts},
	},
	{
		ID: "kubernetes-transitions", About: []Subject{Kubernetes},
		Text: "No token is handed out: leaseTransitions rises with each new leader, and nothing checks it.",
		Says: "The elector raises LeaderTransitions when another identity takes over; no write carries it. " +
			"The package says that it does not guarantee that only one client acts as leader, that is, no fencing.",
		Sources: []*Source{clientGo},
	},
	{
		ID: "kubernetes-values", About: []Subject{Kubernetes},
		Text:    "Its package for leader election does not guarantee a single leader: it is for controllers whose work may be repeated. Usual values: a lease of 15 s, renewed every 2 s; a leader that cannot renew gives up after 10 s.",
		Says:    "The package's comment: no guarantee that only one client acts as leader. The core clients' defaults: LeaseDuration 15 seconds, RenewDeadline 10 seconds, RetryPeriod 2 seconds.",
		Sources: []*Source{clientGo},
	},
}

var hazelcast = []Statement{
	{
		ID: "hazelcast-cp", About: []Subject{Hazelcast},
		Text: "Replicated by consensus once the CP subsystem is enabled, and in memory unless set otherwise.",
		Says: "FencedLock: a structure of the CP subsystem, which must be enabled. CP subsystem: an operation is committed once a majority of the group has it; " +
			"data is in memory by default, and persistence is in the Enterprise edition.",
		Sources: []*Source{hazelcastLock, hazelcastCP},
	},
	{
		ID: "hazelcast-edition", About: []Subject{Hazelcast},
		Text:    "Release 5.5 has it in the Enterprise edition only; the newest documentation has it in the open-source one again.",
		Says:    "The notes on 5.5: the CP subsystem becomes a feature of the Enterprise edition. Newest page: the CP structures are in the open-source edition too.",
		Sources: []*Source{hazelcast55, hazelcastCP},
	},
	{
		ID: "hazelcast-fence", About: []Subject{Hazelcast},
		Text:    "The fence: a number that rises each time the lock gets a new owner.",
		Says:    "A monotonic fencing token, incremented whenever the lock is assigned to a new owner.",
		Sources: []*Source{hazelcastLock},
	},
	{
		ID: "hazelcast-why", About: []Subject{Hazelcast},
		Text:    "Its documentation says what the token is for: no lock service can tell a slow process from a dead one, so the guarded service must compare.",
		Says:    "No lock service can guarantee mutual exclusion over what it does not control, since it can't tell a slow client from a crashed one; so the token goes to the external service.",
		Sources: []*Source{hazelcastLock},
	},
}

// elsewhere are public reports, and a protocol that is named in passing.
var elsewhere = []Statement{
	{
		ID: "kubernetes-23731", About: []Subject{Kubernetes},
		Text:    "A deposed leader kept acting.",
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
	{
		ID: "dhcp-lease", About: []Subject{DHCP},
		Text:    "An address is leased for a time, which its client may ask to extend.",
		Says:    "§2.2: the period for which an address is allocated is a lease; the client may ask for more.",
		Sources: []*Source{dhcpRFC},
	},
}
