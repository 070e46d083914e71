package setup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"locklab/internal/about"
	"locklab/internal/atomicfile"
	"locklab/internal/clone"
	"locklab/internal/kernel"
	"locklab/internal/page"
)

// jupyterStep gives Jupyter the kernel, the extension that draws live charts,
// and settings with which it asks nobody for news. These are small files: they
// are compared, not stamped by their inputs alone.
var jupyterStep = step{
	name:     "kernel",
	does:     "telling Jupyter about the Go kernel and the charts",
	programs: []string{"locklab"},
	inputs:   func(s *state) []string { return nil },
	there: func(_ context.Context, s *state) bool {
		files, err := s.jupyterFiles()
		if err != nil {
			return false
		}
		for path, f := range files {
			have, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(have, f.data) {
				return false
			}
		}
		return true
	},
	do: func(_ context.Context, s *state, _ *job) error {
		if err := os.RemoveAll(extension(s.clone)); err != nil {
			return err
		}
		files, err := s.jupyterFiles()
		if err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(files)) {
			if err := atomicfile.Write(path, files[path].data, files[path].mode); err != nil {
				return err
			}
		}
		return nil
	},
}

// serverConfig is about two things.
//
// The list is jupyter_server's own of messages that do not count as activity, but
// for kernel_info_request. JupyterLab ignores the status that comes with such
// messages, and gonb gives no other until a cell runs: the kernel would be called
// "unknown" up to then.
//
// The exporters are those of the menu Save and Export Notebook As that cannot
// work here: they need LaTeX, Pandoc, Qt or a browser of their own, or make of
// Go's cells a script that Go does not take. `locklab export` makes the PDF.
const serverConfig = `{"MappingKernelManager": {"untracked_message_types": ["comm_info_request", "comm_info_reply",
  "kernel_info_reply", "shutdown_request", "shutdown_reply", "interrupt_request", "interrupt_reply", "debug_request",
  "debug_reply", "stream", "display_data", "update_display_data", "execute_input", "execute_result", "error", "status",
  "clear_output", "debug_event", "input_request", "input_reply"]},
 "ASCIIDocExporter": {"enabled": false}, "LatexExporter": {"enabled": false}, "PDFExporter": {"enabled": false},
 "PythonExporter": {"enabled": false}, "QtPDFExporter": {"enabled": false}, "QtPNGExporter": {"enabled": false},
 "RSTExporter": {"enabled": false}, "ScriptExporter": {"enabled": false}, "SlidesExporter": {"enabled": false},
 "WebPDFExporter": {"enabled": false}}
`

// licences are NOTICE as JupyterLab shows it under Help, Licenses.
func (s *state) licences() ([]byte, error) {
	type one struct {
		Name    string `json:"name"`
		Version string `json:"versionInfo"`
		Licence string `json:"licenseId"`
		Text    string `json:"extractedText"`
	}
	text, err := os.ReadFile(s.clone.Path("NOTICE"))
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string][]one{"packages": {{"locklab, with the works of others", about.Version, "Apache-2.0", string(text)}}})
}

type file struct {
	data []byte
	mode fs.FileMode
}

func extension(c clone.Clone) string {
	return c.Venv("share", "jupyter", "labextensions", "locklab")
}

// quietLab keeps JupyterLab from fetching its news and asking about it.
const quietLab = `{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}` + "\n"

// labSettings leave the names of notebooks the room that the time of their last
// change would take in JupyterLab's side bar; and have it wait for the first
// completion, which starts gopls.
const labSettings = `{"@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": false},
 "@jupyterlab/completer-extension:manager": {"providerTimeout": 5000}}
`

func (s *state) jupyterFiles() (map[string]file, error) {
	files := map[string]file{
		s.clone.Venv("share", "jupyter", "lab", "settings", "overrides.json"):   {[]byte(labSettings), 0o644},
		s.clone.Venv("share", "jupyter", "kernels", kernel.Name, "kernel.json"): {kernel.Spec(s.clone, s.goRoot), 0o644},
		s.clone.Venv("etc", "jupyter", "labconfig", "page_config.json"):         {[]byte(quietLab), 0o644},
		s.clone.Venv("etc", "jupyter", "jupyter_server_config.json"):            {[]byte(serverConfig), 0o644},
	}
	self, err := os.ReadFile(s.self)
	if err != nil {
		return nil, err
	}
	files[s.clone.Bin("locklab")] = file{self, 0o755}
	from := s.clone.Path("internal", "page", "labextension")
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		files[filepath.Join(extension(s.clone), rel)] = file{data, 0o644}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	module, err := os.ReadFile(simulations(s.clone))
	if err != nil {
		return nil, err
	}
	licences, err := s.licences()
	if err != nil {
		return nil, err
	}
	files[filepath.Join(extension(s.clone), "third-party-licenses.json")] = file{licences, 0o644}
	glossary := page.Glossary()
	files[filepath.Join(extension(s.clone), "static", page.SimulationsFile)] = file{module, 0o644}
	files[filepath.Join(extension(s.clone), "static", page.GlossaryFile)] = file{glossary, 0o644}
	// A browser keeps what it has under an address; new simulations and cards
	// need a new one, as new files of the page do.
	about := filepath.Join(extension(s.clone), "package.json")
	files[about] = file{bytes.Replace(files[about].data, []byte("?v="), fmt.Appendf(nil, "?v=%08x", crc32.ChecksumIEEE(append(module, glossary...))), 1), 0o644}
	return files, nil
}
