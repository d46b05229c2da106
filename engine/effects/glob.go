package effects

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// pattern returns a word as a pattern: what is quoted in it has backslashes.
func (e expansion) pattern(x *syntax.Word) word {
	out := word{Known: true}
	if x == nil {
		return out
	}
	for _, p := range x.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			out = out.Plus(word{Text: p.Value, Known: true})
		case *syntax.SglQuoted, *syntax.DblQuoted:
			v := e.text(&syntax.Word{Parts: []syntax.WordPart{p}})
			out = out.Plus(v.With(literal(v.Text)))
		default:
			out = out.Plus(e.text(&syntax.Word{Parts: []syntax.WordPart{p}}))
		}
	}
	return out
}

// literal returns the pattern that matches a text and nothing else.
func literal(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(text)
}

// matches reports whether a pattern of the shell matches all of a text.
func matches(pattern, text string) bool {
	star, mark := -1, 0
	i, j := 0, 0
	for j < len(text) {
		if i < len(pattern) && pattern[i] == '*' {
			star, mark = i, j
			i++
			continue
		}
		if n, size, ok := matchOne(pattern[i:], text[j:]); ok {
			i, j = i+n, j+size
			continue
		}
		if star < 0 {
			return false
		}
		_, size := utf8.DecodeRuneInString(text[mark:])
		mark += size
		i, j = star+1, mark
	}
	return strings.Trim(pattern[i:], "*") == ""
}

// matchOne matches the first character of a text with what a pattern begins with,
// and returns the lengths of both.
func matchOne(pattern, text string) (n, size int, ok bool) {
	if pattern == "" {
		return 0, 0, false
	}
	r, size := utf8.DecodeRuneInString(text)
	switch pattern[0] {
	case '?':
		return 1, size, true
	case '\\':
		if len(pattern) > 1 {
			p, k := utf8.DecodeRuneInString(pattern[1:])
			return 1 + k, size, p == r
		}
	case '[':
		if end, in, ok := class(pattern, r); ok {
			return end, size, in
		}
	}
	p, k := utf8.DecodeRuneInString(pattern)
	return k, size, p == r
}

// class matches a character with what is in brackets; end is what follows them.
func class(pattern string, r rune) (end int, in, ok bool) {
	i := 1
	not := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if not {
		i++
	}
	for start := i; i < len(pattern); {
		if pattern[i] == ']' && i > start {
			return i + 1, in != not, true
		}
		if pattern[i] == '[' && i+1 < len(pattern) && pattern[i+1] == ':' {
			if k := strings.Index(pattern[i:], ":]"); k > 0 { // taken to match
				in = true
				i += k + 2
				continue
			}
		}
		low, k := utf8.DecodeRuneInString(pattern[i:])
		i += k
		high := low
		if i+1 < len(pattern) && pattern[i] == '-' && pattern[i+1] != ']' {
			high, k = utf8.DecodeRuneInString(pattern[i+1:])
			i += 1 + k
		}
		in = in || low <= r && r <= high
	}
	return 0, false, false
}

// affordable reports whether a pattern may be tried at all places of a text.
func (e expansion) affordable(text, pattern string) bool {
	const most = 512
	if len(text) > most || len(pattern) > most {
		return false
	}
	e.sh.steps -= len(text) * len(text) * (len(pattern) + 1) >> 16
	return true
}

// trimmed returns a text without what a pattern matches at one end.
func (e expansion) trimmed(text, pattern string, op syntax.ParExpOperator) (string, bool) {
	if !e.affordable(text, pattern) {
		return "", false
	}
	n := len(text)
	for k := range n + 1 {
		switch op {
		case syntax.RemSmallPrefix:
			if matches(pattern, text[:k]) {
				return text[k:], true
			}
		case syntax.RemLargePrefix:
			if matches(pattern, text[:n-k]) {
				return text[n-k:], true
			}
		case syntax.RemSmallSuffix:
			if matches(pattern, text[n-k:]) {
				return text[:n-k], true
			}
		case syntax.RemLargeSuffix:
			if matches(pattern, text[k:]) {
				return text[:k], true
			}
		}
	}
	return text, true
}

// replaced returns a text with the first place, or all, that a pattern matches
// replaced. A pattern that begins with # or % matches at one end only.
func (e expansion) replaced(text, pattern, with string, all bool) (string, bool) {
	if pattern == "" {
		return text, true
	}
	if len(text)*(len(with)+1) > maxText {
		return "", false
	}
	if plain, glob := unescape(pattern); !glob && !all && (pattern[0] == '#' || pattern[0] == '%') {
		if rest, ok := strings.CutPrefix(text, plain[1:]); ok && pattern[0] == '#' {
			return with + rest, true
		}
		if rest, ok := strings.CutSuffix(text, plain[1:]); ok && pattern[0] == '%' {
			return rest + with, true
		}
		return text, true
	} else if !glob {
		n := 1
		if all {
			n = -1
		}
		return strings.Replace(text, plain, with, n), true
	}
	if !e.affordable(text, pattern) {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		end := len(text)
		for end > i && !matches(pattern, text[i:end]) {
			end--
		}
		if end == i {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(with)
		if i = end; !all {
			b.WriteString(text[i:])
			break
		}
	}
	return b.String(), true
}
