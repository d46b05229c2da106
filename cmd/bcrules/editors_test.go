package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"
)

// What the extension of VS Code starts is there, and each command that it shows is one that it
// starts, or its own.
func TestExtension(t *testing.T) {
	const dir = "editors/vscode/"
	js, err := os.ReadFile(dir + "commands.js")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(dir + "package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			Commands []struct{ Command string }
		}
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	known := commandNames(app().Commands)
	names := []string{"bcrules.restart"}
	for _, m := range regexp.MustCompile(`(\w+): \['(\w+)'[,\]]`).FindAllStringSubmatch(string(js), -1) {
		if !slices.Contains(known, m[2]) {
			t.Errorf("bcrules.%s starts %q, want a command", m[1], m[2])
		}
		if m[1] != "args" {
			names = append(names, "bcrules."+m[1])
		}
	}
	var shown []string
	for _, c := range manifest.Contributes.Commands {
		shown = append(shown, c.Command)
	}
	slices.Sort(names)
	slices.Sort(shown)
	if !slices.Equal(names, shown) {
		t.Errorf("shown are %v, want %v", shown, names)
	}
	for _, grammar := range []string{"syntaxes/expression.json"} {
		if data, err := os.ReadFile(dir + grammar); err != nil || !json.Valid(data) {
			t.Errorf("%s: %v, want JSON", grammar, err)
		}
	}
}
