package effects

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// coproc runs a coprocess, and keeps it for what is written to the second descriptor of the
// array that has its name.
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

// coprocess returns the statement that coproc runs. The parser takes the first word for
// a name if a pipe follows; only what is in braces or parentheses has one.
func coprocess(x *syntax.CoprocClause) *syntax.Stmt {
	if x.Name == nil {
		return x.Stmt
	}
	whole := *x.Stmt
	first := &whole
	for {
		b, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		both, left := *b, *b.X
		both.X, first.Cmd = &left, &both
		first = &left
	}
	call, ok := first.Cmd.(*syntax.CallExpr)
	if !ok {
		return x.Stmt
	}
	named := *call
	named.Args = append([]*syntax.Word{x.Name}, call.Args...)
	first.Cmd = &named
	return &whole
}
