package effects

import (
	"slices"
	"strconv"
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
	a.unknown("program", words[0].text, "")
	return join(out), true
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
	return join(ws)
}

// where returns the place that a command runs in.
func (a *analysis) where(f *frame, w *world) where {
	return where{dir: w.dir, home: f.home, host: f.host}
}

// emit adds a command with the files and hosts it touches, and what flows into it,
// and returns its place in Commands.
func (a *analysis) emit(f *frame, w *world, words []word, env []setting) int {
	at := a.where(f, w)
	c := describe(words, at)
	c.Via, c.Depth = f.via, f.depth
	c.Multiplies = f.endless && f.parallel
	if len(env) > 0 || w.exports > 0 {
		c.Env = environ(w, env)
	}
	if w.in.over != "" && !deaf(c.Program) {
		c.Input = w.in.text[:min(len(w.in.text), maxInput)]
	}
	i, old := a.place(f, c)
	if !old {
		by := c.Program
		for k, v := range words {
			switch {
			case v.known:
			case k == 0:
				if by == "" {
					a.unknown("program", v.text, "")
				}
			default:
				a.unknown("argument", v.text, by)
			}
		}
	}
	for k, v := range words {
		a.flows(v.from, i, "substitution", k == 0)
		if strings.HasPrefix(v.text, "/dev/fd/") {
			for _, c := range a.files[v.text] {
				a.flows(c.from, i, c.over, false)
			}
		}
	}
	if !deaf(c.Program) {
		a.flows(w.in.from, i, w.in.over, false)
	}
	reads, writes, hosts := touch(c, untilded(words), at)
	reads = slices.DeleteFunc(reads, handle)
	add(a, &a.Reads, reads)
	add(a, &a.Writes, slices.DeleteFunc(slices.Clone(writes), handle))
	add(a, &a.Network, hosts)
	if len(a.files) > 0 {
		for _, r := range reads {
			for _, c := range a.files[r.Path] {
				a.flows(c.from, i, c.over, r.How == "run")
			}
		}
	}
	a.written(w, i, reads, writes)
	return i
}

// untilded returns words whose ~ is no home folder any more, as it was quoted.
func untilded(words []word) []word {
	if !slices.ContainsFunc(words, func(v word) bool { return strings.HasPrefix(v.text, "~") }) {
		return words
	}
	words = slices.Clone(words)
	for k, v := range words {
		if strings.HasPrefix(v.text, "~") {
			words[k].text = "./" + v.text
		}
	}
	return words
}

// handle reports whether a file is one that the shell has opened.
func handle(f File) bool { return held(f.Path) }

// held reports whether a path is that of a file the shell has opened, or of none.
func held(path string) bool {
	path = descriptor(path)
	return strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/dev/std") || path == "/dev/null" || path == "/dev/tty"
}

// place adds a command, unless the same words have made it before in the same way.
func (a *analysis) place(f *frame, c Command) (i int, old bool) {
	if f.node != nil {
		for _, i := range a.made[f.node] {
			if b := &a.Commands[i]; b.Path == c.Path && b.Dir == c.Dir && b.Multiplies == c.Multiplies && slices.Equal(b.Args, c.Args) && slices.Equal(b.Via, c.Via) && len(b.Env) == len(c.Env) {
				return i, true
			}
		}
	}
	if len(a.Commands) >= maxList {
		a.bound("")
		return len(a.Commands) - 1, true
	}
	a.Commands = append(a.Commands, c)
	i = len(a.Commands) - 1
	if f.node != nil {
		if a.made == nil {
			a.made = map[syntax.Node][]int{}
		}
		a.made[f.node] = append(a.made[f.node], i)
	}
	return i, false
}

// environ returns the variables that a command is given by the code.
func environ(w *world, env []setting) map[string]string {
	m := make(map[string]string, len(env)+w.exports)
	for name, v := range w.vars {
		if v.exported && v.values != nil {
			m[name] = v.one().text
		}
	}
	for _, s := range env {
		m[s.name] = s.value.text
	}
	return m
}

// written notes what a command puts in files: what it read, as far as that is known.
func (a *analysis) written(w *world, i int, reads, writes []File) {
	for _, file := range writes {
		switch file.How {
		case "delete", "mode", "move":
			continue
		}
		c := content{word: word{text: "$(…)", from: []int{i}}, over: "file"}
		c.from = union(c.from, w.in.from)
		from := reads
		if len(reads) == 0 && w.in.over != "" {
			c.text, c.known = w.in.text, w.in.known
		}
		for _, r := range from {
			for _, k := range a.files[r.Path] {
				c.text, c.known = k.text, k.known && len(from) == 1
				c.from = union(c.from, k.from)
			}
		}
		if strings.HasPrefix(file.Path, "/dev/fd/") {
			c.over = "substitution"
		}
		a.put(file.Path, c)
	}
}

// substitution returns what $(…) prints.
func (a *analysis) substitution(f *frame, w *world, x *syntax.CmdSubst) word {
	if len(x.Stmts) == 1 {
		if c, ok := x.Stmts[0].Cmd.(*syntax.CallExpr); ok && len(c.Args) == 1 && c.Args[0].Lit() == "…" {
			return word{text: "$(…)"} // as what is not known is written
		}
	}
	g := f.under("$(…)")
	g.capture = true
	v := w.fork()
	v.out = word{known: true}
	if len(x.Stmts) == 1 && x.Stmts[0].Cmd == nil && len(x.Stmts[0].Redirs) == 1 { // $(<file)
		r := redirection{}
		a.redirect(g, v, x.Stmts[0].Redirs[0], &r)
		v.out = v.in.word
	} else {
		v.out = printed(a.stmts(g, v, x.Stmts))
	}
	v.out.text = strings.TrimRight(v.out.text, "\n")
	return v.out
}

// process returns the file that <(…) or >(…) stands for.
func (a *analysis) process(f *frame, w *world, x *syntax.ProcSubst) word {
	file := word{text: "/dev/fd/" + strconv.Itoa(63+a.handed), known: true}
	a.handed++
	v := w.fork()
	if x.Op == syntax.CmdOut {
		a.fed = append(a.fed, feed{file.text, x.Stmts, f.under(">(…)"), v})
		return file
	}
	g := f.under("<(…)")
	g.capture = true
	v.out = word{known: true}
	a.put(file.text, content{word: printed(a.stmts(g, v, x.Stmts)), over: "substitution"})
	return file
}
