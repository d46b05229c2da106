package effects

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// slice returns what ${name:offset:length} leaves.
func (a *analysis) slice(f *frame, w *world, x *syntax.ParamExp, values []word, all bool) []word {
	from, ok := a.number(f, w, x.Slice.Offset, 0)
	length, ok2 := 1<<30, true
	if x.Slice.Length != nil {
		length, ok2 = a.number(f, w, x.Slice.Length, 0)
	}
	if !ok || !ok2 {
		return []word{{text: "${" + x.Param.Value + "}"}}
	}
	if all {
		if x.Index == nil { // of $@, which $0 belongs to
			values = append([]word{{text: w.name, known: true}}, values...)
		}
		i, j := bounds(from, length, len(values))
		return values[i:j]
	}
	out := slices.Clone(values)
	for i, v := range out {
		if v.known {
			letters := []rune(v.text)
			from, to := bounds(from, length, len(letters))
			out[i] = v.with(string(letters[from:to]))
		}
	}
	return out
}

// bounds returns where an offset and a length of the shell begin and end in n.
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

// changed returns a value as ${name#…}, ${name/…} or ${name^} make it.
func (a *analysis) changed(f *frame, w *world, x *syntax.ParamExp, v word) word {
	not := word{text: "${" + x.Param.Value + "}", from: v.from}
	if r := x.Repl; r != nil {
		p, with := a.pattern(f, w, r.Orig), a.text(f, w, r.With)
		if !v.known || !p.known || !with.known {
			not.from = union(not.from, with.from)
			return not
		}
		text, ok := a.replaced(v.text, p.text, with.text, r.All)
		if !ok {
			return not
		}
		return v.with(text)
	}
	var p word
	if x.Exp.Word != nil {
		p = a.pattern(f, w, x.Exp.Word)
	} else {
		p.known = true
	}
	if !v.known || !p.known {
		return not
	}
	switch x.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		text, ok := a.trimmed(v.text, p.text, x.Exp.Op)
		if !ok {
			return not
		}
		return v.with(text)
	case syntax.UpperAll:
		return v.with(strings.ToUpper(v.text))
	case syntax.LowerAll:
		return v.with(strings.ToLower(v.text))
	case syntax.UpperFirst:
		return v.with(first(v.text, strings.ToUpper))
	case syntax.LowerFirst:
		return v.with(first(v.text, strings.ToLower))
	case syntax.OtherParamOps:
		switch p.text {
		case "U":
			return v.with(strings.ToUpper(v.text))
		case "L":
			return v.with(strings.ToLower(v.text))
		case "u":
			return v.with(first(v.text, strings.ToUpper))
		case "E", "P":
			return v.with(ansi(v.text))
		case "Q":
			return v.with("'" + strings.ReplaceAll(v.text, "'", `'\''`) + "'")
		}
	}
	return not
}

func first(text string, change func(string) string) string {
	letter, rest := firstLetter(text)
	return change(letter) + rest
}
