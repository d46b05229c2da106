package effects

import (
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// A setting is a variable set for one command.
type setting = programs.Setting

// call runs a simple command, or sets variables.
func (a *analysis) call(f *frame, w *world, x *syntax.CallExpr) (ws worlds) {
	if len(x.Args) == 0 {
		for _, s := range x.Assigns {
			a.in(f, w).assignment(s, false)
		}
		return worlds{w}
	}
	name := x.Args[0].Lit()
	if code, ok := w.aliases[name]; ok && !slices.Contains(a.running, "alias "+name) && a.step(f) {
		if !programs.Familiar(name) {
			return a.alias(f, w, x, code)
		}
		// Whether the shell expands it depends on its settings, and on where its line begins.
		defer func(v *world) { ws = a.join(append(ws, a.alias(f, v, x, code)...)) }(w.fork())
	}
	fed := len(a.fed)
	words := a.in(f, w).fields(x.Args)
	var env []setting
	for _, s := range x.Assigns {
		if s.Name != nil {
			env = append(env, setting{Name: s.Name.Value, Value: a.in(f, w).text(s.Value)})
		}
	}
	if len(words) == 0 {
		for _, s := range env {
			w.set(s.Name, s.Value)
		}
		return worlds{w}
	}
	f.node = x
	ws = a.invoke(f, w, words, env)
	a.drain(fed, len(a.Commands)-1)
	if last := words[len(words)-1]; last.Text != w.last.Text {
		for _, v := range ws {
			v.last = last
		}
	}
	return ws
}

// alias runs a command whose name is an alias.
func (a *analysis) alias(f *frame, w *world, x *syntax.CallExpr, code string) worlds {
	a.running = append(a.running, "alias "+x.Args[0].Lit())
	defer func() { a.running = a.running[:len(a.running)-1] }()
	list := a.codes.parse(&a.findings, code, f.fish)
	if len(list) == 0 {
		return worlds{w}
	}
	last, ok := list[len(list)-1].Cmd.(*syntax.CallExpr)
	if !ok {
		return a.stmts(f, w, list)
	}
	whole := *last
	whole.Assigns = append(slices.Clip(x.Assigns), last.Assigns...)
	whole.Args = append(slices.Clip(last.Args), a.followed(w, code, x.Args[1:], f.fish)...)
	s := *list[len(list)-1]
	s.Cmd = &whole
	return a.stmts(f, w, append(slices.Clip(list[:len(list)-1]), &s))
}

// followed returns the words after an alias. If its code ends in a blank, the next of them may be
// an alias, too.
func (a *analysis) followed(w *world, code string, words []*syntax.Word, fish bool) []*syntax.Word {
	if len(words) == 0 || !strings.HasSuffix(code, " ") && !strings.HasSuffix(code, "\t") {
		return words
	}
	code, ok := w.aliases[words[0].Lit()]
	if !ok {
		return words
	}
	if list := a.codes.parse(&a.findings, code, fish); len(list) == 1 && len(callOf(list[0])) > 0 {
		return append(slices.Clip(callOf(list[0])), a.followed(w, code, words[1:], fish)...)
	}
	return words
}

// invoke runs a function, or starts a command, by its words, its name first.
func (a *analysis) invoke(f *frame, w *world, words []word, env []setting) worlds {
	name := words[0]
	if name.Text == "--" && len(words) > 1 { // time -- ls
		return a.invoke(f, w, words[1:], env)
	}
	known := w.funcs[name.Text]
	switch {
	case known.body == nil || !name.Known || f.cmdlets != nil || !a.step(f):
		return a.start(f, w, words, env)
	case known.unsure:
		return a.join(append(a.start(f, w.fork(), words, env), a.function(f, w, known.body, words, env)...))
	}
	return a.function(f, w, known.body, words, env)
}

// start starts a command that is no function, by its words, the program first.
func (a *analysis) start(f *frame, w *world, words []word, env []setting) worlds {
	if !a.step(f) {
		return worlds{w}
	}
	if f.cmdlets != nil {
		return a.cmdlet(f, w, words)
	}
	if name := words[0]; name.Glob && name.Known {
		a.unknown("program", name.Text, "")
		if out, ok := a.matched(f, w, words, env); ok {
			return out
		}
	}
	return act{a.emit(f, w, words, env), a.in(f, w)}.perform()
}

// matched starts every known program that a pattern matches; ok is false if there are none or too
// many.
func (a *analysis) matched(f *frame, w *world, words []word, env []setting) (out worlds, ok bool) {
	const most = 20
	dir := words[0].Text[:strings.LastIndexByte(words[0].Text, '/')+1]
	glob := expressed("^", words[0].Text[len(dir):], "$", 0)
	if glob == nil {
		return nil, false
	}
	names := programs.Matching(glob.MatchString)
	if len(names) == 0 || len(names) > most {
		return nil, false
	}
	for _, name := range names {
		words := slices.Clone(words)
		words[0] = word{Text: dir + name, Known: true}
		out = append(out, a.start(f, w.fork(), words, env)...)
	}
	return a.join(out), true
}

// function calls a function with arguments. If the function is already running, the call is
// recorded as a command. If several such calls may run at once, it is a fork bomb.
func (a *analysis) function(f *frame, w *world, body *syntax.Stmt, words []word, env []setting) worlds {
	key := words[0].Text + "() " + strconv.Itoa(int(body.Pos().Offset())) // a function may define another of its name
	if slices.Contains(a.running, key) {
		c := &a.Commands[a.emit(f, w, words, env).index]
		c.Multiplies = c.Multiplies || f.parallel
		return worlds{w}
	}
	a.running = append(a.running, key)
	g := f.under()
	g.parallel = false
	params, saved := w.params, len(w.saved)
	w.params = words[1:]
	for _, s := range env {
		w.set(s.Name, s.Value)
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
