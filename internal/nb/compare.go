package nb

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// Compare says how what was executed differs from what is committed, a line for
// each cell. Nothing may differ: numbers, tables, charts and images are computed
// from seeds.
func Compare(committed, executed *Notebook) []string {
	var diffs []string
	if len(committed.Cells) != len(executed.Cells) {
		return []string{fmt.Sprintf("%d cells, executed %d", len(committed.Cells), len(executed.Cells))}
	}
	for i, was := range committed.Cells {
		is := executed.Cells[i]
		if !was.Code() {
			continue
		}
		if d := compareCell(was, is); d != "" {
			diffs = append(diffs, fmt.Sprintf("cell %d, In [%s], `%s`: %s", i+1, is.Count(), firstLine(is.Source()), d))
		}
	}
	return diffs
}

func compareCell(was, is Cell) string {
	a, b := was.outputs(), is.outputs()
	for i := range min(len(a), len(b)) {
		if d := compareOutput(a[i], b[i]); d != "" {
			return d
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%d outputs committed, %d executed", len(a), len(b))
	}
	if was.Count() != is.Count() {
		return fmt.Sprintf("committed as In [%s]", was.Count())
	}
	return ""
}

func compareOutput(a, b map[string]any) string {
	if a["output_type"] != b["output_type"] {
		return fmt.Sprintf("committed %v, executed %v", a["output_type"], b["output_type"])
	}
	for _, key := range keys(a, b) {
		if key == "data" {
			da, _ := a[key].(map[string]any)
			db, _ := b[key].(map[string]any)
			for _, mime := range keys(da, db) {
				if d := compareValue(mime, da[mime], db[mime]); d != "" {
					return d
				}
			}
			continue
		}
		if d := compareValue(key, a[key], b[key]); d != "" {
			return d
		}
	}
	return ""
}

func compareValue(what string, a, b any) string {
	ja, errA := encode(a)
	jb, errB := encode(b)
	if errA == nil && errB == nil && bytes.Equal(ja, jb) {
		return ""
	}
	ta, tb := text(a), text(b)
	if ta == "" && tb == "" {
		ta, tb = string(ja), string(jb)
	}
	if ta == tb {
		return "" // a string or a list of its lines: the same
	}
	la, lb := strings.Split(ta, "\n"), strings.Split(tb, "\n")
	i := 0
	for i < len(la)-1 && i < len(lb)-1 && la[i] == lb[i] {
		i++
	}
	x, y := around(la[i], lb[i])
	return fmt.Sprintf("%s differs at line %d\n      committed: %s\n      executed:  %s", what, i+1, x, y)
}

// around cuts two lines to where they first differ.
func around(a, b string) (string, string) {
	const before, all = 30, 100
	ra, rb := []rune(a), []rune(b)
	i := 0
	for i < len(ra) && i < len(rb) && ra[i] == rb[i] {
		i++
	}
	cut := func(r []rune) string {
		from := max(0, min(i, len(r))-before)
		to := min(len(r), from+all)
		s := string(r[from:to])
		if from > 0 {
			s = "…" + s
		}
		if to < len(r) {
			s += "…"
		}
		return s
	}
	return cut(ra), cut(rb)
}

func keys(maps ...map[string]any) []string {
	seen := map[string]bool{}
	var out []string
	for _, m := range maps {
		for k := range m {
			if !seen[k] {
				seen[k] = true
				out = append(out, k)
			}
		}
	}
	sort.Strings(out)
	return out
}
