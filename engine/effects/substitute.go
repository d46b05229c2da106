package effects

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// substitution returns what $(…) prints.
func (a *analysis) substitution(f *frame, w *world, x *syntax.CmdSubst) word {
	if len(x.Stmts) == 1 {
		if c, ok := x.Stmts[0].Cmd.(*syntax.CallExpr); ok && len(c.Args) == 1 && c.Args[0].Lit() == "…" {
			return word{text: "$(…)"} // as what is not known is written
		}
	}
	g := f.under("$(…)")
	g.capture = true
	v := w.fork()
	v.out = word{known: true}
	if len(x.Stmts) == 1 && x.Stmts[0].Cmd == nil && len(x.Stmts[0].Redirs) == 1 { // $(<file)
		r := redirection{}
		a.redirect(g, v, x.Stmts[0].Redirs[0], &r)
		v.out = v.in.word
	} else {
		v.out = printed(a.stmts(g, v, x.Stmts))
	}
	v.out.text = strings.TrimRight(v.out.text, "\n")
	return v.out
}

// process returns the file that <(…) or >(…) stands for.
func (a *analysis) process(f *frame, w *world, x *syntax.ProcSubst) word {
	file := word{text: "/dev/fd/" + strconv.Itoa(63+a.handed), known: true}
	a.handed++
	v := w.fork()
	if x.Op == syntax.CmdOut {
		a.fed = append(a.fed, feed{file.text, x.Stmts, f.under(">(…)"), v})
		return file
	}
	g := f.under("<(…)")
	g.capture = true
	v.out = word{known: true}
	a.put(file.text, content{word: printed(a.stmts(g, v, x.Stmts)), over: "substitution"})
	return file
}
