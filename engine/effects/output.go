package effects

import (
	"slices"
	"strings"
)

// deaf reports whether a program reads nothing from its standard input.
func deaf(name string) bool {
	_, found := slices.BinarySearch(deafs, name)
	return found
}

var deafs = []string{
	":", "alias", "basename", "break", "cd", "chmod", "chown", "continue", "cp", "date", "declare", "dirname", "echo", "exit", "export",
	"false", "find", "hostname", "id", "kill", "ln", "local", "ls", "mkdir", "mktemp", "mv", "popd", "printf", "ps", "pushd", "pwd", "readonly",
	"return", "rm", "rmdir", "seq", "set", "shift", "sleep", "test", "touch", "trap", "true", "type", "umask", "unalias", "uname", "unset",
	"wait", "which", "whoami",
}

// silents print nothing that is of use.
var silents = []string{
	":", "[", "alias", "break", "cd", "chgrp", "chmod", "chown", "continue", "cp", "declare", "exit", "export", "false", "let", "ln", "local", "mkdir", "mv",
	"popd", "pushd", "read", "readonly", "return", "rm", "rmdir", "set", "shift", "sleep", "test", "touch", "true", "typeset", "unalias", "unset", "wait",
}

// print adds what a command prints to what the shell has printed, as far as it
// is known.
func (a *analysis) print(w *world, i int, words []word) {
	name := a.Commands[i].Program
	if _, silent := slices.BinarySearch(silents, name); silent {
		return
	}
	var out word
	if name == "find" || name == "fd" {
		out = listing(split(words))
	} else {
		out = a.prints(w, name, words[1:])
	}
	out.from = union([]int{i}, out.from)
	if !deaf(name) && w.in.over != "" {
		out.from = union(out.from, w.in.from)
	}
	if !out.known && !strings.HasSuffix(out.text, "\n") {
		out.text += "\n"
	}
	w.out = w.out.plus(out)
}

// prints returns what a command prints.
func (a *analysis) prints(w *world, name string, args []word) word {
	switch name {
	case "echo":
		return echo(args)
	case "printf":
		return format(args)
	case "pwd":
		if w.dir != "" {
			return word{text: w.dir + "\n", known: true}
		}
		return word{text: "${PWD}"}
	case "which":
		if v := operand(args); v.known && v.text != "" && len(args) == 1 {
			return v.with(v.text + "\n")
		}
	case "whoami":
		return word{text: "${USER}"}
	case "ls":
		if len(args) == 0 {
			return word{text: "*\n", known: true, glob: true}
		}
	case "mktemp":
		return a.temporary(w, args)
	case "cat", "tee", "head", "tail", "sort", "uniq", "less", "more":
		return a.copied(w, name, args)
	case "basename", "dirname":
		if v := operand(args); v.known && v.text != "" && len(args) < 3 {
			path := strings.TrimRight(v.text, "/")
			k := strings.LastIndexByte(path, '/')
			switch {
			case name == "basename":
				base := path[k+1:]
				if len(args) == 2 && args[0].text == v.text {
					base = strings.TrimSuffix(base, args[1].text)
				}
				return v.with(base + "\n")
			case path == "" || k == 0:
				return v.with("/\n")
			case k < 0:
				return v.with(".\n")
			}
			return v.with(strings.TrimRight(path[:k], "/") + "\n")
		}
	default:
		if decoded, ok := decode(name, args, w.in.word); ok {
			return decoded
		}
	}
	return word{text: "$(…)"}
}

// temporary returns what mktemp prints: a path that is new, so it does not matter
// which.
func (a *analysis) temporary(w *world, args []word) word {
	name := word{text: "tmp.XXXXXXXXXX", known: true}
	dir := word{text: "/tmp", known: true}
	in := true
	for k := 0; k < len(args); k++ {
		switch t := args[k].text; {
		case t == "-p" && k+1 < len(args):
			k++
			dir = args[k]
		case strings.HasPrefix(t, "--tmpdir="):
			dir = args[k].with(t[len("--tmpdir="):])
		case t == "-t" || t == "--tmpdir" || strings.HasPrefix(t, "--suffix"):
		case !strings.HasPrefix(t, "-"):
			name = args[k]
			in = slices.ContainsFunc(args, func(v word) bool { return v.text == "-t" || v.text == "-p" || strings.HasPrefix(v.text, "--tmpdir") })
		}
	}
	if in {
		name = concat([]word{dir, name}, "/")
	}
	return name.with(name.text + "\n")
}

// copied returns what a program prints that passes on what it reads.
func (a *analysis) copied(w *world, name string, args []word) word {
	var files []word
	for _, v := range args {
		if len(v.text) < 2 || v.text[0] != '-' {
			files = append(files, v)
		} else if name == "head" || name == "tail" {
			return word{text: "$(…)", from: w.in.from}
		}
	}
	if len(files) == 0 || name == "tee" {
		if w.in.over == "" {
			return word{known: name == "cat"}
		}
		return w.in.word
	}
	out := word{known: true}
	for _, v := range files {
		if v.text == "-" {
			out = out.plus(w.in.word)
			continue
		}
		path, _ := (where{dir: w.dir}).absolute(v)
		list := a.contents(w, path)
		if len(list) == 0 {
			return word{text: "$(…)", from: out.from}
		}
		out = out.plus(list[len(list)-1].word)
	}
	return out
}
