package effects

import (
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

// lookup returns a variable, or parameter, by its name.
func (a *analysis) lookup(f *frame, w *world, name string) ([]word, state) {
	if v, ok := w.vars[name]; ok {
		if v.ref && len(v.values) == 1 && v.values[0].Text != name && v.values[0].Known && a.step(f) {
			return a.lookup(f, w, v.values[0].Text)
		}
		if v.values == nil {
			return nil, unset
		}
		return v.values, isset
	}
	switch name {
	case "@", "*":
		return w.params, isset
	case "#":
		return one(strconv.Itoa(len(w.params)))
	case "0":
		return one(w.name)
	case "_":
		return []word{w.last}, isset
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		if n > len(w.params) {
			return nil, unset
		}
		return w.params[n-1 : n], isset
	}
	if text := a.environment(f, w, name); text != "" {
		return one(text)
	}
	return nil, strange
}

func one(text string) ([]word, state) { return []word{{Text: text, Known: true}}, isset }

// environment returns a variable of the shell's environment, of those that paths and
// programs are made of; "" if it is not known.
func (a *analysis) environment(f *frame, w *world, name string) string {
	given := ""
	if a.at.Getenv != nil && f.host == "" {
		given = a.at.Getenv(name)
	}
	switch name {
	case "IFS":
		return " \t\n"
	case "HOME":
		return f.home
	case "PWD":
		return w.dir
	case "OLDPWD":
		return w.back
	case "TMPDIR":
		if given == "" && f.host == "" {
			return "/tmp"
		}
		return given
	case "PATH":
		if given == "" {
			return "/usr/local/bin:/usr/bin:/bin"
		}
		return given
	case "BASH", "SHELL":
		if given == "" {
			return "/bin/bash"
		}
		return given
	case "USER", "LOGNAME", "CLAUDE_PROJECT_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR":
		return given
	}
	return ""
}

// param returns what a parameter expands to: more than one word only for all of a
// list, and many if they stay apart in quotes too.
func (a *analysis) param(f *frame, w *world, x *syntax.ParamExp) (values []word, many bool) {
	if x.Param == nil || !a.step(f) {
		return []word{{Text: "$(…)"}}, false
	}
	name := x.Param.Value
	values, st := a.lookup(f, w, name)
	not := word{Text: "${" + name + "}"}
	all := name == "@" || name == "*"
	many = name == "@"
	if x.Index != nil {
		values, st, all, many = a.element(f, w, x, values, st)
	} else if !all && len(values) > 1 {
		values = values[:1]
	}
	if x.Excl {
		if x.Names != 0 || x.Index != nil {
			return []word{not}, many
		}
		if st != isset || len(values) == 0 || !values[0].Known || !named(values[0].Text) {
			return []word{not}, false
		}
		name = values[0].Text
		if values, st = a.lookup(f, w, name); len(values) > 1 && name != "@" && name != "*" {
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
		if v, done := a.fallback(f, w, x, values, st); done {
			return v, many && st == isset
		}
	}
	switch st {
	case strange:
		if x.Exp != nil && x.Exp.Word != nil {
			a.text(f, w, x.Exp.Word)
		}
		return []word{not}, false
	case unset:
		return nil, false
	}
	return a.formed(f, w, x, values, all), many
}

// length returns how many values there are, or of how many characters one is.
func length(values []word, all bool) (n int, known bool) {
	if all {
		return len(values), true
	}
	v := programs.Join(values, " ")
	return len([]rune(v.Text)), v.Known
}

// formed returns values as ${name:offset}, ${name#…} and their kin make them.
func (a *analysis) formed(f *frame, w *world, x *syntax.ParamExp, values []word, all bool) []word {
	if x.Slice != nil {
		values = a.slice(f, w, x, values, all)
	}
	if x.Repl != nil || x.Exp != nil {
		values = slices.Clone(values)
		for i, v := range values {
			values[i] = a.changed(f, w, x, v)
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

// element returns what ${name[index]} chooses.
func (a *analysis) element(f *frame, w *world, x *syntax.ParamExp, values []word, st state) (list []word, s state, all, many bool) {
	index, ok := x.Index.(*syntax.Word)
	if ok && (index.Lit() == "@" || index.Lit() == "*") {
		return values, st, true, index.Lit() == "@"
	}
	if st != isset {
		a.arithmetic(f, w, x.Index)
		return nil, st, false, false
	}
	if v := w.vars[x.Param.Value]; v != nil && v.keys != nil && ok {
		if i := slices.Index(v.keys, a.text(f, w, index).Text); i >= 0 {
			return values[i : i+1], isset, false, false
		}
		return nil, unset, false, false
	}
	n, known := a.number(f, w, x.Index, 0)
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

// fallback returns what ${name-word} and its kin come to, if it is the word, or
// nothing. Of a variable that the code does not set, the word counts.
func (a *analysis) fallback(f *frame, w *world, x *syntax.ParamExp, values []word, st state) (list []word, done bool) {
	null := st == isset && programs.Join(values, " ").Text == ""
	switch x.Exp.Op {
	case syntax.DefaultUnset, syntax.AssignUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull:
		colon := x.Exp.Op == syntax.DefaultUnsetOrNull || x.Exp.Op == syntax.AssignUnsetOrNull
		if st == isset && !(null && colon) {
			return values, true
		}
		v := a.text(f, w, x.Exp.Word)
		if x.Exp.Op == syntax.AssignUnset || x.Exp.Op == syntax.AssignUnsetOrNull {
			w.set(x.Param.Value, v)
		}
		return []word{v}, true
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if st == unset || null && x.Exp.Op == syntax.AlternateUnsetOrNull {
			return nil, true
		}
		return []word{a.text(f, w, x.Exp.Word)}, true
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if st == isset {
			return values, true
		}
	}
	return nil, false
}
