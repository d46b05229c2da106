package effects

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// The shell goes by a list of folders, of which the first is the current one, and by variables that
// name others: HOME, OLDPWD and CDPATH.

// dirs returns the list of folders; one that isn't known is "".
func (w *world) dirs() []string {
	list := append(slices.Clone(w.stack), w.dir)
	slices.Reverse(list)
	return list
}

// place makes a list the shell's list of folders.
func (w *world) place(list []string) {
	if len(list) == 0 {
		list = []string{""}
	}
	if list[0] != w.dir {
		w.back = w.dir
	}
	w.dir, w.stack = list[0], slices.Clone(list[1:])
	slices.Reverse(w.stack)
}

// numbered returns the place in a list of n that +N, counted from its beginning, or -N, counted
// from its end, says.
func numbered(text string, n int) (i int, ok bool) {
	if len(text) < 2 || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	i, err := strconv.Atoi(text[1:])
	if text[0] == '-' {
		i = n - 1 - i
	}
	return i, err == nil && i >= 0 && i < n
}

// asked returns the number that an argument of pushd, popd or dirs says, 0 for none; stays says
// that the current folder stays.
func (b builtin) asked(list []string) (i int, given, stays bool) {
	for _, v := range b.args {
		if stays = stays || v.Text == "-n"; v.Text != "-n" && !given {
			i, given = numbered(v.Text, len(list))
		}
	}
	return i, given, stays
}

// cd changes the folder. A relative one may lie below each folder of CDPATH.
func (b builtin) cd() (worlds, bool) {
	to := programs.Operand(b.args)
	switch home, set := b.variable("HOME"); {
	case to.Text == "-":
		if back, set := b.variable("OLDPWD"); set {
			to = back
		}
	case to.Text == "" && to.Known && set:
		to = home
	}
	var ws worlds
	for _, dir := range b.searched(to.Text) {
		v := b.w.fork()
		v.move(b.f, to.With(dir+"/"+to.Text))
		v.back = b.w.dir
		ws = append(ws, v)
	}
	b.w.move(b.f, to)
	return append(ws, b.w), true
}

// searched returns the folders of CDPATH that a path is looked for in.
func (b builtin) searched(path string) (list []string) {
	const most = 4
	if path == "" || path == "-" || strings.HasPrefix(path, "/") || strings.HasPrefix(path, ".") {
		return nil
	}
	all, _ := b.variable("CDPATH")
	for dir := range strings.SplitSeq(all.Text, ":") {
		if rest, ok := strings.CutPrefix(dir, "~"); ok {
			dir = b.f.home + rest
		}
		if dir != "" && dir != "." && all.Known && len(list) < most {
			list = append(list, dir)
		}
	}
	return list
}

// variable returns a variable as it is set for the builtin, or else by the code.
func (b builtin) variable(name string) (value word, set bool) {
	for _, e := range b.env {
		if e.Name == name {
			return e.Value, true
		}
	}
	if v := b.w.vars[name]; v != nil && len(v.values) > 0 {
		return v.one(), true
	}
	return word{}, false
}

// pushd goes to a folder and keeps the others, or turns the list; without an argument it swaps the
// first two.
func (b builtin) pushd() (worlds, bool) {
	list := b.w.dirs()
	i, given, stays := b.asked(list)
	to := programs.Operand(b.args)
	switch {
	case given:
		b.w.place(slices.Concat(list[i:], list[:i]))
	case to.Text == "" && len(list) > 1:
		list[0], list[1] = list[1], list[0]
		b.w.place(list)
	case to.Text == "":
		b.w.dir = ""
	case stays:
		v := b.w.fork()
		v.move(b.f, to)
		b.w.stack = append(slices.Clip(b.w.stack), v.dir)
	default:
		b.w.stack = append(slices.Clip(b.w.stack), b.w.dir)
		b.w.move(b.f, to)
	}
	return b.done()
}

// popd takes a folder from the list, the first if it is told no other.
func (b builtin) popd() (worlds, bool) {
	list := b.w.dirs()
	i, _, stays := b.asked(list)
	if stays && i == 0 {
		i = min(1, len(list)-1)
	}
	b.w.place(slices.Delete(list, i, i+1))
	return b.done()
}

// dirs prints the list, or one of it.
func (b builtin) dirs() (worlds, bool) {
	list := b.w.dirs()
	if i, given, _ := b.asked(list); given {
		list = list[i : i+1]
	}
	if b.f.capture {
		out := programs.Join(folderWords(list), " ")
		b.w.out = b.w.out.Plus(out.With(out.Text + "\n"))
	}
	return b.done()
}

// folderWords returns folders as words.
func folderWords(list []string) (words []word) {
	for _, dir := range list {
		v := word{Text: dir, Known: dir != ""}
		if !v.Known {
			v.Text = "${PWD}"
		}
		words = append(words, v)
	}
	return words
}

// placed puts a folder at a place of the list, as an assignment to DIRSTACK[n] does.
func (w *world) placed(n int, dir word) {
	list := w.dirs()
	if n <= 0 || n >= len(list) {
		return
	}
	if list[n] = ""; dir.Known && filepath.IsAbs(dir.Text) {
		list[n] = filepath.Clean(dir.Text)
	}
	w.place(list)
}
