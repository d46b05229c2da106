package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

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
			c.Args = append(c.Args, t.text[:min(len(t.text), length)])
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
	if k := fs.kind(len(fs.Calls), func() string { return unnumbered(text) + "\x00" }); k != nil {
		if k.count++; k.count > few {
			return
		}
	}
	if len(fs.Calls) >= maxCalls {
		fs.partly("")
		return
	}
	if fs.kinds == nil {
		fs.kinds = map[string]*kind{}
	}
	fs.kinds[text] = &kind{}
	fs.Calls = append(fs.Calls, c)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
