package secrets

import (
	"slices"
	"strings"
	"testing"
)

// The shapes that rows say are near are the near ones, and each shape has its rows.
func TestNear(t *testing.T) {
	_, shapes, _ := strings.Cut(list, "\n\n")
	for line := range strings.Lines(shapes) {
		words, _, _ := strings.Cut(line, "\t")
		for word := range strings.SplitSeq(words, " ") {
			for _, text := range []string{word, "x " + word + "y", word[:len(word)/2] + "-" + word[len(word)/2:]} {
				var want []string
				for other := range strings.Lines(shapes) {
					f := strings.Split(other, "\t")
					if (shape{words: f[0]}).near(text) && strings.Contains(text, f[4]) {
						want = append(want, f[1])
					}
				}
				var got []string
				for _, s := range near(text) {
					got = append(got, s.name)
				}
				if !slices.Equal(got, want) {
					t.Errorf("near %q: %q, want %q", text, got, want)
				}
			}
		}
	}
}
