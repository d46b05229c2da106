package ecma

import (
	"fmt"
	"strings"
	"testing"
)

func TestRefold(t *testing.T) {
	for i := range 40 { // more than are kept, each twice
		text := fmt.Sprintf("%d Ünïcode \u212A Text %s", i%20, strings.Repeat("Ab", i*13))
		for range 2 {
			if got := Refold(text); got != Fold(text) {
				t.Errorf("%.20q: %.20q, want %.20q", text, got, Fold(text))
			}
		}
	}
}

func BenchmarkRefold(b *testing.B) {
	text := strings.Repeat("for Key, value in sorted(data.items()): print(key)\n", 200)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Refold(text)
	}
}
