package system

import (
	"reflect"
	"slices"
	"testing"

	"locklab/simlib/history"
)

// An equal token passes, a lower one does not, and the mark only rises.
func TestStorageRule(t *testing.T) {
	s := Storage{Fencing: true}
	for _, c := range []struct {
		do     string
		token  history.Token
		answer history.Answer
		mark   history.Token
	}{
		{"write", 7, history.Accepted, 7},
		{"write", 7, history.Accepted, 7},
		{"claim", 7, history.Accepted, 7},
		{"claim", 6, history.Refused, 7},
		{"write", 6, history.Refused, 7},
		{"claim", 9, history.Accepted, 9},
		{"write", 7, history.Refused, 9},
		{"write", 8, history.Refused, 9},
		{"write", 9, history.Accepted, 9},
		{"write", 12, history.Accepted, 12},
	} {
		var got history.Answer
		if before := s.Read(); c.do == "claim" {
			got = s.Claim(c.token)
		} else {
			got = s.Write("A", c.token, before).Answer
		}
		if got != c.answer || s.Mark() != c.mark {
			t.Errorf("%s with %d: %q, mark %d; want %q, %d", c.do, c.token, got, s.Mark(), c.answer, c.mark)
		}
	}
	if got, want := tokens(s.Read()), []history.Token{7, 7, 9, 12}; !slices.Equal(got, want) {
		t.Errorf("the storage holds the updates %v, want %v", got, want)
	}
}

// Without fencing everything is taken, and the verdict tells the harm.
func TestStorageWithoutFencing(t *testing.T) {
	var s Storage
	start := s.Read()
	if v := s.Claim(5); v != history.Unasked || s.Mark() != 0 {
		t.Errorf("claim: %q, mark %d; want none", v, s.Mark())
	}
	s.Write("A", 2, start)
	if v := s.Write("A", 1, start).Finding; v != history.Overwrote {
		t.Errorf("older token: %q", v)
	}
	if v := s.Write("A", 3, start).Finding; v != history.Unread {
		t.Errorf("newer token from old data: %q", v)
	}
	if got := tokens(s.Read()); !slices.Equal(got, []history.Token{3}) {
		t.Errorf("the storage holds %v, want [3]", got)
	}
	// An older holder that has read the newest data is out of order all the same.
	if v := s.Write("A", 2, s.Read()).Finding; v != history.Overwrote {
		t.Errorf("older token from new data: %q", v)
	}
}

// A key is good for one write, and only an accepted one.
func TestStorageWriteOnce(t *testing.T) {
	s := Storage{Fencing: true}
	s.Claim(2)
	for _, c := range []struct {
		token history.Token
		want  history.Answer
	}{{1, history.Refused}, {2, history.Accepted}, {2, history.Repeated}, {1, history.Repeated}, {3, history.Repeated}} {
		if got := s.WriteOnce("A", c.token, s.Read(), "job").Answer; got != c.want {
			t.Errorf("token %d: %q, want %q", c.token, got, c.want)
		}
	}
	if got := tokens(s.Read()); !slices.Equal(got, []history.Token{2}) {
		t.Errorf("the storage holds %v, want [2]", got)
	}
}

// Two states have in common what they were both made from.
func TestDataWithout(t *testing.T) {
	var s Storage
	s.Write("A", 1, s.Read())
	old := s.Read()
	s.Write("A", 2, s.Read())
	s.Write("A", 3, s.Read())
	branch := s.Read()
	s.Write("A", 4, old)
	for _, c := range []struct {
		d, o *Data
		want []history.Token
	}{
		{nil, nil, nil}, {branch, branch, nil}, {nil, branch, nil}, {branch, nil, []history.Token{1, 2, 3}},
		{branch, s.Read(), []history.Token{2, 3}}, {s.Read(), branch, []history.Token{4}}, {old, branch, nil},
	} {
		if got := tokensOf(c.d.Without(c.o)); !slices.Equal(got, c.want) {
			t.Errorf("%v without %v is %v, want %v", tokens(c.d), tokens(c.o), got, c.want)
		}
	}
}

func tokens(d *Data) []history.Token { return tokensOf(d.Updates()) }

func tokensOf(updates []history.Update) (tokens []history.Token) {
	for _, u := range updates {
		tokens = append(tokens, u.Token)
	}
	return tokens
}

// Two updates with one token are two: the first is lost, the second is not.
func TestUpdatesAreToldApart(t *testing.T) {
	var s Storage
	start := s.Read()
	first, second := s.Write("A", 7, start), s.Write("B", 7, start)
	events := []history.Event{
		{Kind: history.Write, Client: "A", Token: 7, Answer: first.Answer, Update: first.Update},
		{Kind: history.Write, Client: "B", Token: 7, Answer: second.Answer, Update: second.Update},
	}
	lost := history.History{Events: events, Held: []history.Held{s.Held()}}.Lost()
	if want := []history.Update{{ID: 1, Client: "A", Token: 7}}; !slices.Equal(lost, want) || !slices.Equal(second.Lost, want) || second.Finding != history.Unread {
		t.Errorf("lost %v, by the write %v (%s); want %v", lost, second.Lost, second.Finding, want)
	}
}

// A compare-and-set refuses who has not read the newest, whatever the token.
func TestCompareAndSet(t *testing.T) {
	var s Storage
	start := s.Read()
	if o := s.CompareAndSet("A", 1, start); o.Answer != history.Accepted {
		t.Errorf("the first: %s", o.Answer)
	}
	if o := s.CompareAndSet("B", 2, start); o.Answer != history.Refused || len(s.Read().Updates()) != 1 {
		t.Errorf("from what was read before: %s", o.Answer)
	}
	if o := s.CompareAndSet("B", 2, s.Read()); o.Answer != history.Accepted || len(o.Lost) > 0 {
		t.Errorf("read again: %s, lost %v", o.Answer, o.Lost)
	}
}

// A replica that lacks the newest states forgets updates and keys, and its mark is
// lower.
func TestStorageFailover(t *testing.T) {
	s := Storage{Fencing: true}
	s.WriteOnce("A", 1, s.Read(), "one")
	s.Keep()
	s.WriteOnce("B", 2, s.Read(), "two")
	s.Keep()
	s.Failover(1)
	if got := s.Held(); got.Mark != 1 || !slices.Equal(tokensOf(got.Data), []history.Token{1}) {
		t.Errorf("after the failover it holds %+v", got)
	}
	if o := s.WriteOnce("A", 1, s.Read(), "two"); o.Answer != history.Accepted || o.Update.ID != 3 {
		t.Errorf("a forgotten key, at a mark that fell: %+v, want update 3 accepted", o)
	}
	if o := s.WriteOnce("A", 1, s.Read(), "one"); o.Answer != history.Repeated {
		t.Errorf("a key that is known: %s", o.Answer)
	}
	s.Failover(9)
	if got := s.Held(); got.Mark != 0 || got.Data != nil {
		t.Errorf("from nothing: %+v", got)
	}
}

// What is down answers nothing and does nothing.
func TestStorageDown(t *testing.T) {
	s := Storage{Fencing: true}
	s.Write("A", 1, s.Read())
	was := s.Held()
	s.Down = true
	o := s.WriteOnce("A", 3, nil, "job")
	if c := s.Claim(2); c != history.NoAnswer || o.Answer != history.NoAnswer || s.CompareAndSet("A", 1, nil).Answer != history.NoAnswer || !reflect.DeepEqual(s.Held(), was) {
		t.Errorf("a storage that is down: %s, %s, %+v", c, o.Answer, s.Held())
	}
}
