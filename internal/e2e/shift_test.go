package e2e

import "testing"

// Who comes back to a place of a page with a long quiz finds it there: what comes
// by scripts takes the room that was left for it.
func TestNothingShifts(t *testing.T) {
	for _, name := range []string{"06_which_protection.html", "08_interview_angle.html"} {
		t.Run(name, func(t *testing.T) {
			p := open(t, "about:blank")
			p.resize(1280, 800)
			p.first(`new PerformanceObserver((list) => {
				for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.e2eShifted = (window.e2eShifted ?? 0) + value;
			}).observe({ type: 'layout-shift', buffered: true })`)
			p.visit(fileURL(theSite(t), name, ""))
			p.views("page")
			p.act("scroll", `scrollTo(0, document.documentElement.scrollHeight)`)
			p.painted()
			p.reload()
			p.views("page again")
			p.painted()
			if shifted, err := eval[float64](p, `window.e2eShifted ?? 0`); err != nil || shifted > 0.1 {
				t.Errorf("what is seen shifts by %.3f (%v), want 0.1 at most", shifted, err)
			}
		})
	}
}
