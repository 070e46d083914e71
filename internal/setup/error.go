package setup

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// An Error is what stops a set-up: what went wrong, what mends it, the failing
// tool's own last lines, and where the whole log is.
type Error struct {
	What, Fix string
	Tail      []string
	Log       string
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.What)
	if e.Fix != "" {
		b.WriteString(": " + e.Fix)
	}
	for _, l := range e.Tail {
		b.WriteString("\n  | " + l)
	}
	if e.Log != "" {
		b.WriteString("\n  the whole log: " + e.Log)
	}
	return b.String()
}

const (
	tailLines = 8
	tailWidth = 200
)

// A symptom is a text in a tool's output that tells what is wrong.
type symptom struct {
	texts     []string
	what, fix string
}

var symptoms = []symptom{
	{[]string{"no space left on device", "disk quota exceeded", "not enough space"},
		"the disk is full", "set-up needs about 1 GB in all (.venv, and the caches of go and pip): free some, then start again; it goes on where it stopped"},
	{[]string{"temporary failure in name resolution", "name or service not known", "no such host", "nodename nor servname", "network is unreachable", "dial tcp", "failed to establish a new connection", "error sending request", "dns error", "connection refused", "no route to host"},
		"no network", "set-up needs it once, to fetch Go modules and Python packages: connect (or set HTTPS_PROXY), then start again; later nothing is fetched"},
	{[]string{"certificate verify failed", "certificate signed by unknown authority", "unknownissuer"},
		"the network's certificate is not trusted", "ask its administrator for the CA file, and set SSL_CERT_FILE and PIP_CERT to it"},
	{[]string{"read-only file system", "permission denied"},
		"a file could not be written", "the lines below name it; a clone, a home and a temporary folder that you can write are needed"},
	{[]string{"no matching distribution found"},
		"a Python package of requirements.txt is not to be had", "try another Python (3.10 or newer, not a pre-release) or another package index"},
	{[]string{"checksum mismatch"},
		"a Go module differs from what go.sum says", "run `go clean -modcache`, then start again"},
}

// diagnose says what a failed command's output means.
func diagnose(step string, argv []string, err error, out, log string) error {
	var lines []string
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "Ignoring ") { // pip, about pins for other Pythons
			continue
		}
		if r := []rune(line); len(r) > tailWidth {
			line = string(r[:tailWidth]) + "…"
		}
		lines = append(lines, line)
	}
	if len(lines) > tailLines {
		lines = lines[len(lines)-tailLines:]
	}
	e := &Error{What: fmt.Sprintf("%s: `%s` failed (%v)", step, strings.Join(argv, " "), err), Tail: lines, Log: log,
		Fix: "start again; if it fails the same way, `go run ./cmd/locklab clean` first"}
	low := strings.ToLower(out)
	for _, s := range symptoms {
		for _, t := range s.texts {
			if strings.Contains(low, t) {
				e.What, e.Fix = step+": "+s.what, s.fix
				return e
			}
		}
	}
	// Not every tool says so when it could not write.
	for _, dir := range []string{filepath.Dir(log), os.TempDir()} {
		if free(dir) < fullBelow {
			e.What, e.Fix = step+": "+symptoms[0].what+" ("+dir+")", symptoms[0].fix
		}
	}
	return e
}

// fullBelow is the free space, in bytes, below which a failure is blamed on it.
const fullBelow = 2 << 20

// free is the space in bytes that this user may still fill, or plenty where the
// system does not tell.
func free(dir string) uint64 {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return math.MaxUint64
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize)
}

func diskFull(where string) error {
	return &Error{What: symptoms[0].what + " (" + where + ")", Fix: symptoms[0].fix}
}
