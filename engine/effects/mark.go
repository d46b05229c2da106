package effects

import (
	"slices"
	"strings"
)

// operandsBy marks operands by letters such as program.operands has.
func (t *toucher) operandsBy(kinds string, operands []word) {
	list := strings.Fields(kinds)
	if t.stands && len(list) > 0 && list[0] != "$" {
		list = list[1:]
	}
	if t.target != nil && len(list) > 0 && list[len(list)-1] == ">" {
		list = list[:len(list)-1]
	}
	if t.turned != "" && len(list) > 0 {
		i := max(0, slices.IndexFunc(list, func(kind string) bool { return len(kind) > 1 && kind[0] != '_' }))
		list[i] = t.turned + list[i][1:]
	}
	for i, kind := range list {
		n := 1
		letter, star := kind[0], len(kind) > 1
		if star {
			n = len(operands) - (len(list) - 1 - i)
			if strings.HasSuffix(kind, ".") && len(operands) == 0 {
				operands, n = []word{here}, 1
			}
		}
		if letter == '$' || letter == '=' || letter == '!' {
			return
		}
		for range min(max(n, 0), len(operands)) {
			if letter == '>' {
				t.destination(operands[0])
			} else {
				t.mark(letter, operands[0], t.deep)
			}
			operands = operands[1:]
		}
	}
}

// hows are what letters of program.flags call a file's use, and whether it is a write.
func hows(letter byte) (how string, writes bool) {
	switch letter | 0x20 {
	case 'r':
		return "read", false
	case 'x':
		return "run", false
	case 'l':
		return "list", false
	case 'o':
		return "argument", false
	case 'w':
		return "write", true
	case 'a':
		return "append", true
	case 'e':
		return "edit", true
	case 'c':
		return "create", true
	case 'd':
		return "delete", true
	case 'v':
		return "move", true
	case 'm':
		return "mode", true
	}
	return "", false
}

// mark takes a word to be what a letter of program.flags says.
func (t *toucher) mark(letter byte, w word, deep bool) {
	switch letter {
	case '_', '/', '!', '=', '2', '.':
		return
	case 'h':
		t.host(w, false)
		return
	case '@':
		if file, ok := strings.CutPrefix(w.text, "@"); ok {
			t.mark('r', w.with(file), false)
		}
		return
	case 'o':
		if strings.Contains(w.text, "://") {
			t.host(w, false)
			return
		}
		if !looksLikePath(w.text) {
			return
		}
	}
	how, writes := hows(letter)
	if how == "" || w.text == "-" || w.text == "" || w.text[0] == '+' && w.known {
		return
	}
	t.file(how, writes, w, deep || letter < 'a')
}

// file adds a file.
func (t *toucher) file(how string, writes bool, w word, deep bool) {
	path, known := t.at.absolute(w)
	f := File{Path: path, How: how, Deep: deep, Known: known, By: t.by, Host: t.at.host}
	list := &t.reads
	if writes {
		list = &t.writes
	}
	if len(*list) <= maxList && !slices.Contains(*list, f) {
		*list = append(*list, f)
	}
}
