package setup

import (
	"encoding/json"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The image and the dev container are made by the lesson's own command, with a
// Go that go.mod accepts, and name what is there. (An image cannot be built in
// these tests.)
func TestContainers(t *testing.T) {
	c := root(t)
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile(c.Path(path))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	one := func(pattern, text string) string {
		t.Helper()
		found := regexp.MustCompile(`(?m)`+pattern).FindAllStringSubmatch(text, -1)
		if len(found) != 1 {
			t.Fatalf("%q is there %d times, want once", pattern, len(found))
		}
		return found[0][1]
	}
	const setUp = "go run ./cmd/locklab setup"

	image := read(".binder/Dockerfile")
	if has, wants := one(`^FROM golang:([\d.]+)-`, image), one(`^go (\S+)$`, read("go.mod")); version.Compare("go"+has, "go"+wants) < 0 {
		t.Errorf("the image has Go %s, and go.mod wants %s", has, wants)
	}
	if !strings.Contains(image, "\nRUN "+setUp+"\n") {
		t.Errorf("the image is not set up by %s", setUp)
	}
	if _, err := os.Stat(c.Path(one(`default_url=/lab/tree/([^"]+)"`, image))); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(c.Path(one(`^RUN pip install .* -r (\S+)$`, image))); err != nil {
		t.Error(err)
	}

	var dev struct {
		Build struct {
			Dockerfile, Context, Target string
		}
		RemoteUser, PostCreateCommand string
	}
	if err := json.Unmarshal([]byte(read(".devcontainer/devcontainer.json")), &dev); err != nil {
		t.Fatal(err)
	}
	if at := filepath.Join(".devcontainer", dev.Build.Dockerfile); at != ".binder/Dockerfile" || filepath.Join(".devcontainer", dev.Build.Context) != "." {
		t.Errorf("the dev container is made by %s of %s, want the image's own", at, dev.Build.Context)
	}
	if stage := one(`^FROM golang:.* AS (\S+)$`, image); dev.Build.Target != stage {
		t.Errorf("the dev container's stage is %q, want %q", dev.Build.Target, stage)
	}
	if user := one(`^ARG NB_USER=(\S+)$`, image); dev.RemoteUser != user {
		t.Errorf("the dev container's user is %q, want %q", dev.RemoteUser, user)
	}
	if dev.PostCreateCommand != setUp {
		t.Errorf("the dev container is set up by %q, want %s", dev.PostCreateCommand, setUp)
	}
}

// What a hub needs is pinned, and takes nothing from the lesson's pins.
func TestHubPins(t *testing.T) {
	c := root(t)
	names := func(path string) map[string]bool {
		t.Helper()
		text, err := os.ReadFile(c.Path(path))
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
				continue
			}
			m := pin.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("%s: not an exact pin: %q", path, line)
			}
			all[m[1]] = true
		}
		return all
	}
	hub := names(".binder/jupyterhub.txt")
	for name := range names("requirements.txt") {
		if hub[name] {
			t.Errorf("%s is pinned for the hub and for the lesson", name)
		}
	}
	if !hub["jupyterhub"] {
		t.Error("no pin of jupyterhub")
	}
}
