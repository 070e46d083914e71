package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"locklab/simlib/cards"
)

const (
	cardsNotebook = "10_where_to_go_next"

	// cardLinks is JavaScript for the links to cards in the prose.
	cardLinks = `[...document.querySelectorAll('a[href*="#card-"]')]`

	openCards = `[...document.querySelectorAll('.locklab-card-open')].map((card) => {
		const { left, top, right, bottom } = card.getBoundingClientRect();
		return {
			Lines: [...card.querySelectorAll('p')].map((node) => node.textContent),
			Buttons: [...card.querySelectorAll('button')].map((node) => node.textContent),
			Whole: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
			Focused: card.contains(document.activeElement),
		};
	})`
)

type openCard struct {
	Lines, Buttons []string
	Whole          bool // in the window
	Focused        bool
}

// reads waits until the page shows a card and nothing else, with its words.
func (p *tab) reads(c cards.Card) {
	p.t.Helper()
	want := []string{c.Term, c.Means, "Like this: " + c.Like, c.Used}
	until(p, "card of "+c.ID, openCards, func(all []openCard) bool {
		return len(all) == 1 && slices.Equal(all[0].Lines, want) && slices.Equal(all[0].Buttons, []string{"All cards", "Close"}) &&
			all[0].Whole && all[0].Focused
	})
}

// closes waits until no card is open and link n has the focus.
func (p *tab) closes(how string, n int) {
	p.t.Helper()
	until(p, "page without a card after "+how+", the focus on the link", openCards+`.length === 0 && `+cardLinks+`.indexOf(document.activeElement)`,
		func(at any) bool { return at == float64(n) })
}

// rests waits until an element has stayed in its place for a while, as it does
// not in a notebook that is being opened.
func (p *tab) rests(what, element string) {
	p.t.Helper()
	at, since := "", time.Now()
	until(p, what+" at rest", `JSON.stringify(`+element+`?.getBoundingClientRect())`, func(now string) bool {
		if now != at {
			at, since = now, time.Now()
		}
		return now != "" && time.Since(since) > 10*poll
	})
}

// watched waits until the page opens cards; before, a link leads to them.
func (p *tab) watched() {
	p.t.Helper()
	until(p, "page that opens cards", `(() => {
		window.locklab?.need('cards').then(() => { window.e2eCards = true; });
		return window.e2eCards === true;
	})()`, func(opens bool) bool { return opens })
}

func (p *tab) clickCard(button string) {
	p.t.Helper()
	p.click(button, fmt.Sprintf(`[...document.querySelectorAll('.locklab-card-open button')].find((node) => node.textContent === %q)`, button))
}

// Every link to a card, on every page and on a small screen: by mouse and by
// keyboard, and closed in each of the three ways. Each leads to a card of the
// glossary, and each card of the glossary has one.
func TestCards(t *testing.T) {
	led := map[string]bool{}
	ways := []struct {
		name string
		act  func(p *tab)
	}{
		{"Esc", func(p *tab) { p.press(kb.Escape, 1) }},
		{"Close", func(p *tab) { p.clickCard("Close") }},
		{"a click elsewhere", func(p *tab) {
			s := until(p, "place beside the card", `(() => {
				const card = document.querySelector('.locklab-card-open').getBoundingClientRect();
				return { There: true, Free: true, X: 2, Y: card.top > 10 ? 5 : innerHeight - 5 };
			})()`, func(spot) bool { return true })
			p.clickAt("elsewhere", s)
		}},
	}
	p := open(t, "about:blank")
	p.resize(360, 640)
	way := 0
	for _, name := range sitePages(t) {
		p.visit(fileURL(theSite(t), name, ""))
		p.watched()
		p.views("page at rest")
		p.act("unfold", `for (const fold of document.querySelectorAll('.prose details')) fold.open = true`)
		hrefs := until(p, "page with its links", cardLinks+`.map((link) => link.getAttribute('href'))`, func([]string) bool { return true })
		if len(hrefs) > 4 {
			t.Errorf("%s has %d links to cards, want at most 4", name, len(hrefs))
		}
		for n, href := range hrefs {
			page, id, _ := strings.Cut(href, "#card-")
			c, err := cards.Find(id)
			if err != nil || page != cardsNotebook+".html" {
				t.Errorf("%s: the link %s leads to no card (%v)", name, href, err)
				continue
			}
			led[c.ID] = true
			link := fmt.Sprintf(`%s[%d]`, cardLinks, n)
			p.click("the link to "+id, link)
			p.reads(c)
			ways[way%3].act(p)
			p.closes(ways[way%3].name, n)

			p.press(kb.Enter, 1) // the link has the focus
			p.reads(c)
			way++
			ways[way%3].act(p)
			p.closes(ways[way%3].name, n)
		}
		if at := until(p, "address", `location.href`, func(string) bool { return true }); at != fileURL(theSite(t), name, "") {
			t.Errorf("the cards of %s have led to %s", name, at)
		}
	}
	for _, c := range cards.All() {
		if !led[c.ID] {
			t.Errorf("no link leads to the card of %s", c.ID)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.console) > 0 {
		t.Errorf("the pages complain: %s", strings.Join(p.console, "\n"))
	}
}

// All cards lie in the last section: a card leads to itself there, a click with
// ctrl does so in a new tab, and each leads back to where it is first used.
func TestAllCards(t *testing.T) {
	const link = `document.querySelector('a[href$="#card-lease"]')`
	there := fileURL(theSite(t), cardsNotebook+".html", "#card-lease")
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	p.watched()

	s := p.find(link, patience)
	p.do("click with ctrl", chromedp.MouseEvent(input.MouseMoved, s.X, s.Y), chromedp.MouseClickXY(s.X, s.Y, chromedp.ButtonModifiers(input.ModifierCtrl)))
	until(p, "new tab with the card", `0`, func(int) bool {
		infos, err := target.GetTargets().Do(cdp.WithExecutor(p.ctx, chromedp.FromContext(p.ctx).Browser))
		return err == nil && slices.ContainsFunc(infos, func(i *target.Info) bool { return i.BrowserContextID == p.profile && i.URL == there })
	})
	if open, err := eval[[]openCard](p, openCards); err != nil || len(open) > 0 {
		t.Errorf("a click with ctrl opens %v here (%v)", open, err)
	}

	p.click("the link", link)
	c, err := cards.Find("lease")
	if err != nil {
		t.Fatal(err)
	}
	p.reads(c)
	p.clickCard("All cards")
	p.shows(there, "#card-lease")

	type laidOut struct{ ID, Text, Back string }
	all := until(p, "all cards", `[...document.querySelectorAll('.locklab-cards > .locklab-card')].map((card) => ({
		ID: card.id, Text: card.textContent, Back: card.querySelector('a').getAttribute('href') }))`,
		func(all []laidOut) bool { return len(all) == len(cards.All()) })
	for i, c := range cards.All() {
		for _, part := range []string{c.Term, c.Means, c.Like, c.Used} {
			if !strings.Contains(all[i].Text, part) {
				t.Errorf("the card of %s lacks %q", c.ID, part)
			}
		}
		back := c.Section + ".html"
		if strings.HasPrefix(back, "00_") {
			back = "index.html"
		}
		if all[i].ID != "card-"+c.ID || all[i].Back != back {
			t.Errorf("card %d is %s and leads back to %s, want %s and %s", i+1, all[i].ID, all[i].Back, c.ID, back)
		}
	}
	p.click("the way back", `document.querySelector('#card-lease a')`)
	p.shows(fileURL(theSite(t), ttlPage, ""), `a[href$="#card-lease"]`)
}

// shows waits until the page has an address and, in it, what a selector selects.
func (p *tab) shows(address, selector string) {
	p.t.Helper()
	until(p, fmt.Sprintf("page %s with %s", address, selector), fmt.Sprintf(`document.readyState === 'complete' && document.querySelector(%q)?.checkVisibility() && location.href`, selector),
		func(at any) bool { return at == address })
}

// Without scripts, and where the runtime has lost a file, a link to a card leads
// to it.
func TestCardsWithoutScripts(t *testing.T) {
	const link = `document.querySelector('a[href$="#card-lease"]')`
	t.Run("no scripts", func(t *testing.T) {
		p := open(t, "about:blank")
		p.do("forbid scripts", emulation.SetScriptExecutionDisabled(true))
		p.visit(fileURL(theSite(t), ttlPage, ""))
		p.click("the link", link)
		p.shows(fileURL(theSite(t), cardsNotebook+".html", "#card-lease"), "#card-lease:target")
	})
	for _, file := range []string{"cards.js", "glossary.js"} {
		t.Run("no "+file, func(t *testing.T) {
			dir := filepath.Join(root, "broken site", strings.ReplaceAll(t.Name(), "/", "-"))
			if err := os.CopyFS(dir, os.DirFS(theSite(t))); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(dir, "static", file)); err != nil {
				t.Fatal(err)
			}
			p := open(t, fileURL(dir, ttlPage, ""))
			p.views("page without " + file)
			p.click("the link", link)
			p.shows(fileURL(dir, cardsNotebook+".html", "#card-lease"), "#card-lease:target")
		})
	}
}

// keepsCards fails the test unless a card opens in its place in JupyterLab as
// well, and all cards, and the way back from them, are notebooks in tabs. The
// one notebook that is open is that of the TTL, and that of the cards lies beside
// it.
func (p *tab) keepsCards() {
	p.t.Helper()
	before := p.saved()
	p.watched()
	type tabs struct {
		Open    []string
		Current string
	}
	const shownTabs = `({
		Open: [...document.querySelectorAll('#jp-main-dock-panel .lm-TabBar-tabLabel')].map((node) => node.textContent),
		Current: document.querySelector('#jp-main-dock-panel .lm-TabBar-tab.jp-mod-current .lm-TabBar-tabLabel')?.textContent ?? '',
	})`
	notebooks := func(what, current string, open ...string) {
		p.t.Helper()
		until(p, what, shownTabs, func(now tabs) bool {
			return now.Current == current && slices.Equal(now.Open, open)
		})
	}
	all := cardsNotebook + ".ipynb"
	notebooks("the one notebook", ttlNotebook, ttlNotebook)
	address := until(p, "address", `location.href`, func(string) bool { return true })

	c, err := cards.Find("lease")
	if err != nil {
		p.t.Fatal(err)
	}
	n := until(p, "link", cardLinks+`.findIndex((link) => link.textContent === 'lease')`, func(n int) bool { return n >= 0 })
	link := fmt.Sprintf(`%s[%d]`, cardLinks, n)
	p.click("the link to a card", link)
	p.reads(c)
	p.press(kb.Escape, 1)
	p.closes("Esc", n)
	p.press(kb.Enter, 1)
	p.reads(c)
	p.clickCard("Close")
	p.closes("Close", n)
	if now := p.lab(); now != before {
		p.t.Errorf("a card has changed the notebook: %+v, was %+v", now, before)
	}
	notebooks("the one notebook still", ttlNotebook, ttlNotebook)
	if at := until(p, "address", `location.href`, func(string) bool { return true }); at != address {
		p.t.Errorf("a card has led from %s to %s", address, at)
	}

	p.click("the link to a card", link)
	p.reads(c)
	p.clickCard("All cards")
	notebooks("the notebook of all cards", all, ttlNotebook, all)
	back := `document.querySelector('#card-lease a')`
	p.rests("card in its notebook", back)
	p.click("the way back", back)
	notebooks("the notebook that the card is from", ttlNotebook, ttlNotebook, all)
}
