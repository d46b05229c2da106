package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A reader goes through code of a language.
type reader struct {
	*analysis
	l        *language
	f        *frame
	w        *world
	command  int // that runs the code
	list     []token
	at       int
	values   map[string][]word // of names that are set to constants
	each     map[string][]word // of names that loops go through several with
	last     []word            // what the last expression came to
	imported []string          // modules that the code names
	known    map[string]string // what is imported, by the names it is given
	chain    string            // the last call, which the next may be made on
	depth    int
	light    int // steps that were taken
	web
}

// step is that of the analysis, but counts less: reading code makes no commands.
func (r *reader) step() bool {
	if r.light++; r.light%lightly == 0 {
		return r.analysis.step(r.f)
	}
	return r.steps > 0
}

// readCode reads code for what it does.
func (a *analysis) readCode(f *frame, w *world, i int, l *language, code word) {
	if !a.step(f) {
		return
	}
	by := ""
	if i >= 0 {
		by = a.Commands[i].Program
	}
	if !code.Known && programs.Opaque(code.Text) {
		a.unknown("code", code.Text, by)
		return
	}
	if a.room -= len(code.Text) / 4; a.room < 0 {
		a.bound(code.Text)
		return
	}
	if len(code.Text) > maxForeign {
		a.partly(code.Text)
		code.Text = code.Text[:maxForeign]
	}
	if l.ends != "" {
		a.half(code)
		a.compose(f, w, l, code.Text)
		return
	}
	r := reader{analysis: a, l: l, f: f, w: w, command: i, list: joined(l.tokens(code.Text)), values: map[string][]word{}}
	if !code.Known || slices.ContainsFunc(r.list, func(t token) bool { return t.kind == 'n' }) {
		a.half(word{Text: code.Text}) // what it loads by such a name lies who knows where
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
		a.Commands[i].Multiplies = true
	}
}

// renames notes what modules are called by other names: import subprocess as s.
func (r *reader) renames() {
	for k, t := range r.list {
		if t.kind == 'n' && t.text == "as" && k > 1 && k+1 < len(r.list) && r.list[k-2].text == "import" {
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
	case t.kind == '<' && pipes && r.next(1) == 's': // getline
		r.touches(reads, []word{r.word(r.list[r.at+1])})
		r.at += 2
	default:
		r.at++
	}
}

// loops reports whether a word of a language begins a loop.
func loops(word string) bool {
	return slices.Contains([]string{"while", "until", "for", "loop", "redo"}, word)
}

func allKnown(list []word) bool {
	return !slices.ContainsFunc(list, func(v word) bool { return !v.Known })
}

// next returns the kind of a token ahead.
func (r *reader) next(n int) byte {
	if r.at+n < len(r.list) {
		return r.list[r.at+n].kind
	}
	return 0
}

// word returns the text of a token.
func (r *reader) word(t token) word { return word{Text: t.text, Known: !t.part} }

// call reads the arguments of a call and does what it does. of is what it is called
// on, if that is known.
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
	if of == nil {
		of = r.object(name)
	}
	if of != nil && (strings.HasPrefix(name, ".") || r.object(name) != nil) {
		switch does {
		case removes, removesAll, reads, writes:
			args = of
		case modes, owners, opens:
			args = slices.Concat(of, args)
		}
	}
	switch {
	case len(args) == 0 || does == multiplies:
	case does == applies && r.l.does(args[0].Text, r.imported) == 0:
		r.called(r.applied(name, args))
	default:
		r.touches(does, args)
	}
}

// runs runs what is given as code of the shell, or as words if there are more.
func (r *reader) runs(args []word) {
	if len(args) == 1 {
		r.child(r.w, func(v *world) worlds { return r.evaluate(r.f, v, r.command, args[0]) })
		return
	}
	r.child(r.w, func(v *world) worlds { return r.start(r.f, v, args, nil) })
}

// touches does what a call does with its arguments.
func (r *reader) touches(does action, args []word) {
	switch does {
	case shellCode:
		r.runs(args)
	case argv:
		if strings.ContainsAny(args[0].Text, " \t|;&") { // {shell: true}
			args = args[:1]
			r.runs(args)
			return
		}
		r.child(r.w, func(v *world) worlds { return r.start(r.f, v, args, nil) })
	case removes, removesAll:
		for _, v := range args {
			r.touch("delete", v, does == removesAll)
		}
	case movesFile, copiesFile, copiesAll:
		r.touch(map[action]string{movesFile: "move", copiesFile: "read", copiesAll: "read"}[does], args[0], does == copiesAll)
		if len(args) > 1 {
			r.touch("write", args[1], does == copiesAll)
		}
	case modes, owners:
		r.entitle(does, args)
	case links:
		r.touch("create", args[len(args)-1], false)
		r.linked(args[len(args)-1], args[0])
	case applies:
		if does := r.l.does(args[0].Text, r.imported); does != 0 && does != applies && len(args) > 1 {
			r.touches(does, args[1:])
		}
	case reads:
		if strings.Contains(args[0].Text, "://") {
			r.fetch(args[0], false)
		} else {
			r.touch("read", args[0], false)
		}
	case writes, writesAll:
		r.touch("write", args[0], does == writesAll)
	case opens:
		r.open(args)
	case fetches, sends:
		r.fetch(args[0], does == sends)
	case own:
		if !args[0].Known {
			r.unknown("code", args[0].Text, r.Commands[r.command].Program)
			return
		}
		r.readCode(r.f.under(), r.w, r.command, r.l, args[0])
	}
}

// touch adds a file.
func (r *reader) touch(how string, v word, deep bool) {
	r.add(r.site(r.f, r.w).File(how, v, deep, r.Commands[r.command].Program), v)
}

// add adds a file that a word names.
func (r *reader) add(touched File, v word) {
	if !touched.Known {
		r.unknown("path", v.Text, touched.By)
	}
	if touched.How == "read" {
		r.reads(touched)
	} else {
		r.writes(touched)
	}
}

// fetch adds the host of a URL.
func (r *reader) fetch(v word, sends bool) {
	t := r.site(r.f, r.w).Fetched(v, sends, r.Commands[r.command].Program)
	r.reads(t.Reads...)
	r.hosts(t.Hosts...)
}
