package main

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// What the README shows is what a script runs.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := txtar.ParseFile("../../testdata/script/readme_example.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range script.Files {
		if !strings.Contains(string(readme), "\n"+string(f.Data)+"```") {
			t.Errorf("README.md doesn't show %s of the script", f.Name)
		}
	}
	layer, err := txtar.ParseFile("../../testdata/script/rules_layer.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(layer.Files[0].Data)), "\n") {
		if !strings.HasPrefix(line, "hooks: mine") && !strings.Contains(string(readme), line) {
			t.Errorf("README.md doesn't show %q of the layer", line)
		}
	}
}
