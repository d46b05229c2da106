package effects

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// pattern returns a word as a pattern, with backslashes before what is quoted in it.
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
			out = out.Plus(v.With(pattern.QuoteMeta(v.Text, 0)))
		default:
			out = out.Plus(e.text(&syntax.Word{Parts: []syntax.WordPart{p}}))
		}
	}
	return out
}

// expressed returns a shell pattern as a regular expression between two others; nil if that is too
// long or invalid.
func expressed(before, glob, after string, mode pattern.Mode) *regexp.Regexp {
	const most = 512
	expr, err := pattern.Regexp(glob, mode|pattern.NoGlobStar)
	if err != nil || len(glob) > most {
		return nil
	}
	re, err := regexp.Compile("(?s)" + before + "(" + expr + ")" + after)
	if err != nil {
		return nil
	}
	return re
}

// affordable reports whether an expression may be tried on a text, and counts the work.
func (e expansion) affordable(re *regexp.Regexp, text string) bool {
	const most = 4 << 10
	if e.sh.steps -= 4; re == nil || len(text) > most {
		return false
	}
	e.sh.steps -= len(text) >> 5
	return true
}

// trimmed returns a text without what a pattern matches at one end.
func (e expansion) trimmed(text, glob string, op syntax.ParExpOperator) (string, bool) {
	prefix := op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix
	if plain, special := unescape(glob); !special {
		if prefix {
			return strings.TrimPrefix(text, plain), true
		}
		return strings.TrimSuffix(text, plain), true
	}
	var re *regexp.Regexp
	switch op {
	case syntax.RemSmallPrefix:
		re = expressed("^", glob, "", pattern.Shortest)
	case syntax.RemLargePrefix:
		re = expressed("^", glob, "", 0)
	case syntax.RemSmallSuffix:
		re = expressed("^.*", glob, "$", pattern.Shortest)
	case syntax.RemLargeSuffix:
		re = expressed("", glob, "$", 0)
	}
	if !e.affordable(re, text) {
		return "", false
	}
	if at := re.FindStringSubmatchIndex(text); at != nil {
		return text[:at[2]] + text[at[3]:], true
	}
	return text, true
}

// replaced replaces the first match of a pattern in a text, or all. A pattern that begins with # or
// % matches only at that end.
func (e expansion) replaced(text, glob, with string, all bool) (string, bool) {
	if glob == "" || text == "" {
		return text, true
	}
	if len(text)*(len(with)+1) > maxText {
		return "", false
	}
	before, after := "", ""
	switch {
	case all:
	case glob[0] == '#':
		before, glob = "^", glob[1:]
	case glob[0] == '%':
		after, glob = "$", glob[1:]
	}
	if plain, special := unescape(glob); !special && before+after == "" {
		n := 1
		if all {
			n = -1
		}
		return strings.Replace(text, plain, with, n), true
	}
	re := expressed(before, glob, after, 0)
	if !e.affordable(re, text) {
		return "", false
	}
	re.Longest()
	if all {
		return re.ReplaceAllLiteralString(text, with), true
	}
	if at := re.FindStringIndex(text); at != nil {
		return text[:at[0]] + with + text[at[1]:], true
	}
	return text, true
}
