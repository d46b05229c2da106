package programs

import "strings"

// A spec is what is known of a flag: its name, and what its value is.
type spec struct {
	Name  string
	takes byte   // '=', '?', '%', ';' or 0 for no value
	kind  string // what the value is, such as read or first+run
	turns string // the use that it gives the operands
	told  bool   // something is known of it
}

// is reports whether a word is among those for a flag's value.
func (s spec) is(word string) bool {
	for kind := s.kind; kind != ""; {
		var one string
		if one, kind, _ = strings.Cut(kind, "+"); one == word {
			return true
		}
	}
	return false
}

// spec returns what is known of a flag by one of its spellings, without dashes.
func (p *program) spec(spelling string) (spec, bool) {
	return search(p.flags, spelling, true)
}

const ends = " \n\t=?%:;" // what may follow a spelling of a flag, beside a comma

// search finds the flag with a spelling. Unless whole is set, it also finds the only flag that has
// a longer spelling with that beginning.
func search(list, spelling string, whole bool) (found spec, ok bool) {
	if spelling == "" || strings.ContainsAny(spelling, ", \n\t") {
		return spec{}, false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], spelling)
		if i < 0 {
			return found, ok
		}
		start := from + i
		from = start + len(spelling)
		if start > 0 && !strings.ContainsRune(", \n\t", rune(list[start-1])) {
			continue
		}
		switch {
		case from == len(list) || list[from] == ',' || strings.IndexByte(ends, list[from]) >= 0:
			return cutFlag(list, start), true
		case whole:
		default:
			f := cutFlag(list, start)
			if ok && found.Name != f.Name {
				return spec{}, false
			}
			found, ok = f, true
		}
	}
}

// cutFlag reads the flag whose spelling stands at i in a list. Its name is the first long spelling
// from there on, or the last one.
func cutFlag(list string, i int) (f spec) {
	f.told = true
	item := list[i:]
	if end := strings.IndexAny(item, " \n\t"); end >= 0 {
		item = item[:end]
	}
	names, rest := item, ""
	if end := strings.IndexAny(item, ends); end >= 0 {
		names, rest = item[:end], item[end:]
	}
	if rest != "" && rest[0] != ':' {
		f.takes, rest = rest[0], rest[1:]
	}
	f.kind, f.turns, _ = strings.Cut(rest, ":")
	for more := true; more && len(f.Name) < 2; {
		f.Name, names, more = strings.Cut(names, ",")
	}
	return f
}
