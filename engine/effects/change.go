package effects

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// slice returns the part that ${name:offset:length} selects.
func (e expansion) slice(x *syntax.ParamExp, values []word, all bool) []word {
	from, ok := e.number(x.Slice.Offset, 0)
	length, ok2 := 1<<30, true
	if x.Slice.Length != nil {
		length, ok2 = e.number(x.Slice.Length, 0)
	}
	if !ok || !ok2 {
		return []word{{Text: "${" + x.Param.Value + "}"}}
	}
	if all {
		if x.Index == nil { // of $@, which begins with $0
			values = append([]word{{Text: e.w.name, Known: true}}, values...)
		}
		i, j := bounds(from, length, len(values))
		return values[i:j]
	}
	out := slices.Clone(values)
	for i, v := range out {
		if v.Known {
			letters := []rune(v.Text)
			from, to := bounds(from, length, len(letters))
			out[i] = v.With(string(letters[from:to]))
		}
	}
	return out
}

// bounds returns where a shell's offset and length begin and end in n elements.
func bounds(from, length, n int) (i, j int) {
	if from < 0 {
		from += n
	}
	i = min(max(from, 0), n)
	if length < 0 {
		return i, max(i, n+length)
	}
	return i, min(i+min(length, n), n)
}

// changed applies ${name#…}, ${name/…} or ${name^} to a value.
func (e expansion) changed(x *syntax.ParamExp, v word) word {
	not := word{Text: "${" + x.Param.Value + "}", From: v.From}
	if r := x.Repl; r != nil {
		p, with := e.pattern(r.Orig), e.text(r.With)
		if !v.Known || !p.Known || !with.Known {
			not.From = programs.Union(not.From, with.From)
			return not
		}
		text, ok := e.replaced(v.Text, p.Text, with.Text, r.All)
		if !ok {
			return not
		}
		return v.With(text)
	}
	var p word
	if x.Exp.Word != nil {
		p = e.pattern(x.Exp.Word)
	} else {
		p.Known = true
	}
	if x.Exp.Op == syntax.OtherParamOps && p.Text == "P" {
		v = e.again(v, "${"+x.Param.Value+"@P}")
	}
	if !v.Known || !p.Known {
		return not
	}
	switch x.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		text, ok := e.trimmed(v.Text, p.Text, x.Exp.Op)
		if !ok {
			return not
		}
		return v.With(text)
	case syntax.UpperAll:
		return v.With(strings.ToUpper(v.Text))
	case syntax.LowerAll:
		return v.With(strings.ToLower(v.Text))
	case syntax.UpperFirst:
		return v.With(first(v.Text, strings.ToUpper))
	case syntax.LowerFirst:
		return v.With(first(v.Text, strings.ToLower))
	case syntax.OtherParamOps:
		if text, ok := transformed(v.Text, p.Text); ok {
			return v.With(text)
		}
	}
	return not
}

// transformed applies ${name@U} and similar operators to a text.
func transformed(text, operator string) (string, bool) {
	switch operator {
	case "U":
		return strings.ToUpper(text), true
	case "L":
		return strings.ToLower(text), true
	case "u":
		return first(text, strings.ToUpper), true
	case "E", "P":
		return programs.Unescape(text), true
	case "Q":
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'", true
	}
	return "", false
}

func first(text string, change func(string) string) string {
	_, size := utf8.DecodeRuneInString(text)
	return change(text[:size]) + text[size:]
}
