package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The controls below a chart run the same simulation in the page, with the same
// result, and no cell runs.
func TestSliders(t *testing.T) {
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := show(t, serve(t, mainServer), f, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			p.live("live chart from the saved output", sentence(t), false)
			const knob = `[...document.querySelectorAll('.locklab-knob')].find((knob) => knob.querySelector('.locklab-knob-name').textContent === 'TTL')`

			one := sentence(t, "-ttl", "1s")
			p.click("the box of the TTL", knob+`?.querySelector('.locklab-knob-input')`)
			p.press(kb.End, 1)
			p.press(kb.Home, 1, shift)
			p.press("1", 1)
			p.press(kb.Enter, 1)
			p.live("live chart after 1 was typed into the box", one, false)

			least := sentence(t, "-ttl", "100ms")
			p.click("the slider of the TTL", knob+`?.querySelector('.locklab-knob-slider')`)
			p.press(kb.Home, 1)
			p.live("live chart after the slider was moved to its start", least, false)
		})
	}
}
