package simlib_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"locklab/simlib"
)

// quantity is a text that is one number with its unit and nothing else.
var quantity = regexp.MustCompile(`^(-?[\d.,]+)( (?:ns|µs|ms|s|min|h|d)|%| a day)?( before| after)?$`)

// units are, by a unit of the text, how many of the field's it is, and how the names
// of such fields end.
var units = map[string]struct {
	is   float64
	ends *regexp.Regexp
}{
	"":       {1, regexp.MustCompile(``)},
	" ns":    {1e-9, seconds},
	" µs":    {1e-6, seconds},
	" ms":    {1e-3, seconds},
	" s":     {1, seconds},
	" min":   {60, seconds},
	" h":     {3600, seconds},
	" d":     {86400, seconds},
	"%":      {0.01, regexp.MustCompile(`_share(_\w+)?$|^(exact|simulated)`)}, // of a crash, where a row is a quantity
	" a day": {1, regexp.MustCompile(`_per_day$`)},
}

var seconds = regexp.MustCompile(`_s$`)

// A table says the same to a program as to a reader, in the unit that the field's
// name ends in; with each knob at the ends and in the middle of its range.
func TestTablesForPrograms(t *testing.T) {
	for _, s := range simlib.All() {
		compared := 0
		at(t, s, func(_ string, r simlib.Result) {
			var names []string
			for _, table := range r.Tables() {
				if table.Name == "" || slices.Contains(names, table.Name) {
					t.Errorf("%s: a table %q", s.Name(), table.Name)
				}
				names = append(names, table.Name)
				compared += compare(t, table)
			}
		})
		if compared == 0 {
			t.Errorf("%s: no number to compare", s.Name())
		}
	}
}

// compare compares what a table says to a reader and to a program, and returns in
// how many places it could.
func compare(t *testing.T, table simlib.Table) (compared int) {
	t.Helper()
	if len(table.Rows) != len(table.Values) {
		t.Fatalf("%s: %d rows, and %d for programs", table.Name, len(table.Rows), len(table.Values))
	}
	for i, row := range table.Rows {
		values := table.Values[i]
		if len(row) != len(table.Columns) || len(values) != len(table.Fields) {
			t.Fatalf("%s: a row %q for %q, and %v for %v", table.Name, row, table.Columns, values, table.Fields)
		}
		numbers := map[string]float64{}
		for at, v := range values {
			f := table.Fields[at]
			switch v := v.(type) {
			case nil:
				continue
			case string:
				if !f.Words {
					t.Errorf("%s: %s is %q and declared a number", table.Name, f.Name, v)
				}
				continue
			case int:
				numbers[f.Name] = float64(v)
			case float64:
				numbers[f.Name] = v
			default:
				t.Errorf("%s: %s is a %T", table.Name, f.Name, v)
			}
			n := numbers[f.Name]
			share := strings.Contains(f.Name+"_", "_share_")
			if f.Words || math.IsNaN(n) || math.IsInf(n, 0) || share && (n < 0 || n > 1) {
				t.Errorf("%s: %s is %v", table.Name, f.Name, v)
			}
		}
		for _, text := range row {
			m := quantity.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			said, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
			if err != nil {
				t.Fatal(err)
			}
			unit := units[m[2]]
			said *= unit.is
			if m[3] == " before" {
				said = -said
			}
			// A text has two digits at least, a time to the millisecond; a share may be
			// told per 10,000.
			near := func(n float64) bool { return math.Abs(said-n) <= max(0.051*math.Abs(n), 0.0005*unit.is) }
			found := false
			for name, n := range numbers {
				perTenThousand := m[2] == "" && strings.Contains(name, "_share") && near(10_000*n)
				found = found || unit.ends.MatchString(name) && (near(n) || perTenThousand)
			}
			if !found {
				t.Errorf("%s: the row %q says %q, and to programs %v of %v", table.Name, row, text, values, table.Fields)
			}
			compared++
		}
	}
	return compared
}
