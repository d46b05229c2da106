// Package conformance plays recorded cases: what the hooks answered from which packs were made, and
// what they left on disk. brewcode.jsonl has those recorded cases of the pack brewcode that detect
// each mutation which any case did (make mutants); brewcode.otherwise.jsonl says where its
// documents want something else. The pack lessons has lessons-learned.jsonl, and
// lessons-learned.otherwise.jsonl, which says what is wanted instead and why. The pack megabrain
// has mega-brain.jsonl, and the rows of its specification with their tests in mega-brain.rows.md.
// The pack continuity has continuous-claude.jsonl, continuous-claude.otherwise.jsonl and
// continuous-claude.rows.md.
package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/testdata/built"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "hook" { // the part of a call that is done in the background
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
