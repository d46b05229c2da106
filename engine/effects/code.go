package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A reader reads code of a language.
type reader struct {
	doer
	cursor
	scope
	last  []word // values of the last expression
	chain string // name of the last call, on whose result the next may be made
	depth int
	handing
	web
}

// A cursor is a position in tokens.
type cursor struct {
	list []token
	at   int
}

// A scope is what the names in code stand for.
type scope struct {
	values    map[string][]word  // constants, by name
	each      map[string][]word  // constants that loops go through, by the name that the loop sets
	imported  []string           // well-known modules that the code names
	known     map[string]string  // full names of what is imported, by the names in the code
	clients   map[string]string  // addresses of clients, by name
	addresses map[string]string  // addresses, by name, as far as they are known
	objects   map[string]request // requests as objects of options describe them, by name
}

// readCode reads code of a language for its effects. i is the command that runs it, -1 for none.
// told says that the code prints something, and that all of it is known.
func (a *analysis) readCode(f *frame, w *world, i int, l *language, code word) (told bool) {
	if !a.step(f) {
		return false
	}
	by := ""
	if i >= 0 {
		by = a.Commands[i].Program
	}
	if !code.Known && programs.Opaque(code.Text) {
		a.unknown("code", code.Text, by)
		return false
	}
	if a.room -= len(code.Text) / 4; a.room < 0 {
		a.bound(code.Text)
		return false
	}
	if len(code.Text) > maxForeign {
		a.partly(code.Text)
		code.Text = code.Text[:maxForeign]
	}
	if l.ends != "" {
		a.half(code)
		a.compose(f, w, l, code.Text)
		return false
	}
	if code.Known && !f.whole {
		code.Text = l.done(code.Text)
	}
	r := reader{doer: doer{sh: a, l: l, f: f, w: w, command: i, began: w.dir}, handing: handing{printed: word{Known: true}}, cursor: cursor{list: joined(l.tokens(code.Text))}, scope: scope{values: a.handedOver()}}
	dir, back := w.dir, w.back
	r.read(code)
	w.dir, w.back = dir, back // only that process went elsewhere
	if told = f.capture && r.printed.Known && r.printed.Text != ""; told {
		r.printed.From = programs.Union([]int{i}, r.printed.From)
		w.out = w.out.Plus(r.printed)
	}
	return told
}

// read reads all of the code.
func (r *reader) read(code word) {
	l := r.l
	if !code.Known || slices.ContainsFunc(r.list, func(t token) bool { return t.kind == 'n' }) {
		r.sh.half(word{Text: code.Text}) // a name may load code from anywhere
	}
	if l.says["modules"] != "" {
		r.list, r.known = modular(l, r.list)
	}
	if strings.Contains(code.Text, "import") || strings.Contains(code.Text, "require") {
		for _, module := range modules {
			if strings.Contains(code.Text, module) {
				r.imported = append(r.imported, module)
			}
		}
	}
	r.renames()
	if strings.Contains(code.Text, "://") {
		r.given()
	}
	r.loops()
	for r.at < len(r.list) && r.step() {
		r.item()
	}
	names := func(is func(name string) bool) bool {
		return slices.ContainsFunc(r.list, func(t token) bool { return t.kind == 'n' && is(t.text) })
	}
	if strings.Contains(code.Text, "fork") && names(func(name string) bool { return l.does(name, r.imported) == multiplies }) && names(loops) {
		r.sh.Commands[r.command].Multiplies = true
	}
}

// renames records the other names that code gives to modules: import subprocess as s.
func (r *reader) renames() {
	for k, t := range r.list {
		if t.kind == 'n' && t.text == "as" && k > 1 && k+1 < len(r.list) && r.list[k-2].text == "import" && r.list[k-1].kind == 'n' {
			if r.known == nil {
				r.known = map[string]string{}
			}
			r.known[r.list[k+1].text] = r.list[k-1].text
		}
	}
}

// item reads what begins at the next token, at least that token.
func (r *reader) item() {
	t := r.list[r.at]
	pipes := r.l.says["pipes"] != ""
	switch {
	case t.kind == 'x':
		r.at++
		r.runs([]word{r.word(t)})
	case t.kind == 'n' && pipes && r.next(1) == '|' && r.at+2 < len(r.list) && r.list[r.at+2].text == "getline":
		r.runs(r.expression())
		r.at++
	case t.kind == 'n' && r.next(1) == '=' && r.next(2) != '=':
		r.at += 2
		r.assigned(t.text)
	case t.kind == 'n' && (r.next(1) == ':' && r.next(2) == '=' || r.l.assigns != "" && r.next(1) == r.l.assigns[0] && r.next(2) == r.l.assigns[1]):
		r.at += 3
		r.assigned(t.text)
	case r.client != nil && r.next(1) == 'n' && (t.kind == 'n' && t.text == "as" || t.kind == '|' && r.next(2) == '|'):
		r.remember(r.list[r.at+1].text, *r.client)
		r.at += 2
	case t.kind == 'n' && strings.HasPrefix(t.text, ".") && r.at > 0 && r.list[r.at-1].kind == ')':
		r.at++
		r.call(t.text, r.last)
	case t.kind == 'n':
		r.last = r.expression()
	case t.kind == 's' && pipes:
		if r.at++; r.next(0) == '|' {
			r.runs([]word{r.word(t)})
		}
	case (t.kind == '|' || t.kind == '>') && pipes && r.next(1) == 's':
		v := r.word(r.list[r.at+1])
		if r.at += 2; t.kind == '|' {
			r.runs([]word{v})
		} else {
			r.touches(writes, []word{v})
		}
	case (t.kind == '|' || t.kind == '>') && pipes && r.outputs():
	case t.kind == '<' && pipes && r.next(1) == 's': // getline
		r.touches(reads, []word{r.word(r.list[r.at+1])})
		r.at += 2
	default:
		r.at++
	}
}

// loops reports whether a word begins a loop.
func loops(word string) bool {
	return slices.Contains([]string{"while", "until", "for", "loop", "redo"}, word)
}

func allKnown(list []word) bool {
	return !slices.ContainsFunc(list, func(v word) bool { return !v.Known })
}

// next returns the kind of the token n ahead, 0 past the end.
func (c *cursor) next(n int) byte {
	if c.at+n < len(c.list) {
		return c.list[c.at+n].kind
	}
	return 0
}

// word returns the text of a token, with the constants in it.
func (r *reader) word(t token) word {
	if !t.part || len(r.values) == 0 {
		return word{Text: t.text, Known: !t.part}
	}
	text, known := r.folded(t.text)
	r.sh.steps -= len(text) >> 8
	return word{Text: text, Known: known}
}

// call reads the arguments of a call and applies its effects. of is the value that it is called on,
// nil if that isn't known.
func (r *reader) call(name string, of []word) {
	if r.request(name, r.client) {
		return
	}
	does := r.l.does(name, r.imported)
	paren := r.next(0) == '('
	if does == 0 {
		r.notes(r.chain + "()" + name)
		return
	}
	if !paren && r.l.says["calls"] == "" {
		return
	}
	if paren {
		r.at++
	}
	args := r.taken(does)
	if paren && r.next(0) == ')' {
		r.at++
	}
	for does == argv && r.next(0) == 'n' && r.next(1) == '(' && r.l.has("more", r.list[r.at].text) {
		r.at++
		args = append(args, r.primary()...)
	}
	if of == nil {
		of = r.object(name)
	}
	if (of != nil || does == movesFile) && (strings.HasPrefix(name, ".") || r.object(name) != nil) {
		args = r.ofMethod(does, name, of, args)
	}
	switch {
	case len(args) == 0 || does == multiplies:
	case does == applies:
		made := r.applied(name, args)
		of := r.l.does(args[0].Text, r.imported)
		if of == 0 {
			of = r.l.does(made.Name, r.imported)
		}
		if of == 0 {
			r.sh.called(made)
		} else if of != applies && len(args) > 1 {
			r.touches(of, args[1:])
		}
	default:
		r.touches(does, args)
	}
}

// ofMethod returns the arguments of a call, given those of the method of a path that does it.
func (r *reader) ofMethod(does action, name string, of, args []word) []word {
	switch does {
	case removes, removesAll, reads, writes:
		return of
	case modes, owners, opens:
		return slices.Concat(of, args)
	case movesFile:
		return r.moved(name, of, args)
	}
	return args
}

// moved returns what a path's own method moves, and the destination. Texts, dates and tables have
// methods of the same names. Those take another number of arguments, or the value isn't known.
func (r *reader) moved(name string, of, args []word) []word {
	switch {
	case !r.l.has("on", name[strings.LastIndexByte(name, '.'):]):
		return args
	case len(of) != 1 || !of[0].Known || len(args) != 1:
		return nil
	}
	return slices.Concat(of, args)
}
