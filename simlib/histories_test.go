package simlib

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"locklab/simlib/history"
	"locklab/simlib/system"
)

// The histories in testdata/histories are what the holders, the lock service and the
// storage do, to be read. Each file has comments, and scripts of this form, which end
// with an empty line; go test -run Histories -update writes what follows a ----.
//
//	play ttl=10s fencing claim renew=3s
//	A read=500ms work=3s stall=14s before=500ms send key=job
//	B work=3s
//	----
//	0 s: A gets the lock with token 1
func TestHistories(t *testing.T) {
	files, err := filepath.Glob("testdata/histories/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d histories, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		blocks := strings.Split(strings.TrimSpace(string(text)), "\n\n")
		for i, block := range blocks {
			script, _, found := strings.Cut(block, "\n----")
			if !found {
				for line := range strings.Lines(block) {
					if !strings.HasPrefix(line, "#") {
						t.Errorf("%s: no ---- after %q", file, line)
					}
				}
				continue
			}
			told, err := played(script)
			if err != nil {
				t.Fatalf("%s: %v in\n%s", file, err, script)
			}
			blocks[i] = script + "\n----\n" + told
		}
		got := strings.Join(blocks, "\n\n") + "\n"
		if flag.Lookup("update").Value.String() == "true" { // simlib_test has it
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got != string(text) {
			t.Errorf("%s: want\n%s\ngot\n%s", file, text, got)
		}
	}
}

// played plays a script and tells what happens, a line each.
func played(script string) (string, error) {
	var s stage
	var plans []plan
	for line := range strings.Lines(script) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		holder := plan{party: words[0]}
		var faults []string
		set := map[string]func(time.Duration, string){
			"read": func(d time.Duration, _ string) { holder.read = d },
			"work": func(d time.Duration, _ string) {
				holder.hold.Work = d
				holder.hold.Before = d
			},
			"stall":  func(d time.Duration, _ string) { holder.hold.Stall = d },
			"before": func(d time.Duration, _ string) { holder.hold.Before = d },
			"send":   func(time.Duration, string) { holder.send = true },
			"key":    func(_ time.Duration, text string) { holder.key = text },
		}
		if words[0] == "play" {
			set = map[string]func(time.Duration, string){
				"ttl":     func(d time.Duration, _ string) { s.lock = system.LockService{TTL: d} },
				"renew":   func(d time.Duration, _ string) { s.renew = d },
				"fencing": func(time.Duration, string) { s.storage.Fencing = true },
				"claim":   func(time.Duration, string) { s.claim = true },
			}
		}
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(word, "=")
			d, err := time.ParseDuration(value)
			if set[name] == nil || err != nil && !slices.Contains([]string{"key", "send", "fencing", "claim"}, name) {
				faults = append(faults, word)
				continue
			}
			set[name](d, value)
		}
		if len(faults) > 0 {
			return "", fmt.Errorf("no such thing, or no duration: %s", strings.Join(faults, " "))
		}
		if words[0] != "play" {
			plans = append(plans, holder)
		}
	}
	var told []string
	s.record = func(e history.Event) { told = append(told, e.String()) }
	s.play(len(plans), func(i int) plan { return plans[i] })
	return strings.Join(told, "\n"), nil
}
