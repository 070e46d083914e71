package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"locklab/simlib/chart"
)

// overflow is the expression of JavaScript for what sticks out of the output:
// of the output itself, of the chart, of its words. These are to be found on
// paper only, where the chart is a drawing of elements, at most as wide as a page.
const overflow = `(() => {
	const found = [];
	const output = document.querySelector('.locklab').closest('.jp-OutputArea-output');
	const box = output.getBoundingClientRect();
	if (output.scrollWidth > output.clientWidth) found.push('the output scrolls: ' + output.scrollWidth + ' > ' + output.clientWidth);
	dispatchEvent(new Event('beforeprint'));
	for (const live of output.querySelectorAll('.locklab-live')) {
		const chart = live.getBoundingClientRect();
		if (chart.left < box.left - 1 || chart.right > box.right + 1) found.push('the chart: ' + chart.left + ' to ' + chart.right + ' in ' + box.left + ' to ' + box.right);
		const drawing = live.querySelector('svg').getBoundingClientRect();
		if (Math.abs(drawing.width - Math.min(chart.width, 598)) > 1) found.push('the drawing: ' + drawing.width + ' in ' + chart.width);
		for (const text of live.querySelectorAll('text')) {
			const { left, right, top, bottom } = text.getBoundingClientRect();
			if (left < chart.left - 1 || right > chart.right + 1 || top < chart.top - 1 || bottom > chart.bottom + 1) found.push('the words ' + text.textContent + ': ' + [left, right, top, bottom].map(Math.round) + ' in ' + [chart.left, chart.right, chart.top, chart.bottom].map(Math.round));
		}
	}
	dispatchEvent(new Event('afterprint'));
	for (const p of output.querySelectorAll('p')) {
		if (!p.checkVisibility()) continue;
		const { left, right } = p.getBoundingClientRect();
		if (left < box.left - 1 || right > box.right + 1) found.push('the paragraph ' + p.textContent);
	}
	return found;
})()`

// A chart follows the theme at once, and the width of the window.
func TestThemeAndWidth(t *testing.T) {
	for _, f := range []front{jupyterLab, notebook7} {
		t.Run(f.name, func(t *testing.T) {
			p := show(t, serve(t, mainServer), f, trusted(t, ttlNotebook, released(t, ttlNotebook)))
			ten := sentence(t)
			p.ready()
			if f == jupyterLab { // as anybody would in a narrow window
				p.click("the file browser's tab, to fold it", `document.querySelector('.jp-SideBar.jp-mod-left .lm-TabBar-tab.lm-mod-current')`)
			}
			for _, theme := range []struct {
				name            string
				palette, absent chart.Palette
			}{
				{"JupyterLab Light", chart.Light, chart.Dark},
				{"JupyterLab Dark", chart.Dark, chart.Light},
			} {
				p.live("live chart", ten, false)
				p.theme(theme.name)
				p.cells("chart in the colours of "+theme.name, func(cells []cell) bool {
					o := ofTTL(cells)
					return o != nil && len(o.Charts) > 0 && painted(o.Charts[0].Inks, theme.palette, theme.absent)
				})
				for _, width := range []int64{400, 1600} {
					p.resize(width, tall)
					found := until(p, "chart of the new width", `[...document.querySelectorAll('.locklab-live')].map((live) => Math.abs(live.clientWidth - (live.querySelector('canvas')?.clientWidth ?? 0))).every((difference) => difference <= 1) ? `+overflow+` : ['not drawn yet']`,
						func(found []string) bool { return len(found) == 0 || found[0] != "not drawn yet" })
					for _, what := range found {
						t.Errorf("%s, %d pixels wide: sticks out: %s", theme.name, width, what)
					}
					p.picture(fmt.Sprintf("%s %s %d.png", f.name, theme.name, width))
				}
				p.resize(1280, tall)
			}
		})
	}
}

// The pictures of section 7 are no white blocks in the dark: their ground is dark,
// and each colour differs enough from it. On white paper they stay as they are drawn.
func TestPicturesInTheDark(t *testing.T) {
	const name = "07_who_lives_by_this.ipynb"
	const picture = `[...document.querySelectorAll('img[src*=".svg"]')].find((img) => img.naturalWidth > 0)`
	look := func(p *tab, where string) {
		t.Helper()
		until(p, "picture", `Boolean(`+picture+`)`, func(there bool) bool { return there })
		roles, err := json.Marshal(chart.Light)
		if err != nil {
			t.Fatal(err)
		}
		ground := until(p, "dark ground", filtered+`(`+picture+`, '`+chart.Light[chart.Background]+`')`, func(l float64) bool { return l < 0.02 })
		shades, err := eval[map[string]float64](p, `Object.fromEntries(Object.entries(`+string(roles)+`).map(([role, color]) => [role, `+filtered+`(`+picture+`, color)]))`)
		if err != nil {
			t.Fatal(err)
		}
		for role, least := range map[chart.Role]float64{
			chart.Text: 4.5, chart.Muted: 4.5, chart.Now: 4.5, chart.Bad: 3, chart.Good: 3, chart.Wasted: 3, chart.Ideal: 3,
		} {
			if contrast := (shades[role.String()] + 0.05) / (ground + 0.05); contrast < least {
				t.Errorf("%s: %s has a contrast of %.1f, want %v", where, role, contrast, least)
			}
		}
		p.act("scroll to it", picture+`.scrollIntoView({ block: 'center' })`)
		p.picture(where + " dark picture.png")
	}
	if err := os.CopyFS(filepath.Join(lesson, "images"), os.DirFS(here.Path("images"))); err != nil {
		t.Fatal(err)
	}
	for _, f := range []front{jupyterLab, notebook7} {
		p := show(t, serve(t, mainServer), f, trusted(t, name, released(t, name)))
		p.ready()
		p.theme("JupyterLab Dark")
		look(p, f.name)
	}
	p := open(t, "about:blank")
	p.prefer("prefers-color-scheme", "dark")
	p.visit(fileURL(theSite(t), "07_who_lives_by_this.html", ""))
	look(p, "page")
	p.do("print", emulation.SetEmulatedMedia().WithMedia("print"))
	if filter, err := eval[string](p, `getComputedStyle(`+picture+`).filter`); err != nil || filter != "none" {
		t.Errorf("on paper the picture is filtered by %s (%v)", filter, err)
	}
}

// filtered is a function of JavaScript from a picture and a colour in it to the
// luminance with which the page shows the colour.
const filtered = `((img, color) => {
	const context = document.createElement('canvas').getContext('2d');
	context.filter = getComputedStyle(img).filter;
	context.fillStyle = color;
	context.fillRect(0, 0, 100, 100);
	const linear = [...context.getImageData(50, 50, 1, 1).data].map((value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
	return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
})`

// inks is a function of JavaScript from a live chart to the colours that at least
// ten of its pixels have.
const inks = `((live) => {
	const canvas = live?.querySelector('canvas');
	if (!canvas) return [];
	const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
	const counts = new Map();
	for (let i = 0; i < data.length; i += 4) {
		if (data[i + 3] < 255) continue;
		const color = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
		counts.set(color, (counts.get(color) ?? 0) + 1);
	}
	return [...counts].filter(([, count]) => count >= 10).map(([color]) => '#' + color.toString(16).padStart(6, '0'));
})`

// painted says whether a chart with these colours is painted in one palette, not
// in the other.
func painted(inks []string, palette, absent chart.Palette) bool {
	has := func(p chart.Palette, r chart.Role) bool { return slices.Contains(inks, strings.ToLower(p[r])) }
	return has(palette, chart.Bad) && has(palette, chart.Now) && !has(absent, chart.Bad) && !has(absent, chart.Now)
}

// theme chooses a theme as a learner does; the end of the test takes it back.
func (p *tab) theme(name string) {
	p.t.Helper()
	p.t.Cleanup(func() {
		const setting = "lab/api/settings/@jupyterlab/apputils-extension:themes"
		if err := p.s.call(shared, http.MethodPut, setting, map[string]string{"raw": "{}"}, nil); err != nil {
			p.t.Error(err)
		}
	})
	p.menu("Settings", "Theme", name)
}

// picture saves what the page shows when LOCKLAB_E2E_PICTURES names a folder.
func (p *tab) picture(name string) {
	p.t.Helper()
	dir := os.Getenv("LOCKLAB_E2E_PICTURES")
	if dir == "" {
		return
	}
	var png []byte
	p.do("picture", chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, " ", "-")), png, 0o644); err != nil {
		p.t.Error(err)
	}
}
