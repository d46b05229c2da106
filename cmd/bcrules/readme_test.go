package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Everything that the README shows is run by a script.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string][]string{
		"readme_example": {"rules/git.cue", "event.json", "answer.json"},
	}
	for name, files := range shown {
		script, err := txtar.ParseFile("../../testdata/script/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range script.Files {
			if slices.Contains(files, f.Name) && !strings.Contains(string(readme), "\n"+string(f.Data)+"```") {
				t.Errorf("README.md doesn't show %s of %s", f.Name, name)
			}
		}
	}
}
