package lsp

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever a text has, each question about each place in it is answered.
func FuzzAnswers(f *testing.F) {
	files, _ := filepath.Glob("../../rules/*/*.cue")
	for i, name := range files {
		if data, _ := os.ReadFile(name); i%7 == 0 && len(data) < 4000 {
			f.Add(string(data), len(data)/2)
		}
	}
	f.Add("hooks: x: {let: a: \"a()\", rules: [{when: \"a().\"}]}", 40)
	f.Add("packs: \"guard\": guard & {level: \"", 34)
	r := testReference()
	s := NewServer(r, "", nil, nil)
	f.Fuzz(func(t *testing.T, data string, at int) {
		text := newText("guard/none.cue", 1, data) // in no folder
		p := text.position(max(0, min(at, len(data))), UTF16)
		q := Params{Position: p, NewName: "other"}
		for _, answer := range []func(*Text, Params) any{s.completion, s.hover, s.signature, s.references, s.rename, s.outline, s.tokens, s.actions} {
			answer(text, q)
		}
		if edited, err := text.edited(2, []Change{{Range: &Range{p, p}, Text: "x"}}, UTF16); err != nil || len(edited.Data) != len(data)+1 {
			t.Errorf("an x put in: found %d bytes, want %d (%v)", len(edited.Data), len(data)+1, err)
		}
	})
}
