package guide

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Each page fits two screens of 80 columns and 50 lines, and says what it shows.
func TestPagesFit(t *testing.T) {
	for _, p := range Pages() {
		text := p.Text()
		if n := strings.Count(text, "\n"); n > 100 {
			t.Errorf("%s: found %d lines, want two screens at most", p.Name, n)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(line) - 1; n > 80 {
				t.Errorf("%s: found %d columns, want 80 at most: %s", p.Name, n, line)
			}
		}
		commands := 0
		for _, part := range p.Parts {
			if part.Shown == "\n" && part.Name != "" {
				t.Errorf("%s: %s shows nothing", p.Name, part.Name)
			}
			if part.Command() {
				commands++
			}
		}
		if p.Title == "" || commands == 0 {
			t.Errorf("%s: found the title %q and %d commands, want both", p.Name, p.Title, commands)
		}
	}
}

// The pages are in the order in which a newcomer needs them.
func TestNames(t *testing.T) {
	if is, want := strings.Join(Names(), " "), "rule test call packs trust agents stores log"; is != want {
		t.Errorf("found %s, want %s", is, want)
	}
}
