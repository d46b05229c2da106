package facts

import (
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"
)

var fits = engine.Fact{
	Doc: "whether one of these JavaScript patterns matches a text; a pattern is a text, which may begin with flags, (?i)word, or {source, flags}\n" +
		"A computed pattern that JavaScript refuses, or that can't be compiled, is left out with a warning; a literal one is a fault of the rules.",
	Params:  "patterns, text",
	Words:   []engine.Word{{Param: "patterns", Form: "pattern"}, {Param: "text", Form: "text"}},
	Ready:   readyMatches,
	Readies: "patterns",
	Ask:     engine.Quick2[any, string, bool](matchesOne),
}

func matchesOne(c *engine.Call, patterns any, text string) (bool, error) {
	if ready, ok := patterns.(plan.Ready); ok {
		return matchOne(ready.Made, text)
	}
	for _, p := range engine.Listed(patterns) {
		source, flags, err := patternOf(p)
		if err == nil {
			var m *ecma.Pattern
			if m, err = ecma.Compile(source, flags); err == nil {
				if m.Match(text) {
					return true, nil
				}
				continue
			}
			err = faulty(source, flags, err)
		}
		c.Warn(err.Error() + "; it is left out")
	}
	return false, nil
}

var unquoted = engine.Fact{
	Doc: "a text without the content of quotes, '…' and \"…\"; the quotes stay\n" +
		"As in a shell, a backslash escapes the next character except in '…'; an unclosed quote is kept with the text after it.",
	Params: "text",
	Ask:    engine.Func1[string, string](unquote),
}

func unquote(_ *engine.Call, text string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		b.WriteByte(text[i])
		switch text[i] {
		case '\\':
			if i++; i < len(text) {
				b.WriteByte(text[i])
			}
		case '\'', '"':
			if end := closing(text[i:]); end > 0 {
				i += end
				b.WriteByte(text[i])
			}
		}
	}
	return b.String(), nil
}

// closing returns the index of the quote that closes the one a text starts with, 0 if none does.
func closing(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == text[0]:
			return i
		case text[i] == '\\' && text[0] == '"':
			i++
		}
	}
	return 0
}
