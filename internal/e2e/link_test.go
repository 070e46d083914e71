package e2e

import (
	"strings"
	"testing"
)

// A chart of a page has a button that copies its address as the sliders are set,
// which shows the same to who follows it. In JupyterLab there is no such address.
func TestCopyLink(t *testing.T) {
	p := open(t, fileURL(theSite(t), ttlPage, ""))
	p.views("chart")
	p.act("watch the clipboard", `navigator.clipboard.writeText = async (text) => { window.e2eCopied = text; }`)
	copied := func(what string, right func(string) bool) string {
		t.Helper()
		p.click("Copy link", `[...document.querySelectorAll('.locklab-tool')].find(({ textContent }) => textContent === 'Copy link')`)
		return until(p, what, `window.e2eCopied`, right)
	}
	copied("address of the page", func(address string) bool { return address == fileURL(theSite(t), ttlPage, "") })
	p.typeInto(0, "TTL", "2")
	p.agrees("setting", 0)
	until(p, "address with the setting", `location.hash`, func(hash string) bool { return hash == "#ttl:TTL=2s" })
	address := copied("address of the setting", func(address string) bool { return strings.HasSuffix(address, "#ttl:TTL=2s") })
	q := open(t, address)
	until(q, "the same", shownViews, func(all []shownView) bool { return len(all) == 1 && all[0].Sentence == sentence(t, "-ttl", "2s") })

	lab := show(t, serve(t, mainServer), jupyterLab, trusted(t, ttlNotebook, released(t, ttlNotebook)))
	lab.live("live chart", sentence(t), false)
	until(lab, "buttons without a link", `[...document.querySelectorAll('.locklab-chart .locklab-tool')].map(({ textContent }) => textContent)`,
		func(tools []string) bool { return strings.Join(tools, ", ") == "Save PNG, Save SVG" })
}
