package nb

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"locklab/simlib"
	"locklab/simlib/cards"
	"locklab/simlib/facts"
	"locklab/simlib/quiz"
	"locklab/simlib/simtest"
)

// A sentence that names a system rests on a statement of simlib/facts. In a
// notebook it cites statements by their IDs, in a comment right after it that
// no reader sees:
//
//	Redis answers first.<!-- fact: redis-failover -->
//
// Cards and questions have a list of IDs. A link that leads out of the lesson
// leads to a source of what the sentence cites.
type claim struct {
	text  string
	cites []string
	links []string // where its links out of the lesson lead
	// heading is set for a heading, which stands on what its cell cites.
	heading bool
}

var (
	aMark     = regexp.MustCompile(`<!-- fact: ([a-z0-9, -]+) -->`)
	anyTag    = regexp.MustCompile(`</?[a-z][^>]*>`)
	aPicture  = regexp.MustCompile(`!\[([^\]]*)\]\([^)]*\)`)
	outside   = regexp.MustCompile(`\[[^\]]*\]\((https?://[^)]*)\)`)
	inside    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	fence     = regexp.MustCompile("(?ms)^```.*?^```")
	aLinkHere = regexp.MustCompile(`⟦(\d+)⟧`)
	startsOwn = regexp.MustCompile(`^(?:[#|<!]|[*-] |\d+\. )`)
	sentence  = regexp.MustCompile(`[.!?][”’)\]*]*\s+`)
	initial   = regexp.MustCompile(`(?:^|[\s⟧])\p{Lu}\.\s+$`)
	smallWord = regexp.MustCompile(`(?i)\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b-?`)
)

// claimsIn are the sentences, list items, table cells and headings of a text.
func claimsIn(markdown string) []claim {
	var blocks []string
	for line := range strings.Lines(fence.ReplaceAllString(markdown, "")) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "|"):
			blocks = append(blocks, strings.Split(line, "|")...)
		case line == "" || startsOwn.MatchString(line) || len(blocks) == 0:
			blocks = append(blocks, line)
		default:
			blocks[len(blocks)-1] += " " + line
		}
	}
	var all []claim
	for _, block := range blocks {
		all = append(all, claimsOf(block)...)
	}
	return all
}

// claimsOf are the claims of one paragraph or the like.
func claimsOf(block string) []claim {
	heading := strings.HasPrefix(block, "#")
	block = aPicture.ReplaceAllString(anyTag.ReplaceAllString(block, " "), "$1")
	var links []string
	block = outside.ReplaceAllStringFunc(block, func(link string) string {
		links = append(links, outside.FindStringSubmatch(link)[1])
		return fmt.Sprintf("⟦%d⟧", len(links)-1)
	})
	block = inside.ReplaceAllString(block, "$1")
	var all []claim
	add := func(text string, cites []string) {
		c := claim{cites: cites, heading: heading}
		c.text = strings.TrimSpace(aLinkHere.ReplaceAllStringFunc(text, func(here string) string {
			var i int
			fmt.Sscanf(here, "⟦%d⟧", &i)
			c.links = append(c.links, links[i])
			return " "
		}))
		if c.text != "" || c.links != nil || c.cites != nil {
			all = append(all, c)
		}
	}
	for {
		mark := aMark.FindStringSubmatchIndex(block)
		before, cites, after := block, []string(nil), ""
		if mark != nil {
			before, cites, after = block[:mark[0]], strings.Split(block[mark[2]:mark[3]], ", "), block[mark[1]:]
		}
		for {
			end := sentenceEnd(before)
			if end < 0 {
				break
			}
			add(before[:end], nil)
			before = before[end:]
		}
		add(before, cites) // what a mark is of is the last sentence before it
		if mark == nil {
			return all
		}
		block = after
	}
}

// sentenceEnd is where the next sentence begins, or -1.
func sentenceEnd(text string) int {
	for _, m := range sentence.FindAllStringIndex(text, -1) {
		next := []rune(text[m[1]:] + " ")[0]
		if m[1] < len(text) && !unicode.IsLower(next) && !initial.MatchString(text[:m[1]]) {
			return m[1]
		}
	}
	return -1
}

// amounts are the numbers of a text, with their unit; those in words too, from
// three on: below, a number in words is mostly no amount (two at once).
func amounts(text string) []string {
	return numbersIn(smallWord.ReplaceAllStringFunc(text, func(word string) string {
		words := []string{"three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
		return fmt.Sprintf("%d ", 3+slices.Index(words, strings.ToLower(strings.TrimSuffix(word, "-"))))
	}))
}

// evidence is what the sources of a statement say, and what they are called.
func evidence(s facts.Statement) string {
	text := s.Says
	for _, source := range s.Sources {
		for ; source != nil; source = source.ReportedBy {
			text += " " + source.Title + ", " + source.Version
		}
	}
	return text
}

// restOn are the statements that have a source at a URL.
func restOn(url string) []facts.Statement {
	var some []facts.Statement
	for _, s := range facts.All() {
		if slices.ContainsFunc(s.Sources, func(source *facts.Source) bool { return source.URL == url }) {
			some = append(some, s)
		}
	}
	return some
}

// basis is what a claim rests on: the statements that it cites, and those of
// the sources that it leads to.
func (c claim) basis() []facts.Statement {
	var some []facts.Statement
	for _, id := range c.cites {
		s, _ := facts.Find(id)
		some = append(some, s)
	}
	for _, link := range c.links {
		some = append(some, restOn(link)...)
	}
	return some
}

// objections is what is wrong with a claim.
func (c claim) objections() []string {
	var wrong []string
	object := func(format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf(format, args...)+": "+c.text)
	}
	about, known := map[facts.Subject]bool{}, map[string]bool{}
	for _, id := range c.cites {
		s, ok := facts.Find(id)
		if !ok {
			object("cites %q, and there is no such statement", id)
		}
		for _, subject := range s.About {
			about[subject] = true
		}
		for _, n := range amounts(evidence(s)) {
			known[n] = true
		}
	}
	for _, named := range simtest.Named(c.text) {
		if !about[named] {
			object("names %s, and cites nothing about it", named)
		}
	}
	if c.cites != nil {
		if c.text == "" {
			object("cites %v for nothing", c.cites)
		}
		for _, n := range amounts(c.text) {
			if !known[n] {
				object("says %s, which the sources of %v do not", n, c.cites)
			}
		}
	}
	// A bare link is something to read, not a claim.
	bare := !strings.ContainsFunc(c.text, unicode.IsLetter)
	for _, link := range c.links {
		by := restOn(link)
		if by == nil {
			object("leads to %s, which is no source", link)
		} else if !bare && !slices.ContainsFunc(by, func(s facts.Statement) bool { return slices.Contains(c.cites, s.ID) }) {
			object("leads to %s, which is no source of %v", link, c.cites)
		}
	}
	return wrong
}

// cited are the statements that anything cites.
func cited(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	check := func(where string, claims []claim) {
		var all []string
		for _, c := range claims {
			all = append(all, c.cites...)
		}
		for _, c := range claims {
			if c.heading && c.cites == nil {
				c.cites = all
			}
			for _, id := range c.cites {
				used[id] = true
			}
			for _, wrong := range c.objections() {
				t.Errorf("%s: %s", where, wrong)
			}
		}
	}
	for _, n := range lesson(t) {
		for _, c := range n.Cells {
			if c.CellType == "markdown" {
				check(n.name+", "+c.ID, claimsIn(c.source()))
			}
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claimsIn(string(readme)) {
		c.links = nil // they lead to what the project is made of
		check("README.md", []claim{c})
	}
	for _, c := range cards.All() {
		check("the card "+c.ID, said(c.Facts, c.Term, c.Means, c.Like, c.Used))
	}
	for _, z := range quiz.All() {
		for _, q := range z.Questions {
			texts := []string{q.Text}
			for _, c := range q.Choices {
				texts = append(texts, c.Text, c.Why)
			}
			check("the question "+q.ID, said(q.Facts, texts...))
		}
	}
	for _, r := range facts.Rows() {
		var ids []string
		for _, s := range r.Statements() {
			ids = append(ids, s.ID)
		}
		check("the store "+r.Store, []claim{{text: r.Name + ": " + r.Proviso, cites: ids}})
	}
	return used
}

// said are the claims of texts that share a list of statements: whichever
// sentences name a system rest on it. It is an error to list what nothing
// there rests on.
func said(ids []string, texts ...string) []claim {
	var all []claim
	for _, text := range texts {
		for _, c := range claimsIn(text) {
			if len(simtest.Named(c.text)) > 0 && len(ids) > 0 {
				c.cites = ids
			}
			all = append(all, c)
		}
	}
	if len(ids) > 0 && !slices.ContainsFunc(all, func(c claim) bool { return c.cites != nil }) {
		all = append(all, claim{cites: ids})
	}
	return all
}

// Every sentence of the lesson that names a system cites a statement about it,
// with the numbers of its source; and every statement is cited.
func TestSentencesRestOnFacts(t *testing.T) {
	used := cited(t)
	for _, s := range facts.All() {
		if !used[s.ID] {
			t.Errorf("nothing rests on the statement %s", s.ID)
		}
	}
}

// A statement has no number that its sources do not.
func TestStatementsHaveTheNumbersOfTheirSources(t *testing.T) {
	for _, s := range facts.All() {
		for _, wrong := range (claim{text: s.Text, cites: []string{s.ID}}).objections() {
			t.Errorf("%s: %s", s.ID, wrong)
		}
	}
}

// What a simulation says names no system but the store that it runs with, and
// what that store's row of facts is about.
func TestResultsRestOnFacts(t *testing.T) {
	said := 0
	for _, sim := range simlib.All() {
		for _, variant := range variants(t, sim) {
			var about []facts.Subject
			for _, k := range variant.Knobs() {
				if k.Name == "Store" {
					for _, s := range facts.Rows()[int(k.Number())].Statements() {
						about = append(about, s.About...)
					}
				}
			}
			for _, text := range wordsOf(t, variant) {
				for _, named := range simtest.Named(text) {
					said++
					if !slices.Contains(about, named) {
						t.Errorf("%s names %s, and its store has no statement about it: %s", sim.Name(), named, text)
					}
				}
			}
		}
	}
	if said == 0 {
		t.Error("no store is named")
	}
}

// variants are a simulation with each of its choices and switches.
func variants(t *testing.T, sim simlib.Sim[simlib.Result]) []simlib.Sim[simlib.Result] {
	t.Helper()
	all := []simlib.Sim[simlib.Result]{sim}
	for _, k := range sim.Knobs() {
		values := k.Options
		if k.Kind() == "switch" {
			values = []string{"false", "true"}
		}
		for _, value := range values {
			variant, err := sim.With(k.Name, value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, variant)
		}
	}
	return all
}

// wordsOf is what a simulation and its result say, but for the table of stores,
// which is made of statements.
func wordsOf(t *testing.T, sim simlib.Sim[simlib.Result]) []string {
	t.Helper()
	r, err := sim.Run(t.Context(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{sim.About(), r.Headline().String(), r.Summary(), r.Caption(), r.Model()}
	for _, k := range sim.Knobs() {
		texts = append(texts, k.Caption)
	}
	for _, p := range simlib.Presets(sim) {
		texts = append(texts, p.Name)
	}
	if p, ok := r.(simlib.Predictable); ok {
		texts = append(texts, p.Prediction().Question, p.Prediction().Says)
	}
	for _, spec := range simlib.Charts(r) {
		texts = append(texts, spec.Title, spec.Alt)
		for _, step := range spec.Steps {
			texts = append(texts, step.Text, step.Data, step.Mark, step.Chart.Title)
			if step.Ask != nil {
				texts = append(append(texts, step.Ask.Question, step.Ask.Says), step.Ask.Choices...)
			}
		}
	}
	for _, table := range r.Tables() {
		if table.Title == simlib.StoreTable().Title {
			continue
		}
		texts = append(append(texts, table.Title), table.Columns...)
		for _, row := range table.Rows {
			texts = append(texts, row...)
		}
	}
	return texts
}

// The tests above find what they are for.
func TestClaims(t *testing.T) {
	for _, c := range []struct{ text, wrong string }{
		{"Redis answers first.<!-- fact: redis-failover --> Then it copies.", ""},
		{"Redis answers first. Then it copies.<!-- fact: redis-failover -->", "names Redis, and cites nothing"},
		{"Redis answers first.", "names Redis, and cites nothing"},
		{"* one thing\n* etcd renews\n", "names etcd, and cites nothing"},
		{"| a | the czxid |\n", "names ZooKeeper, and cites nothing"},
		{"![How Chubby refuses it](a.svg)", "names Chubby, and cites nothing"},
		{"<details>\n<summary>About Consul</summary>\n</details>", "names Consul, and cites nothing"},
		{"Etcd's rival MySQL waits.<!-- fact: etcd-commit -->", "names MySQL, and cites nothing"},
		{"etcd answers first.<!-- fact: redis-failover -->", "names etcd, and cites nothing"},
		{"Redis answers first.<!-- fact: redis-failure -->", "no such statement"},
		{"Sentinel waits for 30 seconds.<!-- fact: sentinel-down-after -->", ""},
		{"Sentinel waits for 20 seconds.<!-- fact: sentinel-down-after -->", "says 20 s"},
		{"Five independent Redis nodes.<!-- fact: redlock-majority -->", ""},
		{"Seven independent Redis nodes.<!-- fact: redlock-majority -->", "says 7"},
		{"[M. Burrows](https://research.google/pubs/the-chubby-lock-service-for-loosely-coupled-distributed-systems/)", ""},
		{"It is so ([Burrows](https://research.google/pubs/the-chubby-lock-service-for-loosely-coupled-distributed-systems/)).", "is no source of []"},
		{"[a page](https://example.com/)", "is no source"},
		{"<!-- fact: redis-failover -->", "for nothing"},
	} {
		var wrong []string
		for _, claim := range claimsIn(c.text) {
			wrong = append(wrong, claim.objections()...)
		}
		if got := strings.Join(wrong, "; "); (got == "") != (c.wrong == "") || !strings.Contains(got, c.wrong) {
			t.Errorf("%q is found wrong for %q, want %q", c.text, got, c.wrong)
		}
	}
	one := claimsIn("Section 2. M. Burrows wrote it, e.g. once. It *is* so. (Yes.)")
	if len(one) != 4 || one[1].text != "M. Burrows wrote it, e.g. once." {
		t.Errorf("the sentences are %+v", one)
	}
}
