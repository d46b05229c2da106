package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// declaration runs export, declare and the like.
func (a *analysis) declaration(f *frame, w *world, x *syntax.DeclClause) worlds {
	words := []word{{Text: x.Variant.Value, Known: true}}
	exported, local, ref := words[0].Text == "export", words[0].Text == "local", words[0].Text == "nameref"
	functions, integer := false, false
	for _, s := range x.Args {
		if s.Naked && s.Name == nil {
			for _, v := range a.in(f, w).fields([]*syntax.Word{s.Value}) {
				words = append(words, v)
				if strings.HasPrefix(v.Text, "-") {
					exported = exported || strings.Contains(v.Text, "x")
					functions = functions || strings.ContainsAny(v.Text, "fF")
					ref = ref || strings.Contains(v.Text, "n") && words[0].Text != "export"
					integer = integer || strings.Contains(v.Text, "i")
				} else if name, value, ok := strings.Cut(v.Text, "="); ok && named(name) {
					w.put(name, &variable{values: []word{v.With(value)}, exported: exported})
				}
			}
			continue
		}
		name := s.Name.Value
		if local || words[0].Text == "declare" && len(a.running) > 0 {
			w.saved = append(w.saved, saved{name, w.vars[name]})
		}
		if s.Naked {
			words = append(words, word{Text: name, Known: true})
			if functions && exported {
				w.exportFunction(name)
			} else if !functions {
				a.in(f, w).declared(name, variable{exported: exported, integer: integer, ref: ref}, local)
			}
			continue
		}
		a.in(f, w).assignment(s, exported)
		v := w.vars[name]
		v.ref = ref
		value := programs.Join(v.values, " ")
		if integer {
			a.in(f, w).calculated(value)
		}
		words = append(words, word{Text: name + "=" + value.Text, Known: value.Known, From: value.From})
	}
	a.in(f, w).subscripts(words)
	f.node = x
	a.emit(f, w, words, nil)
	return worlds{w}
}

// exportFunction exports a function.
func (w *world) exportFunction(name string) {
	w.own()
	w.funcs[name] = function{body: w.funcs[name].body, exported: true}
}

// declared gives a variable that is declared without a value the properties of v.
func (e expansion) declared(name string, v variable, local bool) {
	list, st := e.lookup(name)
	switch {
	case st == isset:
		v.values = list
	case v.exported:
		v.values = []word{{Text: "${" + name + "}"}}
	case !local && !v.integer && !v.ref:
		return
	}
	e.w.put(name, &v)
}

// integers are variables that are integers without being declared so.
var integers = []string{"HISTCMD", "OPTIND", "RANDOM", "SRANDOM"}

// give gives a variable values. An integer's are expressions; the first that a reference gets is
// the name of what it refers to.
func (e expansion) give(name string, values ...word) {
	v := &variable{values: values}
	old := e.w.vars[name]
	if v.ref = old != nil && old.ref && len(old.values) == 0; !v.ref {
		name = e.w.referred(name)
		old = e.w.vars[name]
	}
	if old != nil && old.integer || slices.Contains(integers, name) {
		for _, value := range values {
			e.calculated(value)
		}
	}
	e.w.put(name, v)
}

// elements returns the array that an assignment lists.
func (e expansion) elements(s *syntax.Assign, old *variable) *variable {
	v := &variable{array: true, values: []word{}}
	if s.Append && old != nil {
		if len(old.values) > maxArray {
			e.sh.bound("")
		}
		v.values, v.keys = slices.Clip(old.values), slices.Clip(old.keys)
	}
	for _, el := range s.Array.Elems {
		if el.Value == nil {
			continue
		}
		if key, ok := el.Index.(*syntax.Word); ok {
			v.keys = append(v.keys, e.text(key).Text)
			v.values = append(v.values, e.text(el.Value))
			continue
		}
		v.values = append(v.values, e.fields([]*syntax.Word{el.Value})...)
	}
	if len(v.keys) != len(v.values) {
		v.keys = nil
	}
	return v
}

// assignment sets a variable.
func (e expansion) assignment(s *syntax.Assign, exported bool) {
	name := s.Name.Value
	v := &variable{exported: exported}
	old := e.w.vars[name]
	switch {
	case s.Array != nil:
		v = e.elements(s, old)
		v.exported = exported
	case s.Index != nil && name == "DIRSTACK":
		n, _ := e.number(s.Index, 0)
		e.w.placed(n, e.text(s.Value))
		return
	case s.Index != nil:
		v = e.indexed(s, old)
		v.exported = exported
	default:
		value := e.scalar(s)
		if e.sh.steps -= len(value.Text) >> 8; !exported {
			e.give(name, value)
			return
		}
		if old != nil && old.integer {
			e.calculated(value)
		}
		v.values = []word{value}
	}
	e.sh.steps -= len(v.values) >> 2
	e.w.put(name, v)
	for i, key := range v.keys { // what bash keeps of hash -p and of alias
		switch name {
		case "BASH_CMDS":
			e.hashed(key, v.values[i])
		case "BASH_ALIASES":
			e.w.aliases[key] = v.values[i].Text
		}
	}
}

// scalar returns the value that an assignment gives a variable that is no array. Some are code
// that runs later.
func (e expansion) scalar(s *syntax.Assign) word {
	name := s.Name.Value
	value := e.text(s.Value)
	if e.f.cmdlets != nil && strings.Contains(value.Text, "$(…)") {
		value.Text = "${" + name + "}"
	}
	if s.Append {
		list, st := e.lookup(name)
		switch {
		case st == isset && len(list) > 0:
			value = list[0].Plus(value)
		case st == strange:
			value = word{Text: "${" + name + "}"}.Plus(value)
		}
	}
	switch {
	case name == "PROMPT_COMMAND" && value.Text != "":
		e.sh.later = append(e.sh.later, later{e.f.under(name), e.w, value})
	case name == "PS4" && strings.ContainsAny(value.Text, "$`"): // set -x expands it before each command
		e.sh.later = append(e.sh.later, later{e.f.under(name), e.w, value.With(`: "` + value.Text + `"`)})
	}
	return value
}

// indexed returns an array with one element set.
func (e expansion) indexed(s *syntax.Assign, old *variable) *variable {
	v := &variable{array: true}
	if old != nil {
		v.values, v.keys = slices.Clone(old.values), slices.Clone(old.keys)
	}
	value := e.text(s.Value)
	n, known := e.number(s.Index, 0)
	key, isWord := s.Index.(*syntax.Word)
	switch {
	case isWord && (v.keys != nil || !known):
		k := e.text(key).Text
		if i := slices.Index(v.keys, k); i >= 0 {
			v.values[i] = value
		} else if len(v.keys) == len(v.values) {
			v.keys, v.values = append(v.keys, k), append(v.values, value)
		}
	case known && n >= 0 && n < len(v.values):
		v.values[n] = value
	case len(v.values) < maxArray:
		v.values = append(v.values, value)
	default:
		e.sh.bound("")
	}
	return v
}
