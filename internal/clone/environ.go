package clone

import (
	"os"
	"path/filepath"
	"strings"
)

// GoFlags are the flags of every build for a cell. Dropping symbols and debug
// data makes linking faster, and a cell waits for little else.
const GoFlags = "-buildvcs=false '-ldflags=-s -w'"

// GoEnviron is base changed so that `go` builds the same wherever it is called
// from: settings for other modules or machines are left out. goroot may be
// empty; if not, its go command comes first.
func (c Clone) GoEnviron(goroot string, base []string) []string {
	env := Without(base, "GOWORK", "GOOS", "GOARCH", "GO111MODULE", "GOROOT", "GOBIN", "GOEXPERIMENT")
	path := c.Venv("bin")
	if goroot != "" {
		path += string(os.PathListSeparator) + filepath.Join(goroot, "bin")
	}
	return With(env,
		"PATH", join(path, Get(base, "PATH")),
		"GOFLAGS", GoFlags,
		"CGO_ENABLED", "0",
		"GOTOOLCHAIN", "local",
	)
}

// CellEnviron is the environment of the Go kernel and of its cells. With
// GOPROXY=off modules come from the module cache at the versions of go.mod,
// and no cell waits for the network.
func (c Clone) CellEnviron(goroot string, base []string) []string {
	return With(c.GoEnviron(goroot, base), "GOPROXY", "off", "LOCKLAB", string(c))
}

// PythonEnviron is base without what would lead the Python of .venv to
// packages outside it.
func PythonEnviron(base []string) []string {
	env := Without(base, "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE", "VIRTUAL_ENV",
		"CONDA_PREFIX", "CONDA_DEFAULT_ENV", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON",
		"UV_PROJECT_ENVIRONMENT", "UV_TARGET", "UV_PREFIX", "UV_PYTHON")
	return With(env, "PYTHONNOUSERSITE", "1", "PIP_USER", "0")
}

// JupyterEnviron is base changed so that Jupyter finds this clone's kernel,
// extension and configuration before those of the user. Jupyter's data of the
// user (settings, themes, signatures) stay in use.
func (c Clone) JupyterEnviron(base []string) []string {
	return With(base,
		"PATH", join(c.Venv("bin"), Get(base, "PATH")),
		"JUPYTER_PATH", join(c.Venv("share", "jupyter"), Get(base, "JUPYTER_PATH")),
		"JUPYTER_CONFIG_PATH", join(c.Venv("etc", "jupyter"), Get(base, "JUPYTER_CONFIG_PATH")),
		"JUPYTER_PREFER_ENV_PATH", "1",
	)
}

// Get returns a variable's value in env, the last one if it is there twice.
func Get(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if k, v, _ := strings.Cut(env[i], "="); k == name {
			return v
		}
	}
	return ""
}

// Without returns env with the named variables left out.
func Without(env []string, names ...string) []string {
	var kept []string
next:
	for _, kv := range env {
		k, _, _ := strings.Cut(kv, "=")
		for _, n := range names {
			if k == n {
				continue next
			}
		}
		kept = append(kept, kv)
	}
	return kept
}

// With returns env with names set to values: name, value, name, value.
func With(env []string, pairs ...string) []string {
	for i := 0; i < len(pairs); i += 2 {
		env = append(Without(env, pairs[i]), pairs[i]+"="+pairs[i+1])
	}
	return env
}

func join(first, rest string) string {
	if rest == "" || rest == first || strings.HasPrefix(rest, first+string(os.PathListSeparator)) {
		return first + strings.TrimPrefix(rest, first)
	}
	return first + string(os.PathListSeparator) + rest
}
