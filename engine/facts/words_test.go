package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	tests := []struct{ src, want string }{
		{"words(['fix', 'code review', 'add'], 'Add a CODE REVIEW, not a fixture')", `["code review","add"]`},
		{"words(['fix'], 'fix')", `["fix"]`},
		{"words(['fix'], 'fix_it prefix fix2 9fix')", `[]`},
		{"words(['fix'], '(fix)')", `["fix"]`},
		{"words(['correção', 'é'], 'CORREÇÃO é.')", `["correção","é"]`},
		{"words(['correç', 'ção'], 'correção')", `[]`},
		{"words(['修正'], 'x修正')", `[]`},
		{"words(['修正'], '「修正」')", `["修正"]`},
		{"words(['e'], 'e\u0301')", `[]`}, // an é of two characters
		{"words(['c++', '.go', '*.go', '+i'], 'c++ in x.go')", `["c++"]`},
		{"words(['.go'], 'all .go')", `[".go"]`},
		{"words(['b', 'a', 'b'], 'a b')", `["b","a","b"]`},
		{"words(['fix', 'FIX', 'fixed', 'fi'], 'fixed')", `["fixed"]`},
		{"words(['fix', 'FIX'], 'fix')", `["fix","FIX"]`},
		{"words([], 'x')", `[]`},
		{"words(['x'], '')", `[]`},
		{"words(split('fix,add', ','), 'add')", `["add"]`},
		{"words(split('', ','), ' ')", `[]`},
		{"words([1 + 1], 'a 2')", `["2"]`},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}

// A lexicon finds what looking for each word by itself does.
func FuzzWords(f *testing.F) {
	f.Add("fix,code review,fixed", "fix a code review; Fixed")
	f.Add("é,ab,a", "É ab\xffa")
	f.Fuzz(func(t *testing.T, list, text string) {
		words := strings.Split(list, ",")
		got := newLexicon(words).in(text)
		lower := strings.ToLower(text)
		var want []string
		for _, word := range words {
			if stands(strings.ToLower(word), lower) {
				want = append(want, word)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q in %q: %q, want %q", words, text, got, want)
		}
	})
}

// stands reports whether a word is in a text, by trying each place.
func stands(word, text string) bool {
	for at := range text {
		rest, ok := strings.CutPrefix(text[at:], word)
		before, after := []rune(text[:at]), []rune(rest)
		if ok && word != "" && (len(before) == 0 || !ofWord(before[len(before)-1])) && (len(after) == 0 || !ofWord(after[0])) {
			return true
		}
	}
	return false
}

func BenchmarkWords(b *testing.B) {
	var list []string
	for i := range 128 {
		list = append(list, fmt.Sprintf("%c%cword%d phrase", 'a'+i%26, 'a'+i%7, i))
	}
	for name, line := range map[string]string{"ascii": "please refactor the code and review what abword3 phrases say, then fix it. ", "letters": "corrigir a implementação e a refatoração, não só a criação de código; "} {
		text := strings.Repeat(line, 10_000/len(line))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				newLexicon(list).in(text)
			}
		})
	}
}

func TestStems(t *testing.T) {
	for src, want := range map[string]string{
		"stems('db:usersDeleted')": `["db","user","delete"]`,
		"stems('')":                `[]`,
		"ends(['db:tables:drop', 'deleteUsers', 'x'])": `db drop delete users x`,
		"ends(['usersToDeleteReport', '', '--'])":      `users report`,
		"map(['a_b', 'HTTPStops'], len(stems(#)))":     `[2,2]`,
	} {
		if got := ask(t, t.TempDir(), "", src); got != "["+want+"]" {
			t.Errorf("%s: %s, want [%s]", src, got, want)
		}
	}
}
