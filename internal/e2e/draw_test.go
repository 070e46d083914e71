package e2e

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"locklab/internal/proc"
	"locklab/simlib/view"
)

// hosts are the processes that draw for the kernel whose cell said where its
// temporary folder is.
func hosts(t *testing.T, temp string) (pids []int) {
	t.Helper()
	for _, pid := range proc.WithEnv("TMPDIR=" + temp) {
		if program, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe"); err == nil && strings.HasSuffix(program, "/locklab-host") {
			pids = append(pids, pid)
		}
	}
	return pids
}

// What draws is started by the first cell that shows something, once; whatever
// becomes of it, a cell shows its sentence at least, the next one draws, and with
// the kernel it is gone.
func TestWhatDraws(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	temp := strings.TrimSpace(k.execute("%%\nfmt.Println(os.TempDir())").stdout)
	if n := hosts(t, temp); len(n) != 0 {
		t.Errorf("before anything is shown %d programs draw", len(n))
	}
	draws := func(what string) {
		t.Helper()
		r := k.execute("%%\nlab.Show(simlib.DefaultTTL())")
		if n := len(r.displays); r.status != "ok" || n != 1 || r.displays[0].Content.Data[view.MIME] == nil || r.stderr != "" {
			t.Errorf("%s: status %q, %d displays, %q", what, r.status, n, r.stderr)
		}
	}
	draws("first")
	first := hosts(t, temp)
	draws("second")
	if now := hosts(t, temp); len(first) != 1 || len(now) != 1 || now[0] != first[0] {
		t.Errorf("first %v draws and then %v, want one and the same", first, now)
	}

	for _, pid := range hosts(t, temp) {
		syscall.Kill(pid, syscall.SIGKILL) // and its socket stays
	}
	draws("after it was killed")

	for what, env := range map[string]string{
		"no program":  `os.Setenv("LOCKLAB_HOST", "/nowhere"); os.Setenv("LOCKLAB_HOST_SOCKET", os.TempDir()+"/other")`,
		"no folder":   `os.Setenv("LOCKLAB_HOST_SOCKET", os.TempDir()+"/nowhere/host")`,
		"no variable": `os.Unsetenv("LOCKLAB_HOST")`,
		"another":     `os.Setenv("LOCKLAB_HOST", "/bin/echo"); os.Setenv("LOCKLAB_HOST_SOCKET", os.TempDir()+"/echo")`,
	} {
		r := k.execute("%%\n" + env + "\nlab.Show(simlib.DefaultTTL())")
		said := strings.TrimSpace(r.stderr)
		if !strings.HasPrefix(said, "No chart: ") || strings.Contains(said, "\n") {
			t.Errorf("%s: it says %q, want one line", what, said)
		}
		if len(r.displays) != 1 || r.displays[0].Content.Data["text/plain"] != sentence(t) || r.displays[0].Content.Data[view.MIME] != nil {
			t.Errorf("%s: %v, want the sentence alone", what, r.displays)
		}
		draws("after " + what)
	}

	k.stop()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		_, err := os.Stat(temp)
		left := proc.WithEnv("TMPDIR=" + temp)
		if err != nil && len(left) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the kernel has ended, and %v and its folder (%v) are left", left, err)
		}
	}
}

// A cell shows what clients did, and a verdict, with no simulation: a picture that
// is walked, words and a table.
func TestShowsNoSimulation(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	r := k.execute(`import (
	"locklab/simlib/history"
	"locklab/simlib/lab"
	"locklab/simlib/view"
)

func mine() history.History {
	return history.History{Title: "My lock", Clients: []string{"A", "B"}, Untimed: true, Events: []history.Event{
		{Order: 1, Client: "A", Kind: history.Grant, Token: 1, Answer: history.Accepted},
		{Order: 2, Client: "B", Kind: history.Wait},
		{Order: 3, Client: "A", Kind: history.Write, Token: 1, Answer: history.Accepted},
	}}
}

%%
lab.Display(view.History("my-lock", "B waits.", mine()))
lab.Display(view.Verdict("my-lock", history.Verdict{Outcome: history.Violated, Property: "nobody waits", Says: "B waits.",
	Within: "two clients", Schedule: "ABA", History: mine()}))
lab.Display(view.Verdict("my-lock", history.Verdict{Property: "nobody waits", Says: "Time ran out.", Within: "two clients"}))`)
	if r.status != "ok" || r.stderr != "" || len(r.displays) != 3 {
		t.Fatalf("status %q, %q %q, %d displays", r.status, r.stderr, r.errorValue, len(r.displays))
	}
	for i, want := range []struct {
		headline string
		drawn    bool
	}{{"<strong>3</strong> <span>steps", true}, {"<strong>Violated</strong>", true}, {"<strong>Undecided</strong>", false}} {
		data := r.displays[i].Content.Data
		html, _ := data["text/html"].(string)
		live, _ := data[view.MIME].(string)
		if !strings.Contains(strings.ReplaceAll(html, "\u00a0", " "), want.headline) || data["text/plain"] == "" {
			t.Errorf("display %d: %q", i+1, html)
		}
		if strings.Contains(html, "data:image/svg+xml") != want.drawn || (data["image/png"] != nil) != want.drawn ||
			strings.Contains(live, "\"steps\"") != want.drawn {
			t.Errorf("display %d is drawn: %t", i+1, !want.drawn)
		}
	}
}

// Who writes the stale holder's bug in a cell sees the shortest schedule that shows
// it, with their own lines, and that fencing and a claim mend it.
func TestBreaksItsOwnLock(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	const imports = `import (
	"context"

	"locklab/simlib/lab"
	"locklab/simlib/practice"
	"locklab/simlib/view"
)

`
	show := func(body, world string) (text, live string) {
		t.Helper()
		r := k.execute(imports + `func mine(c *practice.Client) {
	t, err := c.Lock()
	if err != nil {
		return // granted or not
	}
	` + body + `
	c.Unlock(t)
}

%%
trial := practice.Trial{Workers: 2, Stalls: 1, Crashes: 1, Faults: 2, World: practice.World{` + world + `}}
lab.Display(view.Verdict("mine", trial.Check(context.Background(), mine)))`)
		if r.status != "ok" || r.stderr != "" || len(r.displays) != 1 {
			t.Fatalf("status %q, %q %q, %d displays", r.status, r.stderr, r.errorValue, len(r.displays))
		}
		data := r.displays[0].Content.Data
		text, _ = data["text/plain"].(string)
		live, _ = data[view.MIME].(string)
		return text, live
	}
	text, live := show("v := c.Read()\n\tc.Write(t, v+1) // my write", "")
	for _, want := range []string{"Violated no old data replaces newer data.", "The schedule: AA~BBBA.", "c.Write(t, v+1) // my write"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if n := strings.Count(live, `"source":"c.Write(t, v+1) // my write"`); n != 2 {
		t.Errorf("%d steps have the line of the write, want 2", n)
	}
	text, _ = show("if c.Claim(t) == nil {\n\t\tv := c.Read()\n\t\tc.Write(t, v+1)\n\t}", "Fencing: true")
	if !strings.Contains(text, "Holds no acknowledged update is lost.") || !strings.Contains(text, "None of the 2272 schedules") {
		t.Errorf("fencing and claim:\n%s", text)
	}
}
