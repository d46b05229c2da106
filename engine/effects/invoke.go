package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// An invocation is how a shell is started.
type invocation struct {
	code    *word
	stdin   bool
	profile []word // files it reads first
	rest    []word
}

// starts reads the arguments of a shell.
func starts(args []word) (s invocation) {
	command := false
	for len(args) > 0 {
		t := args[0].Text
		if len(t) < 2 || t[0] != '-' && t[0] != '+' {
			if t == "-" {
				args = args[1:]
			}
			break
		}
		args = args[1:]
		if t == "--" {
			break
		}
		if strings.HasPrefix(t, "--") {
			if (t == "--rcfile" || t == "--init-file") && len(args) > 0 {
				s.profile, args = append(s.profile, args[0]), args[1:]
			}
			if t == "--command" {
				command = true
			}
			continue
		}
		command = command || t[0] == '-' && strings.Contains(t, "c")
		s.stdin = s.stdin || strings.Contains(t, "s")
		if strings.ContainsAny(t[len(t)-1:], "oO") && len(args) > 0 {
			args = args[1:]
		}
	}
	if s.rest = args; command {
		if len(args) > 0 {
			s.code, s.rest = &args[0], args[1:]
		} else {
			s.code = &word{Known: true}
		}
	}
	return s
}

// shell runs what a shell is given: code, a file, or its standard input.
func (c act) shell() worlds {
	name := c.Base
	s := starts(c.words[1:])
	for _, e := range c.env {
		c.w.put(e.Name, &variable{values: []word{e.Value}, exported: true})
		if name, ok := strings.CutPrefix(e.Name, "BASH_FUNC_"); ok { // an exported function
			c.sh.source(c.f.under(name), c.w, e.Value.With(strings.TrimSuffix(name, "%%")+e.Value.Text))
		}
	}
	for _, name := range [...]string{"BASH_ENV", "ENV"} {
		if v := c.w.vars[name]; v != nil && v.values != nil {
			s.profile = append(s.profile, v.one())
		}
	}
	ws := worlds{c.w}
	for _, file := range s.profile {
		ws = c.sh.file(c.f.under(name), c.w, c.index, file)
	}
	c.w = ws[0]
	_, flags, _ := c.Language()
	switch {
	case slices.ContainsFunc(c.Flags, func(g programs.Flag) bool { return g.Valued && slices.Contains(flags, g.Name) }):
		for _, g := range c.Flags {
			if g.Valued && slices.Contains(flags, g.Name) {
				c.sh.flows(g.Value.From, c.index, "substitution", true)
				c.w = c.sh.evaluate(c.f.under(name+" -c"), c.w, c.index, g.Value)[0]
			}
		}
		return worlds{c.w}
	case s.code != nil:
		c.w.name, c.w.params = name, nil
		if len(s.rest) > 0 {
			c.w.name, c.w.params = s.rest[0].Text, s.rest[1:]
		}
		c.sh.flows(s.code.From, c.index, "substitution", true)
		return c.sh.evaluate(c.f.under(name+" -c"), c.w, c.index, *s.code)
	case len(s.rest) > 0 && !s.stdin:
		c.w.name, c.w.params = s.rest[0].Text, s.rest[1:]
		return c.sh.file(c.f.under(name), c.w, c.index, s.rest[0])
	case c.w.in.Over != "":
		c.w.params = s.rest
		return c.sh.stdin(c.f.under(name), c.w, c.index)
	}
	return ws
}

// stdin runs the standard input of a shell.
func (a *analysis) stdin(f *frame, w *world, i int) worlds {
	a.flows(w.in.From, i, w.in.Over, true)
	code := w.in.Word
	w.in = content{}
	return a.evaluate(f, w, i, code)
}

// file runs a file of code, if the call itself wrote it.
func (a *analysis) file(f *frame, w *world, i int, file word) worlds {
	read := a.site(f, w).File("run", file, false, a.Commands[i].Program)
	if !held(read.Path) {
		a.reads(read)
	}
	if !read.Known {
		a.unknown("path", file.Text, a.Commands[i].Program)
	}
	ws := worlds{w}
	for _, c := range a.run(w, read.Path) {
		a.flows(c.From, i, c.Over, true)
		key := "file " + read.Path
		if slices.Contains(a.running, key) {
			a.Commands[i].Multiplies = a.Commands[i].Multiplies || f.parallel
			continue
		}
		if programs.Opaque(c.Text) && !slices.ContainsFunc(c.From, func(n int) bool { return slices.Contains(a.fetched, n) }) {
			continue // the output of one of the call's programs, which fetched nothing
		}
		a.running = append(a.running, key)
		g := *f
		g.parallel = false
		ws = a.evaluate(&g, ws[0], i, c.Word)
		a.running = a.running[:len(a.running)-1]
	}
	return ws
}
