package effects

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A later is code that the shell runs when it likes: a trap, PROMPT_COMMAND.
type later struct {
	f    *frame
	w    *world
	code word
}

// builtin does what a command does to the shell itself; ok is false if it is none
// that does.
func (a *analysis) builtin(f *frame, w *world, i int, words []word, env []setting) (ws worlds, ok bool) {
	args := words[1:]
	ws = worlds{w}
	switch a.Commands[i].Program {
	case "cd", "chdir":
		w.move(f, operand(args))
	case "pushd":
		if to := operand(args); to.text != "" {
			w.stack = append(w.stack, w.dir)
			w.move(f, to)
		} else {
			w.dir = ""
		}
	case "popd":
		w.back = w.dir
		w.dir = ""
		if n := len(w.stack); n > 0 {
			w.dir, w.stack = w.stack[n-1], w.stack[:n-1]
		}
	case "set":
		for k, v := range args {
			if v.text == "--" || !strings.HasPrefix(v.text, "-") && !strings.HasPrefix(v.text, "+") && (k == 0 || args[k-1].text != "-o" && args[k-1].text != "+o") {
				if v.text == "--" {
					k++
				}
				w.params = args[k:]
				break
			}
		}
	case "shift":
		n := 1
		if len(args) > 0 {
			n, _ = strconv.Atoi(args[0].text)
		}
		w.params = w.params[min(max(n, 0), len(w.params)):]
	case "unset":
		for _, v := range args {
			if name := v.text; named(name) {
				w.own()
				delete(w.funcs, name)
				w.vars[name] = &variable{}
			}
		}
	case "export", "declare", "typeset", "local", "readonly":
		for _, v := range args {
			if name, value, ok := strings.Cut(v.text, "="); ok && named(name) {
				w.put(name, &variable{values: []word{v.with(value)}, exported: a.Commands[i].Program == "export"})
			}
		}
	case "read":
		old, had := w.vars["IFS"]
		for _, e := range env {
			w.set(e.name, e.value)
		}
		a.read(f, w, args)
		if len(env) > 0 {
			if delete(w.vars, "IFS"); had {
				w.vars["IFS"] = old
			}
		}
	case "mapfile", "readarray":
		a.lines(w, args)
	case "getopts":
		if len(args) > 1 && named(args[1].text) {
			w.set(args[1].text, word{text: "${" + args[1].text + "}"})
		}
	case "printf":
		if len(args) > 1 && args[0].text == "-v" && named(args[1].text) {
			w.set(args[1].text, format(args[2:]))
			return ws, true
		}
		return nil, false
	case "eval":
		for _, v := range args {
			a.flows(v.from, i, "substitution", true)
		}
		return a.evaluate(f.under("eval"), w, i, concat(trimFlags(args), " ")), true
	case "source", ".":
		return a.sourced(f, w, i, trimFlags(args)), true
	case "trap":
		if args = trimFlags(args); len(args) > 0 && args[0].text != "-" && args[0].text != "" {
			a.later = append(a.later, later{f.under("trap"), w, args[0]})
		}
	case "alias":
		w.own()
		for _, v := range args {
			if name, code, ok := strings.Cut(v.text, "="); ok && name != "" {
				w.aliases[name] = code
			}
		}
	case "unalias":
		w.own()
		for _, v := range args {
			delete(w.aliases, v.text)
		}
	case "hash":
		if len(args) > 2 && args[0].text == "-p" {
			w.own()
			w.aliases[args[2].text] = literal(args[1].text)
		}
	case "return", "exit", "logout":
		w.flow = returning
		if a.Commands[i].Program != "return" {
			w.flow = exiting
		}
	case "break", "continue":
		w.flow, w.levels = breaking, 1
		if a.Commands[i].Program == "continue" {
			w.flow = continuing
		}
		if len(args) > 0 {
			w.levels, _ = strconv.Atoi(args[0].text)
		}
	case "exec":
		inner := rest(words)
		if inner == nil {
			return ws, true
		}
		ws = a.start(f.under("exec"), w, inner, env)
		for _, v := range ws {
			v.flow = exiting
		}
	case "command", "builtin", "noglob", "nocorrect":
		if inner := rest(words); inner != nil && !slices.ContainsFunc(args[:len(args)-len(inner)], func(v word) bool { return v.text == "-v" || v.text == "-V" }) {
			return a.start(f.under(a.Commands[i].Program), w, inner, env), true
		}
	default:
		return nil, false
	}
	return ws, true
}

// operand returns the first argument that is no flag.
func operand(args []word) word {
	for i, v := range args {
		switch {
		case v.text == "--":
			if i+1 < len(args) {
				return args[i+1]
			}
		case v.text == "-" || !strings.HasPrefix(v.text, "-"):
			return v
		}
	}
	return word{known: true}
}

// trimFlags returns arguments from the first that is no flag on.
func trimFlags(args []word) []word {
	for len(args) > 0 && len(args[0].text) > 1 && args[0].text[0] == '-' {
		last := args[0].text == "--"
		if args = args[1:]; last {
			break
		}
	}
	return args
}

// move makes another folder the one in force.
func (w *world) move(f *frame, to word) {
	old := w.dir
	switch {
	case to.text == "" && to.known:
		w.dir = f.home
	case to.text == "-":
		w.dir = w.back
	case !to.known || w.dir == "" && !filepath.IsAbs(to.text):
		w.dir = ""
	case filepath.IsAbs(to.text):
		w.dir = filepath.Clean(to.text)
	default:
		w.dir = filepath.Join(w.dir, to.text)
	}
	w.back = old
}

// read gives variables the fields of the next line.
func (a *analysis) read(f *frame, w *world, args []word) {
	var names []string
	array := false
	for k := 0; k < len(args); k++ {
		switch t := args[k].text; {
		case strings.HasPrefix(t, "-") && len(t) > 1:
			array = array || strings.HasSuffix(t, "a")
			if strings.ContainsAny(t[len(t)-1:], "dpntuiN") {
				k++
			}
		case named(t):
			names = append(names, t)
		}
	}
	if len(names) == 0 {
		names = []string{"REPLY"}
	}
	var values []word
	if w.in.known && w.in.over != "" {
		line, rest, more := strings.Cut(w.in.text, "\n")
		w.failed = line == "" && !more
		d := field{}
		a.divide(w, w.in.word.with(line), &d)
		d.end()
		if values = d.out; len(names) == 1 && !array {
			values = []word{w.in.word.with(strings.Trim(line, " \t"))}
		}
		w.in.text = rest
	} else {
		for _, name := range names {
			w.set(name, word{text: "${" + name + "}", from: w.in.from})
		}
		return
	}
	for k, name := range names {
		v := &variable{values: []word{{known: true}}}
		switch {
		case array:
			v.values, v.array = values, true
		case k == len(names)-1 && len(values) > k:
			v.values = []word{concat(values[k:], " ")}
		case len(values) > k:
			v.values = values[k : k+1]
		}
		w.put(name, v)
	}
}

// lines gives an array the lines there are to read.
func (a *analysis) lines(w *world, args []word) {
	name := "MAPFILE"
	if n := len(args); n > 0 && named(args[n-1].text) {
		name = args[n-1].text
	}
	v := &variable{array: true, values: []word{{text: "${" + name + "}", from: w.in.from}}}
	if w.in.known {
		v.values = v.values[:0]
		for line := range strings.Lines(w.in.text) {
			if v.values = append(v.values, w.in.word.with(strings.TrimSuffix(line, "\n"))); len(v.values) > maxArray {
				break
			}
		}
	}
	w.put(name, v)
}

// declaration runs export, declare and their like.
func (a *analysis) declaration(f *frame, w *world, x *syntax.DeclClause) worlds {
	words := []word{{text: x.Variant.Value, known: true}}
	exported, local, ref := words[0].text == "export", words[0].text == "local", words[0].text == "nameref"
	for _, s := range x.Args {
		if s.Naked && s.Name == nil {
			for _, v := range a.fields(f, w, []*syntax.Word{s.Value}) {
				words = append(words, v)
				if strings.HasPrefix(v.text, "-") {
					exported = exported || strings.Contains(v.text, "x")
					ref = ref || strings.Contains(v.text, "n") && words[0].text != "export"
				} else if name, value, ok := strings.Cut(v.text, "="); ok && named(name) {
					w.put(name, &variable{values: []word{v.with(value)}, exported: exported})
				}
			}
			continue
		}
		name := s.Name.Value
		if local || words[0].text == "declare" && len(a.running) > 0 {
			w.saved = append(w.saved, saved{name, w.vars[name]})
		}
		if s.Naked {
			words = append(words, word{text: name, known: true})
			list, st := a.lookup(f, w, name)
			switch {
			case st == isset:
				w.put(name, &variable{values: list, exported: exported})
			case exported:
				w.put(name, &variable{values: []word{{text: "${" + name + "}"}}, exported: true})
			case local:
				w.put(name, &variable{})
			}
			continue
		}
		a.assignment(f, w, s, exported)
		v := w.vars[name]
		v.ref = ref
		value := concat(v.values, " ")
		words = append(words, word{text: name + "=" + value.text, known: value.known, from: value.from})
	}
	f.node = x
	a.emit(f, w, words, nil)
	return worlds{w}
}

// assignment gives a variable its value.
func (a *analysis) assignment(f *frame, w *world, s *syntax.Assign, exported bool) {
	name := s.Name.Value
	v := &variable{exported: exported}
	old := w.vars[name]
	switch {
	case s.Array != nil:
		v.array = true
		if s.Append && old != nil && len(old.values) < maxArray {
			v.values, v.keys = slices.Clip(old.values), slices.Clip(old.keys)
		}
		for _, e := range s.Array.Elems {
			if e.Value == nil {
				continue
			}
			if key, ok := e.Index.(*syntax.Word); ok {
				v.keys = append(v.keys, a.text(f, w, key).text)
				v.values = append(v.values, a.text(f, w, e.Value))
				continue
			}
			v.values = append(v.values, a.fields(f, w, []*syntax.Word{e.Value})...)
		}
		if len(v.keys) != len(v.values) {
			v.keys = nil
		}
		if v.values == nil {
			v.values = []word{}
		}
	case s.Index != nil:
		v = a.indexed(f, w, s, old)
		v.exported = exported
	default:
		value := a.text(f, w, s.Value)
		if s.Append {
			list, st := a.lookup(f, w, name)
			switch {
			case st == isset && len(list) > 0:
				value = list[0].plus(value)
			case st == strange:
				value = word{text: "${" + name + "}"}.plus(value)
			}
		}
		if name == "PROMPT_COMMAND" && value.text != "" {
			a.later = append(a.later, later{f.under(name), w, value})
		}
		if !exported {
			w.set(name, value)
			return
		}
		v.values = []word{value}
	}
	w.put(name, v)
}

// indexed returns an array with one of its elements set.
func (a *analysis) indexed(f *frame, w *world, s *syntax.Assign, old *variable) *variable {
	v := &variable{array: true}
	if old != nil {
		v.values, v.keys = slices.Clone(old.values), slices.Clone(old.keys)
	}
	value := a.text(f, w, s.Value)
	n, known := a.number(f, w, s.Index, 0)
	key, isWord := s.Index.(*syntax.Word)
	switch {
	case isWord && (v.keys != nil || !known):
		k := a.text(f, w, key).text
		if i := slices.Index(v.keys, k); i >= 0 {
			v.values[i] = value
		} else if len(v.keys) == len(v.values) {
			v.keys, v.values = append(v.keys, k), append(v.values, value)
		}
	case known && n >= 0 && n < len(v.values):
		v.values[n] = value
	case len(v.values) < maxArray:
		v.values = append(v.values, value)
	}
	return v
}
