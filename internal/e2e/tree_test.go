package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
)

// A heardNode is an element as the browser gives it to screen readers.
type heardNode struct {
	role, name, value string
	properties        map[string]string
}

// tree is what screen readers find in the elements of a selector.
func (p *tab) tree(selector string) (all []heardNode) {
	p.t.Helper()
	text := func(v *accessibility.Value) string {
		var made any
		if v == nil || json.Unmarshal(v.Value, &made) != nil {
			return ""
		}
		return strings.ReplaceAll(fmt.Sprint(made), "\u00a0", " ")
	}
	p.do("read the tree", chromedp.ActionFunc(func(ctx context.Context) error {
		document, err := dom.GetDocument().Do(ctx)
		if err != nil {
			return err
		}
		ids, err := dom.QuerySelectorAll(document.NodeID, selector).Do(ctx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			nodes, err := accessibility.QueryAXTree().WithNodeID(id).Do(ctx)
			if err != nil {
				return err
			}
			for _, node := range nodes {
				if node.Ignored {
					continue
				}
				heard := heardNode{text(node.Role), text(node.Name), text(node.Value), map[string]string{}}
				for _, property := range node.Properties {
					heard.properties[property.Name.String()] = text(property.Value)
				}
				all = append(all, heard)
			}
		}
		return nil
	}))
	return all
}

// Whoever hears a page instead of seeing it knows what each thing is and what it is
// set to, in an exported page and in JupyterLab.
func TestHeard(t *testing.T) {
	rules := []struct {
		role  string
		what  string
		right func(heardNode) bool
	}{
		{"slider", "a name, and the value in words", func(n heardNode) bool {
			return strings.Contains(n.name, ": ") && regexp.MustCompile(`^[\d.]+( (h|min|m|s|ms))?$`).MatchString(n.properties["valuetext"])
		}},
		{"spinbutton", "a name", named},
		{"checkbox", "a name", named},
		{"combobox", "a name", named},
		{"button", "a name", named},
		{"table", "a name", named},
		{"image", "a name", named},
		{"columnheader", "a name", named},
		{"rowheader", "a name", named},
		{"status", "to be polite", func(n heardNode) bool { return n.properties["live"] == "polite" }},
	}
	places := []struct {
		name     string
		open     func() *tab
		selector string
		want     map[string]int // how many of a role there are at least
		groups   []string       // some of their names
	}{
		{"page with a chart", func() *tab {
			p := open(t, fileURL(theSite(t), ttlPage, ""))
			p.views("charts")
			return p
		}, "main", map[string]int{"slider": 3, "spinbutton": 4, "button": 8, "table": 1, "image": 2, "status": 4, "heading": 4},
			[]string{"settings of the simulation", "what is drawn", "Check yourself"}},
		{"page with switches and choices", func() *tab {
			p := open(t, fileURL(theSite(t), "05_where_the_lock_lives.html", ""))
			p.views("charts")
			return p
		}, "main", map[string]int{"slider": 3, "combobox": 3, "table": 5, "image": 2, "heading": 4}, []string{"settings of the simulation"}},
		{"page with tables and pictures", func() *tab { return open(t, fileURL(theSite(t), "07_who_lives_by_this.html", "")) },
			"main", map[string]int{"table": 1, "image": 4, "heading": 5}, nil},
		{"page with a long quiz", func() *tab {
			p := open(t, fileURL(theSite(t), "06_which_protection.html", ""))
			p.views("quiz")
			return p
		}, "main", map[string]int{"button": 12, "status": 3, "heading": 1}, []string{"Which protection?", "questions"}},
		{"JupyterLab", func() *tab {
			p := show(t, serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			until(p, "sliders and quiz", `document.querySelectorAll('.locklab-knobs, .locklab-quiz-panel').length`, func(n int) bool { return n == 2 })
			return p
		}, ".locklab", map[string]int{"slider": 3, "spinbutton": 4, "button": 8, "table": 1, "image": 2, "status": 4},
			[]string{"settings of the simulation", "what is drawn", "Check yourself"}},
	}
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			p := place.open()
			p.t = t
			p.act("unfold", `for (const fold of document.querySelectorAll('main details, .locklab details')) fold.open = true`)
			until(p, "charts that were folded", `[...document.querySelectorAll('.locklab-chart')].every(({ dataset }) => dataset.locklab !== 'loading')`, func(all bool) bool { return all })
			found := map[string]int{}
			level, groups := 0, ""
			for _, node := range p.tree(place.selector) {
				found[node.role]++
				if node.role == "group" {
					groups += node.name + "\n"
				}
				for _, rule := range rules {
					if node.role == rule.role && !rule.right(node) {
						t.Errorf("%s %q, value %q %v: want %s", node.role, node.name, node.value, node.properties, rule.what)
					}
				}
				if node.role == "heading" {
					var now int
					fmt.Sscan(node.properties["level"], &now)
					if now < 1 || now > level+1 {
						t.Errorf("the heading %q is of level %d after one of %d", node.name, now, level)
					}
					level = now
				}
			}
			for _, name := range place.groups {
				if !strings.Contains(groups, name+"\n") {
					t.Errorf("no group %q:\n%s", name, groups)
				}
			}
			for role, least := range place.want {
				if found[role] < least {
					t.Errorf("%d of role %s, want %d at least: %v", found[role], role, least, found)
				}
			}
		})
	}
}

func named(n heardNode) bool { return strings.TrimSpace(n.name) != "" }
