package effects

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
	if len(hosts) > 0 {
		a.fetched = append(a.fetched, i)
	}
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

// copiers put in files just what they read.
var copiers = []string{"cp", "dd", "install", "ln", "mv", "rsync", "scp", "sponge", "tee"}

// written notes what a command puts in files: what it read, as far as that is known.
func (a *analysis) written(w *world, i int, reads, writes []File) {
	for _, file := range writes {
		if file.How == "move" {
			reads = append(slices.Clip(reads), file)
		}
	}
	for _, file := range writes {
		switch file.How {
		case "delete", "mode", "move":
			continue
		}
		c := content{word: word{text: "$(…)", from: []int{i}}, over: "file"}
		c.from = union(c.from, w.in.from)
		copies := slices.Contains(copiers, a.Commands[i].Program)
		if copies && len(reads) == 0 && w.in.over != "" {
			c.text, c.known = w.in.text, w.in.known
		}
		for _, r := range reads {
			for _, k := range a.files[r.Path] {
				if copies {
					c.text, c.known = k.text, k.known && len(reads) == 1
				}
				c.from = union(c.from, k.from)
			}
		}
		if strings.HasPrefix(file.Path, "/dev/fd/") {
			c.over = "substitution"
		}
		a.put(file.Path, c)
	}
}
