package e2e

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"locklab/internal/proc"
)

// weigh is what processes take, in MB: of what several share, each has its part.
func weigh(t *testing.T, pids []int) (sum float64, by map[string]float64) {
	t.Helper()
	by = map[string]float64{}
	for _, pid := range pids {
		f, err := os.Open(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			continue // it has just ended
		}
		exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var kB float64
			if n, _ := fmt.Sscanf(lines.Text(), "Pss: %f kB", &kB); n == 1 {
				by[filepath.Base(exe)] += kB / 1024
				sum += kB / 1024
			}
		}
		f.Close()
	}
	return sum, by
}

func told(by map[string]float64) string {
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Compare(by[b], by[a]) }) {
		parts = append(parts, fmt.Sprintf("%s %.0f", name, by[name]))
	}
	return strings.Join(parts, ", ")
}

// kernelsProcesses are those of all kernels: with the temporary folder of one,
// their guards, and what completes.
func kernelsProcesses(temps []string) (pids []int) {
	for _, temp := range temps {
		pids = append(pids, proc.WithEnv("TMPDIR="+temp)...)
	}
	for _, p := range processes(rootVar + "=" + root) {
		if strings.Contains(p.argv, "kernel -guard") && slices.ContainsFunc(temps, func(temp string) bool { return strings.HasSuffix(p.argv, temp) }) {
			pids = append(pids, p.pid)
		}
	}
	for _, p := range typingHelp() {
		pids = append(pids, p.pid)
	}
	return pids
}

// A kernel takes at most 60 MB at rest, with what draws; twelve that are in use,
// each with a chart shown and a completion asked, take at most 1 GB.
func TestLightAtRest(t *testing.T) {
	const kernels, atRest, inUse = 12, 60, 1024
	s := serve(t, mainServer)
	var all []*kernel
	var temps []string
	rest := func(n int) {
		t.Helper()
		sum, by := weigh(t, kernelsProcesses(temps))
		t.Logf("%d at rest: %.0f MB each: %s", n, sum/float64(n), told(by))
		if sum > float64(atRest*n) {
			t.Errorf("of %d kernels at rest each takes %.0f MB, want at most %d", n, sum/float64(n), atRest)
		}
	}
	for range kernels {
		k := startKernel(t, s)
		if r := k.execute(importCell + "\n%%\nlab.Show(simlib.DefaultTTL())"); r.status != "ok" || len(r.displays) != 1 {
			t.Fatalf("a chart: %q, %q, %d displays", r.status, r.stderr, len(r.displays))
		}
		all = append(all, k)
		temps = append(temps, strings.TrimSpace(k.execute("%%\nfmt.Println(os.TempDir())").stdout))
		if len(all) == 1 {
			rest(1) // which shares nothing
		}
	}
	rest(kernels)
	for _, k := range all {
		start := time.Now()
		k.completes("in use", toComplete, "StallChance")
		t.Logf("a completion after %v", time.Since(start).Round(10*time.Millisecond))
	}
	sum, by := weigh(t, kernelsProcesses(temps))
	t.Logf("%d kernels in use: %.0f MB: %s", kernels, sum, told(by))
	if sum > inUse {
		t.Errorf("%d kernels in use take %.0f MB, want at most %d", kernels, sum, inUse)
	}
}
