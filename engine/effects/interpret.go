package effects

import (
	"slices"
	"strings"
)

// perform does what a command does beyond being there: what it does to the shell,
// what it runs, what it prints.
func (a *analysis) perform(f *frame, w *world, i int, words []word, env []setting) worlds {
	if ws, ok := a.builtin(f, w, i, words, env); ok {
		return ws
	}
	name := a.Commands[i].Program
	switch {
	case slices.Contains(shells, name):
		return a.child(w, func(v *world) worlds { return a.shell(f, v, i, words, env) })
	case strings.Contains(name, "=") && len(words) > 1: // no assignment, but meant as one
		return a.start(f.under(), w, words[1:], env)
	}
	ran := a.wrapper(f, w, i, words, env)
	if l := languageOf(words); l != nil {
		a.interpret(f, w, i, l, words)
	}
	s := split(words)
	if inner := rest(words); !ran && inner != nil {
		ran = true
		g := f.under(s.spelling())
		a.child(w, func(v *world) worlds {
			return a.start(g, a.into(f, v, s), inner, append(env, assigned(words, inner)...))
		})
	}
	ran = a.scripts(f, w, i, s, ran) || ran
	ran = a.launched(f, w, i, words) || ran
	a.patches(a.where(f, w), w, s)
	if f.capture && !ran {
		a.print(w, i, words)
	}
	return worlds{w}
}

// shells are programs that read what bash reads, or nearly.
var shells = []string{"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "fish", "csh", "tcsh", "yash", "osh"}

// child runs something in a shell or program of its own: only what it prints is left.
func (a *analysis) child(w *world, do func(*world) worlds) worlds {
	w.out = printed(do(w.fork()))
	return worlds{w}
}

// into returns the world that a wrapper runs its command in, which may be in a
// folder it was given.
func (a *analysis) into(f *frame, w *world, s arguments) *world {
	for _, g := range s.flags {
		if g.valid && strings.Contains(g.kind, "/") {
			w.move(f, g.text)
		}
	}
	return w
}

// assigned returns the variables that a wrapper sets: env A=b.
func assigned(words, inner []word) []setting {
	var env []setting
	for _, v := range words[1 : len(words)-len(inner)] {
		if name, value, ok := strings.Cut(v.text, "="); ok && named(name) {
			env = append(env, setting{name, v.with(value)})
		}
	}
	return env
}

// evaluate runs a text that a command takes for code of the shell.
func (a *analysis) evaluate(f *frame, w *world, i int, code word) worlds {
	if !code.known && opaque(code.text) {
		a.unknown("code", code.text, a.Commands[i].Program)
		w.out = w.out.plus(word{text: "$(…)\n", from: union([]int{i}, code.from)})
		return worlds{w}
	}
	return a.source(f, w, code)
}

// opaque reports whether nothing is known of a text.
func opaque(text string) bool {
	text = strings.TrimSpace(text)
	return text == "$(…)" || text == "${…}" || strings.HasPrefix(text, "${") && strings.IndexByte(text, '}') == len(text)-1
}

// A started is how a shell was started.
type started struct {
	code    *word
	stdin   bool
	profile []word // files it reads first
	rest    []word
}

// starts tells the arguments of a shell apart.
func starts(args []word) (s started) {
	command := false
	for len(args) > 0 {
		t := args[0].text
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
			s.code = &word{known: true}
		}
	}
	return s
}

// shell runs what a shell is given: code, a file, or what it reads.
func (a *analysis) shell(f *frame, w *world, i int, words []word, env []setting) worlds {
	name := a.Commands[i].Program
	s := starts(words[1:])
	for _, e := range env {
		w.set(e.name, e.value)
	}
	for _, variable := range [...]string{"BASH_ENV", "ENV"} {
		if v := w.vars[variable]; v != nil && v.values != nil {
			s.profile = append(s.profile, v.one())
		}
	}
	ws := worlds{w}
	for _, file := range s.profile {
		ws = a.file(f.under(name), w, i, file)
	}
	w = ws[0]
	switch {
	case s.code != nil:
		w.name, w.params = name, nil
		if len(s.rest) > 0 {
			w.name, w.params = s.rest[0].text, s.rest[1:]
		}
		a.flows(s.code.from, i, "substitution", true)
		return a.evaluate(f.under(name+" -c"), w, i, *s.code)
	case len(s.rest) > 0 && !s.stdin:
		w.name, w.params = s.rest[0].text, s.rest[1:]
		return a.file(f.under(name), w, i, s.rest[0])
	case w.in.over != "":
		w.params = s.rest
		return a.stdin(f.under(name), w, i)
	}
	return ws
}

// stdin runs what a shell reads.
func (a *analysis) stdin(f *frame, w *world, i int) worlds {
	a.flows(w.in.from, i, w.in.over, true)
	code := w.in.word
	w.in = content{}
	return a.evaluate(f, w, i, code)
}

// file runs a file of code, if the call itself says what is in it.
func (a *analysis) file(f *frame, w *world, i int, file word) worlds {
	at := a.where(f, w)
	path, known := at.absolute(file)
	read := File{Path: path, How: "run", Known: known, By: a.Commands[i].Program, Host: f.host}
	if !held(path) {
		add(a, &a.Reads, []File{read})
	}
	if !known {
		a.unknown("path", file.text, a.Commands[i].Program)
	}
	ws := worlds{w}
	for _, c := range a.contents(w, path) {
		a.flows(c.from, i, c.over, true)
		key := "file " + path
		if slices.Contains(a.running, key) {
			a.Commands[i].Multiplies = a.Commands[i].Multiplies || f.parallel
			continue
		}
		if opaque(c.text) && !slices.ContainsFunc(c.from, func(n int) bool { return slices.Contains(a.fetched, n) }) {
			continue // built here, as other files are
		}
		a.running = append(a.running, key)
		g := *f
		g.parallel = false
		ws = a.evaluate(&g, ws[0], i, c.word)
		a.running = a.running[:len(a.running)-1]
	}
	return ws
}

// sourced runs a file in the shell itself.
func (a *analysis) sourced(f *frame, w *world, i int, args []word) worlds {
	if len(args) == 0 {
		return worlds{w}
	}
	params := w.params
	if len(args) > 1 {
		w.params = args[1:]
	}
	ws := a.file(f.under("source"), w, i, args[0])
	for _, v := range ws {
		v.params = params
		if v.flow == returning {
			v.flow = going
		}
	}
	return ws
}

// spelt returns a flag as it is written.
func spelt(flag string) string {
	if len(flag) == 1 {
		return "-" + flag
	}
	return "--" + flag
}

// spelling returns the name of the program and its subcommand as written.
func (s arguments) spelling() string {
	name := s.base
	for _, v := range s.operands[:s.subs] {
		name += " " + v.text
	}
	return name
}

// scripts runs code of the shell that a program takes in its arguments: in those of
// flags only, if it ran its operands already.
func (a *analysis) scripts(f *frame, w *world, i int, s arguments, flags bool) (ran bool) {
	run := func(code word, via string) {
		a.flows(code.from, i, "substitution", true)
		a.child(w, func(v *world) worlds { return a.evaluate(f.under(via), v, i, code) })
		ran = true
	}
	for _, g := range s.flags {
		if g.valid && strings.Contains(g.kind, "!") {
			run(g.text, s.spelling()+" "+spelt(g.name))
		}
	}
	for _, p := range embedded(s, w.in.word) {
		run(p.code, p.via)
	}
	if flags || s.program == nil || !strings.Contains(s.program.operands, "!") {
		return ran
	}
	operands := s.operands[s.subs:]
	for _, kind := range strings.Fields(s.program.operands) {
		switch {
		case len(operands) == 0:
		case kind == "!*":
			run(concat(operands, " "), s.spelling())
			operands = nil
		default:
			if kind == "!" {
				run(operands[0], s.spelling())
			}
			operands = operands[1:]
		}
	}
	return ran
}

// launched runs a program that the call itself has written.
func (a *analysis) launched(f *frame, w *world, i int, words []word) bool {
	if len(a.files) == 0 || !strings.Contains(words[0].text, "/") {
		return false
	}
	path, _ := a.where(f, w).absolute(words[0])
	if len(a.contents(w, path)) == 0 {
		return false
	}
	a.child(w, func(v *world) worlds { return a.file(f.under(a.Commands[i].Program), v, i, words[0]) })
	return true
}
