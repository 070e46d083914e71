// Command bench sets the simulations' speed against the same work in other
// languages, side by side on this machine, and prints the ratios:
//
//	go run ./internal/bench
//
// It needs node, and a Python with numpy and simpy; -python names one. All
// take turns, several rounds of them, so that a change of the machine's speed
// hits all alike; a ratio is the median of the rounds' ratios.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 7, "how many times all take their turn")
	python := flag.String("python", "python3", "a Python that has numpy and simpy")
	flag.Parse()
	if err := bench(*rounds, *python); err != nil {
		log.Fatal("bench: ", err)
	}
}

// A contender is a program and how to find its figures in what it prints.
type contender struct {
	command []string
	figures map[string]*regexp.Regexp // by name; the first group is nanoseconds
	per     float64                   // by which they are divided
}

func contenders(python string) []contender {
	const peers = "internal/bench/peers/"
	const holds = 60_000
	line := regexp.MustCompile(`(?m)^([\d.]+)$`)
	gotest := func(pkg, pattern, cpus string) []string {
		return []string{"go", "test", "-run", "^$", "-bench", pattern, "-benchtime", "0.3s", "-cpu", cpus, pkg}
	}
	return []contender{
		{gotest("./simlib", "^BenchmarkHolds$", "1,2"), map[string]*regexp.Regexp{
			"holds: ours":                 regexp.MustCompile(`BenchmarkHolds\s+\d+\s+([\d.]+) ns/op`),
			"holds: ours, two processors": regexp.MustCompile(`BenchmarkHolds-2\s+\d+\s+([\d.]+) ns/op`),
		}, holds},
		{gotest("./simlib/rnd", "^BenchmarkHolds$", "1"), map[string]*regexp.Regexp{
			"holds: floor, the draws alone": regexp.MustCompile(`BenchmarkHolds\s+\d+\s+([\d.]+) ns/op`),
		}, 1},
		{[]string{python, peers + "holds_numpy.py"}, map[string]*regexp.Regexp{
			"holds: numpy":        regexp.MustCompile(`(?m)^plain ([\d.]+)`),
			"holds: numpy, tuned": regexp.MustCompile(`(?m)^tuned ([\d.]+)`),
		}, 1},
		{[]string{"node", peers + "holds_node.js"}, map[string]*regexp.Regexp{"holds: node": line}, 1},
		{gotest("./simlib", "^BenchmarkIncrements$", "1"), map[string]*regexp.Regexp{
			"increments: ours": regexp.MustCompile(`BenchmarkIncrements\s+\d+\s+([\d.]+) ns/op`),
		}, 1000},
		{[]string{python, peers + "increments_simpy.py"}, map[string]*regexp.Regexp{"increments: simpy": line}, 1000},
		{[]string{"node", peers + "increments_node.js"}, map[string]*regexp.Regexp{"increments: node": line}, 1000},
	}
}

func bench(rounds int, python string) error {
	all := contenders(python)
	figures := map[string][]float64{}
	var names []string
	for round := range rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, rounds)
		for _, c := range all {
			out, err := run(c.command)
			if err != nil {
				return err
			}
			for name, figure := range c.figures {
				m := figure.FindSubmatch(out)
				if m == nil {
					return fmt.Errorf("%s: no figure for %q in\n%s", strings.Join(c.command, " "), name, out)
				}
				ns, err := strconv.ParseFloat(string(m[1]), 64)
				if err != nil {
					return err
				}
				if round == 0 {
					names = append(names, name)
				}
				figures[name] = append(figures[name], ns/c.per)
			}
		}
	}
	slices.Sort(names)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ns, median\tleast\ttimes ours\t  \t")
	for _, name := range names {
		task, _, _ := strings.Cut(name, ":")
		ours := figures[task+": ours"]
		ratios := make([]float64, rounds)
		for i := range ratios {
			ratios[i] = figures[name][i] / ours[i]
		}
		fmt.Fprintf(w, "%.1f\t%.1f\t%.2f\t  \t%s\n", median(figures[name]), slices.Min(figures[name]), median(ratios), name)
	}
	return w.Flush()
}

func run(command []string) ([]byte, error) {
	cmd := exec.Command(command[0], command[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, stderr.Bytes())
	}
	return out, nil
}

func median(v []float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	return sorted[len(sorted)/2]
}
