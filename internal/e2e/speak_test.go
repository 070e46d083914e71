package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// heard is what a screen reader is told of a slider and its answer.
type heard struct {
	Value  string // of the slider, in words
	Number string // in its box
	Status string // what is said by itself
}

func ofSlider(name string) string {
	return fmt.Sprintf(`(() => {
		const row = %s;
		const spoken = document.querySelector('.locklab-spoken');
		return {
			Value: row?.querySelector('[type=range]')?.getAttribute('aria-valuetext') ?? '',
			Number: row?.querySelector('[type=number]')?.value ?? '',
			Status: spoken?.role === 'status' ? spoken.textContent : '',
		};
	})()`, knobNode(0, name))
}

// A slider says the number that its box shows, at first and however it is set;
// an arrow leads to the next number; and the sentence is said once the hand
// rests, not at each move.
func TestSlidersSpeak(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, "#ttl:TTL=10s"))
	one := ofSlider("TTL")
	says := func(when, value string) heard {
		t.Helper()
		return until(p, value+" said of the slider "+when, one, func(h heard) bool {
			return h.Value == value && strings.HasPrefix(value, h.Number+" ")
		})
	}
	says("at first", "10 s")
	p.unfold()
	p.typeInto(0, "TTL", "2")
	says("after 2 was typed", "2 s")
	until(p, "sentence said after the hand rests", one, func(h heard) bool { return h.Status == sentence(t, "-ttl", "2s") })

	p.act("focus the slider", knobNode(0, "TTL")+`.querySelector('[type=range]').focus()`)
	numbers := []string{"2"}
	for range 6 {
		p.hit(kb.ArrowRight)
		last := numbers[len(numbers)-1]
		h := until(p, "next number after "+last, one, func(h heard) bool { return h.Number != last && h.Value == h.Number+" s" })
		numbers = append(numbers, h.Number)
	}
	if want := []string{"2", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6"}; !slices.Equal(numbers, want) {
		t.Errorf("six presses of an arrow lead over %q, want %q", numbers, want)
	}
	until(p, "sentence said after the presses", one, func(h heard) bool { return h.Status == sentence(t, "-ttl", "2.6s") })

	// In one go, since nobody knows how long a pause a busy machine makes.
	p.act("press an arrow six times in a row", `
		window.e2eSaid = [];
		const spoken = document.querySelector('.locklab-spoken');
		new MutationObserver(() => e2eSaid.push(spoken.textContent)).observe(spoken, { childList: true, characterData: true, subtree: true });
		for (let i = 0; i < 6; i += 1) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))`)
	last := sentence(t, "-ttl", "3.2s")
	until(p, "last sentence said", one, func(h heard) bool { return h.Status == last })
	said, err := eval[[]string](p, `e2eSaid`)
	if err != nil || !slices.Equal(said, []string{last}) {
		t.Errorf("%d sentences were said (%v): %q; want only the last", len(said), err, said)
	}
	p.act("reset", `[...document.querySelectorAll('.locklab-knobs .locklab-tool')].find((button) => button.textContent === 'Reset').click()`)
	says("after Reset", "10 s")
}
