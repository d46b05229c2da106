package effects

import (
	"cmp"
	"slices"
	"strconv"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// A state says what is known of a variable.
type state uint8

const (
	strange state = iota // nothing: the code does not set it
	unset
	isset
)

// lookup returns the values of a variable or parameter.
func (e expansion) lookup(name string) ([]word, state) {
	if v, ok := e.w.vars[name]; ok {
		if v.ref && len(v.values) == 1 && v.values[0].Text != name && v.values[0].Known && e.step() {
			e.subscript(v.values[0])
			return e.lookup(v.values[0].Text)
		}
		if v.values == nil {
			return nil, unset
		}
		return v.values, isset
	}
	switch name {
	case "@", "*":
		return e.w.params, isset
	case "#":
		return one(strconv.Itoa(len(e.w.params)))
	case "0":
		return one(e.w.name)
	case "_":
		return []word{e.w.last}, isset
	case "DIRSTACK":
		return folderWords(e.w.dirs()), isset
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		if n > len(e.w.params) {
			return nil, unset
		}
		return e.w.params[n-1 : n], isset
	}
	if text := e.environment(name); text != "" {
		return one(text)
	}
	return nil, strange
}

func one(text string) ([]word, state) { return []word{{Text: text, Known: true}}, isset }

// environment returns a variable of the shell's environment that paths and programs depend on; ""
// for any other, and for one that isn't known.
func (e expansion) environment(name string) string {
	given := ""
	if e.sh.at.Getenv != nil && e.f.host == "" {
		given = e.sh.at.Getenv(name)
	}
	switch name {
	case "IFS":
		return " \t\n"
	case "HOME":
		return e.f.home
	case "PWD":
		return e.w.dir
	case "OLDPWD":
		return e.w.back
	case "TMPDIR":
		if given == "" && e.f.host == "" {
			return "/tmp"
		}
		return given
	case "PATH":
		return cmp.Or(given, "/usr/local/bin:/usr/bin:/bin")
	case "BASH", "SHELL":
		return cmp.Or(given, "/bin/bash")
	case "USER", "LOGNAME", "CLAUDE_PROJECT_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR":
		return given
	}
	return ""
}

// param expands a parameter. It returns several words only for a whole list; many says that they
// stay apart in quotes too.
func (e expansion) param(x *syntax.ParamExp) (values []word, many bool) {
	if x.Param == nil || !e.step() {
		return []word{{Text: "$(…)"}}, false
	}
	name := x.Param.Value
	values, st := e.lookup(name)
	not := word{Text: "${" + name + "}"}
	all := name == "@" || name == "*"
	many = name == "@"
	if x.Index != nil {
		values, st, all, many = e.element(x, values, st)
	} else if !all && len(values) > 1 {
		values = values[:1]
	}
	if x.Excl {
		if x.Names != 0 || x.Index != nil {
			return []word{not}, many
		}
		if st == isset && len(values) > 0 {
			e.subscript(values[0])
		}
		if st != isset || len(values) == 0 || !values[0].Known || !named(values[0].Text) {
			return []word{not}, false
		}
		name = values[0].Text
		if values, st = e.lookup(name); len(values) > 1 && name != "@" && name != "*" {
			values = values[:1]
		}
	}
	if x.Length {
		if n, known := length(values, all); known && st != strange {
			values, _ = one(strconv.Itoa(n))
			return values, false
		}
		return []word{not}, false
	}
	if x.Exp != nil {
		if v, done := e.fallback(x, values, st); done {
			return v, many && st == isset
		}
	}
	switch st {
	case strange:
		e.operate(x)
		return []word{not}, false
	case unset:
		return nil, false
	}
	return e.formed(x, values, all), many
}

// operate runs what stands in the operator of ${name…}, for a value that isn't known.
func (e expansion) operate(x *syntax.ParamExp) {
	if x.Exp != nil && x.Exp.Word != nil {
		e.text(x.Exp.Word)
	}
	if x.Slice != nil {
		e.slice(x, nil, false)
	}
}

// length returns the number of values, or of the characters in one.
func length(values []word, all bool) (n int, known bool) {
	if all {
		return len(values), true
	}
	v := programs.Join(values, " ")
	return len([]rune(v.Text)), v.Known
}

// formed applies ${name:offset}, ${name#…} and the like to values.
func (e expansion) formed(x *syntax.ParamExp, values []word, all bool) []word {
	if x.Slice != nil {
		values = e.slice(x, values, all)
	}
	if x.Repl != nil || x.Exp != nil {
		values = slices.Clone(values)
		for i, v := range values {
			values[i] = e.changed(x, v)
		}
	}
	return values
}

// named reports whether a text can be the name of a variable or parameter.
func named(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x80 || !letter(c) && !digit(c) {
			return text == "@" || text == "*"
		}
	}
	return text != ""
}

// element returns the value that ${name[index]} selects.
func (e expansion) element(x *syntax.ParamExp, values []word, st state) (list []word, s state, all, many bool) {
	index, ok := x.Index.(*syntax.Word)
	if ok && (index.Lit() == "@" || index.Lit() == "*") {
		return values, st, true, index.Lit() == "@"
	}
	if st != isset {
		e.arithmetic(x.Index)
		return nil, st, false, false
	}
	if v := e.w.vars[x.Param.Value]; v != nil && v.keys != nil && ok {
		if i := slices.Index(v.keys, e.text(index).Text); i >= 0 {
			return values[i : i+1], isset, false, false
		}
		return nil, unset, false, false
	}
	n, known := e.number(x.Index, 0)
	if !known {
		return nil, strange, false, false
	}
	if n < 0 {
		n += len(values)
	}
	if n < 0 || n >= len(values) {
		return nil, unset, false, false
	}
	return values[n : n+1], isset, false, false
}

// fallback applies ${name-word} and the like; done says that nothing else applies. For a variable
// that the code doesn't set, the word counts.
func (e expansion) fallback(x *syntax.ParamExp, values []word, st state) (list []word, done bool) {
	null := st == isset && programs.Join(values, " ").Text == ""
	switch x.Exp.Op {
	case syntax.DefaultUnset, syntax.AssignUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull:
		colon := x.Exp.Op == syntax.DefaultUnsetOrNull || x.Exp.Op == syntax.AssignUnsetOrNull
		if st == isset && !(null && colon) {
			return values, true
		}
		v := e.text(x.Exp.Word)
		if x.Exp.Op == syntax.AssignUnset || x.Exp.Op == syntax.AssignUnsetOrNull {
			e.give(x.Param.Value, v)
		}
		return []word{v}, true
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if st == unset || null && x.Exp.Op == syntax.AlternateUnsetOrNull {
			return nil, true
		}
		return []word{e.text(x.Exp.Word)}, true
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if st == isset {
			return values, true
		}
	}
	return nil, false
}
