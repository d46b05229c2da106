package schema

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
)

// compileMarks compiles where marks are kept. The marks that have no faults are
// returned as they are written, too.
func (e *env) compileMarks(n Node) (all map[string]*plan.Marks, written map[string]Node) {
	if !n.Exists() {
		return nil, nil
	}
	all, written = map[string]*plan.Marks{}, map[string]Node{}
	for name, n := range n.Members() {
		m := &plan.Marks{}
		all[name] = m // one with faults, too, has its name
		named(n.Report(), n.Label(), "marks", name, nil)
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

// marksPlace compiles a path of marks and notes what it may reach: the folder that is
// written down.
func (e *env) marksPlace(m *plan.Marks, n Node) plan.Template {
	src, _ := n.String()
	for _, path := range expr.Reach(nil, []string{src}, e.Library.Facts, nil) {
		if path == src {
			path = filepath.ToSlash(filepath.Dir(path))
		}
		m.Reach = append(m.Reach, path)
	}
	slices.Sort(m.Reach)
	m.Reach = slices.Compact(m.Reach)
	return (&texts{env: e, scope: e.scope}).template(n)
}

// marksNamed notes that an action names marks that there are none of.
func (e *env) marksNamed(action string, args Node) {
	arg := e.Library.Actions[action].Marks
	if arg == "" {
		return
	}
	n := args.Field(arg)
	name, err := n.String()
	if err == nil && e.plan.Marks[name] == nil && !strings.Contains(name, "${") {
		n.Faultf(CheckName, "%s", Unknown("marks", name, slices.Collect(maps.Keys(e.plan.Marks))))
	}
}

// marksAbility returns what an ability that is one of marks is done to: their places,
// or the variable that is learned; all that there are where the name is computed.
func (e *env) marksAbility(verb, name string) []string {
	var all []string
	for _, n := range slices.Sorted(maps.Keys(e.marks)) {
		if e.plan.Marks[name] != nil && n != name {
			continue
		}
		fields := []string{"claims", "file"}
		if verb == engine.Learns {
			fields = []string{"env"}
		}
		for _, f := range fields {
			if text, err := e.marks[n].Field(f).String(); err == nil {
				all = append(all, text)
			}
		}
	}
	return all
}
