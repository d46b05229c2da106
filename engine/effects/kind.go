package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// The rounds of a loop often differ only in a number. Once there are many commands or files, only a
// few of a kind are added, and stand for all.
const (
	many = 64
	few  = 12
)

// A kind is a class of commands, files or hosts that differ only in numbers.
type kind struct {
	count int
	last  int // index of the last of them, for commands
}

// kind counts one more item of the kind with this key, and reports whether it is one too many. It
// returns nil while the list is short.
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

// reads, writes, named and hosts add what is not there yet.
func (fs *findings) reads(list ...File) {
	add(fs, &fs.Reads, fs.led(list), func(f File) string { return "read " + kindOfFile(f) })
}

func (fs *findings) writes(list ...File) {
	add(fs, &fs.Writes, fs.led(list), func(f File) string { return "write " + kindOfFile(f) })
}

func (fs *findings) named(list ...File) {
	add(fs, &fs.Named, fs.led(list), func(f File) string { return "named " + kindOfFile(f) })
}

func (fs *findings) hosts(list ...Host) {
	add(fs, &fs.Network, list, func(h Host) string {
		return "host " + h.Name + "\x00" + h.By + "\x00" + flags(h.Sends) + unnumbered(h.URL)
	})
}

func kindOfFile(f File) string {
	return f.How + "\x00" + f.By + "\x00" + f.Host + "\x00" + flags(f.Deep, f.Known) + unnumbered(f.Path)
}

// kindOfCommand keeps an argument that is only a number, because it may be a mode or a process. It
// replaces such numbers only for commands that print.
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

// flags returns one character for each value.
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
