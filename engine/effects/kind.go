package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

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
