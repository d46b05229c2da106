package facts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/ecma"
)

// mostCaptures bounds the matches that captures returns.
const mostCaptures = 10_000

// A Capture is a match of a pattern in a text.
type Capture struct {
	Text   string            `expr:"text" json:"text" doc:"what matched"`
	Groups []string          `expr:"groups" form:"groups" json:"groups" doc:"the whole match as [0], then what each ( ) matched, empty if it took no part"`
	Names  map[string]string `expr:"names" json:"names" doc:"what each (?<name> ) matched"`
	At     int               `expr:"at" json:"at" doc:"bytes before it, as in text[.at:]"`
}

var captures = engine.Fact{
	Doc: "the matches of a JavaScript pattern in a text, in order: .text, .groups (of ( ) from 1 on), .names, .at\n" +
		"A pattern is a text, which may begin with flags, (?i)word, or {source, flags}. An invalid one matches nothing, with a warning; after 10,000 matches the rest is left out, with a warning. Groups in lookaround such as (?=…) capture nothing.",
	Params: "text, pattern",
	Words:  []engine.Word{{Param: "text", Form: "text"}, {Param: "pattern", Form: "pattern"}},
	Ready:  readySearch,
	Ask:    engine.Func2[string, any, []Capture](capturesOf),
}

func capturesOf(c *engine.Call, text string, pattern any) ([]Capture, error) {
	all := []Capture{}
	f, err := finder(pattern)
	if err != nil {
		c.Warn(err.Error() + "; it is left out")
		return all, nil
	}
	var unsure error
	found := f.Find(text, mostCaptures+1)
	if len(found) > mostCaptures {
		unsure = c.Doubt(fmt.Errorf("captures: found more than %d matches", mostCaptures), "those after them are left out")
		found = found[:mostCaptures]
	}
	for _, m := range found {
		one := Capture{Groups: make([]string, len(m)/2), Names: map[string]string{}, At: m[0]}
		for i := range one.Groups {
			one.Groups[i] = between(text, m, i)
		}
		for i, name := range f.Names {
			if name != "" && (m[2*i+2] >= 0 || one.Names[name] == "") {
				one.Names[name] = one.Groups[i+1]
			}
		}
		one.Text = one.Groups[0]
		all = append(all, one)
	}
	return all, unsure
}

var captured = engine.Fact{
	Doc: "what the first participating ( ) of a JavaScript pattern captured in its first match, or the whole match if it has no ( ); empty if it doesn't match\n" +
		"captured(read('VERSION'), `v(\\d+)`) is 3 for v3.14. Patterns are those of captures().",
	Params: "text, pattern",
	Words:  []engine.Word{{Param: "text", Form: "text"}, {Param: "pattern", Form: "pattern"}},
	Ready:  readySearch,
	Ask:    engine.Func2[string, any, string](capturedOf),
}

func capturedOf(c *engine.Call, text string, pattern any) (string, error) {
	f, err := finder(pattern)
	if err != nil {
		c.Warn(err.Error() + "; it is left out")
		return "", nil
	}
	for _, m := range f.Find(text, 1) {
		for group := 1; group < len(m)/2; group++ {
			if m[2*group] >= 0 {
				return between(text, m, group), nil
			}
		}
		if len(m) == 2 {
			return between(text, m, 0), nil
		}
	}
	return "", nil
}

// between returns what a group matched.
func between(text string, m []int, group int) string {
	if m[2*group] < 0 {
		return ""
	}
	return text[m[2*group]:m[2*group+1]]
}

var replaced = engine.Fact{
	Doc: "a text with the matches of a JavaScript pattern replaced, all of them or so many: replaced('a-b', '(\\\\w)-(\\\\w)', '$2-$1')\n" +
		"In the replacement, $1 or $<name> is what a group matched, $& the match, $$ a $. Patterns are those of captures(); an invalid one leaves the text as it is, with a warning.",
	Params:  "text, pattern, with, [times]",
	Words:   []engine.Word{{Param: "text", Form: "text"}, {Param: "pattern", Form: "pattern"}, {Param: "with", Form: "replacement"}},
	Ready:   readySearch,
	Readies: "pattern",
	Ask:     engine.Last3[string, any, string, int, string](replacedIn),
}

func replacedIn(c *engine.Call, text string, pattern any, with string, times ...int) (string, error) {
	f, err := finder(pattern)
	if err != nil {
		c.Warn(err.Error() + "; nothing is replaced")
		return text, nil
	}
	most := len(text) + 1 // there can't be more
	if len(times) > 0 {
		most = times[0]
	}
	var b strings.Builder
	at := 0
	for _, m := range f.Find(text, most) {
		b.WriteString(text[at:m[0]])
		instead(&b, f, text, m, with)
		at = m[1]
	}
	b.WriteString(text[at:])
	return b.String(), nil
}

// instead writes the replacement of a match, like String.prototype.replace (ECMA-262,
// GetSubstitution).
func instead(b *strings.Builder, f *ecma.Finder, text string, m []int, with string) {
	for {
		before, rest, ok := strings.Cut(with, "$")
		b.WriteString(before)
		if !ok {
			return
		}
		size, said := substitute(f, text, m, rest)
		if size == 0 {
			b.WriteByte('$')
		}
		b.WriteString(said)
		with = rest[size:]
	}
}

// substitute returns the replacement of a $ followed by rest, and how much of rest it used; 0 if
// the $ is literal.
func substitute(f *ecma.Finder, text string, m []int, rest string) (size int, said string) {
	if rest == "" {
		return 0, ""
	}
	switch rest[0] {
	case '$':
		return 1, "$"
	case '&':
		return 1, between(text, m, 0)
	case '`':
		return 1, text[:m[0]]
	case '\'':
		return 1, text[m[1]:]
	case '<':
		name, _, ok := strings.Cut(rest[1:], ">")
		if !ok || !slices.ContainsFunc(f.Names, func(n string) bool { return n != "" }) {
			return 0, ""
		}
		for i, n := range f.Names {
			if n == name && m[2*i+2] >= 0 {
				said = between(text, m, i+1)
			}
		}
		return len(name) + len("<>"), said
	}
	for _, digits := range []int{2, 1} {
		if len(rest) < digits {
			continue
		}
		if n, err := strconv.ParseUint(rest[:digits], 10, 8); err == nil && n > 0 && int(n) <= len(f.Names) {
			return digits, between(text, m, int(n))
		}
	}
	return 0, ""
}
