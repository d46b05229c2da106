package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A started is a command that the shell starts, with the facts about its program, its words and its
// variables.
type started struct {
	programs.Call
	words  []word
	env    []setting // variables set for it alone
	around programs.Surroundings
	index  int // its place among Commands
}

// An act is a command being carried out, in a frame and a world.
type act struct {
	started
	expansion
}

// within returns the act in another world.
func (c act) within(w *world) act {
	c.w = w
	return c
}

// perform applies the effects of a command: what it does to the shell, what it runs, what it
// prints.
func (c act) perform() worlds {
	c.subscripts(c.words)
	if ws, ok := c.builtin(); ok {
		return ws
	}
	c.heeded()
	language, flags, operand := c.Language()
	l := languageOf(language)
	switch {
	case c.IsDry(): // it only shows what it would run
		if c.f.capture {
			c.print()
		}
		return worlds{c.w}
	case l != nil && l.ends != "":
		return c.sh.child(c.w, func(v *world) worlds { c.within(v).commanded(l); return worlds{v} })
	case language == "shell" || language == "fish":
		g := *c.f
		c.f, g.fish = &g, language == "fish"
		return c.sh.child(c.w, func(v *world) worlds { return c.within(v).shell() })
	case strings.Contains(c.Base, "=") && len(c.words) > 1: // not an assignment, but meant as one
		return c.sh.start(c.f.under(), c.w, c.words[1:], c.env)
	}
	told := l != nil && c.interpret(l, flags, operand)
	list, ran := c.Runs(c.around)
	for _, r := range list {
		c.run(r)
	}
	c.loads()
	ran = c.launched() || ran
	if c.f.capture && !ran && !told {
		c.print()
	}
	return worlds{c.w}
}

// surroundings returns what a command finds when it starts.
func (a *analysis) surroundings(f *frame, w *world, by string, env []setting) programs.Surroundings {
	site := a.site(f, w)
	set := func(name string) (word, bool) {
		for _, s := range env {
			if s.Name == name {
				return s.Value, true
			}
		}
		if v := w.vars[name]; v != nil && v.exported && v.values != nil {
			return v.one(), true
		}
		return word{Known: true}, false
	}
	return programs.Surroundings{
		Site: site, By: by, In: w.in, Root: a.at.Root, Set: set,
		Env: func(name string) (word, bool) {
			if value, ok := set(name); ok {
				return value, true
			}
			if a.at.Getenv != nil {
				value := a.at.Getenv(name)
				return word{Text: value, Known: true}, value != ""
			}
			return word{Known: true}, false
		},
		Contents: func(file word) (content, bool) {
			path, _ := site.Absolute(file)
			list := a.contents(w, path)
			if len(list) == 0 {
				return content{}, false
			}
			return list[len(list)-1], true
		},
	}
}

// run runs what a program runs, in a shell or process of its own.
func (c act) run(r programs.Run) {
	if key := r.Via + " " + r.Code.Text; r.Over == "file" { // of a file that may run itself
		if slices.Contains(c.sh.running, key) {
			return
		}
		c.sh.running = append(c.sh.running, key)
		defer func() { c.sh.running = c.sh.running[:len(c.sh.running)-1] }()
	}
	g := c.f.under(r.Via)
	g.repeated = g.repeated || r.Many
	env := c.env
	if r.Away {
		g.host, g.home, g.box, env = r.Host, "", nil, nil
	}
	if r.Box != nil {
		g.box, g.home = r.Box, ""
	}
	for _, s := range r.Sets {
		if named(s.Name) || strings.HasPrefix(s.Name, "BASH_FUNC_") {
			env = append(slices.Clip(env), s)
		}
	}
	c.sh.flows(r.Code.From, c.index, r.Over, true)
	c.sh.child(c.w, func(v *world) worlds {
		if r.Away {
			v.dir = ""
		}
		for _, dir := range r.Dirs {
			v.move(c.f, dir)
		}
		if r.Alone {
			v.in = content{}
		}
		switch {
		case r.Words != nil:
			return c.sh.start(g, v, r.Words, env)
		case r.Once:
			return c.sh.once(g, v, r, env)
		}
		return c.sh.evaluate(g, v, c.index, r.Code)
	})
}

// once runs code that is one command, with more words appended, unless it is already running.
func (a *analysis) once(f *frame, w *world, r programs.Run, env []setting) worlds {
	key := r.Via + " " + r.Code.Text
	list := a.codes.parse(&a.findings, r.Code.Text, f.fish)
	if len(list) != 1 || slices.Contains(a.running, key) {
		return worlds{w}
	}
	words := append(a.in(f, w).fields(callOf(list[0])), r.More...)
	a.running = append(a.running, key)
	defer func() { a.running = a.running[:len(a.running)-1] }()
	return a.start(f, w, words, env)
}

// child runs something in a shell or process of its own. Only its output remains.
func (a *analysis) child(w *world, do func(*world) worlds) worlds {
	w.out = printed(do(w.process()))
	return worlds{w}
}

// evaluate runs a text that the command at i takes for shell code.
func (a *analysis) evaluate(f *frame, w *world, i int, code word) worlds {
	if !code.Known && programs.Opaque(code.Text) {
		a.unknown("code", code.Text, a.Commands[i].Program)
		w.out = w.out.Plus(word{Text: "$(…)\n", From: programs.Union([]int{i}, code.From)})
		return worlds{w}
	}
	a.half(code)
	return a.source(f, w, code)
}

// print adds the output of a command, as far as it is known, to that of the shell.
func (c act) print() {
	out, ok := c.Prints(c.around)
	if !ok {
		return
	}
	out.From = programs.Union([]int{c.index}, out.From)
	if !c.IsDeaf() && c.w.in.Over != "" {
		out.From = programs.Union(out.From, c.w.in.From)
	}
	if !out.Known && !strings.HasSuffix(out.Text, "\n") {
		out.Text += "\n"
	}
	c.w.out = c.w.out.Plus(out)
}

// launched runs a program that the call itself wrote.
func (c act) launched() bool {
	if len(c.sh.files) == 0 || !strings.Contains(c.words[0].Text, "/") {
		return false
	}
	path, _ := c.site().Absolute(c.words[0])
	if len(c.sh.run(c.w, path)) == 0 {
		return false
	}
	c.sh.child(c.w, func(v *world) worlds { return c.sh.file(c.f.under(c.Base), v, c.index, c.words[0]) })
	return true
}
