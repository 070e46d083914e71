package e2e

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"locklab/simlib"
)

// guessed are the notebooks that ask for a guess, and what there is to guess.
var guessed = []struct {
	notebook string
	of       func(t *testing.T) simlib.Prediction
}{
	{"01_why_a_lock", func(t *testing.T) simlib.Prediction {
		p := simlib.DefaultLostUpdate()
		p.Workers = 5
		return toGuess(t, p)
	}},
	{"02_the_lock_must_expire", func(t *testing.T) simlib.Prediction { return toGuess(t, simlib.DefaultTTL()) }},
	{"04_fencing", func(t *testing.T) simlib.Prediction { return toGuess(t, simlib.DefaultFencing()) }},
	{"05_where_the_lock_lives", func(t *testing.T) simlib.Prediction { return toGuess(t, simlib.DefaultFailover()) }},
}

func toGuess[R simlib.Predictable](t *testing.T, s simlib.Sim[R]) simlib.Prediction {
	t.Helper()
	r, err := s.Run(t.Context(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Prediction()
}

// A shownGuess is the panel of a guess, and whether what comes after it is seen.
type shownGuess struct {
	Veiled  bool     // the sentence and the main chart are not seen
	Asks    string   // the question, while it is asked
	Said    string   // after a guess
	Marks   []string // of the guess and of the answer
	Places  []float64
	Buttons []string
	Notes   []string
}

const predictNode = `document.querySelector('.locklab-predict-panel')`

const shownPrediction = `((panel) => {
	if (!panel) return {};
	const seen = (selector) => panel.parentNode.querySelector(selector)?.checkVisibility() ?? false;
	const texts = (selector) => [...panel.querySelectorAll(selector)].map((node) => node.textContent);
	const line = panel.querySelector('.locklab-predict-line')?.getBoundingClientRect();
	const place = (mark) => {
		const { left, width } = mark.getBoundingClientRect();
		return (left + width / 2 - line.left) / line.width;
	};
	return {
		Veiled: !seen('.locklab-sentence') && !seen('.locklab-chart'),
		Asks: texts('.locklab-predict-question')[0] ?? '',
		Said: texts('.locklab-predict-said')[0] ?? '',
		Marks: texts('.locklab-predict-mark'),
		Places: [...panel.querySelectorAll('.locklab-predict-mark')].map(place),
		Buttons: texts('button'),
		Notes: texts('.locklab-note').filter(Boolean),
	};
})(` + predictNode + `)`

// asking are the buttons while a guess is asked for.
var asking = []string{"Skip", "That is my guess", "Show all answers"}

// asks waits until the page asks for a guess, hides the rest, and says nothing
// but notes.
func (p *tab) asks(what string, q simlib.Prediction, notes ...string) {
	p.t.Helper()
	until(p, what, shownPrediction, func(s shownGuess) bool {
		return s.Veiled && s.Asks == "Guess before you look. "+q.Question && s.Said == "" && len(s.Marks) == 0 &&
			slices.Equal(s.Buttons, asking) && slices.Equal(s.Notes, notes)
	})
}

// offers waits until the page shows everything and asks for nothing, and has
// these buttons.
func (p *tab) offers(what string, buttons ...string) {
	p.t.Helper()
	until(p, what, shownPrediction, func(s shownGuess) bool {
		return !s.Veiled && s.Asks == "" && s.Said == "" && slices.Equal(s.Buttons, buttons) && len(s.Notes) == 0
	})
}

// judges waits until the page shows everything and has judged a guess.
func (p *tab) judges(what string, q simlib.Prediction, guess float64, verdict string, notes ...string) {
	p.t.Helper()
	said := fmt.Sprintf("%s You guessed %s; in the cell’s run it is %s: %s.", q.Question, three(guess), q.Says, verdict)
	s := until(p, fmt.Sprintf("%s, %q,", what, said), shownPrediction, func(s shownGuess) bool {
		return !s.Veiled && s.Asks == "" && s.Said == said && len(s.Buttons) == 0 && slices.Equal(s.Notes, notes)
	})
	if want := []string{"your guess: " + three(guess), "what came: " + q.Says}; !slices.Equal(s.Marks, want) {
		p.t.Errorf("%s: the marks are %q, want %q", what, s.Marks, want)
	}
	for i, value := range []float64{guess, q.Answer} {
		if want := along(q, value); len(s.Places) != 2 || math.Abs(s.Places[i]-want) > 0.01 {
			p.t.Errorf("%s: the marks are at %.3f, want %.3f for %g", what, s.Places, want, value)
		}
	}
}

// along is where a value lies between the ends of the line of guesses.
func along(q simlib.Prediction, value float64) float64 {
	if !q.Log {
		return (value - q.Min) / (q.Max - q.Min)
	}
	return math.Log(max(value, q.Min)/q.Min) / math.Log(q.Max/q.Min)
}

// three is a number with three digits that count, as the page writes it.
func three(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	whole, rest, point := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		return whole + "." + rest
	}
	return whole
}

// off is what the page says of a guess.
func off(q simlib.Prediction, guess float64) string {
	way := "low"
	if guess > q.Answer {
		way = "high"
	}
	if q.Log {
		return fmt.Sprintf("you were %s times too %s", three(max(guess/q.Answer, q.Answer/guess)), way)
	}
	return fmt.Sprintf("you were %s too %s", three(math.Abs(guess-q.Answer)), way)
}

// guess types a number into the box of the guess.
func (p *tab) guess(text string) {
	p.t.Helper()
	p.click("the box of the guess", predictNode+`?.querySelector('[type=number]')`)
	p.act("empty it", predictNode+`.querySelector('[type=number]').select()`)
	if text == "" {
		p.press(kb.Delete, 1)
	} else {
		p.do("type "+text, chromedp.KeyEvent(text))
	}
}

func (p *tab) clickGuess(button string) {
	p.t.Helper()
	p.click(button, fmt.Sprintf(`[...%s.querySelectorAll('button')].find((node) => node.textContent === %q)`, predictNode, button))
}

// Guesses that are too low, too high and right, typed or by the slider, and what
// the page says of them, then and after a reload.
func TestGuesses(t *testing.T) {
	for i, g := range guessed {
		t.Run(g.notebook, func(t *testing.T) {
			q := g.of(t)
			address := fileURL(theSite(t), g.notebook+".html", "")
			short := func(v float64) float64 {
				v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
				return v
			}
			for _, c := range []struct {
				name    string
				guess   float64
				verdict string
			}{
				{"too low", short(q.Answer * 0.31), off(q, short(q.Answer*0.31))},
				{"too high", q.Max, off(q, q.Max)},
				{"right", short(q.Answer * 1.004), "you were right, or as good as"},
			} {
				if i > 1 && c.name != "too low" { // the scales of the first two are those of all
					continue
				}
				p := open(t, "about:blank")
				p.guesses()
				p.visit(address)
				p.asks("question", q)
				switch c.name {
				case "too low": // by keyboard alone
					p.guess(strconv.FormatFloat(c.guess, 'f', -1, 64))
					p.press(kb.Enter, 1)
				case "too high": // by the slider
					p.act("go to the slider", predictNode+`.querySelector('[type=range]').focus()`)
					p.press(kb.End, 1)
					p.clickGuess("That is my guess")
				default:
					p.guess(strconv.FormatFloat(c.guess, 'f', -1, 64))
					p.clickGuess("That is my guess")
				}
				p.judges("guess that is "+c.name, q, c.guess, c.verdict)
				if i == 0 && c.name == "too low" {
					p.reload()
					p.judges("the same after a reload", q, c.guess, c.verdict)
				}
			}
		})
	}
}

// What is no guess is said to be none, and stays in the box; on a small screen
// too.
func TestNoGuess(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	p.resize(360, 640)
	p.visit(fileURL(theSite(t), ttlPage, ""))
	q := toGuess(t, simlib.DefaultTTL())
	p.asks("question", q)
	until(p, "question as wide as the screen", `document.documentElement.scrollWidth`, func(wide int) bool { return wide <= 360 })
	for _, text := range []string{"", "-1", "10001", "1e9", "e"} {
		p.guess(text)
		p.clickGuess("That is my guess")
		p.asks("line that refuses "+text, q, "A guess is a number from 0 to 10,000: move the slider or type one.")
		box := until(p, "box", predictNode+`.querySelector('[type=number]').value`, func(string) bool { return true })
		if text != "e" && box != text { // the browser does not tell what is no number
			t.Errorf("%q has become %q", text, box)
		}
		if kept := p.progress(); kept != "" {
			t.Errorf("%q is kept: %s", text, kept)
		}
	}
	p.guess("0") // an end of the scale that has none
	p.press(kb.Enter, 1)
	p.judges("guess of none", q, 0, "you were "+three(q.Answer)+" too low")
}

// Who does not want to guess need not, and may later.
func TestSkip(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	p.visit(fileURL(theSite(t), ttlPage, ""))
	q := toGuess(t, simlib.DefaultTTL())
	p.asks("question", q)
	p.clickGuess("Skip")
	p.offers("page without a guess", "Guess after all")
	p.views("charts after Skip")
	p.reload()
	p.offers("page without a guess, after a reload", "Guess after all")
	p.clickGuess("Guess after all")
	p.asks("question after all", q)
	p.guess("3")
	p.press(kb.Enter, 1)
	p.judges("guess after all", q, 3, off(q, 3))
}

// In a browser that keeps nothing one guesses all the same.
func TestGuessIsNotKept(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	p.first(`Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('the reader forbids it', 'SecurityError'); } })`)
	p.visit(fileURL(theSite(t), ttlPage, ""))
	q := toGuess(t, simlib.DefaultTTL())
	p.asks("question", q, "This browser keeps nothing here (the reader forbids it).")
	p.guess("3")
	p.press(kb.Enter, 1)
	p.judges("guess", q, 3, off(q, 3),
		"This browser does not keep your progress (the reader forbids it). It lasts until you leave the page; export it to keep it.")
	p.views("charts after the guess")
	p.reload()
	p.asks("question again", q, "This browser keeps nothing here (the reader forbids it).")
}

// In JupyterLab the keys of a guess are not JupyterLab's, and a cell that ran
// again with another setting shows its result at once. Cards open there too.
func TestGuessAndCardsInJupyterLab(t *testing.T) {
	trusted(t, cardsNotebook+".ipynb", released(t, cardsNotebook+".ipynb"))
	p := open(t, "about:blank")
	p.guesses()
	p.show(serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, released(t, ttlNotebook)))
	ten := toGuess(t, simlib.DefaultTTL())
	p.asks("question", ten)
	before := p.saved()
	p.guess("30")
	p.press(kb.ArrowUp, 1)
	p.press(kb.Enter, 1)
	p.judges("guess", ten, 31, off(ten, 31))
	if now := p.lab(); now != before {
		t.Errorf("guessing has changed the notebook: %+v, was %+v", now, before)
	}
	p.live("live chart after the guess", sentence(t), false)

	p.runAll()
	p.live("live chart after all cells ran", sentence(t), true)
	p.judges("guess after all cells ran", ten, 31, off(ten, 31))

	d := simlib.DefaultTTL()
	d.TTL = time.Second
	one := toGuess(t, d)
	p.retype(1, "10 * time.Second", "1 * time.Second")
	p.live("live chart of a TTL of 1 s", sentence(t, "-ttl", "1s"), true)
	p.offers("result of another setting", "Guess for these settings")
	p.clickGuess("Guess for these settings")
	p.asks("question about another setting", one)
	p.guess("1000")
	p.press(kb.Enter, 1)
	p.judges("guess for another setting", one, 1000, off(one, 1000))

	p.keepsCards()
}
