package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"locklab/simlib"
	"locklab/simlib/cards"
	"locklab/simlib/quiz"
	"locklab/simlib/view"
)

// Each wrong knob gives one line that names it, its value and its range, and
// nothing else; the cell fails; the kernel goes on.
func TestWrongKnobs(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	all := simlib.TTL{TTL: -time.Second, Work: 0, Spread: -1, StallChance: 1.3, StallMean: time.Hour, JobEvery: 0, Holds: -5, Seed: 1 << 40}
	for _, test := range []struct {
		name  string
		lines string
		want  string
	}{
		{"one", "p.StallChance = 1.3", "ttl: StallChance 1.3: want 0 to 1\n"},
		{"not a number", "p.Spread = math.NaN()", "ttl: Spread NaN: want 0 to 2\n"},
		{"zero", "p.TTL = 0", "ttl: TTL 0s: want 100ms to 10m\n"},
		{"no unit", "p.TTL = 10", "ttl: TTL 10ns: want 100ms to 10m, write 10 * time.Second\n"},
		{"all", `p.TTL, p.Work, p.Spread, p.StallChance = -time.Second, 0, -1, 1.3
p.StallMean, p.JobEvery, p.Holds, p.Seed = time.Hour, 0, -5, 1<<40`, all.Validate().Error() + "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			k.t = t
			r := k.execute("%%\np := simlib.DefaultTTL()\n" + test.lines + "\nlab.Show(p)")
			if r.status != "error" {
				t.Errorf("the cell's status is %q, want error", r.status)
			}
			if r.stderr != test.want || r.errorValue != exitStatus {
				t.Errorf("stderr:\n%s\nwant exactly:\n%s\nand the error %q, want %q", r.stderr, test.want, r.errorValue, exitStatus)
			}
			if r.stdout != "" || len(r.displays) > 0 {
				t.Errorf("stdout %q and %d displays, want neither", r.stdout, len(r.displays))
			}
			if n := strings.Count(test.want, "\n"); test.name == "all" && n != len(all.Knobs()) {
				t.Errorf("%d lines for %d wrong knobs", n, len(all.Knobs()))
			}
			k.alive()
		})
	}
}

// A name or a number that there is not gives one line that lists what there is.
func TestWrongNames(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute("import \"locklab/simlib/lab\""); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	var quizzes, questions, terms []string
	for _, z := range quiz.All() {
		quizzes = append(quizzes, fmt.Sprintf("%q", z.Name))
		for _, q := range z.Questions {
			questions = append(questions, q.ID)
		}
	}
	for _, c := range cards.All() {
		terms = append(terms, c.Term)
	}
	for call, want := range map[string]string{
		`lab.Quiz("protecton")`:       `quiz: no quiz is called "protecton"; there are ` + strings.Join(quizzes, ", "),
		`lab.Answer("stock", 9)`:      "quiz: stock: answer 9: want 1 to 4",
		`lab.Answer("stok", 1)`:       `quiz: no question is called "stok"; there are ` + strings.Join(questions, ", "),
		`lab.Card("lease", "zombie")`: `cards: no card for "zombie"; there are ` + strings.Join(terms, ", "),
	} {
		r := k.execute("%%\n" + call)
		if r.status != "error" || r.stderr != want+"\n" || r.errorValue != exitStatus {
			t.Errorf("%s: status %q, error %q, stderr:\n%s\nwant %q and exactly:\n%s", call, r.status, r.errorValue, r.stderr, exitStatus, want)
		}
		if r.stdout != "" || len(r.displays) > 0 {
			t.Errorf("%s: stdout %q and %d displays, want neither", call, r.stdout, len(r.displays))
		}
	}
	k.alive()
}

// exitStatus is what the kernel itself says, once, when a cell's program fails.
const exitStatus = "exit status 1"

// slowSim is a simulation in a cell that takes two seconds and says how far it
// is: what a bigger simulation does on a slower machine.
const slowSim = `type slow struct{ simlib.TTL }

func (s slow) Run(ctx context.Context, x simlib.Exec) (simlib.TTLResult, error) {
	for i := range 100 {
		time.Sleep(20 * time.Millisecond)
		x.Progress(i+1, 100)
	}
	return s.TTL.Run(ctx, x)
}

%%
lab.Show(slow{simlib.DefaultTTL()})`

// A run that takes longer than a second shows how far it is, in the place where
// the result then stands.
func TestProgress(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	r := k.execute(slowSim)
	if r.status != "ok" || r.stderr != "" || r.stdout != "" {
		t.Fatalf("status %q, error %q, stdout %q, stderr %q", r.status, r.errorValue, r.stdout, r.stderr)
	}
	if len(r.displays) < 3 {
		t.Fatalf("%d displays, want at least two of progress and the result", len(r.displays))
	}
	id := r.displays[0].Content.Transient["display_id"]
	for i, m := range r.displays {
		want := "update_display_data"
		if i == 0 {
			want = "display_data"
		}
		if m.Header.Type != want || m.Content.Transient["display_id"] != id || id == "" {
			t.Errorf("display %d is a %s with id %q, want %s with id %q", i+1, m.Header.Type, m.Content.Transient["display_id"], want, id)
		}
		plain, _ := m.Content.Data["text/plain"].(string)
		last := i == len(r.displays)-1
		if !last && !strings.Contains(plain, "% done, about ") {
			t.Errorf("display %d says %q, want how far it is", i+1, plain)
		}
		if last && (plain != sentence(t) || m.Content.Data[view.MIME] == nil) {
			t.Errorf("the last display is %q, want the result", plain)
		}
	}

	// The same in the page: one output at the end.
	p := show(t, k.s, notebook7, write(t, "slow.ipynb", notebook(t, importCell, slowSim)))
	p.runAll()
	saw := ""
	p.cells("progress, then the result", func(cells []cell) bool {
		if len(cells) == 2 && len(cells[1].Outputs) == 1 && strings.Contains(cells[1].Outputs[0].Text, "% done") {
			saw = cells[1].Outputs[0].Text
		}
		return len(cells) == 2 && cells[1].Count == "2" && len(cells[1].Outputs) == 1 && cells[1].Outputs[0].State == "live"
	})
	if saw == "" {
		t.Error("the page never showed how far the run was")
	}
}

// An interrupt at any time, also while the cell is still being compiled, leaves
// a kernel that works.
func TestInterrupt(t *testing.T) {
	k := startKernel(t, serve(t, mainServer))
	if r := k.execute(importCell); r.status != "ok" {
		t.Fatalf("imports: %q %q", r.stderr, r.errorValue)
	}
	// It says when it is in the run, which alone knows what to say.
	endless := k.start(`type endless struct{ simlib.TTL }

func (s endless) Run(ctx context.Context, x simlib.Exec) (simlib.TTLResult, error) {
	fmt.Println("started")
	for {
		if r, err := s.TTL.Run(ctx, x); err != nil {
			return r, err
		}
	}
}

%%
lab.Run(endless{simlib.DefaultTTL()})`)
	endless.wait("first output", func() bool { return endless.stdout != "" })
	k.interrupt()
	endless.wait("end", endless.ended)
	if endless.status != "error" || endless.stderr != "stopped before the end: there is no result to show\n" {
		t.Errorf("status %q, error %q, stderr %q, want an error and one line", endless.status, endless.errorValue, endless.stderr)
	}
	k.alive()

	for _, after := range []time.Duration{0, 30 * time.Millisecond, 100 * time.Millisecond} {
		r := k.start("%%\nfor {\n\ttime.Sleep(time.Millisecond)\n}")
		r.within(after, func() bool { return false }) // into the compilation
		// What comes before the program runs may not reach it: press again, as a
		// learner would.
		presses := 0
		for limit := time.Now().Add(patience); !r.ended(); presses++ {
			if time.Now().After(limit) {
				t.Fatalf("a cell that was interrupted %v after its start runs on", after)
			}
			k.interrupt()
			r.within(time.Second, r.ended)
		}
		t.Logf("interrupted %v after its start: %d times until it ended", after, presses)
		if r.status != "error" {
			t.Errorf("interrupted %v after its start: status %q, want error", after, r.status)
		}
		k.alive()
	}
}
