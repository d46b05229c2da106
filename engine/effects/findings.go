package effects

import (
	"maps"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// Findings are what is found of a call, each thing once, as far as there is room.
type findings struct {
	Effects
	effort
	kinds   map[string]*kind      // of commands, files and hosts, once there are many
	made    map[syntax.Node][]int // commands by the words that made them
	links   []link
	fetched []int             // commands that talk to hosts
	dots    map[string]string // see programs.Site
	copied  []programs.Link   // copies, of what is copied
	partial []string          // code that was read and of which some is not known
}

// An effort is what an analysis may still cost.
type effort struct {
	steps int // that are left
	began time.Time
	room  int // for parsing that is left
}

func allowed() findings {
	return findings{effort: effort{steps: maxSteps, room: maxParsing, began: time.Now()}}
}

// step reports whether there is room for one more step.
func (fs *findings) step(f *frame) bool {
	if fs.steps%256 == 0 && time.Since(fs.began) > lastResort {
		fs.steps = 0
	}
	if fs.steps <= 0 || f.depth > maxDepth {
		fs.bound(f.code)
		return false
	}
	fs.steps--
	return true
}

// bound ends the analysis, because there is too much of something.
func (fs *findings) bound(text string) {
	fs.steps = 0
	fs.partly(text)
}

// partly notes that not all of something was looked at, because there is too much.
func (fs *findings) partly(text string) {
	if !slices.ContainsFunc(fs.Unknown, func(u Unknown) bool { return u.What == "bound" }) {
		fs.Unknown = append(fs.Unknown, Unknown{What: "bound", Text: cut(text)})
	}
}

// add adds what is not there yet, as far as there is room.
func add[T comparable](fs *findings, to *[]T, more []T, key func(T) string) {
	for _, m := range more {
		if slices.Contains(*to, m) {
			continue
		}
		if _, over := fs.kind(len(*to), func() string { return key(m) }); over {
			continue
		}
		if len(*to) >= maxList {
			fs.bound("")
			return
		}
		*to = append(*to, m)
	}
}

// unknown notes a part that could not be analysed.
func (fs *findings) unknown(what, text, by string) {
	u := Unknown{What: what, Text: cut(text), By: by}
	if len(fs.Unknown) < maxList && !slices.Contains(fs.Unknown, u) {
		fs.Unknown = append(fs.Unknown, u)
	}
}

// cut returns the first line of a text, and of that as much as fits a line.
func cut(text string) string {
	const width = 100
	text = strings.TrimSpace(text)
	line, _, more := strings.Cut(text, "\n")
	if len(line) > width {
		line, more = strings.ToValidUTF8(line[:width], ""), true
	}
	if more {
		line += "…"
	}
	return line
}

// A Thing is what is changed and is no file.
type Thing = programs.Thing

// changes adds the packages and processes that a command changes. A process that is known
// by a number is one of those that what found the number was asked for.
func (fs *findings) changes(s started, t programs.Touched) {
	if len(t.Packages)+len(t.Processes) == 0 {
		return
	}
	thing := Thing{By: s.around.By, Host: s.around.Host}
	put := func(is, name string) {
		thing.Is, thing.Name = is, name
		add(fs, &fs.Things, []Thing{thing}, func(t Thing) string {
			return "thing " + t.Is + "\x00" + t.By + "\x00" + t.Host + "\x00" + unnumbered(t.Name)
		})
	}
	for _, w := range t.Packages {
		put("package", w.Text)
	}
	for _, w := range t.Processes {
		put("process", w.Text)
		for _, i := range w.From {
			if i < 0 {
				continue
			}
			for _, name := range fs.Commands[i].Operands {
				put("process", name)
			}
			for _, name := range slices.Sorted(maps.Values(fs.Commands[i].Options)) {
				put("process", name)
			}
		}
	}
}

// notes notes a call of which nothing is known, with the texts, names and numbers in
// the arguments that follow.
func (r *reader) notes(name string) {
	const most, length = 16, 2 << 10
	if r.chain = name; r.l.idle(name) {
		return
	}
	c := Called{Name: name, By: r.by()}
	depth, last := 0, byte(0)
	for _, t := range r.list[min(r.at, len(r.list)):min(len(r.list), r.at+nearby)] {
		switch t.kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case 's':
			v := r.word(t).Text
			c.Args = append(c.Args, v[:min(len(v), length)])
		case 'n':
			v := "${" + r.own(t.text) + "}"
			if set := r.values[t.text]; len(set) > 0 {
				v = programs.Join(set, " ").Text
			}
			c.Args = append(c.Args, v[:min(len(v), length)])
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if !digit(last) {
				c.Args = append(c.Args, "")
			}
			c.Args[len(c.Args)-1] += string(t.kind)
		}
		last = t.kind
		if depth <= 0 && t.kind != 's' || len(c.Args) == most {
			break
		}
	}
	r.sh.called(c)
	r.passes(c.Args)
}

// idle reports whether a call of a name does nothing: all that counts is what it comes to.
func (l *language) idle(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	return l.has("idle", name) || dot > 0 && l.has("idle", name[dot:])
}

// called adds a call that is not there yet. Of those that differ in numbers only, a few stand
// for all where there are many, as of commands: each is asked about by every rule.
func (fs *findings) called(c Called) {
	text := "call " + c.By + "\x00" + c.Name + "\x00" + strings.Join(c.Args, "\x00")
	if fs.kinds[text] != nil {
		return
	}
	if _, over := fs.kind(len(fs.Calls), func() string { return unnumbered(text) + "\x00" }); over {
		return
	}
	if len(fs.Calls) >= maxCalls {
		fs.partly("")
		return
	}
	fs.keep(text, &kind{})
	fs.Calls = append(fs.Calls, c)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// What a loop does again and again differs in a number. Where there are many commands,
// or files, no more than a few of a kind are added: they stand for all.
const (
	many = 64
	few  = 12
)

// A kind is what commands, files or hosts have in common that differ in a number.
type kind struct {
	count int
	last  int // place of the last of them, for commands
}

// kind returns that of a key, with one more of it, and whether that is one too many; nil where
// there are not many of a list.
func (fs *findings) kind(size int, key func() string) (k *kind, over bool) {
	if size < many {
		return nil, false
	}
	fs.steps -= 3
	name := key()
	if k = fs.kinds[name]; k == nil {
		k = &kind{}
		fs.keep(name, k)
	}
	k.count++
	return k, k.count > few
}

func (fs *findings) keep(name string, k *kind) {
	if fs.kinds == nil {
		fs.kinds = map[string]*kind{}
	}
	fs.kinds[name] = k
}

// reads, writes and hosts add what is not there yet.
func (fs *findings) reads(list ...File) {
	add(fs, &fs.Reads, fs.led(list), func(f File) string { return "read " + kindOfFile(f) })
}

func (fs *findings) writes(list ...File) {
	add(fs, &fs.Writes, fs.led(list), func(f File) string { return "write " + kindOfFile(f) })
}

func (fs *findings) hosts(list ...Host) {
	add(fs, &fs.Network, list, func(h Host) string {
		return "host " + h.Name + "\x00" + h.By + "\x00" + flags(h.Sends) + unnumbered(h.URL)
	})
}

func kindOfFile(f File) string {
	return f.How + "\x00" + f.By + "\x00" + f.Host + "\x00" + flags(f.Deep, f.Known) + unnumbered(f.Path)
}

// kindOfCommand counts a number that stands alone, which may be a mode or a process,
// but for what is just printed.
func kindOfCommand(c Command) string {
	var b strings.Builder
	b.WriteString("command " + c.Path + "\x00" + unnumbered(c.Dir) + "\x00" + c.Host + "\x00" + unnumbered(c.Input) + "\x00" + flags(c.Known, c.Multiplies, len(c.Env) > 0))
	for _, text := range c.Via {
		b.WriteString(text + "\x00")
	}
	printed := programs.Succeeds(c.Program)
	for _, text := range c.Args {
		if short := unnumbered(text); short != "0" || printed {
			text = short
		}
		b.WriteString(text + "\x00")
	}
	return b.String()
}

// flags returns a character for each.
func flags(list ...bool) string {
	b := make([]byte, len(list))
	for i, is := range list {
		if b[i] = '0'; is {
			b[i] = '1'
		}
	}
	return string(b)
}

// unnumbered returns a text with a 0 for each number in it.
func unnumbered(text string) string {
	if !strings.ContainsAny(text, "0123456789") {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case c < '0' || c > '9':
			out = append(out, c)
		case i == 0 || text[i-1] < '0' || text[i-1] > '9':
			out = append(out, '0')
		}
	}
	return string(out)
}
