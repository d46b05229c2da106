package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// What a loop goes through is what its name stands for. What a walk finds lies below its root, so
// that it is a pattern of paths.

// loops records the constants that loops go through, by the name that each loop sets: p in for p in
// Path.home().glob('*'), d in for (const d of ['dist', 'out']).
func (r *reader) loops() {
	r.ahead = true
	var all map[string][]word // nil if some aren't constant
	for i := range r.list {
		name, list := loop(r.list, i)
		blocks := false
		if name == "" {
			name, list = block(r.list, i)
			blocks = true
		}
		if name == "" || !r.step() {
			continue
		}
		if all == nil {
			all = map[string][]word{}
		}
		r.at = list
		v, before := []word(nil), all[name]
		if list < i { // what forEach is called on
			if v = r.primary(); r.at < i-2 { // more is called on it
				v = nil
			}
		} else if names := walked(r.list, i); names != nil {
			v = r.expression()
			if deep, ok := strings.CutSuffix(programs.Join(v, "").Text, "/*"); ok && len(v) == 1 && v[0].Known { // folder, folders, names
				r.values[names[0]], r.values[names[2]] = []word{v[0].With(deep)}, []word{v[0].With("*")}
			}
			continue
		} else {
			v = r.expression()
		}
		if blocks && !allKnown(v) {
			continue
		}
		if _, ok := all[name]; len(v) == 0 || len(v) > 1 && !allKnown(v) || ok && before == nil {
			all[name] = nil
		} else {
			all[name] = append(before, v...)
		}
	}
	for name, v := range all {
		if len(v) == 1 {
			r.values[name] = v
			delete(all, name)
		}
	}
	r.at, r.ahead, r.each = 0, false, all
}

// loop returns the name that the loop at a token sets, and where the loop's list begins: d in for
// (const d of list) and in [list].forEach(d => …). The name is "" if no loop begins there.
func loop(code []token, i int) (name string, list int) {
	is := func(i int, words ...string) bool {
		return i < len(code)-1 && code[i].kind == 'n' && slices.Contains(words, code[i].text)
	}
	switch {
	case i+4 > len(code):
	case is(i, "for") && code[i+1].kind == 'n' && is(i+2, "in"):
		return code[i+1].text, i + 3
	case is(i, "for") && walked(code, i) != nil:
		return code[i+1].text, i + 7
	case is(i, "foreach", "for") && code[i+1].kind == '(' && is(i+2, "glob"):
		name = "$_"
		for at := i + 2; at < min(i+nearby, len(code)-1); at++ { // foreach (glob('*') as $f)
			if is(at, "as") && code[at+1].kind == 'n' {
				name = code[at+1].text
			}
		}
		return name, i + 2
	case is(i, "foreach", "for") && code[i+1].kind == '(' && code[i+2].kind == '<':
		return "$_", i + 2
	case is(i, "foreach", "for") && is(i+1, "my") && code[i+2].kind == 'n' && code[i+3].kind == '(':
		return code[i+2].text, i + 3
	case is(i, "for") && code[i+1].kind == '(' && is(i+2, "const", "let", "var") && code[i+3].kind == 'n' && is(i+4, "of"):
		return code[i+3].text, i + 5
	case is(i, ".forEach") && i > 0 && code[i-1].kind == ']' && code[i+1].kind == '(':
		for list = i - 2; list >= 0 && (code[list].kind == 's' || code[list].kind == ','); list-- {
		}
		if at := i + 2; list >= 0 && code[list].kind == '[' {
			if code[at].kind == '(' {
				at++
			}
			if code[at].kind == 'n' {
				return code[at].text, list
			}
		}
	}
	return "", 0
}

// found returns what the names in a folder, or the paths below it, may be. Which of those in the
// project code picks is for the code to say, so they stay unknown.
func (r *reader) found(does action, of []word) []word {
	if len(of) == 0 || !of[0].Known || relative(of[0]) && !strings.HasPrefix(of[0].Text, "..") {
		return []word{{Text: "$(…)"}}
	}
	name, root := "*", strings.TrimRight(of[0].Text, "/")
	switch does {
	case children:
		name = root + "/*"
	case walks:
		name = root + "/**/*"
	}
	return []word{of[0].With(name)}
}

// globbed evaluates a pattern of paths in angle brackets; nil for anything else.
func (r *reader) globbed() []word {
	if !r.l.has("input", "STDIN") {
		return nil
	}
	text := ""
	for at := r.at + 1; at < min(len(r.list), r.at+nearby); at++ {
		switch t := r.list[at]; t.kind {
		case 'n':
			text += t.text
		case '>':
			if !strings.ContainsAny(text, "*?/") {
				return nil
			}
			r.at = at + 1
			return []word{{Text: text, Known: !strings.ContainsAny(text, "$@")}}
		case '/', '*', '?', '~', '.', '-', '[', ']', '{', '}', ',':
			text += string(t.kind)
		default:
			if !digit(t.kind) {
				return nil
			}
			text += string(t.kind)
		}
	}
	return nil
}

// before returns where the operand begins that ends before a token: a list, a name or a call; -1 if
// it is none or too far.
func before(code []token, end int) int {
	at := end - 1
	for at > max(0, end-2*nearby) && (code[at].kind == ')' || code[at].kind == ']') {
		depth := 0
		for ; at >= max(0, end-2*nearby); at-- {
			switch code[at].kind {
			case ')', ']':
				depth++
			case '(', '[':
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if at < 1 || code[at].kind != '(' && code[at].kind != '[' {
			return -1
		}
		if code[at-1].kind != 'n' {
			return at
		}
		if at--; !strings.HasPrefix(code[at].text, ".") {
			return at
		}
		at-- // x().y()
	}
	if at < 0 || code[at].kind != 'n' || strings.HasPrefix(code[at].text, ".") {
		return -1
	}
	return at
}

// block returns the name that a block at a token sets, and where what it goes through begins: f in
// Dir.glob('*').each { |f| … }, Find.find(dir) do |f| … and list.forEach(f => …).
func block(code []token, i int) (name string, list int) {
	called := i - 1 // what has the block
	switch {
	case i < 2 || i+2 >= len(code):
		return "", 0
	case code[i].kind == '|' && code[i+1].kind == 'n' && code[i+2].kind == '|' && (code[i-1].kind == '{' || code[i-1].text == "do"):
		name, called = code[i+1].text, i-2
	case code[i].kind == '(' && code[i-1].text == ".forEach":
		if had, _ := loop(code, i-1); had != "" {
			return "", 0
		}
		if i++; code[i].kind == '(' {
			i++
		}
		if i >= len(code) || code[i].kind != 'n' {
			return "", 0
		}
		name = code[i].text
	default:
		return "", 0
	}
	end := called + 1
	if code[called].kind == 'n' && slices.Contains([]string{".each", ".forEach", ".map", ".each_entry"}, code[called].text) {
		end = called
	}
	if list = before(code, end); list < 0 {
		return "", 0
	}
	return name, list
}

// walked returns the three names that a loop through a walk sets: d, _ and fs in for d, _, fs in
// os.walk(dir); nil if no such loop begins at a token.
func walked(code []token, i int) (names []string) {
	if i+8 > len(code) || code[i].text != "for" || code[i+6].text != "in" {
		return nil
	}
	for at := i + 1; at < i+6; at += 2 {
		if code[at].kind != 'n' || at < i+5 && code[at+1].kind != ',' {
			return nil
		}
		names = append(names, code[at].text)
	}
	return names
}
