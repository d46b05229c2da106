package effects

import (
	"strings"
)

// joined joins texts with a sign between them, or side by side: 'rm' + 'Sync' is rmSync.
func joined(list []token) []token {
	whole := func(i int) bool { return i < len(list) && list[i].kind == 's' && !list[i].part }
	out := list[:0]
	for i := 0; i < len(list); i++ {
		t := list[i]
		last := len(out) - 1
		if (t.kind == '+' || t.kind == '.') && last >= 0 && out[last].kind == 's' && !out[last].part {
			k := i + 1
			if t.kind == '.' && k < len(list) && list[k].kind == '.' { // .. in Lua
				k++
			}
			if whole(k) && !(k+1 < len(list) && list[k+1].kind == 'n' && strings.HasPrefix(list[k+1].text, ".")) && len(out[last].text) < maxAddress {
				out[last].text += list[k].text
				i = k
				continue
			}
		}
		if whole(i) && last >= 0 && out[last].kind == 's' && !out[last].part && len(out[last].text) < maxAddress { // side by side
			out[last].text += t.text
			continue
		}
		out = append(out, t)
	}
	return out
}

// computed reads members that code selects by texts in brackets, and returns the full name: os
// followed by ['system'] is os.system.
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

// member reads the arguments of a call that gets a member by its name, and returns the full name:
// getattr(os, 'system') is os.system. If either isn't known, it returns "" and reads nothing.
func (r *reader) member() string {
	if r.next(0) != '(' || r.next(1) != 'n' || r.next(2) != ',' {
		return ""
	}
	at, of := r.at, r.own(r.list[r.at+1].text)
	r.at += 3
	v := r.expression()
	end := r.at
	for end < len(r.list) && r.list[end].kind != ')' && end < at+nearby { // skip a default
		end++
	}
	if len(v) != 1 || !v[0].Known || !named(v[0].Text) || end >= len(r.list) || r.list[end].kind != ')' {
		r.at = at
		return ""
	}
	r.at = end + 1
	return of + "." + v[0].Text
}

// applied returns the call that a call by name amounts to: x.send(:update, 1) is x.update(1).
func (r *reader) applied(name string, args []word) Called {
	c := Called{Name: name[:strings.LastIndexByte(name, '.')+1] + args[0].Text, By: r.by()}
	for _, v := range args[1:] {
		c.Args = append(c.Args, v.Text)
	}
	return c
}

// text returns the text or constant at the token n ahead, "" if it can't be a name.
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

// standsFor records a name as an alias of a call, if code assigns it nothing but that call's name:
// f = os.system. It reports whether it did.
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

// modular replaces code that loads a module by the module's name, so that its calls are recognised
// in any form: require('fs').rmSync becomes fs.rmSync. known says what other names in the code
// stand for.
func modular(l *language, list []token) (out []token, known map[string]string) {
	known = map[string]string{}
	for i := 0; i < len(list); i++ {
		t := list[i]
		if t.kind != 'n' || !l.has("modules", t.text[max(0, strings.LastIndexByte(t.text, '.')):]) {
			out = append(out, t)
			continue
		}
		k := i + 1
		if k < len(list) && list[k].kind == '(' {
			k++
		}
		if k >= len(list) || list[k].kind != 's' || list[k].part {
			out = append(out, t)
			continue
		}
		module := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(list[k].text, "node:"), "/promises"), "-", "_")
		if k++; k < len(list) && list[k].kind == ')' {
			k++
		}
		given(out, module, known)
		switch {
		case k < len(list) && list[k].kind == 'n' && list[k].text == ".then": // import('fs').then(fs => …
			for j := k + 1; j < min(k+4, len(list)); j++ {
				if list[j].kind == 'n' {
					known[list[j].text] = module
					break
				}
			}
		case k < len(list) && list[k].kind == 'n' && list[k].text[0] == '.':
			out = append(out, token{kind: 'n', text: module + list[k].text})
			i = k
			continue
		}
		out = append(out, token{kind: 'n', text: module})
		i = k - 1
	}
	return out, known
}

// given records the names that the code before gives to a module, or to parts of it: fs, or
// {rmSync, readFile: read} and {readFile as read}.
func given(before []token, module string, known map[string]string) {
	i := len(before) - 1
	for i >= 0 && (before[i].kind == '=' || before[i].kind == 'n' && (before[i].text == "await" || before[i].text == "from")) {
		i--
	}
	if i < 0 {
		return
	}
	if before[i].kind == 'n' {
		known[before[i].text] = module
		return
	}
	for end := i; before[end].kind == '}' && i > 0; {
		for i--; i > 0 && before[i].kind != '{'; i-- {
			if before[i].kind != 'n' || before[i].text == "as" {
				continue
			}
			if i > 1 && (before[i-1].kind == ':' || before[i-1].text == "as") {
				known[before[i].text] = module + "." + before[i-2].text
				i -= 2
			} else {
				known[before[i].text] = module + "." + before[i].text
			}
		}
		return
	}
}

// own returns a name with its first part as it was imported: s.call is subprocess.call.
func (s *scope) own(name string) string {
	first, rest, _ := strings.Cut(name, ".")
	if full := s.known[first]; full != "" {
		return strings.TrimSuffix(full+"."+rest, ".")
	}
	return name
}
