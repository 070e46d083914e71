package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A page in a frame whose address names a setting scrolls to its chart inside the
// frame, and the page around it stays where it is, whoever it belongs to.
func TestFrameScrollsItself(t *testing.T) {
	files := http.FileServer(http.Dir(theSite(t)))
	other := httptest.NewServer(files)
	defer other.Close()
	var around string
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/around" {
			fmt.Fprint(w, around)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer host.Close()
	frame := func(server, more string) string {
		return fmt.Sprintf(`<p style="height: 3000px"></p><iframe src="%s/%s#ttl:TTL=1s" width="700" height="500" %s></iframe>`, server, ttlPage, more)
	}
	around = "<!DOCTYPE html><title>around</title>" + frame(host.URL, "") + frame(other.URL, "") + frame(other.URL, `sandbox="allow-scripts"`) +
		strings.Repeat("<p>below</p>", 100)
	p := open(t, "about:blank")
	p.resize(1280, 800)
	p.visit(host.URL + "/around") // until all frames are loaded
	type place struct{ Around, Within, Chart float64 }
	until(p, "chart at the top of the frame", `(() => {
		const { document, scrollY: within } = frames[0];
		return { Around: scrollY, Within: within, Chart: document.querySelector('.locklab[data-locklab=live]')?.getBoundingClientRect().top ?? -1000 };
	})()`, func(at place) bool { return at.Within > 100 && at.Chart > -100 && at.Chart < 250 })
	p.painted()
	if at, err := eval[float64](p, `scrollY`); err != nil || at != 0 {
		t.Errorf("the page around the frames is scrolled by %.0f pixels (%v)", at, err)
	}
}
