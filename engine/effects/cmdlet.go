package effects

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// compose runs code of a language whose commands are words. Code nested in it sees its variables.
func (a *analysis) compose(f *frame, w *world, l *language, code string) {
	g, v := f.under(), w.fork()
	g.depth--
	if v.in = (content{}); f.cmdlets == nil {
		g.cmdlets = l
		v.own()
		maps.DeleteFunc(v.vars, func(_ string, u *variable) bool { return !u.exported })
		home := word{Text: f.home, Known: true} // as programs get it: they don't expand ~
		if f.home == "" {
			home.Text = "~"
		}
		v.set("home", home)
		v.set("userprofile", home)
		v.set("pwd", word{Text: ".", Known: true})
		v.set("_", word{Text: "${_}"})
		for _, name := range [...]string{"temp", "tmp", "tmpdir"} {
			v.set(name, word{Text: "${TMPDIR}"})
		}
	}
	a.stmts(g, v, l.composed(code, 0))
}

// cmdlet runs a command as a composer translated it: a command, a method call, or a value. Its
// output counts as the output of every command that it started.
func (a *analysis) cmdlet(f *frame, w *world, words []word) worlds {
	first := len(a.Commands)
	v := w.fork()
	v.out = word{Known: true}
	out := word{Text: "$(…)", From: w.in.From}
	switch words[0].Text {
	case "=":
		out = valued(words[1:])
	case "()":
		if len(words) < 2 {
			break
		}
		list := f.cmdlets.method(words[1:])
		if list == nil {
			out.From = valued(words[1:]).From
			a.calls(f.cmdlets, words[1:])
		} else if text, ok := strings.CutPrefix(f.cmdlets.is[list[0][0].Text], "= "); ok {
			out.Text, out.Known = text, true
		} else {
			a.does(f, v, list)
		}
	default:
		list := together(words)
		if len(list) > 0 && a.does(f, v, list) {
			w.dir = v.dir
		}
		switch is := f.cmdlets.is[strings.ToLower(words[0].Text)]; {
		case is == "names" && len(list) > 1 && !strings.ContainsAny(list[1][0].Text, "*?["): // & (Get-Command x)
			out.Text, out.Known = list[1][0].Text, list[1][0].Known
		case is == "joins" && len(list) > 2: // Join-Path a b
			out = programs.Join([]word{list[1][0], list[2][0]}, "/")
		case strings.HasPrefix(is, "= "):
			out.Text, out.Known = is[2:], true
		}
	}
	for i := first; i < len(a.Commands); i++ {
		out.From = programs.Union(out.From, []int{i})
	}
	if f.capture {
		w.out = w.out.Plus(out)
	}
	return worlds{w}
}

// valued evaluates a value: one word, or several with operators between them (+, -f, -join).
func valued(words []word) (out word) {
	if len(words) == 0 { // a limit cut them off
		return word{Text: "$(…)"}
	}
	for i, v := range words[1:] {
		left, right := commaless(words[:i+1]), commaless(words[i+2:])
		switch op := strings.ToLower(v.Text); {
		case op == "-f" && v.Known:
			return formatted(left[0], "{"+strconv.Itoa(len(right))+"}", right)
		case op == "-join" && v.Known && len(right) > 0:
			return programs.Join(left, right[0].Text)
		}
	}
	out = words[0]
	for i, v := range words[1:] {
		switch {
		case i%2 == 0 && v.Text != "+":
			out.Text, out.Known = "$(…)", false
			fallthrough
		case i%2 == 0 || !out.Known:
			out.From = programs.Union(out.From, v.From)
		default:
			out = out.Plus(v)
		}
	}
	return out
}

// commaless drops the commas between words.
func commaless(words []word) []word {
	return slices.DeleteFunc(slices.Clone(words), func(v word) bool { return v.Text == "," && v.Known })
}

// together groups the words of a command: words joined by commas are one list.
func together(words []word) (list [][]word) {
	joined := false
	for _, v := range words {
		switch {
		case v.Text == "," && v.Known:
			joined = len(list) > 0
			continue
		case joined:
			list[len(list)-1] = append(list[len(list)-1], v)
		default:
			list = append(list, []word{v})
		}
		joined = false
	}
	return list
}

// method translates a method call, such as [IO.File]::Delete('x') or (…).DownloadString('x'), into
// the words of a command; nil if the method isn't known.
func (l *language) method(words []word) [][]word {
	name := strings.ToLower(words[0].Text)
	name = strings.NewReplacer("[", "", "]", "", "::", ".", "system.", "").Replace(name)
	if l.is[name] == "" {
		if name = name[strings.LastIndexByte(name, '.')+1:]; l.is[name] == "" {
			return nil
		}
	}
	list := [][]word{{{Text: name, Known: true}}}
	begins := true // an argument begins: only its first word counts
	for _, v := range words[1:] {
		comma := v.Text == "," && v.Known
		if begins && !comma {
			list = append(list, []word{v})
		}
		begins = comma
	}
	return list
}

// calls records a call of an unknown method, under its name without the signs of types and
// variables.
func (a *analysis) calls(l *language, words []word) {
	const most, length = 16, 2 << 10
	c := Called{Name: bareName.Replace(words[0].Text), By: l.name}
	if l.idle(strings.ToLower(c.Name)) {
		return
	}
	for _, v := range commaless(words[1:]) {
		if len(c.Args) < most {
			c.Args = append(c.Args, v.Text[:min(len(v.Text), length)])
		}
	}
	a.called(c)
}

var bareName = strings.NewReplacer("[", "", "]", "", "::", ".", "$", "", "{", "", "}", "")

// does runs a command, given as lists of words, and reports whether it changes the folder.
func (a *analysis) does(f *frame, w *world, list [][]word) (moves bool) {
	l, g := f.cmdlets, f.under()
	g.depth--
	g.cmdlets = nil
	name := list[0][0].Text
	to, known := l.is[strings.ToLower(name)]
	program, rest, _ := strings.Cut(to, " ")
	switch {
	case program == "own":
		a.expression(f, w, rest, list)
	case program == "starts":
		if words := l.process(list[1:]); len(words) > 0 {
			a.start(g.under(rest), w, words, nil)
		}
	case program == "renames":
		if len(list) > 2 {
			l.is[strings.ToLower(list[1][0].Text)] = l.is[strings.ToLower(list[2][0].Text)]
		}
	case known && program != "names" && program != "joins" && program != "=":
		if words := l.translated(f.home, to, list[1:], w.in); words != nil {
			a.start(g.under(name), w, words, nil)
		}
		return program == "cd"
	default:
		words := slices.Concat(list...)
		if verb, noun, ok := strings.Cut(name, "-"); ok && verb != "" && noun != "" && verb[0] <= 'Z' && noun[0] <= 'Z' {
			words[0] = words[0].With(strings.ToLower(name)) // an unknown cmdlet
		}
		a.invoke(g, w, words, nil)
	}
	return false
}

// expression runs the code that the command of that name gets as an argument or through a pipe.
func (a *analysis) expression(f *frame, w *world, name string, list [][]word) {
	code := w.in
	for _, words := range list[1:] {
		if !strings.HasPrefix(words[0].Text, "-") {
			code = content{Word: words[0], Over: "substitution"}
		}
	}
	i := a.emit(f, w, []word{{Text: name, Known: true}, code.Word}, nil).index
	a.flows(code.From, i, code.Over, true)
	a.readCode(f.under("iex"), w, i, f.cmdlets, code.Word)
}

// process returns the command line that a command's arguments start. It begins with sudo if the
// program is to run as the administrator.
func (l *language) process(list [][]word) (words []word) {
	var first []word
	for i := 0; i < len(list); i++ {
		name := strings.ToLower(list[i][0].Text)
		switch {
		case strings.HasPrefix(name, "-verb") && len(name) == 5 && i+1 < len(list):
			if i++; strings.EqualFold(list[i][0].Text, "runas") {
				first = []word{{Text: "sudo", Known: true}}
			}
		case strings.HasPrefix(name, "-a") && i+1 < len(list), strings.HasPrefix(name, "-filep") && i+1 < len(list):
		case strings.HasPrefix(name, "-"):
			if !l.has("switches", name[1:]) {
				i++
			}
		default:
			for _, v := range list[i] {
				for _, part := range strings.Fields(v.Text) {
					words = append(words, v.With(part))
				}
			}
		}
	}
	if len(words) == 0 {
		return nil
	}
	return append(first, words...)
}
