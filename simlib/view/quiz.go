package view

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"locklab/simlib/quiz"
)

// liveQuiz is what the page's runtime reads of a quiz.
type liveQuiz struct {
	Name string `json:"name"`
	Quiz struct {
		Title     string         `json:"title"`
		XP        int            `json:"xp"`     // a question; 0 if it is not scored
		Lesson    map[string]int `json:"lesson"` // the XP of every scored question, by ID
		Questions []liveQuestion `json:"questions"`
	} `json:"quiz"`
}

type liveQuestion struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Choices []string `json:"choices"`
	// Key is base64 of the JSON of a liveKey, so that the answer does not meet
	// the eye of who looks into the page.
	Key string `json:"key"`
}

type liveKey struct {
	Right int      `json:"right"` // counted from 0
	Why   []string `json:"why"`
}

// Quiz is a quiz as it is shown: what the page's runtime makes it work with,
// and a layout, complete without a script, in which the answers are folded.
func Quiz(z quiz.Quiz) (live, layout string, err error) {
	l := liveQuiz{Name: "quiz-" + strings.ReplaceAll(z.Name, " ", "-")}
	l.Quiz.Title, l.Quiz.XP, l.Quiz.Lesson = z.Title, z.XP, quiz.Scored()
	var b strings.Builder
	b.WriteString("<div class=\"locklab locklab-quiz\">\n")
	fmt.Fprintf(&b, "<p class=\"locklab-quiz-title\">%s</p>\n", html.EscapeString(z.Title))
	for i, q := range z.Questions {
		one := liveQuestion{ID: q.ID, Text: q.Text}
		key := liveKey{Right: q.Right() - 1}
		choices, reasons := "", ""
		for n, c := range q.Choices {
			one.Choices = append(one.Choices, c.Text)
			key.Why = append(key.Why, c.Why)
			choices += "<li>" + html.EscapeString(c.Text) + "</li>\n"
			if !c.Right {
				reasons += fmt.Sprintf("<li value=\"%d\">%s</li>\n", n+1, html.EscapeString(c.Why))
			}
		}
		text, err := json.Marshal(key)
		if err != nil {
			return "", "", err
		}
		one.Key = base64.StdEncoding.EncodeToString(text)
		l.Quiz.Questions = append(l.Quiz.Questions, one)

		number := ""
		if len(z.Questions) > 1 {
			number = fmt.Sprintf("<b>%d.</b> ", i+1)
		}
		fmt.Fprintf(&b, "<div class=\"locklab-question\">\n<p>%s%s</p>\n<ol>\n%s</ol>\n", number, html.EscapeString(q.Text), choices)
		fmt.Fprintf(&b, "<details class=\"locklab-answer\">\n<summary class=\"locklab-fold-title\">The answer</summary>\n<p><b>%d</b> is right. %s</p>\n<p>The others:</p>\n<ol>\n%s</ol>\n</details>\n</div>\n",
			q.Right(), html.EscapeString(q.Choices[key.Right].Why), reasons)
	}
	b.WriteString("</div>\n")
	text, err := json.Marshal(l)
	return string(text), b.String(), err
}

// QuizText is a quiz where there is nothing but text: questions and choices,
// and how to answer them.
func QuizText(z quiz.Quiz) string {
	var b strings.Builder
	b.WriteString(z.Title + "\n")
	for _, q := range z.Questions {
		fmt.Fprintf(&b, "\n%s\n", q.Text)
		for n, c := range q.Choices {
			fmt.Fprintf(&b, "  %d %s\n", n+1, c.Text)
		}
		fmt.Fprintf(&b, "Answer in a cell: lab.Answer(%q, 1)\n", q.ID)
	}
	return b.String()
}
