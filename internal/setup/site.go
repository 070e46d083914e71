package setup

import (
	"context"
	"io"
	"os"
	"slices"

	"locklab/internal/clone"
)

// ReadyForExport is Ready with one step more, and returns the program which that
// builds: internal/site/program.
func ReadyForExport(ctx context.Context, c clone.Clone, w io.Writer) (program string, err error) {
	return siteProgram(c), ready(ctx, c, append(slices.Clone(lanes), []step{siteStep}), w)
}

func siteProgram(c clone.Clone) string { return c.Bin("locklab-site") }

var siteStep = step{
	name: "site",
	does: "compiling what writes the site",
	inputs: func(s *state) []string {
		in := []string{content(s.clone.Path("go.mod")), content(s.clone.Path("go.sum")), sources(s.clone, "simlib/cards")}
		for _, dir := range []string{"about", "clone", "nb", "page", "paper", "proc", "site"} {
			in = append(in, sources(s.clone, "internal/"+dir))
		}
		for _, dir := range []string{s.clone.Path("internal", "page", "labextension", "static"), s.clone.Path("internal", "site", "assets")} {
			files, _ := os.ReadDir(dir)
			for _, f := range files {
				in = append(in, content(dir+"/"+f.Name()))
			}
		}
		return in
	},
	there: func(_ context.Context, s *state) bool { return executable(siteProgram(s.clone)) },
	do: func(ctx context.Context, s *state, j *job) error {
		env := clone.With(s.clone.GoEnviron(s.goRoot, s.env), "GOWORK", "off")
		return j.run(ctx, string(s.clone), env, s.goCommand(), "build", "-v", "-o", siteProgram(s.clone), "./internal/site/program")
	},
}
