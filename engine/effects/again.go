package effects

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Some texts are code, although no shell code says so: bash evaluates a value that it takes for a
// number as an expression, and expands the subscript of an element that a text names. So x[$(rm a)]
// removes a file in ((n)), [[ $n -gt 0 ]], test -v "$n", printf -v "$n", declare "$n=" and ${!n}.

// again expands a text once more, as a shell does with the value of a prompt, and returns the
// result.
func (e expansion) again(text word, by string) word {
	key := "again " + text.Text
	if !strings.ContainsAny(text.Text, "$`") || slices.Contains(e.sh.running, key) {
		return text
	}
	list := e.sh.codes.parse(&e.sh.findings, "<<_\n"+text.Text+"\n_\n", false)
	if len(list) == 0 || len(list[0].Redirs) == 0 || list[0].Redirs[0].Hdoc == nil {
		return text
	}
	e.sh.running = append(e.sh.running, key)
	e.f = e.f.under(by)
	out := e.document(list[0].Redirs[0].Hdoc)
	e.sh.running = e.sh.running[:len(e.sh.running)-1]
	out.Text = strings.TrimSuffix(out.Text, "\n")
	return out
}

// calculated evaluates a text as an arithmetic expression: it expands what stands in its
// subscripts, and does the same with the values of the variables that it names.
func (e expansion) calculated(text word) {
	key := "calculated " + text.Text
	if slices.Contains(e.sh.running, key) || !e.step() {
		return
	}
	e.sh.running = append(e.sh.running, key)
	defer func() { e.sh.running = e.sh.running[:len(e.sh.running)-1] }()
	e.again(text, "((…))")
	separates := func(r rune) bool { return r >= 0x80 || !letter(byte(r)) && !digit(byte(r)) }
	for name := range strings.FieldsFuncSeq(text.Text, separates) {
		if v := e.w.vars[name]; v != nil && !digit(name[0]) && len(v.values) > 0 {
			e.calculated(v.values[0])
		}
	}
}

// subscript evaluates the subscript in a text that names a variable or an element of one. What
// follows = is a value, and one in parentheses is a list that is expanded.
func (e expansion) subscript(text word) {
	name, rest, ok := strings.Cut(text.Text, "[")
	if before, list, listed := strings.Cut(text.Text, "=("); listed && named(before) && strings.HasSuffix(list, ")") {
		e.again(text.With(list), "declare")
	}
	if !ok || !named(name) {
		return
	}
	if end := strings.LastIndex(rest, "]="); end >= 0 {
		rest = rest[:end]
	}
	e.calculated(text.With(rest))
}

// subscripted are the builtins whose arguments name variables, and those where what follows a flag
// does.
var subscripted = map[string]string{
	"declare": "", "export": "", "getopts": "", "local": "", "read": "", "readonly": "", "typeset": "", "unset": "",
	"test": "-v", "[": "-v", "printf": "-v", "wait": "-p",
}

// subscripts evaluates what stands in subscripts of variables that a builtin is told by name.
func (e expansion) subscripts(words []word) {
	flag, ok := subscripted[words[0].Text]
	if !ok {
		return
	}
	if flag != "" {
		words = append(words[:1:1], apart(words[1:], flag)...)
	}
	for i, v := range words[1:] {
		if flag == "" || words[i].Text == flag {
			e.subscript(v)
		}
	}
}

// apart splits a flag from its value where they are one word at the beginning of arguments: -vNAME.
func apart(args []word, flag string) []word {
	if len(args) == 0 {
		return args
	}
	value, ok := strings.CutPrefix(args[0].Text, flag)
	if !ok || value == "" {
		return args
	}
	return append([]word{args[0].With(flag), args[0].With(value)}, args[1:]...)
}

// test evaluates the condition of [[ ]].
func (e expansion) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		e.text(x)
	case *syntax.ParenTest:
		e.test(x.X)
	case *syntax.UnaryTest:
		if name, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			e.subscript(e.text(name))
			return
		}
		e.test(x.X)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if side, ok := side.(*syntax.Word); ok {
					e.calculated(e.text(side))
				}
			}
			return
		}
		e.test(x.X)
		e.test(x.Y)
	}
}
