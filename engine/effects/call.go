package effects

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A setting is a variable set for one command.
type setting struct {
	name  string
	value word
}

// call runs a simple command, or sets variables.
func (a *analysis) call(f *frame, w *world, x *syntax.CallExpr) worlds {
	if len(x.Args) == 0 {
		for _, s := range x.Assigns {
			a.assignment(f, w, s, false)
		}
		return worlds{w}
	}
	if code, ok := w.aliases[x.Args[0].Lit()]; ok && !slices.Contains(a.running, "alias "+x.Args[0].Lit()) && a.step(f) {
		return a.alias(f, w, x, code)
	}
	fed := len(a.fed)
	words := a.fields(f, w, x.Args)
	var env []setting
	for _, s := range x.Assigns {
		if s.Name != nil {
			env = append(env, setting{s.Name.Value, a.text(f, w, s.Value)})
		}
	}
	if len(words) == 0 {
		for _, s := range env {
			w.set(s.name, s.value)
		}
		return worlds{w}
	}
	f.node = x
	ws := a.start(f, w, words, env)
	a.drain(fed, len(a.Commands)-1)
	if last := words[len(words)-1]; last.text != w.last.text {
		for _, v := range ws {
			v.last = last
		}
	}
	return ws
}

// alias runs a command whose program is an alias for a text.
func (a *analysis) alias(f *frame, w *world, x *syntax.CallExpr, code string) worlds {
	a.running = append(a.running, "alias "+x.Args[0].Lit())
	defer func() { a.running = a.running[:len(a.running)-1] }()
	list := a.parse(code)
	if len(list) == 0 {
		return worlds{w}
	}
	last, ok := list[len(list)-1].Cmd.(*syntax.CallExpr)
	if !ok {
		return a.stmts(f, w, list)
	}
	whole := *last
	whole.Assigns = append(slices.Clip(x.Assigns), last.Assigns...)
	whole.Args = append(slices.Clip(last.Args), x.Args[1:]...)
	s := *list[len(list)-1]
	s.Cmd = &whole
	return a.stmts(f, w, append(slices.Clip(list[:len(list)-1]), &s))
}

// start starts a command by its words, the program first.
func (a *analysis) start(f *frame, w *world, words []word, env []setting) worlds {
	if !a.step(f) {
		return worlds{w}
	}
	name := words[0]
	if body := w.funcs[name.text]; body != nil && name.known {
		return a.function(f, w, body, words, env)
	}
	if name.glob && name.known {
		a.unknown("program", name.text, "")
		if out, ok := a.matched(f, w, words, env); ok {
			return out
		}
	}
	i := a.emit(f, w, words, env)
	return a.perform(f, w, i, words, env)
}

// matched starts each program that a pattern may stand for, unless it may be nearly
// any.
func (a *analysis) matched(f *frame, w *world, words []word, env []setting) (out worlds, ok bool) {
	const most = 20
	dir := words[0].text[:strings.LastIndexByte(words[0].text, '/')+1]
	pattern := words[0].text[len(dir):]
	var names []string
	for _, t := range tables {
		for _, p := range t {
			if len(pattern) < 50 && !strings.Contains(p.name, " ") && matches(pattern, p.name) {
				names = append(names, p.name)
			}
		}
	}
	if len(names) == 0 || len(names) > most {
		return nil, false
	}
	for _, name := range names {
		words := slices.Clone(words)
		words[0] = word{text: dir + name, known: true}
		out = append(out, a.start(f, w.fork(), words, env)...)
	}
	return a.join(out), true
}

// function runs a function with its arguments. One that is being run already is a
// command of its name; started at least twice at once it is a fork bomb.
func (a *analysis) function(f *frame, w *world, body *syntax.Stmt, words []word, env []setting) worlds {
	key := words[0].text + "()"
	if slices.Contains(a.running, key) {
		i := a.emit(f, w, words, env)
		a.Commands[i].Multiplies = a.Commands[i].Multiplies || f.parallel
		return worlds{w}
	}
	a.running = append(a.running, key)
	g := f.under()
	g.parallel = false
	params, saved := w.params, len(w.saved)
	w.params = words[1:]
	for _, s := range env {
		w.set(s.name, s.value)
	}
	ws := a.stmt(g, w, body)
	for _, v := range ws {
		v.params = params
		v.restore(saved)
		if v.flow == returning {
			v.flow = going
		}
	}
	a.running = a.running[:len(a.running)-1]
	return a.join(ws)
}
