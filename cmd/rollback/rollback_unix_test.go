//go:build unix

package rollback

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Folders to make are those that don't exist. A path that nobody can look at, and a link that leads
// nowhere, do exist.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"loop", "dangling"} {
		to := map[string]string{"loop": "loop", "dangling": "nowhere"}[name]
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]string{
		"": nil, "a": {"a"}, "a/b": {"a/b", "a"}, "loop": nil, "loop/a": nil, "dangling": nil, "dangling/a": {"dangling/a"},
	} {
		var got []string
		for _, path := range Missing(filepath.Join(dir, name)) {
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, filepath.ToSlash(rel))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %q missing, want %q", name, got, want)
		}
	}
}
