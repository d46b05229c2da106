package effects

import (
	"fmt"
	"strings"
	"testing"
)

// plain returns the words of a line without quotes.
func plain(line string) []word {
	var words []word
	for text := range strings.FieldsSeq(line) {
		words = append(words, word{text: text, known: !strings.Contains(text, "$"), glob: strings.ContainsAny(text, "*?[")})
	}
	return words
}

func TestDescribe(t *testing.T) {
	tests := []struct{ line, want string }{
		{"rm -rf /", "[recursive force] map[] [/]"},
		{"rm -R --forc a b", "[recursive force] map[] [a b]"},
		{"git -C x push --force-w=main origin +main", "[C force-with-lease] map[C:x force-with-lease:main] [push origin +main]"},
		{"git push -fd o", "[force delete] map[] [push o]"},
		{"git push --force --no-force o", "[no-force] map[] [push o]"},
		{"env -uPATH A=1 rm -rf /", "[unset] map[unset:PATH] [A=1 rm -rf /]"},
	}
	for _, test := range tests {
		c := describe(plain(test.line), where{dir: "/w"})
		if got := fmt.Sprint(c.Flags, c.Options, c.Operands); got != test.want {
			t.Errorf("%s\nis   %s\nwant %s", test.line, got, test.want)
		}
	}
}

func TestRest(t *testing.T) {
	tests := []struct{ line, want string }{
		{"env -uPATH A=1 rm -rf /", "rm -rf /"},
		{"sudo -u root -- rm x", "rm x"},
		{"sudo -i", ""},
	}
	for _, test := range tests {
		var got []string
		for _, w := range rest(plain(test.line)) {
			got = append(got, w.text)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s\nruns %s\nwant %s", test.line, got, test.want)
		}
	}
}
