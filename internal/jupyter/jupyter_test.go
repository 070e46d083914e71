package jupyter

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"locklab/internal/clone"
)

// occupy listens on a port of loopback that the system chooses.
func occupy(t *testing.T) int {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 1); err != nil {
		t.Fatal(err)
	}
	addr, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	return addr.(*syscall.SockaddrInet4).Port
}

func TestFreePortPassesABusyOne(t *testing.T) {
	busy := occupy(t)
	got, err := FreePort(busy)
	if err != nil || got <= busy || got >= busy+tries {
		t.Errorf("FreePort(%d) = %d, %v", busy, got, err)
	}
	for _, bad := range []int{-1, 0, 65536} {
		if _, err := FreePort(bad); err == nil || !strings.Contains(err.Error(), "want 1 to 65535") {
			t.Errorf("FreePort(%d): %v", bad, err)
		}
	}
}

func TestServersAskNobody(t *testing.T) {
	flags := ServerFlags("/c", 8888, false)
	for _, want := range []string{
		"--ServerApp.ip=127.0.0.1", "--ServerApp.port=8888", "--ServerApp.open_browser=False",
		"--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly",
	} {
		if !slices.Contains(flags, want) {
			t.Errorf("no %s in %q", want, flags)
		}
	}
	for _, f := range flags {
		if strings.Contains(f, "token") || strings.Contains(f, "password") {
			t.Errorf("%s: the token is Jupyter's random one", f)
		}
	}
}

func TestOnlyReleasedNotebooksAreTrusted(t *testing.T) {
	c := clone.Clone(filepath.Join(t.TempDir(), "a b"))
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(c.Path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(c.Path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("notebooks/00.ipynb", "a")
	put("notebooks/02.ipynb", "b")
	put("notebooks/practice/p.ipynb", "p")
	if got := released(t.Context(), c); len(got) != 3 {
		t.Errorf("without git, at first: %q, want all", got)
	}
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-C", string(c), "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "released")
	put("notebooks/02.ipynb", "changed by somebody")
	put("notebooks/mailed.ipynb", "x")
	want := []string{c.Path("notebooks/00.ipynb"), c.Path("notebooks/practice/p.ipynb")}
	if got := released(t.Context(), c); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// A commit of the learner's own makes nothing released.
	git("update-ref", "refs/remotes/origin/HEAD", "HEAD")
	git("add", ".")
	git("commit", "-q", "-m", "mine")
	if got := released(t.Context(), c); !slices.Equal(got, want) {
		t.Errorf("after a commit: got %q, want %q", got, want)
	}
}
