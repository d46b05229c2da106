package schema

import (
	"path/filepath"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
)

// compileMarks compiles the places where marks are kept. It also returns the marks without faults,
// as written.
func (e *env) compileMarks(n Node) (all map[string]*plan.Marks, written map[string]Node) {
	if !n.Exists() {
		return nil, nil
	}
	all, written = map[string]*plan.Marks{}, map[string]Node{}
	for name, n := range n.Members() {
		m := &plan.Marks{}
		all[name] = m // its name is known despite faults
		checkName(n.Report(), n.Label(), "marks", name, nil)
		if !n.Is("#Marks") {
			continue
		}
		m.Env, _ = n.Field("env").String()
		m.Claims = e.marksPlace(m, n.Field("claims"))
		if file := n.Field("file"); file.Exists() {
			m.File = e.marksPlace(m, file)
		}
		written[name] = n
	}
	return all, written
}

// marksPlace compiles a path of marks, and adds the literal folders it may lead to to m.Reach.
func (e *env) marksPlace(m *plan.Marks, n Node) plan.Template {
	src, _ := n.String()
	for _, path := range expr.Reach(nil, [][]expr.Piece{e.scope.Pieces(src)}, e.Library.Facts, nil) {
		if path == e.scope.Filled(src) {
			path = filepath.ToSlash(filepath.Dir(path))
		}
		m.Reach = append(m.Reach, path)
	}
	slices.Sort(m.Reach)
	m.Reach = slices.Compact(m.Reach)
	for _, x := range expr.Expressions(src) {
		e.placed = append(e.placed, expr.Names(e.scope.Parsed(x))...)
	}
	return (&texts{env: e, scope: e.scope}).template(n)
}
