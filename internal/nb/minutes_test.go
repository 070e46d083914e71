package nb

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"locklab/simlib/quiz"
	"locklab/simlib/view"
)

// How long things take a reader who is new to them. Adults read at about 240
// words a minute (M. Brysbaert, "How many words do we read per minute?", Journal
// of Memory and Language 109, 2019); the rest are assumptions.
const (
	wordsAMinute   = 240
	minutesAChart  = 0.5  // a sentence and its chart; a slider or two
	minutesAFigure = 0.15 // a fixed picture
	minutesAText   = 0.2  // a few sentences that a cell prints
	minutesATry    = 0.25 // a step to try: a number edited, the cell run again
	minutesAGuess  = 0.2
	minutesAsked   = 0.1 // to decide on an answer, on top of reading
)

var step = regexp.MustCompile(`(?m)^\d+\. `)

// minutes estimates how long a section takes.
func minutes(t *testing.T, n lessonNotebook) float64 {
	words, total := 0, 0.0
	for i, c := range n.Cells {
		source := c.source()
		if c.CellType == "markdown" {
			words += n.words(i)
			total += minutesAFigure * float64(strings.Count(source, "!["))
			if strings.Contains(source, "## Try this") {
				total += minutesATry * float64(len(step.FindAllString(source, -1)))
			}
			continue
		}
		if m := regexp.MustCompile(`lab\.Quiz\("([^"]+)"\)`).FindStringSubmatch(source); m != nil {
			z, err := quiz.Find(m[1])
			if err != nil {
				t.Fatalf("%s: %v", n.name, err)
			}
			for _, q := range z.Questions {
				words += len(strings.Fields(q.Text))
				for _, choice := range q.Choices {
					words += len(strings.Fields(choice.Text))
				}
				words += len(strings.Fields(q.Choices[q.Right()-1].Why))
				total += minutesAsked
			}
			continue
		}
		if strings.Contains(source, "lab.Here()") { // one line
			words += len(strings.Fields(c.Outputs[0].Text[0]))
			continue
		}
		if strings.Contains(source, "lab.Compare(") { // a small table
			total += minutesAText
			continue
		}
		for _, o := range c.Outputs {
			live := text(o.Data[view.MIME])
			var data struct{ Predict *struct{} }
			switch {
			case live != "":
				if err := json.Unmarshal([]byte(live), &data); err != nil {
					t.Fatalf("%s: %v", n.name, err)
				}
				total += minutesAChart
				if data.Predict != nil {
					total += minutesAGuess
				}
			case len(o.Text) > 0:
				total += minutesAText
			}
		}
	}
	return total + float64(words)/wordsAMinute
}

// The lesson takes 26 minutes, and each section about what it says.
func TestLessonTakesItsTime(t *testing.T) {
	said := regexp.MustCompile(`\*\*Time:\*\* (\d+) minutes?\.`)
	sum, stated := 0.0, 0
	for _, n := range lesson(t) {
		estimate := minutes(t, n)
		sum += estimate
		t.Logf("%4.1f %s", estimate, n.name)
		if n.name[:2] == "00" {
			continue // its map states the whole
		}
		m := said.FindStringSubmatch(n.Cells[0].source())
		if m == nil {
			t.Errorf("%s does not state its time", n.name)
			continue
		}
		states, _ := strconv.Atoi(m[1])
		stated += states
		if math.Abs(float64(states)-estimate) > 0.75 {
			t.Errorf("%s states %d minutes and takes about %.1f", n.name, states, estimate)
		}
	}
	t.Logf("%4.1f in all; the sections state %d", sum, stated)
	if sum > 27.5 || stated > 27 { // about 26
		t.Errorf("the lesson takes about %.1f minutes and its sections state %d, want about 26", sum, stated)
	}
}
