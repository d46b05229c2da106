//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"testing"
)

// A backup that can't be read is not overwritten, and the file stays as it is.
func TestUnreadBackup(t *testing.T) {
	b := Backups(t.TempDir())
	name := filepath.Join(t.TempDir(), "settings.json")
	check(t, os.WriteFile(name, []byte("{\"model\":   \"x\"}"), 0o600))
	register(t, b, name, wanted)
	f := read(t, name)
	now := text(t, name)
	for _, path := range []string{b.Copy(f), b.note(f)} {
		kept := path + "-kept"
		check(t, os.Rename(path, kept))
		check(t, os.Symlink(filepath.Base(path), path))
		again := read(t, name)
		check(t, again.Register(program, wanted[:1]))
		if err := b.Save(again); err == nil || text(t, name) != now {
			t.Errorf("%s can't be read: saved (%v), want the file as it was", filepath.Base(path), err)
		}
		if err := b.Undo(read(t, name)); err == nil {
			t.Errorf("%s can't be read: undone, want an error", filepath.Base(path))
		}
		check(t, os.Remove(path))
		check(t, os.Rename(kept, path))
	}
	undo(t, b, name)
	if got := text(t, name); got != "{\"model\":   \"x\"}" {
		t.Errorf("got %q, want what it was", got)
	}
}
