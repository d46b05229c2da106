package main

import (
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/schema/test"
)

// The example in the help text of test is one that runs.
func TestHelpOfTest(t *testing.T) {
	const indent = "   "
	dir, lines := t.TempDir(), strings.Split(testHelp, "\n")
	var blocks []string
	for i, line := range lines {
		if line != indent+"package rules" {
			continue
		}
		var block []string
		for _, l := range lines[i:] {
			if l != "" && !strings.HasPrefix(l, indent) {
				break
			}
			block = append(block, strings.TrimPrefix(l, indent))
		}
		blocks = append(blocks, strings.Join(block, "\n"))
	}
	if len(blocks) != 2 {
		t.Fatalf("found %d files in the text, want rules and their tests", len(blocks))
	}
	for i, name := range []string{"rules.cue", "push_test.cue"} {
		put(t, filepath.Join(dir, name), blocks[i])
	}
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	set, err := test.Read(s, dir)
	if err != nil {
		t.Fatal(err)
	}
	rep := compile.Runner().Run(set)
	if len(rep.Results) != 2 || rep.Failed() > 0 || rep.Cover.Fired() != 1 {
		t.Errorf("%d tests, %d failed, %d rules fired; want 2, none, 1", len(rep.Results), rep.Failed(), rep.Cover.Fired())
	}
}
