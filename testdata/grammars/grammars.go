// Package grammars tells tests where tree-sitter's grammars are. The repository doesn't have them.
package grammars

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder that BCRULES_GRAMMARS names, or else the user's, which "bcrules index
// --setup" fills. Without a folder the test is skipped, unless REQUIRE_GRAMMARS is set.
func Dir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("BCRULES_GRAMMARS")
	if dir == "" {
		if cache, err := os.UserCacheDir(); err == nil {
			dir = filepath.Join(cache, "bcrules", "grammars")
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "web-tree-sitter")); err != nil {
		if os.Getenv("REQUIRE_GRAMMARS") != "" {
			t.Fatalf("found no grammars in %s, want those of bcrules index --setup", dir)
		}
		t.Skip("no grammars, which bcrules index --setup gets")
	}
	return dir
}
