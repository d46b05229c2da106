package effects

import "strings"

// joined puts texts that are joined by signs together: 'rm' + 'Sync' is rmSync.
func joined(list []token) []token {
	whole := func(i int) bool { return i < len(list) && list[i].kind == 's' && !list[i].part }
	out := list[:0]
	for i := 0; i < len(list); i++ {
		t := list[i]
		last := len(out) - 1
		if (t.kind == '+' || t.kind == '.') && last >= 0 && out[last].kind == 's' && !out[last].part {
			k := i + 1
			if t.kind == '.' && k < len(list) && list[k].kind == '.' { // of Lua
				k++
			}
			if whole(k) && !(k+1 < len(list) && list[k+1].kind == 'n' && strings.HasPrefix(list[k+1].text, ".")) && len(out[last].text) < maxAddress {
				out[last].text += list[k].text
				i = k
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// computed returns the name of a member that is got by a text, behind what it is a member of
// and at the next token: of os and ['system'] it is os.system. It goes on behind that.
func (r *reader) computed(of string) string {
	of = strings.TrimSuffix(of, ".__dict__")
	for r.next(0) == '[' && r.next(2) == ']' {
		name := r.text(1)
		if name == "" {
			break
		}
		of += "." + name
		r.at += 3
	}
	return of
}

// member returns the name of what a call gets by the name of it, and goes on behind the call:
// of getattr(os, 'system') it is os.system; "" if it doesn't say both.
func (r *reader) member() string {
	if r.next(0) != '(' || r.next(1) != 'n' || r.next(2) != ',' {
		return ""
	}
	of, name := r.own(r.list[r.at+1].text), r.text(3)
	end := r.at + 4
	for end < len(r.list) && r.list[end].kind != ')' && end < r.at+nearby { // a default
		end++
	}
	if name == "" || end >= len(r.list) || r.list[end].kind != ')' {
		return ""
	}
	r.at = end + 1
	return of + "." + name
}

// applied returns the call that one of another by its name comes to: x.send(:update, 1) is
// x.update(1).
func (r *reader) applied(name string, args []word) Called {
	c := Called{Name: name[:strings.LastIndexByte(name, '.')+1] + args[0].Text, By: r.by()}
	for _, v := range args[1:] {
		c.Args = append(c.Args, v.Text)
	}
	return c
}

// text returns the text, or the constant, that a token ahead is; "" if it is none that can be
// a name.
func (r *reader) text(n int) string {
	if r.at+n >= len(r.list) {
		return ""
	}
	t := r.list[r.at+n]
	text := t.text
	switch {
	case t.kind == 's' && !t.part:
	case t.kind == 'n' && len(r.values[text]) == 1 && r.values[text][0].Known:
		text = r.values[text][0].Text
	default:
		return ""
	}
	if !named(text) {
		return ""
	}
	return text
}

// standsFor notes that a name is another for a call, or a module, if that is all that is
// assigned to it: f = os.system; f(…).
func (r *reader) standsFor(name string) bool {
	at := r.at
	if r.next(0) != 'n' {
		return false
	}
	full := r.own(r.list[r.at].text)
	r.at++
	if r.l.does(full, r.imported) == members {
		full = r.member()
	} else {
		full = r.computed(full)
	}
	end := r.next(0)
	does := r.l.does(full, r.imported)
	if full != "" && (end == ';' || end == 0 || end == ',') && does != 0 && does < homeFolder {
		if r.known == nil {
			r.known = map[string]string{}
		}
		r.known[name] = full
		return true
	}
	r.at = at
	return false
}
