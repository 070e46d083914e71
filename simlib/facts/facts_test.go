package facts_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"locklab/simlib/facts"
	"locklab/simlib/simtest"
)

// Each statement is complete, stands once, and says where it can be looked up.
func TestStatements(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	ids, texts := map[string]bool{}, map[string]string{}
	for _, s := range facts.All() {
		if !id.MatchString(s.ID) || ids[s.ID] {
			t.Errorf("%q is no ID, or not the only one", s.ID)
		}
		ids[s.ID] = true
		if other, ok := texts[s.Text]; ok {
			t.Errorf("%s says what %s says", s.ID, other)
		}
		texts[s.Text] = s.ID
		if !strings.HasSuffix(s.Text, ".") || !strings.HasSuffix(s.Says, ".") {
			t.Errorf("%s: %q and %q want to be sentences", s.ID, s.Text, s.Says)
		}
		if len(s.About) == 0 || len(s.Sources) == 0 {
			t.Errorf("%s is about %v, by %d sources", s.ID, s.About, len(s.Sources))
		}
		for _, named := range simtest.Named(s.Text) {
			if !slices.Contains(s.About, named) {
				t.Errorf("%s names %s, which it is not about", s.ID, named)
			}
		}
		for _, source := range s.Sources {
			for ; source != nil; source = source.ReportedBy {
				u, err := url.Parse(source.URL)
				if err != nil || u.Host == "" || source.Title == "" || source.Version+source.Commit == "" {
					t.Errorf("%s: source %+v: %v", s.ID, *source, err)
				}
			}
		}
	}
}

// A source is written down once.
func TestSources(t *testing.T) {
	urls := map[string]*facts.Source{}
	for _, s := range facts.All() {
		for _, source := range s.Sources {
			if first, ok := urls[source.URL]; ok && first != source {
				t.Errorf("%s is two sources: %q and %q", source.URL, first.Title, source.Title)
			}
			urls[source.URL] = source
		}
	}
}

func TestNamed(t *testing.T) {
	for text, want := range map[string][]facts.Subject{
		"Redis acknowledges first; etcd's leader does not.": {facts.Redis, facts.Etcd},
		"Redlock is not Redis":                              {facts.Redis, facts.Redlock},
		"kubernetes#23731 and (Chubby)":                     {facts.Chubby, facts.Kubernetes},
		"the node's **czxid**, as in Cloud Storage":         {facts.CloudStorage, facts.ZooKeeper},
		"MySQL is known, and nothing is stated about it":    {"MySQL"},
		"set `p.Store = simlib.Redis` and wait":             nil,
	} {
		got := simtest.Named(text)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q names %v, want %v", text, got, want)
		}
	}
}
