package effects

import "bcrules.dev/engine/effects/programs"

// Code of awk writes and runs by signs: print > FILE, print | COMMAND. The file or the command is
// made of what stands side by side after the sign.

// outputs reads what a print goes to, if one is at the next token; ok is false, and nothing is read,
// if the sign there compares.
func (r *reader) outputs() (ok bool) {
	if !r.printing() {
		return false
	}
	at := r.at
	runs := r.next(0) == '|'
	for r.next(0) == '>' || r.next(0) == '|' || r.next(0) == '&' {
		r.at++
	}
	var parts []word
	for open := 0; ; {
		k := r.next(0)
		if k == '(' || k == ')' && open > 0 {
			open += map[byte]int{'(': 1, ')': -1}[k]
			r.at++
			continue
		}
		if k != 's' && k != 'n' && k != '$' || k == 'n' && r.l.has("reserved", r.list[r.at].text) {
			break
		}
		before := r.at
		v := r.primary()
		if v == nil {
			v = []word{{Text: "$(…)"}}
		}
		if r.at == before {
			r.at++
		}
		if parts = append(parts, programs.Join(v, "")); len(v) > 1 && len(parts) == 1 { // any of several files
			parts = v
			break
		}
	}
	switch {
	case len(parts) == 0:
		r.at = at
		return false
	case runs:
		r.runs([]word{programs.Join(parts, "")})
	case len(parts) > 1 && r.list[r.at-1].kind == 'n':
		for _, file := range parts {
			r.touches(writes, []word{file})
		}
	default:
		r.touches(writes, []word{programs.Join(parts, "")})
	}
	return true
}

// printing reports whether the next token stands in a statement that prints, outside of its
// parentheses.
func (r *reader) printing() bool {
	depth := 0
	for at := r.at - 1; at >= max(0, r.at-2*nearby); at-- {
		switch t := r.list[at]; {
		case t.kind == ')':
			depth++
		case t.kind == '(':
			if depth--; depth < 0 {
				return false
			}
		case t.kind == ';' || t.kind == '{' || t.kind == '}':
			return false
		case t.kind == 'n' && (t.text == "print" || t.text == "printf"):
			return true
		}
	}
	return false
}
