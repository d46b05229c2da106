package effects

// taken reads the arguments of a call, and returns those that its action uses.
func (r *reader) taken(does action) (args []word) {
	count := 0
	for r.at < len(r.list) && r.next(0) != ')' && r.next(0) != ';' && r.next(0) != '}' && r.step() {
		at := r.at
		v := r.number(does)
		if v == nil {
			v = r.expression()
		}
		if v == nil {
			v = []word{{Text: "$(…)"}}
		}
		if all := r.each[r.list[at].text]; all != nil && r.at == at+1 && (does == removes || does == removesAll) {
			v = all
		}
		if count++; count == 1 || several(does) || r.l.says["takes"] != "" {
			args = append(args, v...)
		}
		r.skip()
		if does == opens && count == 2 && !v[0].Known {
			args[len(args)-1].Text = texts(r.list[at:r.at])
		}
		if r.next(0) == ',' || r.at == at {
			r.at++
		}
	}
	return args
}

// several reports whether an action uses more than the first argument.
func several(does action) bool {
	switch does {
	case argv, applies, members, links, movesFile, copiesFile, copiesAll, opens, modes, owners:
		return true
	}
	return false
}

// number reads the next argument as it is written, if it is a number and the call changes rights or
// owners, or reads a descriptor. Otherwise it returns nil.
func (r *reader) number(does action) []word {
	if does != modes && does != owners && does != reads && does != opens || !digit(r.next(0)) {
		return nil
	}
	text := ""
	for ; digit(r.next(0)); r.at++ {
		text += string(r.next(0))
	}
	if r.next(0) == 'n' { // 0o755
		text += r.list[r.at].text
		r.at++
	}
	return []word{{Text: text, Known: true}}
}

// skip goes to the end of an argument, and reads what is in it.
func (r *reader) skip() {
	for depth := 0; r.at < len(r.list) && r.step(); {
		switch k := r.next(0); k {
		case '(', '[', '{':
			depth++
			r.at++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return
			}
			r.at++
		case ',', ';':
			if depth == 0 {
				return
			}
			r.at++
		default:
			r.item()
		}
	}
}
