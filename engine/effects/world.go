package effects

import (
	"maps"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// A world is one state that the shell may be in. After a branch there are as many worlds as there
// are different states.
type world struct {
	dir     string   // the current folder, absolute; "" if it isn't known
	back    string   // the previous folder
	stack   []string // of pushd
	vars    map[string]*variable
	funcs   map[string]function
	aliases map[string]string
	shared  bool   // the maps belong to other worlds too
	name    string // $0
	params  []word // $1 and on
	last    word   // $_
	in      content
	out     word // what was printed so far
	flow    flow
	levels  int // loops that break and continue still leave
	failed  bool
	strict  bool    // set -e: the shell ends where something fails
	strayed bool    // the folder that it was to change to was not there
	saved   []saved // what local variables hide
	exports int     // number of exported variables
}

type worlds []*world

// A flow says how the code goes on.
type flow uint8

const (
	going flow = iota
	breaking
	continuing
	returning
	exiting
)

// A variable is one that the code set or unset.
type variable struct {
	values   []word
	keys     []string // of values, for an associative array
	array    bool
	exported bool
	ref      bool // it holds the name of another variable
	integer  bool // what it is assigned is an expression
}

// A function is one that the code defines.
type function struct {
	body     *syntax.Stmt
	exported bool
	unsure   bool // a process that was started may know it, or the program of its name
}

type saved struct {
	name string
	old  *variable
}

// fork returns a copy of the world; own keeps the two apart.
func (w *world) fork() *world {
	w.shared = true
	v := *w
	v.saved = slices.Clip(v.saved)
	v.stack = slices.Clip(v.stack)
	return &v
}

// own makes the maps the world's own before they are changed.
func (w *world) own() {
	if w.shared {
		w.vars, w.funcs, w.aliases = maps.Clone(w.vars), maps.Clone(w.funcs), maps.Clone(w.aliases)
		w.shared = false
	}
	if w.vars == nil {
		w.vars, w.funcs, w.aliases = map[string]*variable{}, map[string]function{}, map[string]string{}
	}
}

// process returns the world of a started process: it knows the exported functions, and no aliases.
// Whether it knows the other functions is unsure: declare -f hands them on unseen.
func (w *world) process() *world {
	v := w.fork()
	if len(v.funcs)+len(v.aliases) == 0 {
		return v
	}
	v.own()
	clear(v.aliases)
	for name, f := range v.funcs {
		f.unsure = !f.exported && programs.Familiar(name)
		v.funcs[name] = f
	}
	return v
}

// set assigns a value to a variable.
func (w *world) set(name string, value word) {
	w.put(w.referred(name), &variable{values: []word{value}})
}

// referred returns the name of the variable that a name leads to.
func (w *world) referred(name string) string {
	if v := w.vars[name]; v != nil && v.ref && len(v.values) == 1 {
		return v.values[0].Text
	}
	return name
}

// put replaces a variable; an exported one stays exported, and an integer one.
func (w *world) put(name string, v *variable) {
	w.own()
	old := w.vars[name]
	v.integer = v.integer || old != nil && old.integer
	if old != nil && old.exported {
		v.exported = true
	} else if v.exported {
		w.exports++
	}
	w.vars[name] = v
}

// move changes the current folder.
func (w *world) move(f *frame, to word) {
	old := w.dir
	switch {
	case to.Text == "" && to.Known:
		w.dir = f.home
	case to.Text == "-":
		w.dir = w.back
	case !to.Known || w.dir == "" && !filepath.IsAbs(to.Text):
		w.dir = ""
	case filepath.IsAbs(to.Text):
		w.dir = filepath.Clean(to.Text)
	default:
		w.dir = filepath.Join(w.dir, to.Text)
	}
	w.back = old
}

// restore restores what local variables hide, except for the first n.
func (w *world) restore(n int) {
	if len(w.saved) > n {
		w.own()
	}
	for i := len(w.saved) - 1; i >= n; i-- {
		if s := w.saved[i]; s.old == nil {
			delete(w.vars, s.name)
		} else {
			w.vars[s.name] = s.old
		}
	}
	w.saved = w.saved[:min(n, len(w.saved))]
}

// same reports whether two worlds are equal in everything that matters later.
func (w *world) same(v *world) bool {
	return w.dir == v.dir && w.flow == v.flow && w.levels == v.levels && w.out.Text == v.out.Text && w.in.Text == v.in.Text &&
		w.failed == v.failed && w.strict == v.strict && w.strayed == v.strayed && w.last.Text == v.last.Text && slices.Equal(w.stack, v.stack) &&
		maps.EqualFunc(w.vars, v.vars, (*variable).same) && maps.Equal(w.funcs, v.funcs) && maps.Equal(w.aliases, v.aliases) &&
		slices.EqualFunc(w.params, v.params, word.Same)
}

func (v *variable) same(u *variable) bool {
	return v == u || v.array == u.array && v.exported == u.exported && slices.EqualFunc(v.values, u.values, word.Same) && slices.Equal(v.keys, u.keys)
}

// join drops worlds that are equal to others. If too many are left, it returns one in which
// everything that differs is unknown. The more work was done, the fewer may be left.
func (a *analysis) join(ws worlds) worlds {
	if len(ws) < 2 {
		return ws
	}
	most := maxWorlds*a.steps/maxSteps + 1
	var out worlds
	for _, w := range ws {
		if len(out) > most || !slices.ContainsFunc(out, w.same) {
			out = append(out, w)
		}
	}
	if len(out) > most {
		one := out[0]
		for _, w := range out[1:] {
			one.blur(w)
		}
		return worlds{one}
	}
	return out
}

// blur makes everything unknown that differs from another world.
func (w *world) blur(v *world) {
	if w.dir != v.dir {
		w.dir = ""
	}
	w.flow = min(w.flow, v.flow)
	w.out = either(w.out, v.out)
	w.in.Word = either(w.in.Word, v.in.Word)
	w.own()
	for name, theirs := range v.vars {
		ours := w.vars[name]
		switch {
		case ours == nil:
			w.vars[name] = &variable{values: []word{{Text: "${" + name + "}"}}, exported: theirs.exported}
		case !ours.same(theirs):
			w.vars[name] = &variable{values: []word{either(word{Text: "${" + name + "}"}, theirs.one())}, exported: ours.exported}
		}
	}
	maps.Copy(w.funcs, v.funcs)
}

// one returns the value of a variable; of an array, the first.
func (v *variable) one() word {
	if len(v.values) == 0 {
		return word{Known: true}
	}
	return v.values[0]
}

// either returns what is known of a text that is one of two.
func either(a, b word) word {
	if a.Same(b) || a.Known && b.Known && a.Text == b.Text {
		a.From = programs.Union(a.From, b.From)
		return a
	}
	if a.Known {
		a.Text = "$(…)"
	}
	return word{Text: a.Text, From: programs.Union(a.From, b.From)}
}
