// Package conformance plays recorded cases: what the hooks that packs were made after
// answered, and what they left on disk. The pack brewcode has brewcode.jsonl, of what was
// recorded the cases that find out each mutation that any did (make mutants), with
// brewcode.otherwise.jsonl, which says of what was recorded what its documents want otherwise;
// the pack lessons lessons-learned.jsonl with lessons-learned.otherwise.jsonl, which says what
// is wanted otherwise and why. The pack megabrain has mega-brain.jsonl, and the rows of
// its specification with their tests in mega-brain.rows.md. The pack continuity has
// continuous-claude.jsonl, continuous-claude.otherwise.jsonl and continuous-claude.rows.md.
package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/testdata/built"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "hook" { // what a call left for the background
		os.Exit(hooked(compile.Command(), os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(built.M{M: m}.Run())
}

// put writes a file, and makes its folder.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
