package effects

import (
	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// stmts runs statements one after the other.
func (a *analysis) stmts(f *frame, w *world, list []*syntax.Stmt) worlds {
	ws := worlds{w}
	for k, s := range list {
		if len(ws) == 1 && ws[0].flow != going {
			break
		}
		strays := k < len(list)-1 && strays(s)
		if len(ws) == 1 && !strays {
			ws = a.stmt(f, ws[0], s)
			continue
		}
		var next worlds
		for _, w := range ws {
			switch {
			case w.flow != going:
				next = append(next, w)
			case !strays:
				next = append(next, a.stmt(f, w, s)...)
			default:
				next = append(next, a.stray(f, w, s)...)
			}
		}
		ws = a.join(next)
	}
	return ws
}

// stmt runs a statement with its redirects.
func (a *analysis) stmt(f *frame, w *world, s *syntax.Stmt) worlds {
	if !a.step(f) {
		return worlds{w}
	}
	if s.Background || s.Coprocess || s.Disown {
		g := f.under()
		g.depth--
		g.parallel = true
		a.redirected(g, w.fork(), s)
		return worlds{w}
	}
	return a.redirected(f, w, s)
}

// redirected runs the command of a statement with its redirects.
func (a *analysis) redirected(f *frame, w *world, s *syntax.Stmt) worlds {
	if len(s.Redirs) == 0 {
		return a.command(f, w, s.Cmd)
	}
	r := redirection{expansion: a.in(f, w), in: w.in, out: w.out, fed: len(a.fed)}
	first := len(a.Commands)
	for _, d := range s.Redirs {
		r.redirect(d)
	}
	if r.moved {
		w.out = word{Known: true}
		f = f.under()
		f.depth--
		f.capture = f.capture || len(r.files) > 0
	}
	if call := callOf(s); len(call) == 1 && call[0].Lit() == "exec" { // it stays open
		a.held = append(a.held, a.fed[r.fed:]...)
		a.fed = a.fed[:r.fed]
	}
	ws := a.command(f, w, s.Cmd)
	last := -1
	if len(a.Commands) > first {
		last = len(a.Commands) - 1
	}
	var printed word
	for i, v := range ws {
		v.in = r.in
		if r.moved {
			if printed = v.out; i > 0 {
				printed = either(printed, ws[0].out)
			}
		}
	}
	if r.moved {
		for _, t := range r.files {
			a.fill(t, content{Word: printed, Over: "file"})
			a.pour(t.path, printed, last)
		}
		for _, v := range ws {
			v.out = r.out
		}
	}
	a.drain(r.fed, last)
	return ws
}

// command runs a command of any kind.
func (a *analysis) command(f *frame, w *world, cmd syntax.Command) worlds {
	switch x := cmd.(type) {
	case *syntax.CallExpr:
		return a.call(f, w, x)
	case *syntax.BinaryCmd:
		if x.Op == syntax.AndStmt || x.Op == syntax.OrStmt {
			return a.list(f, w, x)
		}
		return a.pipeline(f, w, x)
	case *syntax.Block:
		return a.stmts(f, w, x.Stmts)
	case *syntax.Subshell:
		return a.subshell(f.under(), w, x.Stmts)
	case *syntax.IfClause:
		return a.branch(f, w, x)
	case *syntax.WhileClause:
		return a.while(f, w, x)
	case *syntax.ForClause:
		return a.loop(f, w, x)
	case *syntax.CaseClause:
		return a.cases(f, w, x)
	case *syntax.FuncDecl:
		if s := defined(x); s != nil {
			return a.redirected(f, w, s)
		}
		if !w.define(x) { // zsh runs a function without a name at once
			return a.stmt(f.under(), w, x.Body)
		}
	case *syntax.DeclClause:
		return a.declaration(f, w, x)
	case *syntax.TimeClause:
		if x.Stmt != nil {
			return a.stmt(f, w, x.Stmt)
		}
	case *syntax.CoprocClause:
		a.coproc(f.under("coproc"), w, x)
	case *syntax.TestDecl:
		return a.stmt(f.under(), w, x.Body)
	case *syntax.TestClause:
		a.in(f, w).test(x.X)
	case *syntax.ArithmCmd:
		a.in(f, w).arithmetic(x.X)
	case *syntax.LetClause:
		for _, e := range x.Exprs {
			a.in(f, w).arithmetic(e)
		}
	}
	return worlds{w}
}

// define gives functions their body; ok is false if there is no name.
func (w *world) define(x *syntax.FuncDecl) (ok bool) {
	w.own()
	if x.Name != nil {
		w.funcs[x.Name.Value] = function{body: x.Body}
	}
	for _, name := range x.Names {
		w.funcs[name.Value] = function{body: x.Body}
	}
	return x.Name != nil || len(x.Names) > 0
}

// defined returns the list or pipeline that a definition is the first command of, nil if it stands
// alone. The parser takes all of f() { ls; } && f for the body, but a body is one compound command.
func defined(x *syntax.FuncDecl) *syntax.Stmt {
	if _, ok := x.Body.Cmd.(*syntax.BinaryCmd); !ok {
		return nil
	}
	whole, first := leftmost(x.Body)
	body, alone := *first, *x
	alone.Body = &body
	*first = syntax.Stmt{Position: body.Position, Cmd: &alone}
	return whole
}

// leftmost returns a copy of a list or pipeline, and the copy of its first command, which may be
// changed.
func leftmost(s *syntax.Stmt) (whole, first *syntax.Stmt) {
	copied := *s
	whole, first = &copied, &copied
	for {
		b, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok {
			return whole, first
		}
		both, left := *b, *b.X
		both.X, first.Cmd = &left, &both
		first = &left
	}
}

// subshell runs code in a shell of its own. Only its output remains.
func (a *analysis) subshell(f *frame, w *world, list []*syntax.Stmt) worlds {
	v := w.fork()
	w.out = printed(a.stmts(f, v, list))
	return worlds{w}
}

// printed returns the output of worlds.
func printed(ws worlds) word {
	out := ws[0].out
	for _, v := range ws[1:] {
		out = either(out, v.out)
	}
	return out
}

// A listed is a command of a list, with the operator before it.
type listed struct {
	op syntax.BinCmdOperator
	s  *syntax.Stmt
}

// listOf returns the first command of a list, and the others from the last to the second.
func listOf(x *syntax.BinaryCmd) (first *syntax.Stmt, others []listed) {
	for {
		others = append(others, listed{x.Op, x.Y})
		b, ok := x.X.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op != syntax.AndStmt && b.Op != syntax.OrStmt || len(x.X.Redirs) > 0 || x.X.Negated {
			return x.X, others
		}
		x = b
	}
}

// list runs commands joined by && and ||.
func (a *analysis) list(f *frame, w *world, x *syntax.BinaryCmd) worlds {
	first, steps := listOf(x)
	before, s := w, first
	if steps[len(steps)-1].op == syntax.OrStmt {
		before = w.fork()
	}
	ws := a.stmt(f, w, first)
	for i := len(steps) - 1; i >= 0; i-- {
		var next worlds
		for _, v := range ws {
			if v.flow != going {
				next = append(next, v)
				continue
			}
			base, skipped, printed := v, v.fork(), before.out
			if steps[i].op == syntax.OrStmt && moves(s) {
				base = before
			}
			before = base
			if i > 0 && steps[i-1].op == syntax.OrStmt {
				before = base.fork()
			}
			start := base.fork()
			if steps[i].op == syntax.OrStmt { // a failed command has no output of use
				start.out = printed
			}
			ran := a.stmt(f, start, steps[i].s)
			next = append(next, ran...)
			switch {
			case steps[i].op == syntax.OrStmt:
				next = append(next, skipped)
			case !certain(s):
				if skipped.dir = ran[0].dir; !ran[0].same(skipped) {
					next = append(next, skipped)
				}
			}
		}
		ws, s = a.join(next), steps[i].s
	}
	return ws
}

// certain reports whether a statement can be assumed to succeed.
func certain(s *syntax.Stmt) bool {
	switch x := s.Cmd.(type) {
	case *syntax.DeclClause:
		return true
	case *syntax.CallExpr:
		if len(x.Args) == 0 {
			return true
		}
		return programs.Succeeds(x.Args[0].Lit())
	}
	return false
}

// moves reports whether a statement changes the folder, or tries to.
func moves(s *syntax.Stmt) bool {
	x, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(x.Args) == 0 {
		return false
	}
	name := x.Args[0].Lit()
	return name == "cd" || name == "pushd"
}

// pipeline runs commands joined by pipes, each in a shell of its own.
func (a *analysis) pipeline(f *frame, w *world, x *syntax.BinaryCmd) worlds {
	steps := []*syntax.Stmt{x.Y}
	for {
		b, ok := x.X.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op != syntax.Pipe && b.Op != syntax.PipeAll || len(x.X.Redirs) > 0 || x.X.Negated {
			break
		}
		x = b
		steps = append(steps, x.Y)
	}
	steps = append(steps, x.X)
	g := f.under()
	g.depth--
	g.parallel = true
	in := w.in
	for i := len(steps) - 1; i >= 0 && a.steps > 0; i-- {
		v := w.fork()
		v.in, v.out = in, word{Known: true}
		g.capture = i > 0 || f.capture
		in = content{Word: printed(a.stmt(g, v, steps[i])), Over: "pipe"}
	}
	if f.capture {
		w.out = w.out.Plus(in.Word)
	}
	return worlds{w}
}
