package effects

import (
	"strings"
)

// touch returns the files and hosts that a command reads, writes and talks to by
// itself; what a command it runs touches is not among them.
func touch(c Command, words []word, at where) (reads, writes []File, hosts []Host) {
	t := toucher{arguments: split(words), at: at}
	if t.program == nil {
		return t.reads, t.writes, t.hosts
	}
	for _, g := range t.flags {
		t.deep = t.deep || g.name == "recursive"
	}
	for _, g := range t.flags {
		if g.valid {
			t.mark(g.kind, g.text)
		}
	}
	t.marks(t.program.operands, t.operands[t.subs:])
	return t.reads, t.writes, t.hosts
}

// A toucher collects what a command touches.
type toucher struct {
	arguments
	at     where
	deep   bool // it works on all that lies below
	reads  []File
	writes []File
	hosts  []Host
}

// marks marks operands by the letters of program.operands.
func (t *toucher) marks(kinds string, operands []word) {
	list := strings.Fields(kinds)
	fixed := len(list) - 1
	for i, kind := range list {
		n := 1
		if strings.HasSuffix(kind, "*") {
			n = max(0, len(operands)-(fixed-i))
		}
		for range min(n, len(operands)) {
			t.mark(strings.TrimSuffix(kind, "*"), operands[0])
			operands = operands[1:]
		}
	}
}

// mark takes a word to be what a letter of program.flags says.
func (t *toucher) mark(kind string, w word) {
	for _, k := range kind {
		path, known := t.at.absolute(w)
		f := File{Path: path, Known: known, By: t.base, Host: t.at.host, Deep: t.deep || k < 'a'}
		switch k | 0x20 {
		case 'r':
			f.How = "read"
			t.reads = append(t.reads, f)
		case 'd':
			f.How = "delete"
			t.writes = append(t.writes, f)
		}
	}
}
