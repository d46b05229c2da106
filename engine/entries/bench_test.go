package entries

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Knowledge is read and compressed before every subagent.
func BenchmarkBrief(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		var lines strings.Builder
		for i := range n {
			fmt.Fprintf(&lines, `{"ts":"2026-01-01T00:00:00.000Z","t":"%s","txt":"Fact number %d that is worth to be known by all"}`+"\n", []string{"!", "+", "i"}[i%3], i)
		}
		data := []byte(lines.String())
		usual := Brief{Kinds: []string{"!", "+", "i"}, Items: 10, Chars: 50, Tokens: 500, Tight: []int{5, 5, 3}}
		b.Run(fmt.Sprintf("entries=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				entries, _ := parse(data)
				if usual.Write(slices.Values(entries)) == "" {
					b.Fatal("nothing to say")
				}
			}
		})
	}
}
