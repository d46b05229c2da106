package effects

import "mvdan.cc/sh/v3/syntax"

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
