package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"locklab/internal/atomicfile"
	"locklab/internal/clone"
	"locklab/internal/need"
	"locklab/internal/proc"
)

// Oldest Python that the pins of requirements.txt work with.
const pythonMinor = 10

// external holds the path of a jupyter outside .venv, which is used unchanged
// where no Python environment can be made.
func external(c clone.Clone) string { return c.Venv("jupyter-elsewhere") }

// Jupyter is the path of the jupyter command that set-up prepared, and whether
// it is the one of .venv.
func Jupyter(c clone.Clone) (path string, own bool) {
	if path := strings.TrimSpace(content(external(c))); path != "" {
		return path, false
	}
	return c.Bin("jupyter"), true
}

// JupyterEnviron is the environment to run it with.
func JupyterEnviron(c clone.Clone, base []string) []string {
	if _, own := Jupyter(c); own {
		base = clone.PythonEnviron(base)
	}
	return c.JupyterEnviron(base)
}

// pythonStep makes a Python environment with exactly what requirements.txt pins.
var pythonStep = step{
	name: "python",
	does: "installing Jupyter in .venv",
	inputs: func(s *state) []string {
		return []string{content(s.clone.Path("requirements.txt")), resolve(s.clone.Bin("python")), content(external(s.clone))}
	},
	there: func(_ context.Context, s *state) bool {
		path, own := Jupyter(s.clone)
		if !own {
			return executable(path)
		}
		return executable(s.clone.Bin("python")) && executable(path) && installed(s.clone)
	},
	do: func(ctx context.Context, s *state, j *job) error {
		if err := clearPython(s.clone, s.programs); err != nil {
			return err
		}
		env := clone.PythonEnviron(s.env)
		err := s.makePython(ctx, j, env)
		if err == nil {
			return recordInstalled(s.clone)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// Only where no environment could be made at all: a broken download
		// is to be mended, not gone around.
		var none *need.Missing
		if !errors.As(err, &none) {
			return err
		}
		jupyter, lookErr := exec.LookPath("jupyter")
		if lookErr != nil {
			return err
		}
		for _, sub := range []string{"lab", "nbconvert"} {
			if err := j.run(ctx, string(s.clone), s.env, jupyter, sub, "--version"); err != nil {
				return fmt.Errorf("%w\n(%s cannot stand in: it has no `%s`)", none, jupyter, sub)
			}
		}
		return atomicfile.Write(external(s.clone), []byte(jupyter+"\n"), 0o644)
	},
}

// Lacks says what the set-up needs and does not bring: a Python with its venv
// module, or what stands in for it.
func Lacks(ctx context.Context, c clone.Clone) error {
	if pythonStep.there(ctx, &state{clone: c}) {
		return nil
	}
	for _, other := range []string{"uv", "jupyter"} {
		if _, err := exec.LookPath(other); err == nil {
			return nil
		}
	}
	_, err := venvPython(ctx, clone.PythonEnviron(os.Environ()))
	return err
}

// venvPython is the path of a Python that can make an environment. Where there
// is none, the error is one of what to install.
func venvPython(ctx context.Context, env []string) (string, error) {
	python, version, old := findPython(ctx, env)
	if python == "" {
		what := fmt.Sprintf("Python 3.%d or newer is needed to run Jupyter, and ", pythonMinor)
		if old != "" { // the system's package would be the same again
			return "", &need.Missing{What: what + "PATH has only " + old,
				Instead: "install uv (https://docs.astral.sh/uv), with which set-up fetches one, or a newer Python from https://www.python.org/downloads"}
		}
		return "", &need.Missing{What: what + "none is on PATH", Debian: "python3 python3-venv", Mac: "python"}
	}
	cmd := exec.Command(python, "-c", "import venv, ensurepip")
	cmd.Env = env
	if err := proc.Run(ctx, cmd); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", &need.Missing{What: fmt.Sprintf("%s (%s) lacks its venv module", python, version),
			Debian: "python" + version + "-venv", Mac: "python"}
	}
	return python, nil
}

func (s *state) makePython(ctx context.Context, j *job, env []string) error {
	requirements := s.clone.Path("requirements.txt")
	if uv, err := exec.LookPath("uv"); err == nil {
		want, _, _ := findPython(ctx, env)
		if want == "" {
			want = fmt.Sprintf(">=3.%d", pythonMinor) // uv fetches one
		}
		if err := j.run(ctx, string(s.clone), env, uv, "venv", "--allow-existing", "--python", want, s.clone.Venv()); err != nil {
			return err
		}
		return j.run(ctx, string(s.clone), env, uv, "pip", "install", "--no-deps", "--python", s.clone.Bin("python"), "-r", requirements)
	}
	python, err := venvPython(ctx, env)
	if err != nil {
		return err
	}
	if err := j.run(ctx, string(s.clone), env, python, "-m", "venv", s.clone.Venv()); err != nil {
		return err
	}
	return j.run(ctx, string(s.clone), env, s.clone.Bin("python"), "-m", "pip", "install", "--no-deps", "--no-input",
		"--disable-pip-version-check", "--progress-bar", "off", "-r", requirements)
}

// findPython returns the first Python on PATH that is new enough, its version
// as in 3.11, and else one that was there and is older, or does not run.
func findPython(ctx context.Context, env []string) (path, version, old string) {
	names := []string{"python3", "python"}
	for minor := 19; minor >= pythonMinor; minor-- {
		names = append(names, fmt.Sprintf("python3.%d", minor))
	}
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		// sys.executable sees through the shims of version managers. Python 2
		// understands this too.
		limited, cancel := context.WithTimeout(ctx, 10*time.Second)
		cmd := exec.Command(path, "-c", "import sys; print('%d %d %s' % (sys.version_info[0], sys.version_info[1], sys.executable))")
		cmd.Env = env
		var out strings.Builder
		cmd.Stdout = &out
		err = proc.Run(limited, cmd)
		cancel()
		var major, minor int
		if err == nil {
			_, err = fmt.Sscan(out.String(), &major, &minor)
		}
		if err != nil {
			if old == "" {
				old = path + ", which does not run"
			}
			continue
		}
		version := fmt.Sprintf("%d.%d", major, minor)
		if major == 3 && minor >= pythonMinor {
			fields := strings.SplitN(strings.TrimSpace(out.String()), " ", 3)
			if len(fields) == 3 && executable(fields[2]) {
				path = fields[2]
			}
			return path, version, ""
		}
		if old == "" {
			old = fmt.Sprintf("Python %s (%s)", version, path)
		}
	}
	return "", "", old
}

// clearPython removes a half-made Python environment and keeps the programs that
// other steps made, or make at the same time in another lane.
func clearPython(c clone.Clone, keep []string) error {
	var errs []error
	for _, name := range []string{"lib", "lib64", "include", "share", "etc", "pyvenv.cfg", "packages", filepath.Base(external(c))} {
		errs = append(errs, os.RemoveAll(c.Venv(name)))
	}
	entries, err := os.ReadDir(c.Venv("bin"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	for _, e := range entries {
		if !slices.Contains(keep, e.Name()) {
			errs = append(errs, os.RemoveAll(c.Bin(e.Name())))
		}
	}
	return errors.Join(errs...)
}

// The packages that pip left, by the folders that describe them. Others may
// come beside them; one that is gone means that the environment is broken.
func distributions(c clone.Clone) []string {
	dirs, _ := filepath.Glob(filepath.Join(glob(c.Venv("lib")), "python3*", "site-packages", "*.dist-info"))
	for i, d := range dirs {
		dirs[i] = filepath.Base(d)
	}
	return dirs
}

func recordInstalled(c clone.Clone) error {
	dists := distributions(c)
	if len(dists) == 0 {
		return fmt.Errorf("no package in %s", c.Venv("lib"))
	}
	return atomicfile.Write(c.Venv("packages"), []byte(strings.Join(dists, "\n")+"\n"), 0o644)
}

func installed(c clone.Clone) bool {
	there := map[string]bool{}
	for _, d := range distributions(c) {
		there[d] = true
	}
	want := strings.Fields(content(c.Venv("packages")))
	for _, d := range want {
		if !there[d] {
			return false
		}
	}
	return len(want) > 0
}

// resolve follows links; a Python that was upgraded resolves to another path.
func resolve(path string) string {
	p, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return p
}

// glob quotes what filepath.Glob would take for a pattern.
func glob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
