package lab

import (
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
	place := new(place)
	r := run(p, place)
	v := view.Of(p, r)
	prediction := r.Prediction()
	v.Prediction = &prediction
	if err := place.show(v); err != nil {
		fail(err)
	}
}

// Fold is Say for what follows a guess: it runs a simulation and puts its
// sentence into a fold, which opens once the guess is made.
func Fold[R simlib.Result](p simlib.Sim[R]) {
	r := Run(p)
	show(map[string]any{"text/html": view.Folded(p, r)}, r.Summary())
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
