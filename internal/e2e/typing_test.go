package e2e

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gobwas/ws/wsutil"
)

// complete asks what may follow code, as Tab does, and returns the answer with
// its status.
func (k *kernel) complete(code string) (matches []string, status string) {
	k.t.Helper()
	id := rand.Text()
	text, err := json.Marshal(map[string]any{
		"channel": "shell", "parent_header": header{}, "metadata": map[string]any{},
		"header":  header{ID: id, Type: "complete_request", Session: k.session, User: "e2e", Version: "5.3"},
		"content": map[string]any{"code": code, "cursor_pos": len(code)},
	})
	if err != nil {
		k.t.Fatal(err)
	}
	if err := wsutil.WriteClientText(k.conn, text); err != nil {
		k.t.Fatalf("the kernel's websocket: %v", err)
	}
	for over := time.After(patience); ; {
		select {
		case m, open := <-k.said:
			if !open {
				k.t.Fatal("the kernel's websocket was closed")
			}
			if m.Parent.ID == id && m.Header.Type == "complete_reply" {
				return m.Content.Matches, m.Content.Status
			}
		case <-over:
			k.t.Fatalf("no answer to what may follow %q", code)
		}
	}
}

// completes fails the test if the kernel does not complete code.
func (k *kernel) completes(when, code, want string) {
	k.t.Helper()
	if matches, status := k.complete(code); status != "ok" || !slices.Contains(matches, want) {
		k.t.Errorf("%s: %q is completed by %q (%s), want %s among it", when, code, matches, status, want)
	}
}

// typingHelp are the processes of gopls, whosever kernel asked.
func typingHelp() (all []process) {
	for _, p := range processes(rootVar + "=" + root) {
		if strings.HasPrefix(p.argv, here.Bin("gopls")) {
			all = append(all, p)
		}
	}
	return all
}

// JupyterLab waits longer than its usual second for what gopls, just started,
// answers.
func TestFirstCompletionIsWaitedFor(t *testing.T) {
	var settings struct {
		Schema struct {
			Properties struct {
				ProviderTimeout struct{ Default float64 }
			}
		}
	}
	s := serve(t, mainServer)
	if err := s.call(t.Context(), http.MethodGet, "lab/api/settings/@jupyterlab/completer-extension:manager", nil, &settings); err != nil {
		t.Fatal(err)
	}
	if ms := settings.Schema.Properties.ProviderTimeout.Default; ms < 5000 {
		t.Errorf("it waits %v ms", ms)
	}
}

// A kernel that asks nothing for a while leaves gopls, which ends when none is
// left, and is there again when asked.
func TestCompletionEndsWhenIdle(t *testing.T) {
	k := startKernel(t, serve(t, impatientServer))
	k.completes("first", toComplete, "StallChance")
	for end := time.Now().Add(patience); len(typingHelp()) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("nothing was asked, and there still is %v", typingHelp())
		}
	}
	k.completes("again", toComplete, "StallChance")
}

// The kernels of this server hold gopls for two seconds.
var impatientServer = sync.OnceValues(func() (*server, error) {
	os.Setenv("LOCKLAB_GOPLS_IDLE", "2s")
	defer os.Unsetenv("LOCKLAB_GOPLS_IDLE")
	return startServer("impatient", "/", "")
})

const toComplete = importCell + "\n%%\np := simlib.DefaultTTL()\np.StallC"

// What completes is started by the first question, once for all kernels, without
// a telemetry process; before set-up has built it the answer is empty and comes
// at once; one that was killed is started again; and it goes with the last kernel.
func TestCompletion(t *testing.T) {
	s := serve(t, mainServer)
	for _, p := range typingHelp() { // of kernels that have just ended
		syscall.Kill(p.pid, syscall.SIGKILL)
	}
	program := here.Bin("gopls")
	away := program + ".away"
	if err := os.Rename(program, away); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Rename(away, program) })
	k := startKernel(t, s)
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	if matches, status := k.complete(toComplete); status != "ok" || len(matches) > 0 {
		t.Errorf("before there is what completes: %q, %s; want nothing, ok", matches, status)
	}
	if err := os.Rename(away, program); err != nil {
		t.Fatal(err)
	}
	if help := typingHelp(); len(help) > 0 {
		t.Errorf("before it is asked, there is %v", help)
	}
	k.completes("once it is there", toComplete, "StallChance")
	first := typingHelp()
	sockets, _ := filepath.Glob(filepath.Join(os.TempDir(), "ll-gopls-*"))
	if len(sockets) != 1 {
		t.Fatalf("sockets: %q, want one", sockets)
	}
	if info, err := os.Stat(sockets[0]); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the socket: %v, %v; want none of others", info.Mode(), err)
	}
	other := startKernel(t, s)
	other.completes("another kernel", toComplete, "StallChance")
	k.completes("again", toComplete, "StallChance")
	if now := typingHelp(); len(first) != 1 || !slices.Equal(now, first) {
		t.Errorf("first there is %v and then %v, want one process for both kernels, and no other", first, now)
	}

	for _, p := range first {
		syscall.Kill(p.pid, syscall.SIGKILL) // and its socket stays
	}
	for over := time.Now().Add(patience); time.Now().Before(over); { // until the kernel has seen it
		if matches, _ := k.complete(toComplete); len(matches) > 0 {
			break
		}
	}
	k.completes("after it was killed", toComplete, "StallChance")
	k.alive()
	k.stop()
	other.completes("when the kernel that started it has ended", toComplete, "StallChance")
	other.stop()
	for end := time.Now().Add(20 * time.Second); len(typingHelp()) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the kernels have ended, and %v is left", typingHelp())
		}
	}
	if _, err := os.Stat(sockets[0]); err == nil {
		t.Error("the socket is left")
	}
}

// What is completed is what the packages have now, also when one has changed since
// the last question.
func TestCompletionSeesChanges(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	dir := filepath.Join(t.TempDir(), "mine")
	file := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file("go.mod", "module example.com/mine\n\ngo 1.26\n")
	file("mine.go", "package mine\n\nfunc Earlier() {}\n")
	if r := k.execute("!*go work use " + dir); r.status != "ok" {
		t.Fatalf("go work use: %q %q", r.stderr, r.errorValue)
	}
	const question = "import \"example.com/mine\"\n%%\nmine."
	k.completes("before", question, "Earlier")
	file("mine.go", "package mine\n\nfunc Later() {}\n")
	for over := time.Now().Add(patience); time.Now().Before(over); {
		if matches, _ := k.complete(question); slices.Contains(matches, "Later") {
			break
		}
	}
	k.completes("after", question, "Later")
}
