package lab

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"locklab/simlib"
	"locklab/simlib/cards"
	"locklab/simlib/quiz"
	"locklab/simlib/view"
)

// Predict is Show for who wants to guess first: it asks for a guess, which may
// be skipped, and then shows the run and how far off the guess was.
func Predict[R simlib.Predictable](p simlib.Sim[R]) {
	below := new(place)
	r := run(p, below)
	v := view.Of(p, r)
	prediction := r.Prediction()
	v.Prediction = &prediction
	if err := below.show(v); err != nil {
		fail(err)
	}
}

// Compare runs p with a knob at one value after the other and sets what came of
// it side by side:
//
//	lab.Compare(p, "TTL", 1*time.Second, 10*time.Second)
//
// Of a simulation that Predict can ask about, the table is in a fold, which opens
// with the guess.
func Compare[R simlib.Result](p simlib.Sim[R], knob string, values ...any) {
	if len(values) == 0 {
		fail(fmt.Errorf("lab.Compare: no values of %s to compare", knob))
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprint(v)
	}
	below := new(place)
	var t simlib.Table
	below.during(func(ctx context.Context, x simlib.Exec) (err error) {
		t, err = simlib.Compare(ctx, p, knob, texts, x)
		return err
	})
	_, guessed := any(*new(R)).(simlib.Predictable)
	if err := below.show(view.Comparison(t, guessed)); err != nil {
		fail(err)
	}
}

// headless names the variable that is set where nobody looks at the notebook, as
// when `locklab run` makes the outputs that are the same on every machine.
const headless = "LOCKLAB_HEADLESS"

// Here says that the cell ran here, which no saved output can.
func Here() {
	if os.Getenv(headless) != "" {
		fmt.Println("Saved with the notebook: not run here yet.")
		return
	}
	fmt.Printf("It works: Go %s ran this cell here, on %s/%s, at %s.\n",
		strings.TrimPrefix(runtime.Version(), "go"), runtime.GOOS, runtime.GOARCH, time.Now().Format("15:04:05"))
}

// Quiz asks the questions of a quiz, such as "protection".
func Quiz(name string) {
	z, err := quiz.Find(name)
	if err != nil {
		fail(err)
	}
	live, layout, err := view.Quiz(z)
	if err != nil {
		fail(err)
	}
	show(map[string]any{view.MIME: live, "text/html": layout}, view.QuizText(z))
}

// Answer says what to think of an answer, counted from 1, to a question of a
// quiz. It counts for nothing: try as many as you like.
func Answer(question string, choice int) {
	q, err := quiz.FindQuestion(question)
	if err != nil {
		fail(err)
	}
	verdict, err := q.Answer(choice)
	if err != nil {
		fail(err)
	}
	printLines(q.Text)
	fmt.Printf("\n%d: %s\n\n", choice, q.Choices[choice-1].Text)
	for line := range strings.SplitSeq(verdict.String(), "\n") {
		printLines(line)
	}
}

// Card shows what terms of the lesson mean.
func Card(terms ...string) {
	var some []cards.Card
	for _, term := range terms {
		c, err := cards.Find(term)
		if err != nil {
			fail(err)
		}
		some = append(some, c)
	}
	showCards(some)
}

// Cards shows what every term of the lesson means.
func Cards() { showCards(cards.All()) }

// Sources shows what the lesson states about systems that there are, and what
// their documents say.
func Sources() { show(map[string]any{"text/html": view.Facts()}, view.FactsText()) }

func showCards(some []cards.Card) {
	var lines []string
	for _, c := range some {
		lines = append(lines, view.CardText(c))
	}
	show(map[string]any{"text/html": view.Cards(some)}, strings.Join(lines, "\n"))
}

// show displays an output, of which plain is the text; where there is no
// notebook it prints that.
func show(data map[string]any, plain string) {
	if !inNotebook() {
		fmt.Println(plain)
		return
	}
	data["text/plain"] = plain
	if err := display("", data); err != nil {
		fail(err)
	}
}
