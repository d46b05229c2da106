package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// site returns the place where a command runs.
func (a *analysis) site(f *frame, w *world) programs.Site {
	if a.dots == nil {
		a.dots = map[string]string{}
	}
	return programs.Site{Dir: w.dir, Home: f.home, Host: f.host, Box: f.box, Links: a.names != nil, Dots: a.dots}
}

// emit records a command, the files and hosts it touches, and what flows into it.
func (a *analysis) emit(f *frame, w *world, words []word, env []setting) started {
	written := words
	words = a.original(f, w, words, env)
	if a.at.Folds {
		words = programs.Folded(words)
	}
	s := started{Call: programs.Split(words), words: words, env: env}
	s.around = a.surroundings(f, w, s.Base, env)
	deaf := s.IsDeaf()
	c := describe(s.Call, written, s.around.Site)
	c.Via, c.Depth = f.via, f.depth
	c.Multiplies = f.endless && f.parallel
	if len(env) > 0 || w.exports > 0 {
		c.Env = environ(w, env)
	}
	c.Brings, c.Paths = s.Brings(s.around, c.Env)
	c.repeats(f.repeated)
	if w.in.Over != "" && !deaf {
		c.Input = w.in.Text[:min(len(w.in.Text), inputOf(s))]
	}
	old := false
	if s.index, old = a.place(f, w, c); !old {
		a.unclear(words, c.Program)
	}
	for k, v := range words {
		a.flows(v.From, s.index, "substitution", k == 0)
		if strings.HasPrefix(v.Text, "/dev/fd/") {
			for _, c := range a.files[v.Text] {
				a.flows(c.From, s.index, c.Over, false)
			}
		}
	}
	if !deaf {
		a.flows(w.in.From, s.index, w.in.Over, false)
	}
	a.touched(w, s)
	for _, r := range s.Finds(s.around.Site) {
		a.found = append(a.found, r)
		for _, c := range a.files[r.Path] { // the call wrote it, so it is there
			a.reads(r)
			a.flows(c.From, s.index, c.Over, true)
			a.given(s, r, c)
		}
	}
	a.own = a.own || s.RunsOwn() && !s.IsDry()
	if a.names != nil {
		a.names.of(s, c)
	}
	return s
}

// unclear records the words of a command that aren't known.
func (fs *findings) unclear(words []word, by string) {
	for k, v := range words {
		switch {
		case v.Known:
		case k == 0:
			if by == "" {
				fs.unknown("program", v.Text, "")
			}
		default:
			fs.unknown("argument", v.Text, by)
		}
	}
}

// touched records the files and hosts that a command touches, and what flows into it from files
// that the call itself wrote.
func (a *analysis) touched(w *world, s started) {
	call := s.Call
	if rest := untilded(s.words); rest != nil {
		call = programs.Split(rest)
	}
	t := call.Touch(s.around)
	if w.strayed {
		a.writes(slices.DeleteFunc(t.Writes, func(file File) bool { return file.How != "delete" && file.How != "move" })...)
		return
	}
	if len(t.Reads) > programs.MaxFiles || len(t.Writes) > programs.MaxFiles || len(s.Flags) > maxList {
		a.partly("")
	}
	for _, r := range t.Reads {
		if strings.HasPrefix(descriptor(r.Path), "/dev/fd/") {
			for _, c := range a.contents(w, r.Path) {
				a.given(s, r, c)
			}
		}
	}
	t.Reads = slices.DeleteFunc(t.Reads, isHeld)
	a.reads(t.Reads...)
	a.writes(slices.DeleteFunc(slices.Clone(t.Writes), isHeld)...)
	a.named(t.Named...)
	if len(t.Hosts) > 0 {
		a.fetched = append(a.fetched, s.index)
	}
	a.hosts(t.Hosts...)
	a.changes(s, t)
	a.leadsTo(t.Links...)
	a.copies(s, t)
	if len(a.files) > 0 {
		for _, r := range t.Reads {
			for _, c := range a.files[r.Path] {
				a.flows(c.From, s.index, c.Over, r.How == "run")
				a.given(s, r, c)
			}
		}
	}
	a.written(w, s, t.Reads, t.Writes)
}

// given puts the content of a file before a command's input, if the command runs the file and the
// call itself wrote it: psql -f x.sql counts as reading x.sql. Code of a shell is left out, because
// it is parsed as the call is.
func (a *analysis) given(s started, file File, c content) {
	language, _, _ := s.Language()
	if to := &a.Commands[s.index].Input; language != "shell" && file.How == "run" && !strings.HasPrefix(*to, c.Text) {
		text := c.Text + *to
		*to = text[:min(len(text), inputOf(s))]
	}
}

// inputOf returns how many bytes of a command's input are reported.
func inputOf(s started) int {
	if language, _, _ := s.Language(); language != "" {
		return maxCode
	}
	return maxInput
}

// describe returns the Command of a call; words are the call's words as written.
func describe(call programs.Call, words []word, at programs.Site) Command {
	c := Command{Program: call.Base, Path: words[0].Text, Dir: call.Site(at).Dir, Host: at.Host, Known: words[0].Known, Dry: call.IsDry(), Familiar: call.IsFamiliar(), Looks: call.Looks()}
	if len(words) > 1 {
		c.Args = make([]string, 0, len(words)-1)
	}
	for _, w := range words[1:] {
		c.Known = c.Known && w.Known
		c.Args = append(c.Args, w.Text)
	}
	c.Flags, c.Options = call.Given()
	if len(call.Operands) > 0 {
		c.Operands = make([]string, 0, len(call.Operands))
	}
	for _, w := range call.Operands {
		c.Operands = append(c.Operands, w.Text)
	}
	return c
}

// Spelling returns the name of a command's program with its known subcommands, and no other
// arguments: git push, rm.
func Spelling(c Command) string {
	words := []word{{Text: c.Program, Known: true}}
	for _, arg := range c.Args {
		words = append(words, word{Text: arg, Known: !programs.Opaque(arg)})
	}
	return programs.Split(words).Spelling()
}

// untilded puts ./ before each leading ~ of words: it was quoted, so it is no home folder. It
// returns nil if there is none.
func untilded(words []word) []word {
	if !slices.ContainsFunc(words, func(v word) bool { return strings.HasPrefix(v.Text, "~") }) {
		return nil
	}
	words = slices.Clone(words)
	for k, v := range words {
		if strings.HasPrefix(v.Text, "~") {
			words[k].Text = "./" + v.Text
		}
	}
	return words
}

// isHeld reports whether a file is one that the shell has opened.
func isHeld(f File) bool { return held(f.Path) }

// held reports whether a path is a file that the shell has opened, a terminal, or /dev/null.
func held(path string) bool {
	path = descriptor(path)
	return strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/dev/std") || path == "/dev/null" || path == "/dev/tty"
}

// place adds a command, unless the same code already added the same one.
func (fs *findings) place(f *frame, w *world, c Command) (i int, old bool) {
	if f.node != nil {
		for _, i := range fs.made[f.node] {
			if b := &fs.Commands[i]; b.Path == c.Path && (b.Dir == c.Dir || w.strayed) && b.Multiplies == c.Multiplies && slices.Equal(b.Args, c.Args) && slices.Equal(b.Via, c.Via) && len(b.Env) == len(c.Env) {
				b.repeats(f.repeated || f.depth > 0) // in a function it runs again; otherwise two branches may lead here
				return i, true
			}
		}
	}
	if k, over := fs.kind(len(fs.Commands), func() string { return kindOfCommand(c) }); over {
		return k.last, true
	} else if k != nil {
		k.last = len(fs.Commands)
	}
	if len(fs.Commands) >= maxList {
		fs.bound("")
		return len(fs.Commands) - 1, true
	}
	fs.Commands = append(fs.Commands, c)
	i = len(fs.Commands) - 1
	if f.node != nil {
		if fs.made == nil {
			fs.made = map[syntax.Node][]int{}
		}
		fs.made[f.node] = append(fs.made[f.node], i)
	}
	return i, false
}

// repeats adds Again to what a command brings, if the command may run more than once.
func (c *Command) repeats(is bool) {
	if is && len(c.Brings) > 0 && !slices.Contains(c.Brings, programs.Again) {
		c.Brings = append(slices.Clip(c.Brings), programs.Again)
	}
}

// environ returns the variables that the code sets for a command.
func environ(w *world, env []setting) map[string]string {
	m := make(map[string]string, len(env)+w.exports)
	for name, v := range w.vars {
		if v.exported && v.values != nil {
			m[name] = v.one().Text
		}
	}
	for _, s := range env {
		m[s.Name] = s.Value.Text
	}
	return m
}

// written records what a command writes to files: what it read, as far as that is known.
func (a *analysis) written(w *world, s started, reads, writes []File) {
	if file, text, ok := s.Keeps(s.around); ok {
		path, _ := s.Site(s.around.Site).Absolute(file)
		a.put(path, content{Word: word{Text: text, Known: true, From: []int{s.index}}, Over: "file"})
	}
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
		c := content{Word: word{Text: "$(…)", From: []int{s.index}}, Over: "file"}
		c.From = programs.Union(c.From, w.in.From)
		copies := s.Copies()
		if len(writes) == 1 && (file.How == "edit" || programs.PrintsInput(s.Base)) { // sed -i, sort -o
			if text, ok := s.Prints(s.around); ok && text.Known && !text.Glob {
				c.Text, c.Known = text.Text, true
			}
		}
		if copies && len(reads) == 0 && w.in.Over != "" {
			c.Text, c.Known = w.in.Text, w.in.Known
		}
		for _, r := range reads {
			for _, k := range a.files[r.Path] {
				if copies {
					c.Text, c.Known = k.Text, k.Known && len(reads) == 1
				}
				c.From = programs.Union(c.From, k.From)
			}
		}
		if strings.HasPrefix(file.Path, "/dev/fd/") {
			c.Over = "substitution"
		}
		a.put(file.Path, c)
	}
}
