//go:build !linux

package proc

import (
	"os/exec"
	"strconv"
	"strings"
)

// WithEnv lists the processes of this user whose environment had the entry
// (NAME=value) when they started, as far as ps shows it.
func WithEnv(entry string) []int {
	out, err := exec.Command("ps", "-xwwE", "-o", "pid=,command=").Output()
	if err != nil {
		return nil
	}
	var pids []int
	for line := range strings.Lines(string(out)) {
		pid, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.Atoi(pid); err == nil && strings.Contains(rest+" ", " "+entry+" ") {
			pids = append(pids, n)
		}
	}
	return pids
}
