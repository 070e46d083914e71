package view_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"html"
	"io"
	"reflect"
	"strings"
	"testing"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/chart/still"
	"locklab/simlib/draw"
	"locklab/simlib/facts"
	"locklab/simlib/view"
	"locklab/simlib/wire"
	"locklab/simlib/words"
)

func views(t *testing.T) []view.View {
	t.Helper()
	var all []view.View
	for _, s := range simlib.All() {
		r, err := s.Run(context.Background(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, view.Of(s, r))
	}
	return all
}

// The layout holds all words of the view, a picture with words for each chart,
// and nothing that runs.
func TestHTML(t *testing.T) {
	for _, v := range views(t) {
		layout, err := v.HTML(still.SVG)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		pictures, cells := 0, 0
		var names []string        // of the tables
		heads := map[string]int{} // by scope
		d := xml.NewDecoder(strings.NewReader(layout))
		d.AutoClose, d.Strict = xml.HTMLAutoClose, false
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch token := token.(type) {
			case xml.CharData:
				text.Write(token)
			case xml.StartElement:
				switch token.Name.Local {
				case "script", "style", "link", "iframe":
					t.Errorf("a <%s> in the layout", token.Name.Local)
				case "table":
					names = append(names, attribute(token, "aria-label"))
				case "th":
					heads[attribute(token, "scope")]++
				case "td":
					cells++
				case "img":
					if alt := attribute(token, "alt"); alt != v.Charts[pictures].Alt {
						t.Errorf("alt %q, want %q", alt, v.Charts[pictures].Alt)
					}
					pictures++
				}
				for _, a := range token.Attr {
					if strings.HasPrefix(a.Name.Local, "on") {
						t.Errorf("%s on <%s>", a.Name.Local, token.Name.Local)
					}
				}
			}
		}
		for _, want := range []string{v.Sentence, v.Caption, v.Tables[0].Title} {
			if !strings.Contains(text.String(), words.Unbroken(want)) {
				t.Errorf("%s: %q is not in the layout", v.Name, want)
			}
		}
		want, wantRows, wantColumns := 0, 0, 0
		for i, table := range v.Tables {
			want += (len(table.Columns) - 1) * len(table.Rows)
			wantRows += len(table.Rows)
			wantColumns += len(table.Columns)
			if i >= len(names) || names[i] != table.Title {
				t.Errorf("%s: tables are named %q, and one is %q", v.Name, names, table.Title)
			}
		}
		if pictures != len(v.Charts) || cells != want || heads["row"] != wantRows || heads["col"] != wantColumns {
			t.Errorf("%s: %d pictures, %d cells and heads of %v, want %d, %d, %d rows and %d columns", v.Name, pictures, cells, heads, len(v.Charts), want, wantRows, wantColumns)
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// A result whose chart is walked tells its end last, others begin with it; and
// what a reader sees at a step is less than the whole chart, and grows.
func TestTheEndOfAWalkComesLast(t *testing.T) {
	walked := 0
	for _, v := range views(t) {
		layout, err := v.HTML(func(chart.Spec) ([]byte, error) { return nil, nil })
		if err != nil {
			t.Fatal(err)
		}
		live, err := draw.Live(v)
		if err != nil {
			t.Fatal(err)
		}
		var data struct {
			Charts []struct {
				Option struct{ Series []struct{ Data []any } }
				Steps  []struct {
					Title, Alt string
					Parts      []struct {
						Like, Rows int
						Data       []any
					}
				}
			}
		}
		if err := json.Unmarshal([]byte(live), &data); err != nil {
			t.Fatal(err)
		}
		steps := data.Charts[0].Steps
		sentence, caption, picture := strings.Index(layout, "locklab-sentence"), strings.Index(layout, "locklab-caption"), strings.Index(layout, "<img")
		if last := sentence > picture; last != (len(steps) > 0) || caption < sentence {
			t.Errorf("%s, of %d steps: the sentence stands at %d, the caption at %d, the picture at %d", v.Name, len(steps), sentence, caption, picture)
		}
		if len(steps) == 0 {
			continue
		}
		walked++
		whole, before, said := 0, 0, 0
		for _, series := range data.Charts[0].Option.Series {
			whole += len(series.Data)
		}
		for i, step := range steps[:len(steps)-1] {
			rows := 0
			for _, part := range step.Parts {
				if part.Like >= 0 {
					rows += part.Rows + len(part.Data)
				}
			}
			if rows < before || rows == 0 || rows >= whole {
				t.Errorf("%s: at step %d the chart has %d rows, before %d and in the end %d", v.Name, i+1, rows, before, whole)
			}
			if step.Title == "" || step.Title == v.Charts[0].Title || len(step.Alt) <= said || len(step.Alt) >= len(v.Charts[0].Alt) {
				t.Errorf("%s: at step %d the chart's words are %q and %q", v.Name, i+1, step.Title, step.Alt)
			}
			before, said = rows, len(step.Alt)
		}
		if last := steps[len(steps)-1]; last.Parts != nil || last.Title != "" || last.Alt != "" {
			t.Errorf("%s: the last step's chart is not the whole one", v.Name)
		}
	}
	if walked != 1 {
		t.Errorf("%d results are walked, want the stale holder's", walked)
	}
}

// Words are escaped: a view never adds markup of its words' own.
func TestHTMLEscapes(t *testing.T) {
	const evil = `<b onclick="x">&</b>`
	v := view.View{Sentence: evil, Caption: evil, Charts: []chart.Spec{{Title: evil, Alt: evil}},
		Tables: []simlib.Table{{Title: evil, Columns: []string{evil}, Rows: [][]string{{evil}}}}}
	layout, err := v.HTML(func(chart.Spec) ([]byte, error) { return []byte(evil), nil })
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(layout, "<b") {
		t.Error(layout)
	}
}

// An output with its pictures stays within 40 KB a chart, and 8 more for the steps
// of a walk; its data has an option for each picture.
func TestSize(t *testing.T) {
	for _, v := range views(t) {
		layout, err := v.HTML(still.SVG)
		if err != nil {
			t.Fatal(err)
		}
		live, err := draw.Live(v)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := still.PNG(v.Charts[0])
		if err != nil {
			t.Fatal(err)
		}
		size := len(layout) + len(live) + len(picture)*4/3
		most := (40 << 10) * len(v.Charts)
		if len(v.Charts[0].Steps) > 0 {
			most += 8 << 10
		}
		if size > most {
			t.Errorf("%s: %d bytes, want at most %d", v.Name, size, most)
		}
		var data struct{ Charts []json.RawMessage }
		if err := json.Unmarshal([]byte(live), &data); err != nil || len(data.Charts) != len(v.Charts) {
			t.Errorf("%s: %d options (%v), want %d", v.Name, len(data.Charts), err, len(v.Charts))
		}
	}
}

// What a guess is compared with is what the sentence says.
func TestPredictionsAgreeWithTheSentence(t *testing.T) {
	for _, s := range simlib.All() {
		r, err := s.Run(t.Context(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		p, ok := r.(simlib.Predictable)
		if !ok {
			continue
		}
		q := p.Prediction()
		number, _, _ := strings.Cut(q.Says, " ")
		if !strings.Contains(r.Summary(), " "+number) || q.Answer < q.Min || q.Answer > q.Max {
			t.Errorf("%s: the guess is compared with %q, %g of %g to %g; the sentence is %q",
				s.Name(), q.Says, q.Answer, q.Min, q.Max, r.Summary())
		}
	}
}

// What is stated about systems is there with what its sources say and where
// they are, laid out and as text.
func TestFacts(t *testing.T) {
	layout, text := view.Facts(), view.FactsText()
	if err := xml.Unmarshal([]byte(layout), new(struct{})); err != nil {
		t.Error(err)
	}
	for _, s := range facts.All() {
		wanted := []string{s.Text, s.Says}
		for _, source := range s.Sources {
			wanted = append(wanted, source.Title, source.Edition())
			if !strings.Contains(layout, `<a href="`+html.EscapeString(source.URL)+`">`) {
				t.Errorf("%s does not lead to %s", s.ID, source.URL)
			}
		}
		for _, want := range wanted {
			if !strings.Contains(text, want) || !strings.Contains(layout, html.EscapeString(want)) {
				t.Errorf("%s: %q is not shown", s.ID, want)
			}
		}
	}
	if want := "as reported by <a href="; !strings.Contains(layout, want) {
		t.Error("a source that was not opened is not told from the others")
	}
}

// A model of somebody's own has no sliders, which would ask another one: not even
// if it has the name of one of ours.
func TestOnlyOursHaveSliders(t *testing.T) {
	type own struct{ simlib.TTL }
	p := simlib.DefaultTTL()
	r, err := p.Run(t.Context(), simlib.Exec{})
	if err != nil {
		t.Fatal(err)
	}
	if v := view.Of(p, r); len(v.Knobs) == 0 {
		t.Error("TTL has no sliders")
	}
	if v := view.Of(own{p}, r); len(v.Knobs) > 0 || len(v.Presets) > 0 || len(v.Charts) == 0 || v.Sentence == "" {
		t.Errorf("a model of one's own: %d sliders, %d charts, the sentence %q", len(v.Knobs), len(v.Charts), v.Sentence)
	}
}

// A view that was sent is the view that comes.
func TestViewsAreSentWhole(t *testing.T) {
	for _, v := range views(t) {
		sent, err := wire.Send(v)
		if err != nil {
			t.Fatal(err)
		}
		came, err := wire.Read(sent)
		if err != nil {
			t.Fatal(err)
		}
		// What tables have for programs is not drawn, and stays behind.
		for i := range v.Tables {
			came.Tables[i].Values, came.Tables[i].Fields = v.Tables[i].Values, v.Tables[i].Fields
		}
		if !reflect.DeepEqual(v, came) {
			t.Errorf("%s: sent\n%+v\nand comes as\n%+v", v.Name, v, came)
		}
		if len(sent) > wire.Largest/10 {
			t.Errorf("%s: %d bytes, and %d is the most", v.Name, len(sent), wire.Largest)
		}
	}
}

// Columns of words read from the left and those of numbers from the right, as their
// classes say, and the names of the columns are above them on every page.
func TestColumnsOfWords(t *testing.T) {
	table := simlib.Table{Title: "both", Columns: []string{"name", "count", "says"}, InWords: []bool{true, false, true},
		Rows: [][]string{{"one", "1", strings.Repeat("word ", 10)}, {"two", "2", ""}}}
	layout, err := view.View{Tables: []simlib.Table{table}}.HTML(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<thead>` + "\n" + `<tr><th scope="col" class="words">name</th><th scope="col">count</th><th scope="col" class="words wordy">says</th></tr>` + "\n</thead>",
		`<tr><th scope="row" class="words">two</th><td>2</td><td class="words wordy"></td></tr>` + "\n</tbody>",
	} {
		if !strings.Contains(layout, want) {
			t.Errorf("no %s in\n%s", want, layout)
		}
	}
}
