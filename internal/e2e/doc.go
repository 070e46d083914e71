// Package e2e tests the lesson as a learner meets it: the real Go kernel, real
// JupyterLab and Notebook 7, real browsers, and no network.
//
// They are a module of their own, so that what only they import is fetched by those
// who run them, and `go test ./...` in the lesson needs only Go and git:
//
//	go run ./cmd/locklab test e2e             sets up first
//	go -C internal/e2e test -run Theme -v .   with the set-up that is there
//
// Three processes follow one another. The supervisor, which go test starts,
// makes a folder and a network namespace, starts the tests in them, and when
// they end, however they end, kills what is left of them and removes the folder.
// Every program that the tests start inherits a variable that names the folder;
// by it the supervisor knows them.
//
// What the network namespace gives is that every test is also a test without a
// network: only 127.0.0.1 is there. Where the system grants no namespace the
// tests say so and run all the same.
//
// Nothing of the user's is touched: home, Jupyter's folders, temporary files and
// the browsers' profiles are below the folder. Only the caches of Go are the real
// ones, because cold ones would need the network.
//
// A browser test that fails saves what the page showed and said, and names the
// place. LOCKLAB_CHROME and LOCKLAB_FIREFOX name browsers that are not on PATH, and
// LOCKLAB_E2E_FONT the one family of fonts that they are to have on Linux.
package e2e
