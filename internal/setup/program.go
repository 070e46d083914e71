package setup

import (
	"context"
	"io"
	"os/exec"
	"strings"

	"locklab/internal/clone"
)

// ReadyForExport is Ready with one step more, and returns the program which that
// builds: internal/site/program.
func ReadyForExport(ctx context.Context, c clone.Clone, w io.Writer) (program string, err error) {
	return siteProgram(c), ready(ctx, c, export, w)
}

func siteProgram(c clone.Clone) string { return c.Bin("locklab-site") }

var (
	siteStep = programStep("site", "compiling what writes the site", "./internal/site/program")
	hostStep = programStep("host", "compiling what draws the charts", "./internal/host/program")
)

// programStep builds a program of the clone as .venv/bin/locklab-NAME.
func programStep(name, does, pkg string) step {
	program := "locklab-" + name
	return step{
		name:     name,
		does:     does,
		programs: []string{program},
		inputs: func(s *state) []string {
			in := []string{content(s.clone.Path("go.mod")), content(s.clone.Path("go.sum"))}
			for _, path := range s.builtFrom(pkg) {
				in = append(in, path, content(path))
			}
			return in
		},
		there: func(_ context.Context, s *state) bool { return executable(s.clone.Bin(program)) },
		do: func(ctx context.Context, s *state, j *job) error {
			return j.run(ctx, string(s.clone), s.programEnviron(), s.goCommand(), "build", "-v", "-o", s.clone.Bin(program), pkg)
		},
	}
}

func (s *state) programEnviron() []string {
	return clone.With(s.clone.GoEnviron(s.goRoot, s.env), "GOWORK", "off")
}

// builtFrom are the files of the clone, embedded ones too, that a program is
// built from in an environment, as the go command finds them. What is not of the clone is for
// go.mod to say, and of a fault the build tells.
func (s *state) builtFrom(program string, environ ...string) []string {
	const files = `{{if .Module}}{{if .Module.Main}}{{$dir := .Dir}}` +
		`{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}` +
		`{{end}}{{end}}`
	cmd := exec.Command(s.goCommand(), "list", "-e", "-deps", "-f", files, program)
	cmd.Dir, cmd.Env = string(s.clone), clone.With(s.programEnviron(), environ...)
	out, _ := cmd.Output()
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
}
