package effects

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// substitution returns the output of $(…).
func (a *analysis) substitution(f *frame, w *world, x *syntax.CmdSubst) word {
	if len(x.Stmts) == 1 {
		if c, ok := x.Stmts[0].Cmd.(*syntax.CallExpr); ok && len(c.Args) == 1 && c.Args[0].Lit() == "…" {
			return word{Text: "$(…)"} // the form of an unknown text
		}
	}
	g := f.under("$(…)")
	v := w.fork()
	v.out = word{Known: true}
	if f.cmdlets != nil { // it was made by a composer
		h := *f
		g, v.in = &h, content{}
	}
	g.capture = true
	if len(x.Stmts) == 1 && x.Stmts[0].Cmd == nil && len(x.Stmts[0].Redirs) == 1 { // $(<file)
		r := redirection{expansion: a.in(g, v)}
		r.redirect(x.Stmts[0].Redirs[0])
		v.out = v.in.Word
	} else {
		v.out = printed(a.stmts(g, v, x.Stmts))
	}
	if x.ReplyVar { // a block
		return word{Text: "{…}", Known: true}
	}
	v.out.Text = strings.TrimRight(v.out.Text, "\n")
	return v.out
}

// process returns the file that <(…) or >(…) stands for.
func (a *analysis) process(f *frame, w *world, x *syntax.ProcSubst) word {
	file := word{Text: "/dev/fd/" + strconv.Itoa(63+a.handed), Known: true}
	a.handed++
	v := w.fork()
	if x.Op == syntax.CmdOut {
		a.fed = append(a.fed, feed{file.Text, x.Stmts, f.under(">(…)"), v})
		return file
	}
	g := f.under("<(…)")
	g.capture = true
	v.out = word{Known: true}
	a.put(file.Text, content{Word: printed(a.stmts(g, v, x.Stmts)), Over: "substitution"})
	return file
}

// coproc runs a coprocess, and keeps it open for what is written to the second descriptor of the
// array with its name.
func (a *analysis) coproc(f *frame, w *world, x *syntax.CoprocClause) {
	s, name := coprocess(x), "COPROC"
	if x.Name != nil && s == x.Stmt {
		name = x.Name.Lit()
	}
	a.stmt(f, w.fork(), s)
	a.handed++
	n := 9 + a.handed
	path := "/dev/fd/" + strconv.Itoa(n)
	a.handle(n, path)
	a.held = append(a.held, feed{path, []*syntax.Stmt{s}, f, w.fork()})
	w.put(name, &variable{array: true, values: []word{{Text: "${" + name + "}"}, {Text: strconv.Itoa(n), Known: true}}})
}

// coprocess returns the statement that coproc runs. If a pipe follows, the parser takes the first
// word for a name, but only what is in braces or parentheses has one.
func coprocess(x *syntax.CoprocClause) *syntax.Stmt {
	if x.Name == nil {
		return x.Stmt
	}
	whole, first := leftmost(x.Stmt)
	call, ok := first.Cmd.(*syntax.CallExpr)
	if !ok {
		return x.Stmt
	}
	named := *call
	named.Args = append([]*syntax.Word{x.Name}, call.Args...)
	first.Cmd = &named
	return whole
}
