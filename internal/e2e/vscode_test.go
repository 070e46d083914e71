package e2e

import (
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"locklab/internal/nb"
	"locklab/simlib/view"
)

// vscodeOrder is what VS Code shows of an output: the first of these media types
// that is there. Types of vendors would go first, but only with an extension that
// renders them. (extensions/ipynb/src/deserializers.ts, and getOutputMimeTypeInfo
// of its notebook service, in the sources of VS Code)
var vscodeOrder = []string{"text/html", "application/javascript", "image/gif", "text/latex", "text/markdown", "image/png",
	"image/svg+xml", "image/jpeg", "application/json", "text/plain"}

// vscodePage is the frame in which VS Code puts the outputs of a trusted folder,
// as far as an output can tell: its policy, colours and fonts, and no style sheet
// of ours.
const vscodePage = `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: data: blob:; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'">
<style>
body { background: %s; color: %s; font: 13px/1.4 sans-serif; margin: 0; }
img { max-width: 100%%; max-height: 100%%; }
.output { padding: 8px 16px; }
</style>
</head>
<body class="%s">
%s</body>
</html>
`

// A colour of the page, 0 to 255 each.
type rgb [3]float64

// luminance and contrast are those of WCAG 2.
func (c rgb) luminance() float64 {
	linear := func(v float64) float64 {
		if v /= 255; v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

func contrast(a, b rgb) float64 {
	la, lb := a.luminance(), b.luminance()
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// In VS Code an output is the static layout. On its light and its dark ground the
// words can be read, the pictures have a ground of their own, and nothing asks to
// be clicked that does not work.
func TestVSCode(t *testing.T) {
	var outputs strings.Builder
	var layouts []layout
	for _, name := range lessonNames(t) {
		layouts = append(layouts, layoutsOf(t, name)...)
		n, _, err := nb.Read(here.Path("notebooks", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range n.Cells {
			for _, o := range cell.Outputs() {
				shown := "<pre>" + html.EscapeString(o.Text) + "</pre>"
				if i := slices.IndexFunc(vscodeOrder, func(mime string) bool { return o.Data[mime] != "" }); i >= 0 {
					if o.Data[view.MIME] != "" && vscodeOrder[i] != "text/html" {
						t.Errorf("%s: of an output with a runtime VS Code shows %s", name, vscodeOrder[i])
					}
					shown = o.Data[vscodeOrder[i]]
				}
				outputs.WriteString("<div class=\"output\"><div>" + shown + "</div></div>\n")
			}
		}
	}
	for _, theme := range []struct{ class, ground, words string }{
		{"vscode-light", "#ffffff", "#3b3b3b"},
		{"vscode-dark", "#1f1f1f", "#cccccc"},
	} {
		t.Run(theme.class, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "webview.html")
			text := fmt.Sprintf(vscodePage, theme.ground, theme.words, theme.class, outputs.String())
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			p, s := read(t, path)
			for _, l := range layouts {
				l.in(t, "VS Code", s.Text)
				for _, alt := range l.alts {
					if !slices.ContainsFunc(s.Images, func(img shownImage) bool { return img.Alt == alt && img.Shown && img.Width > 0 }) {
						t.Errorf("the picture %q is not shown", alt)
					}
				}
			}
			if len(s.Controls) > 0 {
				t.Errorf("dead controls: %v", s.Controls)
			}
			if said := p.complaints(); len(said) > 0 {
				t.Errorf("the page complains: %s", strings.Join(said, "\n"))
			}

			colours := until(p, "colours", `(() => {
				const rgb = (node, property) => getComputedStyle(node)[property].match(/[\d.]+/g).slice(0, 3).map(Number);
				return [...document.querySelectorAll('.locklab :is(p, summary, th, td)')].map((node) => {
					let ground = node;
					while (/, 0\)$/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
					return { Text: node.textContent, Words: rgb(node, 'color'), Ground: rgb(ground, 'backgroundColor') };
				});
			})()`, func(all []struct {
				Text          string
				Words, Ground rgb
			}) bool {
				return len(all) > 0
			})
			for _, c := range colours {
				if ratio := contrast(c.Words, c.Ground); ratio < 4.5 {
					t.Errorf("%q has a contrast of %.1f, want 4.5", c.Text, ratio)
				}
			}
			// What the picture has in its corner, before anything is behind it.
			corners := until(p, "corners of pictures", `[...document.querySelectorAll('.locklab img')].map((img) => {
				const canvas = document.createElement('canvas');
				canvas.width = canvas.height = 4;
				const pen = canvas.getContext('2d');
				pen.drawImage(img, 0, 0);
				return [...pen.getImageData(2, 2, 1, 1).data];
			})`, func(all [][]float64) bool { return len(all) > 0 })
			for i, c := range corners {
				if c[3] != 255 || contrast(rgb{c[0], c[1], c[2]}, rgb{}) < 15 {
					t.Errorf("picture %d has %v in its corner, want a light ground of its own", i, c)
				}
			}
		})
	}
}
