package effects

import (
	"mvdan.cc/sh/v3/syntax"
)

// branch runs an if: its conditions and all of its branches.
func (a *analysis) branch(f *frame, w *world, x *syntax.IfClause) worlds {
	ws := worlds{w}
	var out worlds
	for ; x != nil; x = x.Else {
		if len(x.Cond) == 0 { // else
			out = append(out, a.each(f, ws, x.Then)...)
			ws = nil
			break
		}
		ws = a.each(f, ws, x.Cond)
		var otherwise worlds
		for _, v := range ws {
			if v.flow == going {
				otherwise = append(otherwise, v.fork())
			}
		}
		out = append(out, a.each(f, ws, x.Then)...)
		if ws = otherwise; !a.step(f) {
			break
		}
	}
	return a.join(append(out, ws...))
}

// each runs statements in each of several worlds.
func (a *analysis) each(f *frame, ws worlds, list []*syntax.Stmt) worlds {
	var out worlds
	for _, v := range ws {
		if v.flow != going {
			out = append(out, v)
			continue
		}
		out = append(out, a.stmts(f, v, list)...)
	}
	return a.join(out)
}

// while runs a loop as often as is needed to see what it does.
func (a *analysis) while(f *frame, w *world, x *syntax.WhileClause) worlds {
	g := *f
	g.repeated = true
	if f = &g; len(x.Cond) == 1 && constant(x.Cond[0], !x.Until) {
		f = spinning(f, x.Do)
	}
	var out worlds
	ws := worlds{w}
	for round := 0; ; round++ {
		before := ws[0].in.Text
		ws = a.each(f, ws, x.Cond)
		if ws[0].failed && ws[0].in.Known { // read reached the end of its input
			ws[0].failed = false
			return a.join(append(out, ws...))
		}
		reading := ws[0].in.Known && len(ws[0].in.Text) < len(before)
		if !reading {
			out = append(out, forks(ws)...)
		}
		start := ws[0].fork()
		after := a.each(f, ws, x.Do)
		ws = nil
		for _, v := range after {
			if v.leave() {
				out = append(out, v)
			} else {
				ws = append(ws, v)
			}
		}
		if len(ws) == 0 {
			return a.join(out)
		}
		if !a.step(f) || !reading && (round > 0 || len(ws) == 1 && ws[0].same(start)) {
			return a.join(append(out, ws...))
		}
	}
}

func forks(ws worlds) worlds {
	out := make(worlds, len(ws))
	for i, w := range ws {
		out[i] = w.fork()
	}
	return out
}

// leave ends a round of a loop, and reports whether it is the last.
func (w *world) leave() bool {
	switch w.flow {
	case breaking, continuing:
		if w.levels > 1 {
			w.levels--
			return true
		}
		last := w.flow == breaking
		w.flow = going
		return last
	case returning, exiting:
		return true
	}
	return false
}

// loop runs a for or select loop.
func (a *analysis) loop(f *frame, w *world, x *syntax.ForClause) worlds {
	words, ok := x.Loop.(*syntax.WordIter)
	if !ok {
		c := x.Loop.(*syntax.CStyleLoop)
		if c.Init != nil {
			a.in(f, w).arithmetic(c.Init)
		}
		if c.Cond == nil {
			f = spinning(f, x.Do)
		}
		return a.rounds(f, w, x.Do, maxRounds, func(v *world, i int) bool {
			if i > 0 && c.Post != nil {
				a.in(f, v).arithmetic(c.Post)
			}
			if c.Cond == nil {
				return i < 2
			}
			n, known := a.in(f, v).number(c.Cond, 0)
			return known && n != 0 || !known && i < 2
		})
	}
	items := w.params
	if words.InPos.IsValid() {
		items = a.in(f, w).fields(words.Items)
	}
	if x.Select && len(items) > 0 {
		ws := worlds{}
		for _, item := range items {
			v := w.fork()
			a.in(f, v).give(words.Name.Value, item)
			ws = append(ws, v)
		}
		return a.each(f, ws, x.Do)
	}
	return a.rounds(f, w, x.Do, len(items), func(v *world, i int) bool {
		a.in(f, v).give(words.Name.Value, items[i])
		return true
	})
}

// rounds runs the body of a loop up to n times, in the worlds where start, called before each
// round, allows it.
func (a *analysis) rounds(f *frame, w *world, body []*syntax.Stmt, n int, start func(w *world, i int) bool) worlds {
	ws := worlds{w}
	var out worlds
	g := *f
	for i := 0; i < n && len(ws) > 0 && a.step(f); i++ {
		var on worlds
		for _, v := range ws {
			if start(v, i) {
				on = append(on, v)
			} else {
				out = append(out, v)
			}
		}
		g.repeated = f.repeated || i > 0
		after := a.each(&g, on, body)
		ws = nil
		for _, v := range after {
			if v.leave() {
				out = append(out, v)
			} else {
				ws = append(ws, v)
			}
		}
	}
	return a.join(append(out, ws...))
}

// cases runs all branches of a case.
func (a *analysis) cases(f *frame, w *world, x *syntax.CaseClause) worlds {
	a.in(f, w).text(x.Word)
	var out, through worlds
	whole := false
	for _, item := range x.Items {
		for _, p := range item.Patterns {
			a.in(f, w).text(p)
			whole = whole || p.Lit() == "*"
		}
		ws := a.each(f, append(through, w.fork()), item.Stmts)
		if through = nil; item.Op != syntax.Break {
			through = ws
		} else {
			out = append(out, ws...)
		}
	}
	out = append(out, through...)
	if !whole {
		out = append(out, w)
	}
	return a.join(out)
}

// constant reports whether a condition always comes out as wanted.
func constant(s *syntax.Stmt, want bool) bool {
	if s.Negated {
		want = !want
	}
	switch x := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(x.Args) == 0 {
			return false
		}
		switch x.Args[0].Lit() {
		case "true", ":":
			return want
		case "false":
			return !want
		case "[", "test":
			return want && len(x.Args) > 1 && x.Args[1].Lit() == "1"
		}
	case *syntax.ArithmCmd:
		word, ok := x.X.(*syntax.Word)
		return ok && (word.Lit() != "0") == want && word.Lit() != ""
	case *syntax.TestClause:
		word, ok := x.X.(*syntax.Word)
		return ok && want && word.Lit() != ""
	}
	return false
}

// spinning returns the frame for the body of a loop without an end; such a body is endless unless
// it waits.
func spinning(f *frame, body []*syntax.Stmt) *frame {
	g := f.under()
	g.depth--
	g.parallel, g.endless = false, true
	for _, s := range body {
		if x, ok := s.Cmd.(*syntax.CallExpr); ok && len(x.Args) > 0 && x.Args[0].Lit() == "wait" && !s.Background {
			g.endless = false
		}
	}
	return g
}
