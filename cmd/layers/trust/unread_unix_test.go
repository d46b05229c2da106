//go:build unix

package trust

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/layers"
)

// Records that can't be read don't count as missing: nobody is told that nothing is trusted.
func TestUnreadRecords(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
	user := layers.User(getenv)
	set := layers.Set{Layers: []string{project}, Asks: project}
	if c := Count(set, getenv); c.Err != nil || c.Frozen != nil || c.Notice == "" {
		t.Fatalf("counts %+v, want nothing trusted", c)
	}
	store := Open(user)
	if err := store.Write(Record{Dir: Real(project)}); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(user, "trust")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("trust", filepath.Join(user, "trust")); err != nil {
		t.Fatal(err)
	}
	if c := Count(set, getenv); c.Err == nil || c.Frozen != nil {
		t.Errorf("counts %+v, want an error", c)
	}
	if all, err := store.All(); err == nil {
		t.Errorf("found %d records, want an error", len(all))
	}
}
