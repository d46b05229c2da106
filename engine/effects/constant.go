package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// expression evaluates an expression of constants: one text, or the elements of a list; nil for any
// other expression.
func (r *reader) expression() []word {
	if r.depth++; r.depth > maxDepth {
		r.sh.bound("")
		r.at = len(r.list)
		return nil
	}
	defer func() { r.depth-- }()
	v := r.primary()
	for v != nil && r.at < len(r.list) {
		op := r.next(0)
		switch {
		case op == '+' || op == '.' || op == '/' || op == '*': // * joins texts in Julia
			r.at++
			x := r.primary()
			if x == nil {
				x = []word{{Text: "$(…)"}}
			}
			if op == '/' {
				v = []word{programs.Join([]word{programs.Join(v, " "), programs.Join(x, " ")}, "/")}
			} else {
				v = []word{programs.Join(v, " ").Plus(programs.Join(x, " "))}
			}
			r.sh.steps -= len(v[0].Text) >> 8
		case op == '%': // fills what follows into the text
			r.at++
			v = []word{formatted(programs.Join(v, " "), "%s", r.primary())}
		case op == '[' && r.next(1) == ':' && r.next(2) == ':' && r.next(3) == '-' && r.next(4) == '1' && r.next(5) == ']':
			r.at += 6
			v = []word{programs.Join(v, " ").With(reversed(programs.Join(v, " ").Text))}
		case op == 'n' && strings.HasPrefix(r.list[r.at].text, "."):
			v = r.method(v)
		default:
			return v
		}
	}
	return v
}

// method evaluates the next method call, on v; nil if the method has effects.
func (r *reader) method(v []word) []word {
	name := r.list[r.at].text
	r.at++
	if r.request(name, r.client) {
		return []word{{Text: "$(…)"}}
	}
	if out := r.formed(name, v); out != nil {
		return out
	}
	if full := r.chain + name; r.l.calls(full) && r.l.does(full, r.imported) != 0 {
		r.call(full, nil)
		return nil
	}
	switch does := r.l.does(name, r.imported); {
	case name == ".split" && r.next(0) == '(' && r.next(1) == ')':
		r.at += 2
		return split(v)
	case name == ".strip":
		r.group()
		return v
	case does == joins || does == lists:
		return r.within(v, does)
	case does == fills && r.next(0) == '(':
		return r.fill(slices.Concat(v, r.primary()))
	case does == homeFolder:
		r.group()
		return []word{{Text: "~", Known: true}}
	case does != 0 && does < homeFolder:
		r.call(name, v)
		return nil
	}
	r.notes(r.chain + "()" + name)
	chain := r.chain
	r.group()
	r.chain = chain
	return []word{{Text: "$(…)"}}
}

// split splits a text into words.
func split(v []word) (list []word) {
	for _, text := range strings.Fields(programs.Join(v, " ").Text) {
		list = append(list, v[0].With(text))
	}
	return list
}

// group reads what is in parentheses and drops it.
func (r *reader) group() {
	if r.next(0) == '(' {
		r.at++
		for r.at < len(r.list) && r.next(0) != ')' {
			at := r.at
			r.skip()
			if r.next(0) == ',' || r.at == at {
				r.at++
			}
		}
		r.at++
	}
}

// primary evaluates one operand of an expression.
func (r *reader) primary() []word {
	if r.at >= len(r.list) || !r.step() {
		return nil
	}
	t := r.list[r.at]
	switch t.kind {
	case 's':
		r.at++
		v := r.word(t)
		for r.next(0) == 's' { // texts side by side are one
			v = v.Plus(r.word(r.list[r.at]))
			r.at++
		}
		return []word{v}
	case 'x':
		r.runs([]word{r.word(t)})
		r.at++
		return []word{{Text: "$(…)"}}
	case '(', '[':
		r.at++
		if t.kind == '[' && digit(r.next(0)) {
			if v, ok := r.numbers(); ok {
				r.at++
				return v
			}
		}
		list := []word{}
		for r.at < len(r.list) && r.next(0) != ')' && r.next(0) != ']' && r.step() {
			at := r.at
			if r.next(0) == 'n' && r.next(1) == '=' && r.next(2) != '=' { // recursive=True
				r.at += 2
			} else if v := r.expression(); v != nil {
				list = append(list, v...)
			} else {
				list = append(list, word{Text: "$(…)"})
			}
			r.skip()
			if r.next(0) == ',' || r.next(0) == ';' || r.at == at {
				r.at++
			}
		}
		r.at++
		return list
	case 'n':
		return r.name(t.text)
	}
	return r.sign(t.kind)
}

// sign evaluates an operand that begins with a sign.
func (r *reader) sign(kind byte) []word {
	switch kind {
	case '*': // *ARGV
		if r.next(1) == 'n' {
			r.at++
			return r.primary()
		}
	case '$':
		if r.l.has("input", "$") {
			return r.field()
		}
	case '<': // <STDIN>, <*.c>
		if v := r.globbed(); v != nil {
			return v
		}
		if r.next(1) == 'n' && r.next(2) == '>' && r.w.in.Over != "" && r.l.has("input", r.list[r.at+1].text) {
			r.at += 3
			return r.input()
		}
	case ':': // a Ruby symbol
		if r.l.bang && r.next(1) == 'n' {
			r.at += 2
			return []word{{Text: r.list[r.at-1].text, Known: true}}
		}
	}
	return nil
}

// name evaluates a name or a call.
func (r *reader) name(name string) []word {
	at := r.at
	r.at++
	if v, ok := r.values[name]; ok {
		if r.next(0) != '(' || len(v) != 1 || !v[0].Known || r.l.does(v[0].Text, r.imported) == 0 {
			return v
		}
		name = v[0].Text // $f = 'system'; $f(…)
	}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && r.l.has("same", name[dot:]) && r.values[name[:dot]] != nil && r.next(0) != '(' {
		return r.values[name[:dot]] // entry.path
	}
	if name == "new" || name == "await" {
		return r.made()
	}
	name = r.own(name)
	if r.l.does(name, r.imported) == members {
		full := r.member()
		if full == "" {
			r.notes(name)
			r.primary()
			return []word{{Text: "$(…)"}}
		}
		name = full
	} else if r.next(0) == '[' && r.next(2) == ']' && r.next(3) == '(' {
		name = r.computed(name)
	}
	if r.request(name, nil) {
		return []word{{Text: "$(…)"}}
	}
	return r.meant(name, at)
}

// meant evaluates the name at a token by its action.
func (r *reader) meant(name string, at int) []word {
	does := r.l.does(name, r.imported)
	open := r.next(0)
	if v := r.spelt(name, does); v != nil {
		return v
	} else if v := r.passed(name); v != nil {
		return v
	}
	switch {
	case does == temporary && open != '(' && r.f.whole: // what a test is given
		return []word{{Text: "/tmp/tmp.new", Known: true}}
	case does == lists && (open == '[' || open == 's' && r.l.says["calls"] != ""): // Dir['*'], glob '*'
		return r.primary()
	case does != 0 && does < homeFolder:
		return r.done(name)
	case (open == '(' || open == 's') && r.l.has("prints", name):
		return r.prints(name)
	case does == homeFolder && (open == '(' || !strings.HasPrefix(name, ".")):
		r.group()
		return []word{{Text: "~", Known: true}}
	case does == environment && (open == '[' || open == '{' || open == '(') && (r.next(1) == 's' || open == '{' && r.next(1) == 'n'):
		key := r.list[r.at+1].text
		r.at += 3
		return []word{r.environment(key)}
	case open != '(':
		return r.bare(name)
	case does == joins || does == lists && r.object(name) != nil:
		return r.within(r.object(name), does)
	case does == lists:
		return r.primary()
	case does >= entries:
		return r.found(does, r.primary())
	case does == splits:
		return split(r.primary())
	case does == fills:
		return r.fill(r.primary())
	case does == temporary:
		r.group()
		return []word{{Text: "/tmp/tmp.new", Known: true}}
	}
	if r.defined(at) || r.l.has("reserved", name) {
		r.primary()
		return []word{{Text: "$(…)"}}
	}
	r.notes(name)
	r.primary() // its arguments may do something
	r.chain = name
	return []word{{Text: "$(…)"}}
}

// bare evaluates a name without parentheses.
func (r *reader) bare(name string) []word {
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && r.l.does(name[:dot], r.imported) == environment { // process.env.NAME
		return []word{r.environment(name[dot+1:])}
	}
	if r.next(0) == 's' || r.l.has("calls", "alone") { // sql`DROP …`
		r.notes(name)
	}
	if named(strings.TrimLeft(name, "$@")) {
		return []word{{Text: "${" + strings.TrimLeft(name, "$@") + "}"}}
	}
	return []word{{Text: "$(…)"}}
}

// done makes a call, and returns what it reads if that is known.
func (r *reader) done(name string) []word {
	r.got = nil
	r.call(name, nil)
	v := r.got
	if r.got = nil; v == nil {
		v = []word{{Text: "$(…)"}}
	}
	return v
}

// environment returns a variable of the environment: as set for the command, or else by the shell.
func (r *reader) environment(key string) word {
	if r.command >= 0 {
		if text, ok := r.sh.Commands[r.command].Env[key]; ok {
			return word{Text: text, Known: !strings.Contains(text, "$")}
		}
	}
	switch v := r.w.vars[key]; {
	case v != nil && v.exported && len(v.values) > 0:
		return v.values[0]
	case key == "HOME":
		return word{Text: "~", Known: true}
	}
	return word{Text: "${" + key + "}"}
}

// defined reports whether the name at a token is being defined: def f(x).
func (r *reader) defined(at int) bool { return at > 0 && r.l.has("defines", r.list[at-1].text) }

// made evaluates what stands after new or await.
func (r *reader) made() []word {
	for r.next(0) == 'n' && r.next(1) == 'n' { // GuzzleHttp\Client
		r.at++
	}
	return r.primary()
}
