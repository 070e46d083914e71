package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	browsers "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"locklab/simlib/quiz"
	"locklab/simlib/view"
)

// asked are the notebooks of the quizzes by the quizzes' names.
var asked = map[string]string{
	"why a lock":   "01_why_a_lock",
	"ttl":          "02_the_lock_must_expire",
	"stale holder": "03_the_stale_holder",
	"fencing":      "04_fencing",
	"failover":     "05_where_the_lock_lives",
	"job":          "09_break_it",
	"protection":   "06_which_protection",
	"interview":    "08_interview_angle",
}

// ---- What a quiz shows ----

// A shownQuiz is a quiz as a reader finds it.
type shownQuiz struct {
	Text    string        // the question, or what is said after the last one
	Choices []shownChoice // of the question
	Verdict []string
	Buttons []string // that lead on from it
	Pills   []string // the questions, as a screen reader calls them
	At      int      // the pill of the question, -1 for the end
	Score   string
	Notes   []string // what is said of the progress
}

type shownChoice struct{ Key, Text, Mark string }

// quizNode is JavaScript for the one quiz of a page; shown, for what it shows.
const (
	quizNode = `document.querySelector('.locklab-quiz')`

	shown = `((root) => {
		const all = (selector) => [...root.querySelectorAll(selector)];
		const texts = (selector) => all(selector).map((node) => node.textContent);
		return root.dataset.locklab !== 'live' ? {} : {
			Text: texts('.locklab-quiz-text')[0],
			Choices: all('.locklab-quiz-choice').map((node) => ({
				Key: node.querySelector('kbd').textContent,
				Text: node.querySelector('span').textContent,
				Mark: node.querySelector('.locklab-quiz-mark')?.textContent ?? '',
			})),
			Verdict: texts('.locklab-quiz-verdict > p'),
			Buttons: texts('.locklab-quiz-tools > button'),
			Pills: all('.locklab-quiz-pill').map((pill) => pill.getAttribute('aria-label')),
			At: all('.locklab-quiz-pill').findIndex((pill) => pill.hasAttribute('aria-current')),
			Score: texts('.locklab-quiz-score')[0] ?? '',
			Notes: texts('.locklab-note[role=status]').filter(Boolean),
		};
	})(` + quizNode + `)`
)

// A learner is what is known of a reader's answers.
type learner map[string]bool // whether the first try was right, by question

// xp is what the learner has earned with some questions.
func (l learner) xp(ids ...string) int {
	sum := 0
	for _, id := range ids {
		if l[id] {
			sum += quiz.Scored()[id]
		}
	}
	return sum
}

// quizOf is a quiz and its questions.
func quizOf(t *testing.T, name string) (z quiz.Quiz, ids []string) {
	t.Helper()
	z, err := quiz.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range z.Questions {
		ids = append(ids, q.ID)
	}
	return z, ids
}

// frame is what a quiz shows around the question at.
func (l learner) frame(t *testing.T, name string, at int, notes ...string) shownQuiz {
	t.Helper()
	z, ids := quizOf(t, name)
	want := shownQuiz{At: at, Choices: []shownChoice{}, Verdict: []string{}, Buttons: []string{}, Pills: []string{},
		Notes: append([]string{}, notes...)}
	if len(ids) == 1 {
		want.At = -1
	}
	for i, id := range ids {
		state := "open"
		if right, answered := l[id]; answered && right {
			state = "right at the first try"
		} else if answered {
			state = "not right at the first try"
		}
		if len(ids) > 1 {
			want.Pills = append(want.Pills, fmt.Sprintf("question %d, %s", i+1, state))
		}
	}
	if z.XP > 0 {
		all, most := 0, 0
		for id, xp := range quiz.Scored() {
			all += l.xp(id)
			most += xp
		}
		want.Score = fmt.Sprintf("%d of %d XP here, %d of %d in the lesson.", l.xp(ids...), z.XP*len(ids), all, most)
	}
	return want
}

// A try is which of a learner's answers to a question it was.
type try int

const (
	opened try = iota // none: the answer is that of an earlier visit
	first
	again
)

// question is what a quiz shows at a question after choice, counted from 1; of a
// question that is open it is 0.
func (l learner) question(t *testing.T, name string, at, choice int, how try, notes ...string) shownQuiz {
	t.Helper()
	z, _ := quizOf(t, name)
	q := z.Questions[at]
	want := l.frame(t, name, at, notes...)
	want.Text = q.Text
	if len(z.Questions) > 1 {
		want.Text = fmt.Sprintf("%d. %s", at+1, q.Text)
	}
	for i, c := range q.Choices {
		one := shownChoice{Key: fmt.Sprint(i + 1), Text: c.Text}
		switch {
		case choice == 0:
		case i+1 == q.Right():
			one.Mark = "right"
		case i+1 == choice:
			one.Mark = "your answer"
		}
		want.Choices = append(want.Choices, one)
	}
	if choice == 0 {
		return want
	}
	v, err := q.Answer(choice)
	if err != nil {
		t.Fatal(err)
	}
	want.Verdict = strings.Split(v.String(), "\n")
	switch {
	case !v.Right:
		want.Buttons = append(want.Buttons, "Try again")
	case z.XP > 0 && !l[q.ID]:
		want.Verdict[0] += " Not at the first try, so no XP."
	case z.XP > 0 && how == first:
		want.Verdict[0] += fmt.Sprintf(" +%d XP.", z.XP)
	}
	switch {
	case at+1 < len(z.Questions):
		want.Buttons = append(want.Buttons, "Next question")
	case len(z.Questions) > 1:
		want.Buttons = append(want.Buttons, "To the end")
	}
	return want
}

// sees waits until the quiz of the page is as it should be.
func (p *tab) sees(what string, want shownQuiz) {
	p.t.Helper()
	until(p, fmt.Sprintf("%s, which is %+v,", what, want), shown, func(s shownQuiz) bool { return reflect.DeepEqual(s, want) })
}

// progress is what the browser keeps.
func (p *tab) progress() string {
	p.t.Helper()
	text, err := eval[string](p, `localStorage.getItem('locklab.progress') ?? ''`)
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// ---- What a reader does with a quiz ----

// A hand is how a reader answers.
type hand string

const (
	keyboard hand = "keyboard"
	mouse    hand = "mouse"
)

// enter gives the quiz the focus.
func (p *tab) enter(by hand) {
	p.t.Helper()
	if by == keyboard {
		p.click("the quiz", quizNode+`?.querySelector('.locklab-quiz-text')`)
		p.within()
	}
}

// within fails the test if the quiz has not the focus.
func (p *tab) within() {
	p.t.Helper()
	until(p, "focus in the quiz", quizNode+`.contains(document.activeElement)`, func(in bool) bool { return in })
}

func (p *tab) choose(by hand, choice int) {
	p.t.Helper()
	if by == keyboard {
		p.within()
		p.press(fmt.Sprint(choice), 1)
	} else {
		p.click("a choice", fmt.Sprintf(`%s.querySelectorAll('.locklab-quiz-choice')[%d]`, quizNode, choice-1))
	}
}

func (p *tab) goOn(by hand) {
	p.t.Helper()
	if by == keyboard {
		p.within()
		p.press(kb.Enter, 1)
	} else {
		p.click("the next question", quizNode+`.querySelector('.locklab-quiz-next')`)
	}
}

func (p *tab) tryAgain(by hand) {
	p.t.Helper()
	if by == keyboard { // the focus is on the button after it
		p.within()
		p.press(kb.Tab, 1, shift)
		p.press(kb.Enter, 1)
	} else {
		p.clickTool("Try again")
	}
}

// clickTool clicks on a button of the quiz.
func (p *tab) clickTool(name string) {
	p.t.Helper()
	p.click(name, fmt.Sprintf(`[...%s.querySelectorAll('.locklab-tool')].find((node) => node.textContent === %q)`, quizNode, name))
}

// ---- The tests ----

// places are where a quiz works.
var places = []struct {
	name  string
	visit func(p *tab, notebook string)
}{
	{"site", func(p *tab, notebook string) {
		p.t.Helper()
		p.visit(fileURL(theSite(p.t), notebook+".html", ""))
	}},
	{"JupyterLab", func(p *tab, notebook string) {
		p.t.Helper()
		p.show(serve(p.t, mainServer), jupyterLab, trusted(p.t, notebook+".ipynb", released(p.t, notebook+".ipynb")))
	}},
}

// ask answers the question at of a quiz: right at once, or only after every
// wrong choice, of which one will do in JupyterLab; and goes on.
func (p *tab) ask(l learner, name string, at int, by hand, atOnce bool) {
	p.t.Helper()
	z, _ := quizOf(p.t, name)
	q := z.Questions[at]
	order := []int{q.Right()}
	for n := len(q.Choices); n > 0 && !atOnce; n-- {
		if n != q.Right() && (p.s == nil || len(order) == 1) {
			order = append([]int{n}, order...)
		}
	}
	for n, choice := range order {
		how := again
		if n == 0 {
			how = first
			l[q.ID] = choice == q.Right()
		} else {
			p.tryAgain(by)
			p.sees("question that is open again", l.question(p.t, name, at, 0, opened))
		}
		p.choose(by, choice)
		p.sees(fmt.Sprintf("verdict on %d by %s", choice, by), l.question(p.t, name, at, choice, how))
		if by == keyboard { // what is answered stays so
			p.choose(by, 1+choice%len(q.Choices))
			p.sees("verdict as before", l.question(p.t, name, at, choice, how))
		}
	}
	p.goOn(by)
	if at+1 < len(z.Questions) {
		p.sees("next question", l.question(p.t, name, at+1, 0, opened))
	}
}

// Every question of both quizzes, by keyboard and by mouse, right at once and
// only after wrong choices: in the site, every one. Then the page is loaded again,
// and what was answered goes as a file to another reader.
func TestQuizzes(t *testing.T) {
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			p := open(t, "about:blank")
			l := learner{}
			for _, name := range []string{"protection", "interview"} {
				z, ids := quizOf(t, name)
				place.visit(p, asked[name])
				p.sees("quiz that is open", l.question(t, name, 0, 0, opened))
				before := labState{}
				if p.s != nil {
					before = p.saved()
				}
				for _, by := range []hand{keyboard, mouse} {
					for _, atOnce := range []bool{false, true} {
						p.enter(by)
						for at := range z.Questions {
							p.ask(l, name, at, by, atOnce)
						}
						end := l.frame(t, name, -1)
						end.Text = fmt.Sprintf("All done: %d of %d right at the first try.", l.xp(ids...)/z.XP, len(ids))
						p.sees("end", end)
						if by == mouse && atOnce {
							continue
						}

						kept := p.progress()
						p.clickTool("Start over")
						p.sees("end, with a question", end)
						if now := p.progress(); now != kept {
							t.Errorf("start over has begun before it was confirmed: %s was %s", now, kept)
						}
						p.clickTool("Forget the answers of this quiz?")
						for _, id := range ids {
							delete(l, id)
						}
						p.sees("quiz started over", l.question(t, name, 0, 0, opened, "All questions are open again."))
					}
				}
				if now := p.lab(); now != before {
					t.Errorf("answering has changed the notebook: %+v, was %+v", now, before)
				}
				if p.s == nil || name == "interview" { // JupyterLab takes its time
					p.reload()
					p.sees("quiz after a reload", l.question(t, name, 0, z.Questions[0].Right(), opened))
				}
			}
			if sum := l.xp(slices.Collect(maps.Keys(quiz.Scored()))...); sum != 14*20 {
				t.Errorf("all answers are right at the first try, and the sum is %d", sum)
			}

			file := p.export()
			other := open(t, fileURL(theSite(t), asked["interview"]+".html", ""))
			other.sees("quiz of another reader", learner{}.question(t, "interview", 0, 0, opened))
			other.load(file)
			other.sees("quiz with the first reader's progress", l.question(t, "interview", 0, 2, opened,
				"locklab-progress.json: 14 added, 0 that you had already."))
			if got, want := other.progress(), p.progress(); got != want {
				t.Errorf("the import is %s, want %s", got, want)
			}
			if p.s != nil {
				p.keepsKeys(l)
			}
		})
	}
}

// A notebook is what JupyterLab's own keys would change.
type labState struct {
	Code, Prose int
	Changed     bool // and not saved
	Editing     bool
}

// lab is the state of the notebook in JupyterLab.
func (p *tab) lab() labState {
	p.t.Helper()
	s, err := eval[labState](p, labShown)
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

const labShown = `({
	Code: document.querySelectorAll('.jp-Notebook .jp-CodeCell').length,
	Prose: document.querySelectorAll('.jp-Notebook .jp-MarkdownCell').length,
	Changed: document.querySelector('.lm-TabBar-tab.lm-mod-current.jp-mod-dirty') !== null,
	Editing: document.querySelector('.jp-Notebook.jp-mod-editMode') !== null,
})`

// saved saves the notebook in JupyterLab and returns its state.
func (p *tab) saved() labState {
	p.t.Helper()
	p.ready()
	file := filepath.Join(lesson, p.path)
	before, err := os.Stat(file)
	if err != nil {
		p.t.Fatal(err)
	}
	p.menu("File", "Save Notebook")
	// A save that ends later would take what is changed meanwhile for saved.
	until(p, "file that is written", `''`, func(string) bool {
		now, err := os.Stat(file)
		return err == nil && now.ModTime() != before.ModTime()
	})
	text, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	cells := func(kind string) int { return bytes.Count(text, []byte(`"cell_type": "`+kind+`"`)) }
	return until(p, "whole notebook that is saved", labShown, func(s labState) bool {
		return !s.Changed && s.Code == cells("code") && s.Prose == cells("markdown")
	})
}

// The keys of a quiz are its own while it has the focus, and nobody's else.
func TestQuizKeys(t *testing.T) {
	const name = "interview"
	l := learner{}
	fresh := l.question(t, name, 0, 0, opened)
	p := open(t, fileURL(theSite(t), asked[name]+".html", ""))
	p.sees("quiz", fresh)
	p.click("the heading", `document.querySelector('h1')`)
	for _, key := range []string{"1", "2", kb.Enter} {
		p.press(key, 1)
	}
	p.sees("quiz that has not heard the keys", fresh)

	p.enter(keyboard)
	for _, key := range []string{"0", "4", "9", "x", kb.Enter, " "} { // there are three choices
		p.press(key, 1)
	}
	p.press("1", 1, input.ModifierCtrl)
	p.press("1", 1, input.ModifierAlt)
	p.sees("quiz that has heard other keys", fresh)

	// From any of its parts.
	p.press(kb.Tab, 1) // to the first choice
	p.press("2", 1)
	l["ttl-protects"] = true
	p.sees("verdict on 2", l.question(t, name, 0, 2, first))
}

// keepsKeys fails the test unless the keys of the interview's quiz in JupyterLab,
// which is started over for that, do nothing to JupyterLab, and the other way
// round.
func (p *tab) keepsKeys(l learner) {
	p.t.Helper()
	const name = "interview"
	p.clickTool("Start over")
	p.clickTool("Forget the answers of this quiz?")
	_, ids := quizOf(p.t, name)
	for _, id := range ids {
		delete(l, id)
	}
	p.sees("quiz started over", l.question(p.t, name, 0, 0, opened, "All questions are open again."))
	before := p.saved()
	p.enter(keyboard)
	for _, key := range []string{kb.Enter, "4", "a", "d", "d", "m", kb.Escape, "9"} {
		p.press(key, 1)
	}
	p.choose(keyboard, 2)
	l["ttl-protects"] = true
	p.sees("verdict on 2", l.question(p.t, name, 0, 2, first))
	p.goOn(keyboard)
	next := l.question(p.t, name, 1, 0, opened)
	p.sees("next question", next)
	p.press(kb.Enter, 1, shift) // runs no cell
	if now := p.lab(); now != before {
		p.t.Errorf("the keys have changed the notebook: %+v, was %+v", now, before)
	}

	// The same keys in a cell are JupyterLab's.
	p.click("a cell", `document.querySelector('.jp-Notebook .jp-CodeCell .jp-InputPrompt')`)
	p.press("m", 1)
	p.press("1", 1)
	p.press(kb.Enter, 1)
	until(p, "notebook that is changed", labShown, func(now labState) bool {
		return now == labState{before.Code - 1, before.Prose + 1, true, true}
	})
	until(p, "heading", `document.querySelector('.jp-Notebook .jp-mod-active .cm-line')?.textContent ?? ''`,
		func(line string) bool { return strings.HasPrefix(line, "# import") })
	p.sees("quiz that has not heard the keys", next)
}

// Who runs the cell of a quiz has the quiz under the keys, which change nothing
// in the notebook, and sees which keys they are only there. Shift+Enter leads on.
func TestQuizTakesTheKeys(t *testing.T) {
	const name = "protection" // a cell of prose follows it
	hint := quizNode + `.querySelector('.locklab-quiz-keys').checkVisibility({ visibilityProperty: true })`
	hinted := func(p *tab, want bool) {
		t.Helper()
		until(p, fmt.Sprintf("hint at the keys %v", want), hint, func(seen bool) bool { return seen == want })
	}
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			l := learner{}
			notebook := asked[name] + ".ipynb"
			p := show(t, serve(t, mainServer), f, trusted(t, notebook, released(t, notebook)))
			p.sees("quiz", l.question(t, name, 0, 0, opened))
			p.idle()
			hinted(p, false)
			const quizCell = `document.querySelector('.locklab-quiz').closest('.jp-CodeCell')`
			prompt := quizCell + `.querySelector('.jp-InputPrompt')`
			p.click("the imports", `document.querySelector('.jp-Notebook .jp-CodeCell .jp-InputPrompt')`)
			p.press(kb.Enter, 1, shift)
			p.click("the cell of the quiz", prompt)
			p.mark()
			p.press(kb.Enter, 1, shift)
			until(p, "quiz anew", quizNode+`?.dataset.locklab === 'live' && !('e2eSeen' in `+quizNode+`.dataset)`, func(anew bool) bool { return anew })
			p.within()
			hinted(p, true)
			before := p.lab()
			z, ids := quizOf(t, name)
			right := z.Questions[0].Right()
			p.press(fmt.Sprint(right), 1)
			l[ids[0]] = true
			p.sees("verdict", l.question(t, name, 0, right, first))
			if now := p.lab(); now.Code != before.Code || now.Prose != before.Prose || now.Editing {
				t.Errorf("the key has changed the notebook: %+v, was %+v", now, before)
			}
			p.press(kb.Enter, 1, shift)
			until(p, "the next cell", `document.querySelector('.jp-Notebook .jp-mod-active')?.previousElementSibling === `+quizCell, func(next bool) bool { return next })
			hinted(p, false)
			p.press("2", 1) // now it is the notebook's
			until(p, "heading", `document.querySelector('.jp-Notebook .jp-mod-active')?.textContent ?? ''`, func(text string) bool { return strings.Contains(text, "## ") })
		})
	}
}

// The question at the end of a section: every wrong choice, then the right one,
// by keyboard. Nothing is kept of it.
func TestChecks(t *testing.T) {
	p := open(t, "about:blank")
	checked := 0
	for _, z := range quiz.All() {
		if z.XP > 0 {
			continue
		}
		t.Run(z.Name, func(t *testing.T) {
			l := learner{}
			places[0].visit(p, asked[z.Name])
			p.sees("question", l.question(t, z.Name, 0, 0, opened))
			p.enter(keyboard)
			q := z.Questions[0]
			for n, c := range q.Choices {
				if c.Right {
					continue
				}
				p.choose(keyboard, n+1)
				p.sees("verdict on a wrong choice", l.question(t, z.Name, 0, n+1, first))
				p.within()
				p.press(kb.Enter, 1) // on Try again
				p.sees("open question", l.question(t, z.Name, 0, 0, again))
			}
			p.choose(keyboard, q.Right())
			p.sees("verdict on the right choice", l.question(t, z.Name, 0, q.Right(), again))
			p.within()
			if kept := p.progress(); strings.Contains(kept, "check-") {
				t.Errorf("an answer that nobody counts is kept: %s", kept)
			}
			if checked++; checked == 1 {
				p.reload()
				p.sees("question after a reload", l.question(t, z.Name, 0, 0, opened))
			}
		})
	}
	if checked != 6 {
		t.Errorf("%d sections end with a question, want 6", checked)
	}
}

// ---- Files ----

// export exports the progress as a reader does, and returns the file.
func (p *tab) export() string {
	p.t.Helper()
	dir := p.t.TempDir()
	p.do("downloads", chromedp.ActionFunc(func(ctx context.Context) error {
		return browsers.SetDownloadBehavior(browsers.SetDownloadBehaviorBehaviorAllow).WithBrowserContextID(p.profile).WithDownloadPath(dir).
			Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}))
	p.clickTool("Export progress")
	file := filepath.Join(dir, "locklab-progress.json")
	until(p, "file of progress", `0`, func(int) bool {
		text, err := os.ReadFile(file)
		return err == nil && json.Valid(text)
	})
	return file
}

// load imports a file as a reader does.
func (p *tab) load(file string) {
	p.t.Helper()
	chosen := make(chan cdp.BackendNodeID, 1)
	ctx, end := context.WithCancel(p.ctx)
	defer end()
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*pages.EventFileChooserOpened); ok {
			chosen <- e.BackendNodeID
		}
	})
	p.do("watch for the choice of a file", pages.SetInterceptFileChooserDialog(true))
	p.clickTool("Import progress")
	select {
	case node := <-chosen:
		p.do("choose "+file, dom.SetFileInputFiles([]string{file}).WithBackendNodeID(node))
	case <-time.After(patience):
		p.t.Fatal("Import progress asks for no file")
	}
}

// What is imported adds to what is there, and what is no progress changes
// nothing.
func TestProgressFromFile(t *testing.T) {
	const name = "interview"
	p := open(t, fileURL(theSite(t), asked[name]+".html", ""))
	l := learner{}
	p.sees("quiz", l.question(t, name, 0, 0, opened))
	p.enter(keyboard)
	p.choose(keyboard, 1)
	l["ttl-protects"] = false
	p.sees("verdict on a wrong choice", l.question(t, name, 0, 1, first))
	kept := p.progress()

	dir, given := t.TempDir(), 0
	give := func(text string) (name string) {
		t.Helper()
		given++ // its own name, which the page says
		name = fmt.Sprintf("mine-%d.json", given)
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p.load(file)
		return name
	}
	for text, why := range map[string]string{
		"":                                  "it is not JSON",
		"\x00\xff\xfe":                      "it is not JSON",
		`{"version": 1,`:                    "it is not JSON",
		`null`:                              "it is not the progress of this lesson",
		`[]`:                                "it is not the progress of this lesson",
		`{"cells": []}`:                     "it is not the progress of this lesson",
		`{"version": 2}`:                    "it is of version 2, and this page knows version 1",
		`{"version": 1, "answers": []}`:     "its answers or guesses are not a table",
		`{"version": 1, "guesses": "none"}`: "its answers or guesses are not a table",
		`{"version": 1, "answers": {"plain-del": {"choice": 0}}}`:                   "its answer to plain-del does not say whether it was right",
		`{"version": 1, "answers": {"plain-del": null}}`:                            "its answer to plain-del does not say whether it was right",
		`{"version": 1, "guesses": {"ttl": null}}`:                                  "its guess about ttl is not a guess",
		`{"version": 1, "answers": {"__proto__": {"right": true, "choice": 0}}}`:    "it has an answer to “__proto__”, which is the name of no question",
		`{"version": 1, "guesses": {"ttl": {"guess": "many", "setting": "1,2,3"}}}`: "its guess about ttl is not a guess",
	} {
		file := give(text)
		p.sees("line that refuses "+text, l.question(t, name, 0, 1, opened, file+" is not imported: "+why+". Your progress is as it was."))
		if now := p.progress(); now != kept {
			t.Errorf("the progress after %q is %s, was %s", text, now, kept)
		}
	}

	// A first try that is there stays; all else comes.
	file := give(`{"version": 1, "answers": {"ttl-protects": {"right": true, "choice": 1}, "plain-del": {"right": true, "choice": 0},
		"stock": {"right": true, "choice": 1}}, "guesses": {"ttl": {"guess": 3, "setting": "10"}}}`)
	l["plain-del"], l["stock"] = true, true
	p.sees("quiz with what was imported", l.question(t, name, 0, 1, opened, file+": 3 added, 1 that you had already."))
	if now := p.progress(); !strings.Contains(now, `"ttl-protects":{"right":false,"choice":0}`) || !strings.Contains(now, `"ttl":{"guess":3,"setting":"10"}`) {
		t.Errorf("the progress is %s", now)
	}
	p.goOn(mouse)
	p.sees("question that was imported", l.question(t, name, 1, 1, opened))
}

// ---- When keeping fails ----

// keeping is what a browser keeps for the pages of the site, set before any of
// them has looked.
func (p *tab) keeping(key, text string) {
	p.t.Helper()
	p.visit(fileURL(theSite(p.t), "index.html", ""))
	p.act("keep "+text, fmt.Sprintf(`localStorage.setItem(%q, %q)`, key, text))
}

// A browser that keeps nothing: the quiz works, says so, and counts as long as
// the page is there.
func TestNothingIsKept(t *testing.T) {
	const name = "interview"
	const stored = `{"version":1,"answers":{"plain-del":{"right":true,"choice":0}},"guesses":{}}`
	for _, c := range []struct {
		what, script  string
		before        learner  // what the reader finds
		opened, tried []string // what the page says at first, and after an answer
	}{
		{"blocked", `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('the reader forbids it', 'SecurityError'); } })`,
			learner{}, []string{"This browser keeps nothing here (the reader forbids it)."},
			[]string{"This browser does not keep your progress (the reader forbids it). It lasts until you leave the page; export it to keep it."}},
		{"full", `Storage.prototype.setItem = () => { throw new DOMException('there is no room', 'QuotaExceededError'); }`,
			learner{"plain-del": true}, nil,
			[]string{"This browser does not keep your progress (there is no room). It lasts until you leave the page; export it to keep it."}},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := open(t, "about:blank")
			p.keeping("locklab.progress", stored)
			script := p.first(c.script)
			places[0].visit(p, asked[name])
			l := maps.Clone(c.before)
			p.sees("quiz", l.question(t, name, 0, 0, opened, c.opened...))
			p.enter(keyboard)
			p.choose(keyboard, 2)
			l["ttl-protects"] = true
			p.sees("verdict", l.question(t, name, 0, 2, first, c.tried...))
			p.goOn(keyboard)
			chosen := 0
			if c.before["plain-del"] {
				chosen = 1
			}
			p.sees("next question", l.question(t, name, 1, chosen, opened, c.tried...))

			// What the page alone knows can be taken away as a file.
			file := p.export()
			var saved struct {
				Answers map[string]struct{ Right bool }
			}
			text, err := os.ReadFile(file)
			if err == nil {
				err = json.Unmarshal(text, &saved)
			}
			got := learner{}
			for id, a := range saved.Answers {
				got[id] = a.Right
			}
			if err != nil || !maps.Equal(got, l) {
				t.Errorf("the file has %v (%v), want %v", got, err, l)
			}
			p.sees("word that it was exported", l.question(t, name, 1, chosen, opened, append([]string{"Exported as locklab-progress.json."}, c.tried...)...))
			p.load(file)
			p.sees("word that it was imported", l.question(t, name, 1, chosen, opened,
				append([]string{fmt.Sprintf("locklab-progress.json: 0 added, %d that you had already.", len(l))}, c.tried...)...))

			// What was kept before is still there.
			p.do("a browser that keeps again", pages.RemoveScriptToEvaluateOnNewDocument(script))
			p.reload()
			p.sees("quiz as it was kept", learner{"plain-del": true}.question(t, name, 0, 0, opened))
			if now := p.progress(); now != stored {
				t.Errorf("the browser keeps %s, was %s", now, stored)
			}
		})
	}
}

// What is kept and is no progress is put aside, with a line that says so.
func TestDamagedProgress(t *testing.T) {
	const name = "interview"
	for text, why := range map[string]string{
		`{"version":1,"answers":{"plain-del":`:           "it is not JSON",
		`{"version":1,"answers":{"plain-del":true}}`:     "its answer to plain-del does not say whether it was right",
		`{"version":1,"answers":{},"guesses":{"ttl":7}}`: "its guess about ttl is not a guess",
	} {
		t.Run(why, func(t *testing.T) {
			p := open(t, "about:blank")
			p.keeping("locklab.progress", text)
			places[0].visit(p, asked[name])
			trouble := "The progress that was kept here is damaged: " + why + ". It lies in “locklab.progress.damaged” of this browser's storage."
			l := learner{}
			p.sees("quiz", l.question(t, name, 0, 0, opened, trouble))
			p.enter(keyboard)
			p.choose(keyboard, 2)
			l["ttl-protects"] = true
			p.sees("verdict", l.question(t, name, 0, 2, first, trouble))
			if aside, err := eval[string](p, `localStorage.getItem('locklab.progress.damaged')`); err != nil || aside != text {
				t.Errorf("put aside is %q (%v), want %q", aside, err, text)
			}
			p.reload()
			p.sees("quiz with new progress", l.question(t, name, 1, 0, opened))
		})
	}
}

// Answers that this lesson does not ask for, or not any more, are kept and not
// counted; of a choice that is not there the verdict is left.
func TestStrangeProgress(t *testing.T) {
	const name = "interview"
	p := open(t, "about:blank")
	const stored = `{"version":1,"answers":{"ttl-protects":{"right":true,"choice":7},"plain-del":{"right":false,"choice":-1},"check-then-write":{"right":true,"choice":"2"},"storage-duty":{"right":false},"renamed":{"right":true,"choice":1}},"guesses":{},"later":"kept"}`
	p.keeping("locklab.progress", stored)
	places[0].visit(p, asked[name])
	l := learner{"ttl-protects": true, "plain-del": false, "check-then-write": true, "storage-duty": false}
	_, ids := quizOf(t, name)
	sees := func(at int, want shownQuiz) {
		t.Helper()
		want.Score += " 1 more answer is kept, to questions that are no longer asked."
		p.sees(ids[at], want)
	}
	sees(4, l.question(t, name, 4, 0, opened))
	p.enter(keyboard)
	for at, right := range []bool{true, false, true, false} {
		p.click("the question's pill", fmt.Sprintf(`%s.querySelectorAll('.locklab-quiz-pill')[%d]`, quizNode, at))
		z, _ := quizOf(t, name)
		want := l.question(t, name, at, z.Questions[at].Right(), opened)
		if !right { // the choice is not known, the verdict is
			want.Verdict = strings.Split(wrongly(t, z.Questions[at]).Better, "\n")
			want.Buttons = append([]string{"Try again"}, want.Buttons...)
		}
		sees(at, want)
	}
	p.goOn(keyboard)
	p.choose(keyboard, 2)
	l["hung-worker"] = true
	sees(4, l.question(t, name, 4, 2, first))
	now := p.progress()
	for _, part := range []string{`"renamed":{"right":true,"choice":1}`, `"later":"kept"`, `"choice":7`, `"choice":-1`} {
		if !strings.Contains(now, part) {
			t.Errorf("%s is lost: %s", part, now)
		}
	}
}

// wrongly is the verdict on some wrong answer.
func wrongly(t *testing.T, q quiz.Question) quiz.Verdict {
	t.Helper()
	v, err := q.Answer(1 + q.Right()%len(q.Choices))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Two tabs of one reader: an answer in one shows in the other, also in one that
// the reader is in, and neither loses the other's.
func TestTwoTabs(t *testing.T) {
	const name = "interview"
	address := fileURL(theSite(t), asked[name]+".html", "")
	l := learner{}
	one := open(t, address)
	one.sees("quiz", l.question(t, name, 0, 0, opened))
	two := one.beside(address)
	two.sees("quiz in the second tab", l.question(t, name, 0, 0, opened))

	one.enter(keyboard)
	one.choose(keyboard, 2)
	l["ttl-protects"] = true
	two.sees("answer of the first tab", l.question(t, name, 0, 2, opened))

	two.enter(keyboard)
	two.goOn(keyboard)
	two.choose(keyboard, 2)
	l["plain-del"] = false
	two.sees("verdict in the second tab", l.question(t, name, 1, 2, first))

	// The first tab has the focus on its button to the question that the second
	// has answered.
	one.goOn(keyboard)
	one.sees("question that the second tab has answered", l.question(t, name, 1, 2, opened))
	one.goOn(keyboard)
	one.sees("question that is open", l.question(t, name, 2, 0, opened))
	two.goOn(keyboard)
	two.sees("question that is open", l.question(t, name, 2, 0, opened))
	two.choose(keyboard, 3)
	l["check-then-write"] = true
	two.sees("verdict in the second tab", l.question(t, name, 2, 3, first))
	one.choose(keyboard, 1) // too late: it has been answered
	one.sees("answer of the second tab", l.question(t, name, 2, 3, opened))
	one.within()
	one.goOn(keyboard)
	one.choose(keyboard, 1)
	l["storage-duty"] = true
	one.sees("verdict in the first tab", l.question(t, name, 3, 1, first))

	if now := one.progress(); now != two.progress() || strings.Count(now, `"right"`) != len(l) {
		t.Errorf("the tabs keep %s and %s, want %v", now, two.progress(), l)
	}
}

// ---- Without scripts ----

// folded is JavaScript for the questions of a page on which no script has worked.
const folded = `[...document.querySelectorAll('.locklab-question')].map((node) => ({
	Text: node.querySelector('p').textContent,
	Choices: [...node.querySelectorAll(':scope > ol > li')].map((node) => node.textContent.trim()),
	Open: node.querySelector('details').open,
	Answer: node.querySelector('details').textContent,
	Others: [...node.querySelectorAll('details > ol > li')].map((node) => node.value),
	Seen: node.querySelector('details > p')?.checkVisibility({ contentVisibilityAuto: true }) ?? false,
}))`

type foldedQuestion struct {
	Text       string
	Choices    []string
	Open, Seen bool
	Answer     string
	Others     []int // the numbers of the wrong choices in the answer
}

// foldsAnswers fails the test unless the page has all of a quiz, with the answers
// in folds, and the folds work.
func (p *tab) foldsAnswers(z quiz.Quiz) {
	p.t.Helper()
	all := until(p, "questions with folded answers", folded, func(all []foldedQuestion) bool { return len(all) == len(z.Questions) })
	for i, q := range z.Questions {
		got := all[i]
		if !strings.HasSuffix(got.Text, q.Text) || len(got.Choices) != len(q.Choices) {
			p.t.Errorf("question %d is %q with %d choices, want %q with %d", i+1, got.Text, len(got.Choices), q.Text, len(q.Choices))
			continue
		}
		if got.Open || got.Seen {
			p.t.Errorf("%s: the answer is not folded", q.ID)
		}
		others := []int{}
		for n, c := range q.Choices {
			if !c.Right {
				others = append(others, n+1)
			}
			if got.Choices[n] != c.Text {
				p.t.Errorf("%s: choice %d is %q, want %q", q.ID, n+1, got.Choices[n], c.Text)
			}
			if !strings.Contains(got.Answer, c.Why) {
				p.t.Errorf("%s: no reason %q in the answer", q.ID, c.Why)
			}
		}
		if !slices.Equal(got.Others, others) {
			p.t.Errorf("%s: the answer numbers the others %v, want %v", q.ID, got.Others, others)
		}
		if want := fmt.Sprintf("%d is right. %s", q.Right(), q.Choices[q.Right()-1].Why); !strings.Contains(got.Answer, want) {
			p.t.Errorf("%s: the answer is %q, want %q in it", q.ID, got.Answer, want)
		}
	}
	p.click("the last answer", `[...document.querySelectorAll('.locklab-question summary')].at(-1)`)
	until(p, "answer unfolded", folded, func(all []foldedQuestion) bool { return all[len(all)-1].Seen })
	controls, err := eval[[]string](p, `[...document.querySelectorAll('.locklab button, .locklab input')].map((node) => node.outerHTML)`)
	if err != nil || len(controls) > 0 {
		p.t.Errorf("dead controls: %v (%v)", controls, err)
	}
}

func TestQuizWithoutScripts(t *testing.T) {
	p := open(t, "about:blank")
	p.do("forbid scripts", emulation.SetScriptExecutionDisabled(true))
	for _, z := range quiz.All() {
		t.Run(z.Name, func(t *testing.T) {
			places[0].visit(p, asked[z.Name])
			p.foldsAnswers(z)
		})
	}
}

// A page that has lost a file of the quiz has its questions with folded answers.
func TestQuizBroken(t *testing.T) {
	z, _ := quizOf(t, "protection")
	for _, file := range []string{"quiz.js", "progress.js"} {
		t.Run(file, func(t *testing.T) {
			dir := filepath.Join(root, "broken site", strings.ReplaceAll(t.Name(), "/", "-"))
			if err := os.CopyFS(dir, os.DirFS(theSite(t))); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(dir, "static", file)); err != nil {
				t.Fatal(err)
			}
			p := open(t, fileURL(dir, asked[z.Name]+".html", ""))
			until(p, "line that says what is lost", `document.querySelector('.locklab-quiz .locklab-note')?.textContent ?? ''`,
				func(note string) bool { return note == "The answers stay folded: "+file+" could not be loaded" })
			p.foldsAnswers(z)
		})
	}
}

// Who looks into a page, or a notebook, does not read the answers outside their
// folds: not the reasons, and not which choice is right.
func TestAnswersAreNotInClear(t *testing.T) {
	fold := regexp.MustCompile(`(?s)<details\b[^>]*>.*?</details>`)
	for _, z := range quiz.All() {
		page, err := os.ReadFile(filepath.Join(theSite(t), asked[z.Name]+".html"))
		if err != nil {
			t.Fatal(err)
		}
		live, layout, err := view.Quiz(z)
		if err != nil {
			t.Fatal(err)
		}
		for what, text := range map[string]string{
			"page":   fold.ReplaceAllString(string(page), ""),
			"layout": fold.ReplaceAllString(layout, ""),
			"data":   live,
		} {
			plain := strings.Join(strings.Fields(html.UnescapeString(text)), " ")
			for _, q := range z.Questions {
				if !strings.Contains(plain, q.Choices[0].Text) {
					t.Errorf("%s: the %s has no choice %q: is this the right place to look?", q.ID, what, q.Choices[0].Text)
				}
				for _, c := range q.Choices {
					if strings.Contains(plain, c.Why) || strings.Contains(plain, "is right: "+c.Text) {
						t.Errorf("%s: the %s says %q, or that it is right, in clear", q.ID, what, c.Why)
					}
				}
			}
			if what == "layout" && strings.Contains(plain, "is right") || what == "data" && strings.Contains(plain, `"right"`) {
				t.Errorf("the %s of %s says in clear what is right", what, z.Name)
			}
		}
	}
}
