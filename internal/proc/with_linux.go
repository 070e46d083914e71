package proc

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// WithEnv lists the processes of this user whose environment had the entry
// (NAME=value) when they started: all descendants of one that was started so,
// whatever group or session they moved to.
func WithEnv(entry string) []int {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	var pids []int
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			continue // gone, or another user's
		}
		for _, kv := range bytes.Split(b, []byte{0}) {
			if string(kv) == entry {
				if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
					pids = append(pids, pid)
				}
				break
			}
		}
	}
	return pids
}
