//go:build !windows

package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Something deep in a folder is still in it. If the way up is longer than a path may be, the answer
// is unknown, and the folders passed on the way aren't remembered as being in none.
func TestTreesDeep(t *testing.T) {
	top := t.TempDir()
	path := filepath.Join(top, strings.Repeat("a/", 900))
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	trees := TreesOf([]string{top}, func(string, Whose) bool { return true })
	for _, path := range []string{path, path, strings.Repeat("/d", 50_000)} {
		if in, _, err := trees.Look(path); !in && err == nil {
			t.Errorf("%d bytes: found it in no folder for certain, want it in %s or an error", len(path), top)
		}
	}
	if in, _, err := trees.Look(filepath.Join(top, "a", "a")); !in || err != nil {
		t.Errorf("found %t (%v) afterwards, want it in %s", in, err, top)
	}
}
