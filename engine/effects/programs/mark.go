package programs

import (
	"slices"
	"strings"
)

// A slot is one of the operands in a stanza: what stands there, and how many of it.
type slot struct {
	use  string // such as read
	deep bool   // /**
	many bool   // ...
	here bool   // in brackets: the folder in force, if there is none
}

// cutSlots reads the operands of a stanza.
func cutSlots(operands string) (list []slot) {
	for text := range strings.FieldsSeq(operands) {
		var s slot
		if text, s.here = strings.CutPrefix(text, "["); s.here {
			text = strings.TrimSuffix(text, "]")
		}
		text, s.many = strings.CutSuffix(text, "...")
		s.use, s.deep = strings.CutSuffix(text, "/**")
		list = append(list, s)
	}
	return list
}

// operandsBy marks operands as a stanza names them, such as read... into.
func (t *toucher) operandsBy(names string, operands []Word) {
	list := cutSlots(names)
	if t.stands && len(list) > 0 && list[0].use != "command" {
		list = list[1:]
	}
	if t.target != nil && len(list) > 0 && list[len(list)-1].use == "into" {
		list = list[:len(list)-1]
	}
	if t.turned != "" && len(list) > 0 {
		i := max(0, slices.IndexFunc(list, func(s slot) bool { return s.many && s.use != "text" }))
		list[i].use, list[i].deep = strings.CutSuffix(t.turned, "/**")
	}
	for i, s := range list {
		n := 1
		switch {
		case s.many:
			n = len(operands) - (len(list) - 1 - i)
			if s.here && len(operands) == 0 {
				operands, n = []Word{here}, 1
			}
		case s.here:
			t.mark(s.use, here, s.deep)
			continue
		}
		if s.use == "command" || s.use == "settings" || s.use == "code" {
			return
		}
		for range min(max(n, 0), len(operands)) {
			if s.use == "into" {
				t.destination(operands[0])
			} else {
				t.mark(s.use, operands[0], t.deep || s.deep)
			}
			operands = operands[1:]
		}
	}
}

// mark takes a word to be used as a stanza says. Of what is no file or host, such as
// text, nothing is noted.
func (t *toucher) mark(use string, w Word, deep bool) {
	use, below := strings.CutSuffix(use, "/**")
	switch use {
	case "host", "sends":
		t.host(w, use == "sends")
		return
	case "data":
		if file, ok := strings.CutPrefix(w.Text, "@"); ok {
			t.mark("read", w.With(file), false)
		}
		return
	case "argument":
		if strings.Contains(w.Text, "://") {
			t.host(w, false)
			return
		}
		if !looksLikePath(w.Text) {
			return
		}
	}
	if w.Text == "-" || w.Text == "" || w.Text[0] == '+' && w.Known {
		return
	}
	if Reads(use) || Writes(use) {
		t.file(use, w, deep || below)
	}
}

// file adds a file.
func (t *toucher) file(how string, w Word, deep bool) {
	f := t.site.File(how, w, deep, t.around.By)
	list := &t.Touched.Reads
	if Writes(how) {
		list = &t.Touched.Writes
	}
	if len(*list) <= MaxList && !slices.Contains(*list, f) {
		*list = append(*list, f)
	}
}
