package effects

import (
	"slices"
	"strings"
	"testing"
)

// Each line about a language says something, and one thing about each call.
func TestLanguages(t *testing.T) {
	name, key := "", ""
	var said map[string]bool
	for line := range strings.Lines(languages) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "\t") {
			if line <= name {
				t.Errorf("%s stands after %s, want them sorted", line, name)
			}
			name, said = line, map[string]bool{}
			if l := languageOf(name); l == nil || l.comment == "" {
				t.Errorf("%s: found %v, want a language with comments", name, l)
			}
			continue
		}
		value := strings.TrimPrefix(line, "\t\t")
		if value == line {
			key, value, _ = strings.Cut(line[1:], " ")
		}
		if !(&language{says: map[string]string{}, known: map[string]action{}, lasts: map[string]bool{}, is: map[string]string{}}).take(key, value) || strings.TrimSpace(value) == "" {
			t.Errorf("%s: found %s %q, want one of %q or %q and what is of it", name, key, value, facts, doings)
		}
		if slices.Contains(facts[:], key) || key == "is" {
			continue
		}
		for call := range strings.FieldsSeq(value) {
			if said[call] {
				t.Errorf("%s: found %s twice", name, call)
			}
			said[call] = true
		}
	}
	if languageOf("cobol") != nil || languageOf("") != nil {
		t.Error("found a language that is not known")
	}
}
