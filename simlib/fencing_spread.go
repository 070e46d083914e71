package simlib

import (
	"locklab/simlib/system"
	"slices"
	"time"
)

// FencingSpread is how much the counts of a chain vary by chance: those of
// Runs chains with the same knobs and draws of their own, of which the chain
// that is told is the first.
type FencingSpread struct {
	Runs int
	// Late, Harmful, Accepted and Lost are spreads of FencingResult.Late, of
	// Overwrote or Refused, of LateAccepted and of Lost.
	Late, Harmful, Accepted, Lost CountSpread
	// Losing is how many of the chains lose any update.
	Losing int
}

// CountSpread is the middle of some counts: half of them are at most Median,
// one in twenty is below Low and one in twenty above High.
type CountSpread struct{ Low, Median, High int }

// chainsOfSpread is how many chains a FencingSpread is taken from.
const chainsOfSpread = 100

func (p Fencing) spread() FencingSpread {
	var late, harmful, accepted, lost [chainsOfSpread]int
	s := FencingSpread{Runs: chainsOfSpread}
	for run := range chainsOfSpread {
		c := p.counts(run)
		late[run], harmful[run], accepted[run], lost[run] = c.harmful+c.accepted, c.harmful, c.accepted, c.lost
		if c.lost > 0 {
			s.Losing++
		}
	}
	s.Late, s.Harmful = countSpread(late[:]), countSpread(harmful[:])
	s.Accepted, s.Lost = countSpread(accepted[:]), countSpread(lost[:])
	return s
}

func countSpread(counts []int) CountSpread {
	slices.Sort(counts)
	return CountSpread{Low: counts[len(counts)/20], Median: counts[(len(counts)-1)/2], High: counts[len(counts)-1-len(counts)/20]}
}

// chainCounts is what a chain comes to: late writes that replaced newer data
// or were refused, late writes that were accepted before a newer one, and
// acknowledged updates that are lost in the end.
type chainCounts struct{ harmful, accepted, lost int }

// lateWrite is a write that has not arrived when the next holder begins.
type lateWrite struct {
	at    time.Duration
	token int
	read  int // how many updates were in what its writer read
}

// counts plays a chain for its counts alone, about ten times as fast as the
// whole history is played, by the same rules; a test holds the two together.
// Who reads at the instant of another's late write reads before it.
func (p Fencing) counts(run int) chainCounts {
	var c chainCounts
	var underWay []lateWrite // the next one last
	acknowledged, updates, mark := 0, 0, 0
	write := func(w lateWrite, late bool) {
		switch {
		case late && w.token < mark:
			c.harmful++
			if p.Fencing {
				return // refused
			}
		case late:
			c.accepted++
		}
		mark = max(mark, w.token)
		updates = w.read + 1
		acknowledged++
	}
	arrive := func(before time.Duration) {
		for n := len(underWay); n > 0 && underWay[n-1].at < before; n-- {
			write(underWay[n-1], true)
			underWay = underWay[:n-1]
		}
	}
	now := time.Duration(0)
	token := 0
	for hold := range p.holds(run) {
		token++
		arrive(now)
		if p.Fencing && p.Claim {
			mark = max(mark, token)
		}
		w := lateWrite{token: token, read: updates, at: now + hold.Length()}
		if system.Expired(hold.Length(), p.TTL) {
			i, _ := slices.BinarySearchFunc(underWay, w, func(a, b lateWrite) int {
				if a.at >= b.at { // of two at one instant the later holder's comes first
					return -1
				}
				return 1
			})
			underWay = slices.Insert(underWay, i, w)
			now += p.TTL
			continue
		}
		now = w.at
		arrive(now)
		write(w, false)
	}
	arrive(system.Never)
	c.lost = acknowledged - updates
	return c
}
