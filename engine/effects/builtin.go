package effects

import (
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// builtinOf returns the function that applies a builtin to the shell, nil for any other command.
// The function returns ok if nothing else is left to do.
func builtinOf(name string) func(b builtin) (ws worlds, ok bool) {
	switch name {
	case "cd", "chdir":
		return builtin.cd
	case "pushd":
		return builtin.pushd
	case "popd":
		return builtin.popd
	case "dirs":
		return builtin.dirs
	case "set":
		return builtin.set
	case "shift":
		return builtin.shift
	case "unset":
		return builtin.unset
	case "export", "declare", "typeset", "local", "readonly":
		return builtin.declare
	case "read":
		return builtin.read
	case "mapfile", "readarray":
		return builtin.mapfile
	case "getopts":
		return builtin.getopts
	case "printf":
		return builtin.printf
	case "eval":
		return builtin.eval
	case "source", ".":
		return builtin.source
	case "trap":
		return builtin.trap
	case "alias":
		return builtin.alias
	case "unalias":
		return builtin.unalias
	case "hash":
		return builtin.hash
	case "return", "exit", "logout":
		return builtin.leave
	case "break", "continue":
		return builtin.turn
	case "exec":
		return builtin.exec
	case "command", "builtin", "noglob", "nocorrect":
		return builtin.command
	}
	return nil
}

// A builtin is a builtin command of the shell that is being run.
type builtin struct {
	act
	args []word
}

// builtin runs the command if it is a builtin; ok is false if it is still to be run like any
// program.
func (c act) builtin() (ws worlds, ok bool) {
	do := builtinOf(c.Base)
	if do == nil {
		return nil, false
	}
	return do(builtin{c, c.words[1:]})
}

// done returns the builtin's world: nothing is left to do.
func (b builtin) done() (worlds, bool) { return worlds{b.w}, true }

// set sets the parameters to the arguments after its flags, and heeds -e.
func (b builtin) set() (worlds, bool) {
	if len(b.args) == 0 { // it shows all variables
		return nil, false
	}
	for k, v := range b.args {
		if v.Text == "errexit" || len(v.Text) > 1 && v.Text[0] == '-' && v.Text[1] != '-' && strings.Contains(v.Text, "e") {
			b.w.strict = true
		}
		if v.Text == "--" {
			b.w.params = b.args[k+1:]
			break
		}
		if !strings.HasPrefix(v.Text, "-") && !strings.HasPrefix(v.Text, "+") && (k == 0 || b.args[k-1].Text != "-o" && b.args[k-1].Text != "+o") {
			b.w.params = b.args[k:]
			break
		}
	}
	return b.done()
}

func (b builtin) shift() (worlds, bool) {
	n := 1
	if len(b.args) > 0 {
		n, _ = strconv.Atoi(b.args[0].Text)
	}
	b.w.params = b.w.params[min(max(n, 0), len(b.w.params)):]
	return b.done()
}

func (b builtin) unset() (worlds, bool) {
	for _, v := range b.args {
		if name := v.Text; named(name) {
			b.w.own()
			delete(b.w.funcs, name)
			b.w.vars[name] = &variable{}
		}
	}
	return b.done()
}

// declare sets variables where the parser didn't see a declaration.
func (b builtin) declare() (worlds, bool) {
	for _, v := range b.args {
		if name, value, ok := strings.Cut(v.Text, "="); ok && named(name) {
			b.w.put(name, &variable{values: []word{v.With(value)}, exported: b.Base == "export"})
		}
	}
	return b.done()
}

// getopts sets its variable to one of the shell's flags, which isn't known.
func (b builtin) getopts() (worlds, bool) {
	if len(b.args) > 1 && named(b.args[1].Text) {
		b.w.set(b.args[1].Text, word{Text: "${" + b.args[1].Text + "}"})
	}
	return b.done()
}

func (b builtin) printf() (worlds, bool) {
	args := apart(b.args, "-v")
	if len(args) < 2 || args[0].Text != "-v" {
		return nil, false
	}
	if name, _, _ := strings.Cut(args[1].Text, "["); named(name) {
		b.give(name, programs.Printf(args[2:]))
	}
	return b.done()
}

func (b builtin) eval() (worlds, bool) {
	for _, v := range b.args {
		b.sh.flows(v.From, b.index, "substitution", true)
	}
	return b.sh.evaluate(b.f.under("eval"), b.w, b.index, programs.Join(trimFlags(b.args), " ")), true
}

// source runs a file in the current shell or, as fish does without one, the standard input.
func (b builtin) source() (worlds, bool) {
	args := trimFlags(b.args)
	if len(args) == 0 {
		return b.sh.stdin(b.f.under("source"), b.w, b.index), true
	}
	params := b.w.params
	if len(args) > 1 {
		b.w.params = args[1:]
	}
	ws := b.sh.file(b.f.under("source"), b.w, b.index, args[0])
	for _, v := range ws {
		v.params = params
		if v.flow == returning {
			v.flow = going
		}
	}
	return ws, true
}

func (b builtin) trap() (worlds, bool) {
	if args := trimFlags(b.args); len(args) > 0 && args[0].Text != "-" && args[0].Text != "" {
		b.sh.later = append(b.sh.later, later{b.f.under("trap"), b.w, args[0]})
	}
	return b.done()
}

func (b builtin) alias() (worlds, bool) {
	b.w.own()
	for _, v := range b.args {
		if name, code, ok := strings.Cut(v.Text, "="); ok && name != "" {
			b.w.aliases[name] = code
		}
	}
	return b.done()
}

func (b builtin) unalias() (worlds, bool) {
	b.w.own()
	for _, v := range b.args {
		delete(b.w.aliases, v.Text)
	}
	return b.done()
}

// hash -p gives commands another file.
func (b builtin) hash() (worlds, bool) {
	for _, f := range b.Flags {
		if f.Name == "p" && f.Valued {
			for _, name := range b.Own() {
				b.hashed(name.Text, f.Value)
			}
		}
	}
	return b.done()
}

// hashed makes a name stand for a file, as a function does that passes its arguments on.
func (e expansion) hashed(name string, file word) {
	path, err := syntax.Quote(file.Text, syntax.LangBash)
	if list := e.sh.codes.parse(&e.sh.findings, path+` "$@"`, false); err == nil && len(list) == 1 {
		e.w.own()
		e.w.funcs[name] = function{body: list[0]}
	}
}

func (b builtin) leave() (worlds, bool) {
	b.w.flow = exiting
	if b.Base == "return" {
		b.w.flow = returning
	}
	return b.done()
}

func (b builtin) turn() (worlds, bool) {
	b.w.flow, b.w.levels = breaking, 1
	if b.Base == "continue" {
		b.w.flow = continuing
	}
	if len(b.args) > 0 {
		b.w.levels, _ = strconv.Atoi(b.args[0].Text)
	}
	return b.done()
}

// exec runs a command in place of the shell.
func (b builtin) exec() (worlds, bool) {
	inner := b.Inner()
	if inner == nil {
		return b.done()
	}
	ws := b.sh.start(b.f.under("exec"), b.w, inner, b.env)
	for _, v := range ws {
		v.flow = exiting
	}
	return ws, true
}

// command runs a command in the current shell; with -v or -V it only says what the command is.
func (b builtin) command() (worlds, bool) {
	inner := b.Inner()
	asks := func(flag string) bool {
		return slices.ContainsFunc(b.args[:len(b.args)-len(inner)], func(v word) bool { return v.Text == flag })
	}
	switch name := programs.Operand(b.args); {
	case asks("-v") && b.f.capture && name.Text != "" && builtinOf(name.Text) == nil:
		v := programs.OnPath(name)
		b.w.out = b.w.out.Plus(v.With(v.Text + "\n"))
		return b.done()
	case inner == nil || asks("-v") || asks("-V"):
		return b.done()
	}
	if b.Base == "noglob" || b.Base == "nocorrect" {
		return b.sh.invoke(b.f.under(b.Base), b.w, inner, b.env), true
	}
	return b.sh.start(b.f.under(b.Base), b.w, inner, b.env), true
}

// trimFlags drops the flags that arguments begin with.
func trimFlags(args []word) []word {
	for len(args) > 0 && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		last := args[0].Text == "--"
		if args = args[1:]; last {
			break
		}
	}
	return args
}
