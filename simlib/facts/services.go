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
		Text:    "Its package for leader election does not guarantee a single leader. Usual values: a lease of 15 s, renewed every 2 s; a leader that cannot renew gives up after 10 s.",
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

var dhcp = []Statement{
	{
		ID: "dhcp-lease", About: []Subject{DHCP},
		Text:    "An address is leased for a time, which its client may ask to extend.",
		Says:    "§2.2: the period for which an address is allocated is a lease; the client may ask for more.",
		Sources: []*Source{dhcpRFC},
	},
}
