package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
	"github.com/ledongthuc/pdf"

	"locklab/simlib"
)

// A fold is one of those that would give a guess away.
type fold struct {
	Title string
	Seen  bool // what is in it
}

// following is JavaScript for the folds of a page from the first guess to the
// next quiz, in any front end and whether scripts run or not.
const following = `(() => {
	const cells = [...document.querySelectorAll('.jp-Notebook .jp-Cell, main > section')];
	const from = cells.findIndex((cell) => cell.querySelector('.locklab-predict'));
	const to = cells.findIndex((cell, i) => i > from && cell.querySelector('.locklab-quiz'));
	return cells.slice(from, to).flatMap((cell) => [...cell.querySelectorAll('.locklab-came, :is(.prose, .jp-MarkdownOutput) details')]).map((fold) => ({
		Title: fold.querySelector('summary').textContent,
		Seen: fold.lastElementChild.checkVisibility(),
	}));
})()`

// folds says whether all folds are there, and all are open or none.
func folds(all []fold, open bool) bool {
	return len(all) > 1 && !slices.ContainsFunc(all, func(f fold) bool { return f.Seen != open })
}

func (p *tab) folded(what string, open bool) {
	p.t.Helper()
	until(p, what, following, func(all []fold) bool { return folds(all, open) })
}

// What follows a guess in a page opens with the guess or Skip, and one button
// opens all sections, until it is pressed again.
func TestFollowing(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	page := func(i int) string { return fileURL(theSite(t), guessed[i].notebook+".html", "") }
	for i, g := range guessed[:3] {
		p.visit(page(i))
		p.asks("question", g.of(t))
		p.folded("folds before the guess", false)
		switch i {
		case 0:
			p.clickGuess("Skip")
		case 1:
			p.guess("5")
			p.press(kb.Enter, 1)
		default:
			p.clickGuess("Show all answers")
		}
		p.folded("folds after it", true)
	}
	p.visit(page(3))
	p.offers("page that does not ask", "Guess after all", "Show all answers")
	p.folded("folds of all sections", true)
	p.reload()
	p.folded("folds of all sections, after a reload", true)
	p.clickGuess("Show all answers")
	p.asks("question again", guessed[3].of(t))
	p.folded("folds again", false)
}

// Without a script all of it is in folds that a reader opens.
func TestFollowingWithoutScripts(t *testing.T) {
	p := open(t, "about:blank")
	p.do("no scripts", emulation.SetScriptExecutionDisabled(true))
	for _, g := range guessed {
		p.visit(fileURL(theSite(t), g.notebook+".html", ""))
		p.folded("folds", false)
		if came := until(p, "folds", following, func(all []fold) bool { return len(all) > 0 })[0]; came.Title != "What came of it" {
			t.Errorf("%s: the first fold is %q, want what came of it", g.notebook, came.Title)
		}
	}
}

// Who does not see the page hears that the answer is closed, and nothing of it.
func TestClosedIsNotRead(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	p.visit(fileURL(theSite(t), ttlPage, ""))
	p.asks("question", toGuess(t, simlib.DefaultTTL()))
	const state = "The answer stays closed until you guess or skip."
	answers := []string{"A longer TTL is outlived", "2.4 overlaps a day", "20 a day"}
	said := p.everySpoken()
	if !strings.Contains(said, state) {
		t.Errorf("%q is not said", state)
	}
	for _, words := range answers {
		if strings.Contains(said, words) {
			t.Errorf("%q is said before the guess", words)
		}
	}
	p.clickGuess("Skip")
	p.folded("folds after Skip", true)
	said = p.everySpoken()
	for _, words := range answers {
		if !strings.Contains(said, words) {
			t.Errorf("%q is not said after Skip", words)
		}
	}
}

// What is closed is found all the same by who looks for it in the page, or
// follows a link to words of it.
func TestFindWhatIsClosed(t *testing.T) {
	for _, words := range []string{"A longer TTL is outlived", "18 of 60,000"} {
		p := open(t, "about:blank")
		p.guesses()
		p.visit(fileURL(theSite(t), ttlPage, "#:~:text="+strings.ReplaceAll(strings.ReplaceAll(words, ",", "%2C"), " ", "%20")))
		until(p, "open fold with “"+words+"”", following, func(all []fold) bool {
			return slices.ContainsFunc(all, func(f fold) bool { return f.Seen })
		})
	}
}

// A link to a setting shows that setting and does not ask about another; who
// then guesses reads what the guess was about.
func TestGuessAtASetting(t *testing.T) {
	p := open(t, "about:blank")
	p.guesses()
	p.visit(fileURL(theSite(t), ttlPage, "#ttl:TTL=1s"))
	p.offers("page of a setting", "Guess for the cell’s settings")
	p.folded("folds", true)
	until(p, "result of the setting", shownViews, func(all []shownView) bool {
		return len(all) == 1 && all[0].Sentence == sentence(t, "-ttl", "1s")
	})
	if kept := p.progress(); kept != "" {
		t.Errorf("it keeps %s, and nothing was guessed", kept)
	}
	q := toGuess(t, simlib.DefaultTTL())
	p.clickGuess("Guess for the cell’s settings")
	p.asks("question", q)
	p.guess("20")
	p.press(kb.Enter, 1)
	p.judges("guess", q, 20, off(q, 20))
}

// On paper the guess stands on one page and the answer on a later one, in the
// PDF and where a browser prints the page, with the guess made or not.
func TestGuessOnPaper(t *testing.T) {
	over := func(where string, pages []printed) {
		t.Helper()
		q := toGuess(t, simlib.DefaultTTL())
		asked, came, told := 0, 0, 0
		for n, page := range pages {
			if strings.Contains(page.text, squeeze("Guess before you look: "+q.Question)) {
				asked = n
			}
			if came == 0 && strings.Contains(page.text, squeeze(sentence(t))[:60]) {
				came = n
			}
			if told == 0 && strings.Contains(page.text, squeeze("A longer TTL is outlived more rarely")) {
				told = n
			}
		}
		if asked == 0 || came <= asked || told < came {
			t.Errorf("%s: the guess is on page %d, the answer on %d and what happened on %d", where, asked, came, told)
		}
	}
	for _, guess := range []bool{false, true} {
		p := open(t, "about:blank")
		p.guesses()
		p.resize(1280, 800)
		p.visit(fileURL(theSite(t), ttlPage, ""))
		p.asks("question", toGuess(t, simlib.DefaultTTL()))
		if guess {
			p.clickGuess("Skip")
			p.views("charts")
		}
		over(fmt.Sprintf("printed, opened %v", guess), p.print())
	}
	path := filepath.Join(t.TempDir(), "lesson.pdf")
	if said, err := exec.Command(here.Bin("locklab"), "export", "-pdf", "-o", path).CombinedOutput(); err != nil {
		t.Fatalf("locklab export -pdf: %v\n%s", err, said)
	}
	f, r, err := pdf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	over("PDF", printedPages(t, r))
}

// In a notebook what follows a guess opens with it, and what cells give later.
// Cells run as ever meanwhile, and a command opens all.
func TestFollowingInNotebooks(t *testing.T) {
	q := toGuess(t, simlib.DefaultTTL())
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := open(t, "about:blank")
			p.guesses()
			p.show(serve(t, mainServer), f, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			p.asks("question", q)
			p.folded("folds before the guess", false)
			p.idle()
			p.runAll()
			fresh := func(what string) {
				t.Helper()
				p.cells(what, func(cells []cell) bool {
					return len(cells) > 2 && len(cells[2].Outputs) == 1 && !cells[2].Outputs[0].Seen && strings.Contains(cells[2].Outputs[0].Text, "What a TTL costs")
				})
				p.ready()
			}
			fresh("comparison")
			p.asks("question after all cells ran", q)
			p.folded("folds after all cells ran", false)
			p.guess("5")
			p.press(kb.Enter, 1)
			p.folded("folds after the guess", true)
			p.runAll()
			fresh("comparison, again")
			p.folded("folds of new outputs", true)

			command := func(name string) {
				t.Helper()
				p.press("c", 1, input.ModifierCtrl|input.ModifierShift)
				p.click("the command", `[...document.querySelectorAll('.lm-CommandPalette-itemLabel')].find((node) => node.textContent === '`+name+`')`)
			}
			p.act("forget the guess", `locklab.need('progress').then(({ change }) => change((all) => { all.guesses = {}; }))`)
			p.folded("folds of a guess that is forgotten", false)
			command("Show All Answers")
			p.folded("folds after the command", true)
			p.reload()
			p.folded("folds after a reload", true)
			p.ready() // before, a key may come too early
			command("Ask for a Guess Before the Answers")
			p.asks("question after the command", q)
			p.folded("folds after the command", false)
		})
	}
}

// idle waits until the front end knows that the kernel waits for work; before,
// it takes cells and forgets them.
func (p *tab) idle() {
	p.t.Helper()
	p.ready()
	until(p, "kernel that is called idle", `document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status ?? ''`,
		func(status string) bool { return status == "idle" })
}

// The first cell of the lesson that is run says something that no saved output
// says.
func TestHere(t *testing.T) {
	const name = "00_start_here.ipynb"
	p := show(t, serve(t, mainServer), jupyterLab, trusted(t, name, released(t, name)))
	says := func(what, want string) {
		t.Helper()
		p.cells(what, func(cells []cell) bool {
			return len(cells) == 3 && len(cells[1].Outputs) == 1 && strings.HasPrefix(cells[1].Outputs[0].Text, want)
		})
	}
	says("line that was saved", "Saved with the notebook")
	p.idle()
	p.runAll()
	says("line of a run", "It works: Go 1.")
}
