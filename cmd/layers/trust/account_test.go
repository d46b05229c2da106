package trust

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/host"
)

// A folder that the environment wrongly names as the user's does nothing beside rules that ask.
func TestIdle(t *testing.T) {
	project, doubted := t.TempDir(), t.TempDir()
	if c := Count(layers.Set{Layers: []string{project}, Asks: project, Doubted: doubted}, os.Getenv); slices.Contains(c.Layers, project) || !strings.Contains(c.Notice, doubted) {
		t.Errorf("counts %+v, want nothing of the project, and a word on the other folder", c)
	}
	if c := Count(layers.Set{Layers: []string{doubted}, Asks: doubted, Doubted: doubted}, os.Getenv); !strings.Contains(c.Notice, "not trusted") {
		t.Errorf("found %q, want that the folder is not trusted", c.Notice)
	}
}

// Believed names a folder other than the account's, and who named it.
func TestBelieved(t *testing.T) {
	own := host.AccountConfig()
	if own == "" {
		t.Skip("the system knows no home folder of this account")
	}
	dir := t.TempDir()
	in := func(config string) layers.Set {
		return layers.Set{Of: host.FindProject(dir, func(name string) string {
			return map[string]string{"XDG_CONFIG_HOME": config, "AppData": config}[name]
		})}
	}
	if got := Believed(in(own), os.Getenv); got != "" {
		t.Errorf("found %q of the account's own, want nothing", got)
	}
	other := t.TempDir()
	if got, want := Believed(in(other), os.Getenv), filepath.Join(other, "bcrules")+", which the environment names"; !strings.Contains(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if got := Believed(in(filepath.Join(dir, "cfg")), os.Getenv); !strings.Contains(got, "are not those in "+filepath.Join(dir, "cfg")) {
		t.Errorf("found %q, want that the folder in the project is not believed", got)
	}
}
