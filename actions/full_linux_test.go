package actions

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

// On a full disk no action says that it changed a file.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=64k,mode=700"); errors.Is(err, syscall.EPERM) {
		t.Skip("nobody may mount here")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	put(t, filepath.Join(disk, "old"), "old\n")
	os.WriteFile(filepath.Join(disk, "fill"), make([]byte, 1<<20), 0o600) // as much as there is room for

	c := &engine.Call{Host: &host.Host{Dir: disk, Cwd: disk, Home: disk, Getenv: os.Getenv, Now: time.Now}}
	defer c.Host.Close()
	more := strings.Repeat("x", 8<<10)
	for name, changed := range map[string]func() (bool, error){
		"write a new file": func() (bool, error) {
			w, err := writeFile(c, writing{file: "new", data: []byte(more)})
			return w.Changed, err
		},
		"write an old file": func() (bool, error) {
			w, err := writeFile(c, writing{file: "old", data: []byte(more)})
			return w.Changed, err
		},
		"write a private file": func() (bool, error) {
			w, err := writeFile(c, writing{file: "own", data: []byte(more), private: true})
			return w.Changed, err
		},
		"edit": func() (bool, error) {
			e, err := editFile(c, editing{file: "made", make: &more})
			return e.Changed, err
		},
		"append": func() (bool, error) {
			a, err := addLine(c, addition{file: "old", line: []byte(more)})
			return a.Count > 0, err
		},
	} {
		if said, err := changed(); said || err == nil {
			t.Errorf("%s: found changed %t and error %v, want none and an error", name, said, err)
		}
	}
	if got := content(t, filepath.Join(disk, "old")); got != "old\n" {
		t.Errorf("old holds %d bytes, want those it had", len(got))
	}
}
