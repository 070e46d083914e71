package e2e

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"locklab/internal/clone"
	"locklab/internal/jupyter"
	"locklab/internal/proc"
)

// started counts what runs until shared ends.
var started sync.WaitGroup

// A server is a Jupyter server at work. It serves JupyterLab and Notebook 7.
type server struct {
	url   string // with the base URL and a slash at the end
	token string
	log   string // the file of what it says
}

// The servers of the tests, each started when it is first asked for.
var (
	mainServer = sync.OnceValues(func() (*server, error) { return startServer("main", "/", "") })
	// A hub, or a proxy, puts a prefix before all addresses.
	prefixedServer = sync.OnceValues(func() (*server, error) { return startServer("prefixed", "/hub/learner/", "") })
	// Their pages load the chart library, or our own runtime, cut in half.
	withoutLibrary = sync.OnceValues(func() (*server, error) { return startBroken("echarts.min.js") })
	withoutRuntime = sync.OnceValues(func() (*server, error) { return startBroken("locklab.js") })
)

// startBroken starts a server whose extension has a file cut in half.
func startBroken(name string) (*server, error) {
	prefix := filepath.Join(root, "broken "+name)
	ext := filepath.Join(prefix, "labextensions", "locklab")
	if err := os.CopyFS(ext, os.DirFS(extension())); err != nil {
		return nil, err
	}
	file := filepath.Join(ext, "static", name)
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if err := os.Truncate(file, info.Size()/2); err != nil {
		return nil, err
	}
	return startServer("broken-"+name, "/", prefix)
}

// serve is a server for a test.
func serve(t *testing.T, get func() (*server, error)) *server {
	t.Helper()
	s, err := get()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			keep(t, s.log)
		}
	})
	return s
}

// startServer starts `jupyter lab` as `locklab open` does, but for its root
// folder, and with jupyterPath before the folders that set-up made.
func startServer(name, baseURL, jupyterPath string) (*server, error) {
	port, err := jupyter.FreePort(jupyter.DefaultPort)
	if err != nil {
		return nil, err
	}
	s := &server{
		url:   fmt.Sprintf("http://127.0.0.1:%d%s", port, (&url.URL{Path: baseURL}).EscapedPath()),
		token: rand.Text(),
		log:   filepath.Join(root, "server-"+name+".log"),
	}
	var flags []string
	for _, f := range jupyter.ServerFlags(here, port, false) {
		if !strings.HasPrefix(f, "--ServerApp.root_dir=") {
			flags = append(flags, f)
		}
	}
	cmd := jupyter.Command(here, append([]string{"lab", "--ServerApp.root_dir=" + lesson, "--ServerApp.base_url=" + baseURL}, flags...)...)
	cmd.Dir = root // outside the clone
	cmd.Env = clone.With(cmd.Env, "JUPYTER_TOKEN", s.token)
	if jupyterPath != "" {
		cmd.Env = clone.With(cmd.Env, "JUPYTER_PATH", jupyterPath+string(os.PathListSeparator)+clone.Get(cmd.Env, "JUPYTER_PATH"))
	}
	out, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = out, out
	ended := make(chan error, 1)
	started.Go(func() {
		defer out.Close()
		ended <- proc.Run(shared, cmd)
	})
	for limit := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		err := s.call(shared, http.MethodGet, "api/status", nil, nil)
		if err == nil {
			return s, nil
		}
		select {
		case ended := <-ended:
			said, _ := os.ReadFile(s.log)
			return nil, fmt.Errorf("the Jupyter server %q ended at its start (%v):\n%s", name, ended, said)
		default:
		}
		if time.Now().After(limit) {
			said, _ := os.ReadFile(s.log)
			return nil, fmt.Errorf("the Jupyter server %q does not answer: %w\n%s", name, err, said)
		}
	}
}

// call asks the server's REST interface, with in as JSON, and reads the answer
// into out.
func (s *server) call(ctx context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "token "+s.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, res.Status, answer)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}
