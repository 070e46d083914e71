package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"locklab/simlib"
	"locklab/simlib/chart"
	"locklab/simlib/draw"
	"locklab/simlib/simtest"
	"locklab/simlib/view"
)

// crossings is JavaScript: crossings(views, widths) draws views at each of the widths
// and finds the words in their charts that lie on something or
// are too small. Where words, lines and edges are is what the library drew last,
// by its own list. It keeps the library from being hidden for that.
var crossings = `
Object.defineProperty(window, 'echarts', { configurable: true, get: () => window.e2eLibrary, set: (one) => { window.e2eLibrary = one; } });

// A text's box has its font's height, of which the letters leave a pixel at the
// top and the bottom, and one beside them.
const SLACK = 1;
const SMALLEST = 9; // pixels
// Words may interrupt a level line, which is pale, by a halo.
const LEVELS = ['` + chart.Light[chart.Grid] + `', '` + chart.Dark[chart.Grid] + `'];

// The straight parts of what a path's data says.
const partsOf = (data, length) => {
	const parts = [];
	let start, at;
	const to = (x, y) => { parts.push([...at, x, y]); at = [x, y]; };
	const begin = (x, y) => { start = at = [x, y]; };
	for (let i = 0; i < length;) {
		const command = data[i];
		const [a, b, c, d, e, f] = data.slice(i + 1, i + 7);
		switch (command) {
			case 1: begin(a, b); i += 3; break;
			case 2: to(a, b); i += 3; break;
			case 3: to(a, b); to(c, d); to(e, f); i += 7; break; // around the curve
			case 4: to(a, b); to(c, d); i += 5; break;
			case 5: // an arc from the angle e on by f
				for (let part = 0; part <= 16; part += 1) {
					const angle = e + f * part / 16;
					(at ? to : begin)(a + c * Math.cos(angle), b + d * Math.sin(angle));
				}
				i += 9;
				break;
			case 6: to(...start); i += 1; break;
			case 7: begin(a, b); to(a + c, b); to(a + c, b + d); to(a, b + d); to(a, b); i += 5; break;
			default: throw new Error('a path with the command ' + command);
		}
	}
	return parts;
};

// Whether a part of a line has a point within a box.
const meets = ([x0, y0, x1, y1], { left, right, top, bottom }) => {
	if (Math.max(x0, x1) <= left || Math.min(x0, x1) >= right || Math.max(y0, y1) <= top || Math.min(y0, y1) >= bottom) return false;
	const side = (x, y) => Math.sign((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0));
	// It passes by if all corners are on one side.
	return Math.abs(side(left, top) + side(right, top) + side(right, bottom) + side(left, bottom)) < 4;
};

const crossed = (live) => {
	const found = [];
	const words = [];
	const outlines = [];
	const seen = (color) => color && color !== 'none' && color !== 'transparent';
	for (const node of e2eLibrary.getInstanceByDom(live).getZr().storage.getDisplayList(true)) {
		const { stroke, fill, lineWidth = 0, opacity = 1, text } = node.style;
		if (node.invisible || opacity === 0) continue;
		const [a, b, c, d, x, y] = node.getComputedTransform() ?? [1, 0, 0, 1, 0, 0];
		const place = (u, v) => [a * u + c * v + x, b * u + d * v + y];
		if (node.type === 'tspan') {
			if (!text.trim()) continue;
			const halo = seen(stroke) ? lineWidth / 2 : 0; // which the box has in it
			const { x: u, y: v, width, height } = node.getBoundingRect();
			const [[left, top], [right, bottom]] = [place(u + halo, v + halo), place(u + width - halo, v + height - halo)];
			words.push({ text, left, top, right, bottom, halo: halo >= 2 });
			const size = parseFloat(node.style.font.match(/([\d.]+)px/)[1]) * d * live.getBoundingClientRect().width / live.clientWidth;
			if (size < SMALLEST) found.push(text + ' has letters of ' + size + ' pixels');
		} else if (node.type !== 'image' && !node.parent?.style?.text && (seen(fill) || seen(stroke) && lineWidth > 0)) {
			const path = node.getUpdatedPathProxy();
			const thick = seen(stroke) ? lineWidth / 2 : 0;
			const bounds = node.getBoundingRect();
			if (bounds.width * Math.abs(a) + bounds.height * Math.abs(d) < 0.1) continue; // the dot of words that have none
			outlines.push({
				what: node.type, thick, level: LEVELS.includes(stroke),
				parts: partsOf(path.data, path.len()).map(([u, v, w, z]) => [...place(u, v), ...place(w, z)]),
				solid: seen(fill) && opacity > 0.5,
			});
		}
	}
	const within = ({ left, right, top, bottom }, by) => ({ left: left - by, right: right + by, top: top - by, bottom: bottom + by });
	words.forEach((word, i) => {
		const { left, right, top, bottom } = within(word, -SLACK);
		if (left < 0 || top < 0 || right > live.clientWidth || bottom > live.clientHeight) found.push(word.text + ' leaves the chart');
		for (const other of words.slice(i + 1)) {
			const box = within(other, -SLACK);
			if (left < box.right && box.left < right && top < box.bottom && box.top < bottom) found.push(word.text + ' lies on ' + other.text);
		}
		for (const { what, thick, level, parts, solid } of outlines) {
			if (level && word.halo) continue;
			const box = within(word, thick - SLACK);
			const inside = solid && ['x', 'y'].every((_, along) => {
				const ends = parts.flatMap((part) => [part[along], part[along + 2]]);
				const middle = along ? (top + bottom) / 2 : (left + right) / 2;
				return Math.min(...ends) < middle && middle < Math.max(...ends);
			});
			if (inside || parts.some((part) => meets(part, box))) found.push(word.text + ' lies on a ' + what);
		}
	});
	return found;
};

window.crossings = async (views, widths) => {
	const found = [];
	const frame = () => new Promise(requestAnimationFrame);
	document.body.style.width = widths[0] + 'px';
	const mounted = views.map(({ html, live }) => {
		const place = document.body.appendChild(document.createElement('div'));
		place.innerHTML = html;
		for (const fold of place.querySelectorAll('.locklab-fold')) fold.open = true;
		return { place, chart: locklab.mount(place.querySelector('.locklab'), { ...live, knobs: [], predict: undefined }) };
	});
	const lives = () => [...document.querySelectorAll('.locklab-live')];
	while (lives().length < document.querySelectorAll('.locklab-chart').length) await frame();
	for (const width of widths) {
		document.body.style.width = width + 'px';
		while (lives().some((live) => Math.abs(e2eLibrary.getInstanceByDom(live).getWidth() - live.clientWidth) > 0.5)) await frame();
		mounted.forEach(({ place }, i) => {
			for (const live of place.querySelectorAll('.locklab-live')) {
				const title = live.parentNode.querySelector('.locklab-title').textContent;
				for (const fault of new Set(crossed(live))) found.push(views[i].name + ', "' + title + '" at ' + width + ': ' + fault);
			}
		});
	}
	for (const { place, chart } of mounted) {
		chart.dispose();
		place.remove();
	}
	return found;
};`

// A wordView is a view of a simulation, and a name for its setting.
type wordView struct {
	Name string          `json:"name"`
	HTML string          `json:"html"`
	Live json.RawMessage `json:"live"`
}

// wordViews are the views of all simulations at their defaults, at their presets and
// with each knob at either end and in the middle; those that are alike once.
func wordViews(t *testing.T) (all []wordView) {
	t.Helper()
	seen := map[string]bool{}
	add := func(name string, s simlib.Sim[simlib.Result]) {
		r, err := s.Run(t.Context(), simlib.Exec{})
		if err != nil {
			t.Fatal(err)
		}
		v := view.Of(s, r)
		html, err := v.HTML(func(chart.Spec) ([]byte, error) { return nil, nil })
		if err != nil {
			t.Fatal(err)
		}
		text, err := draw.Live(v)
		if err != nil {
			t.Fatal(err)
		}
		var live struct{ Charts json.RawMessage }
		if err := json.Unmarshal([]byte(text), &live); err != nil {
			t.Fatal(err)
		}
		if !seen[string(live.Charts)] {
			seen[string(live.Charts)] = true
			all = append(all, wordView{name, html, json.RawMessage(text)})
		}
	}
	for _, s := range simlib.All() {
		add(s.Name(), s)
		for _, k := range s.Knobs() {
			for _, value := range simtest.Values(k) {
				turned, err := s.With(k.Name, value)
				if err != nil {
					t.Fatal(err)
				}
				if !simtest.Trials(k) {
					add(s.Name()+" "+k.Name+"="+value, turned)
				}
			}
		}
		for _, preset := range simlib.Presets(s) {
			turned := s
			for name, value := range preset.Knobs {
				var err error
				if turned, err = turned.With(name, value); err != nil {
					t.Fatal(err)
				}
			}
			add(s.Name()+" "+preset.Name, turned)
		}
	}
	return all
}

// No word in a chart lies on a word, a line or an edge, in a narrow page as in a
// wide one, at both ends of all knobs, in both themes.
func TestWordsInChartsAreFree(t *testing.T) {
	start := time.Now()
	views := wordViews(t)
	t.Logf("%d settings in %v", len(views), time.Since(start))
	text, err := json.Marshal(views)
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "words.html")
	static := fileURL(theSite(t), "static", "")
	html := fmt.Sprintf("<!doctype html>\n<meta charset=\"utf-8\">\n<link rel=\"stylesheet\" href=\"%[1]s/locklab.css\">\n<body>\n<script>%[2]s</script>\n<script src=\"%[1]s/locklab.js\"></script>\n<script>window.views = %[3]s</script>\n",
		static, crossings, text)
	if err := os.WriteFile(page, []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, theme := range []string{"light", "dark"} {
		p := open(t, "about:blank")
		p.prefer("prefers-color-scheme", theme)
		p.visit(fileURL(filepath.Dir(page), filepath.Base(page), ""))
		for from := 0; from < len(views); from += 24 {
			text, err := p.evaluate(fmt.Sprintf(`crossings(views.slice(%d, %d), [330, 400, 1280]).then(JSON.stringify)`, from, from+24))
			var found []string
			if err == nil {
				err = json.Unmarshal([]byte(text), &found)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range found {
				t.Errorf("%s: %s", theme, what)
			}
		}
		t.Logf("%s: done after %v", theme, time.Since(start))
	}
}
