package programs

import (
	"regexp"
	"slices"
	"strings"
)

// A slot is an operand in a stanza: its use, and how many there are of it.
type slot struct {
	use  string // such as read, or several joined by +
	many bool   // it ends in ...
	here bool   // in brackets: a folder that no operand names
	flag string // the flag that names it, or its path; "" for the current folder
}

// cutSlots reads the operands of a stanza.
func cutSlots(operands string) (list []slot) {
	for text := range strings.FieldsSeq(operands) {
		var s slot
		if text, s.here = strings.CutPrefix(text, "["); s.here {
			text, s.flag, _ = strings.Cut(strings.TrimSuffix(text, "]"), "=")
		}
		s.use, s.many = strings.CutSuffix(text, "...")
		list = append(list, s)
	}
	return list
}

// operandsBy marks operands by slots such as read... into. It returns those of which the use isn't
// known: operands beyond the slots, and those of which a slot says only that they are texts.
func (t *toucher) operandsBy(names string, operands []Word) (loose []Word) {
	list := t.turn(cutSlots(names))
	short := false // an operand is missing
	for i, s := range list {
		n := 1
		switch {
		case s.many:
			n = len(operands) - (len(list) - 1 - i)
			if strings.HasPrefix(s.use, "process") && n <= 0 && t.around.In.Over != "" {
				t.mark(s.use, Word{Text: "$(…)", From: t.around.In.From}, false)
			}
			if s.here && len(operands) == 0 {
				operands, n = []Word{here}, 1
			}
		case s.here && short:
			return append(loose, operands...)
		case s.here:
			if dir, ok := t.folder(s.flag); ok {
				t.use(s, dir)
			}
			continue
		}
		if s.use == "command" || s.use == "settings" || s.use == "code" {
			return loose
		}
		short = short || !s.many && len(operands) == 0
		n = min(max(n, 0), len(operands))
		for _, w := range operands[:n] {
			t.use(s, w)
		}
		if s.many && s.use == "text" {
			loose = append(loose, operands[:n]...)
		}
		operands = operands[n:]
	}
	return append(loose, operands...)
}

// turn returns slots as the flags change them.
func (t *toucher) turn(list []slot) []slot {
	if t.stands && len(list) > 0 && list[0].use != "command" {
		list = list[1:]
	}
	if t.target != nil && len(list) > 0 && list[len(list)-1].use == "into" {
		list = list[:len(list)-1]
	}
	if t.turned != "" && len(list) > 0 {
		i := max(0, slices.IndexFunc(list, func(s slot) bool { return s.many && s.use != "text" }))
		list[i].use = t.turned
	}
	return list
}

// folder returns the folder that a flag names, or that has this path; otherwise the current one. Of a
// variable it is the one that this names, if it is set.
func (t *toucher) folder(flag string) (dir Word, ok bool) {
	if strings.HasPrefix(flag, "/") {
		return Word{Text: flag, Known: true}, true
	}
	if name, ok := strings.CutPrefix(flag, "$"); ok {
		name, path, below := strings.Cut(name, "/")
		dir, ok = t.variable(name)
		if below {
			dir.Text += "/" + path
		}
		return dir, ok
	}
	if dir, ok := t.option(flag); ok {
		return dir, true
	}
	return here, true
}

// use marks an operand as its slot says.
func (t *toucher) use(s slot, w Word) {
	if s.use == "into" {
		t.destination(w)
		return
	}
	for use := range strings.SplitSeq(s.use, "+") {
		t.mark(use, w, t.deep)
	}
}

// mark records a word by its use. A use that touches nothing, such as text, isn't recorded.
func (t *toucher) mark(use string, w Word, deep bool) {
	use, below := strings.CutSuffix(use, "/**")
	switch use {
	case "host", "sends":
		t.host(w, use == "sends")
		return
	case "repository":
		t.repository(w, false)
		return
	case "package":
		t.Packages = append(t.Packages, w)
		return
	case "process":
		t.Processes = append(t.Processes, w)
		return
	case "processes":
		t.Patterns = append(t.Patterns, w)
		return
	case "wholes":
		if regexp.QuoteMeta(w.Text) == w.Text {
			t.Processes = append(t.Processes, w)
		} else {
			t.Patterns = append(t.Patterns, w.With("^("+w.Text+")$"))
		}
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
	if how == "mode" {
		f.Rights = t.rights()
	}
	list := &t.Touched.Reads
	if Writes(how) {
		list = &t.Touched.Writes
	}
	if len(*list) <= MaxFiles && !slices.Contains(*list, f) {
		*list = append(*list, f)
	}
}
