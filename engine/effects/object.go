package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// object returns the value that a call such as path.unlink is called on, if the call acts on that
// value and isn't a module's; nil otherwise.
func (r *reader) object(name string) []word {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || r.l.known[name] != 0 || r.l.calls(name) || !slices.Contains(strings.Fields(r.l.says["on"]), name[dot:]) {
		return nil
	}
	of := name[:dot]
	if slices.Contains(modules, of) {
		return nil
	}
	if v, ok := r.values[of]; ok {
		return v
	}
	if v := r.each[of]; v != nil {
		return v
	}
	if name[dot:] == ".open" { // a module's, as in gzip.open(path)
		return nil
	}
	if !named(of) {
		of = "…"
	}
	return []word{{Text: "${" + of + "}"}}
}

// within returns a path below v: what a call joins to it, or what it lists there.
func (r *reader) within(v []word, does action) []word {
	parts := slices.Concat(v, r.primary())
	if does == lists && len(parts) == len(v) {
		parts = append(parts, word{Text: "*", Known: true})
	}
	return []word{programs.Join(parts, "/")}
}

// notes records an unknown call, with the texts, names and numbers in the arguments that follow.
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

// idle reports whether a call only returns a value.
func (l *language) idle(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	return l.has("idle", name) || dot > 0 && l.has("idle", name[dot:])
}
