package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"locklab/internal/need"
)

// fontVar names the only family of fonts that the browsers of this run find.
const fontVar = "LOCKLAB_E2E_FONT"

// onlyFont makes a machine with one family of fonts of what this one has: a file
// for $FONTCONFIG_FILE.
func onlyFont(family string) (string, error) {
	path := filepath.Join(root, family+".conf")
	return path, os.WriteFile(path, []byte(`<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
	<include>/etc/fonts/fonts.conf</include>
	<selectfont>
		<rejectfont><pattern><patelt name="scalable"><bool>true</bool></patelt></pattern></rejectfont>
		<rejectfont><pattern><patelt name="scalable"><bool>false</bool></patelt></pattern></rejectfont>
		<acceptfont><pattern><patelt name="family"><string>`+family+`</string></patelt></pattern></acceptfont>
	</selectfont>
</fontconfig>
`), 0o644)
}

// Nothing is cut off on a small screen, whatever font there is.
func TestFonts(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only fontconfig can be told which fonts there are")
	}
	for _, family := range need.Fonts {
		t.Run(family, func(t *testing.T) {
			t.Parallel() // most of the time a page waits
			conf, err := onlyFont(family)
			if err != nil {
				t.Fatal(err)
			}
			b, err := startChromium("chromium in "+family, "FONTCONFIG_FILE="+conf)
			if err != nil {
				t.Fatal(err)
			}
			p := openBy(t, b, "about:blank")
			p.resize(360, 740)
			for _, name := range sitePages(t) {
				p.visit(fileURL(theSite(t), name, ""))
				p.views("live charts with sliders")
				p.unfold()
				p.act("look for the longest numbers", longest)
				p.painted()
				p.seen(fmt.Sprintf("%s in %s", name, family))
				if all, err := eval[bool](p, allIn(family)); err != nil || !all {
					t.Errorf("%s: not all words are in %s (%v)", name, family, err)
				}
			}
		})
	}
}

// longest moves each slider through all its places, faster than the simulations
// answer, and back.
const longest = `for (const slider of document.querySelectorAll('.locklab-knob-slider')) {
	const box = slider.parentElement.querySelector('[type=number]');
	const before = box.value;
	box.longest = '';
	for (let place = Number(slider.min); place <= slider.max; place += 1) {
		slider.value = place;
		slider.dispatchEvent(new Event('input'));
		if (box.value.length > box.longest.length) box.longest = box.value;
	}
	box.value = before;
	box.dispatchEvent(new Event('input'));
}`

// allIn is whether every kind of font that a page can ask for is as wide as the
// family.
func allIn(family string) string {
	return fmt.Sprintf(`new Set(["'%s'", 'sans-serif', 'serif', 'monospace', 'system-ui'].map((family) => {
		const ruler = document.createElement('canvas').getContext('2d');
		ruler.font = '50px ' + family;
		return ruler.measureText('A lock that only expires').width;
	})).size === 1`, family)
}
