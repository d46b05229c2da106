package effects

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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
