package schema

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// marks compiles where marks are kept.
func (c *compiler) marks(v cue.Value) {
	if !v.Exists() {
		return
	}
	c.plan.Marks = map[string]*plan.Marks{}
	scope := expr.MarksScope(c.tables, c.plan)
	each(v, func(name string, v cue.Value) error {
		c.plan.Marks[name] = &plan.Marks{} // one with faults, too, has its name
		c.named("marks", name, nil, place(posOf(v)))
		if !c.checked(v, c.def("#Marks")) {
			return nil
		}
		m := c.plan.Marks[name]
		m.Env, _ = v.LookupPath(cue.ParsePath("env")).String()
		m.Claims = c.marksPlace(m, v.LookupPath(cue.ParsePath("claims")), scope)
		if file := v.LookupPath(cue.ParsePath("file")); file.Exists() {
			m.File = c.marksPlace(m, file, scope)
		}
		c.marked[name] = v
		return nil
	})
}

// marksPlace compiles a path of marks and notes what it may reach: the folder that is
// written down.
func (c *compiler) marksPlace(m *plan.Marks, v cue.Value, scope *expr.Scope) plan.Template {
	src, _ := v.String()
	for _, path := range expr.Reach(nil, []string{src}, c.tables.Facts, nil) {
		if path == src {
			path = filepath.ToSlash(filepath.Dir(path))
		}
		m.Reach = append(m.Reach, path)
	}
	slices.Sort(m.Reach)
	m.Reach = slices.Compact(m.Reach)
	return c.template(v, scope, nil)
}

// marksNamed notes that an action names marks that there are none of.
func (c *compiler) marksNamed(action string, args cue.Value) {
	arg := c.tables.Actions[action].Marks
	if arg == "" {
		return
	}
	v := args.LookupPath(cue.MakePath(cue.Str(arg)))
	name, err := v.String()
	if err == nil && c.plan.Marks[name] == nil && !strings.Contains(name, "${") {
		c.faultf(checkName, placeOf(v), "%s", Unknown("marks", name, slices.Collect(maps.Keys(c.plan.Marks))))
	}
}

// marksAbility returns what an ability that is one of marks is done to: their places,
// or the variable that is learned; all that there are where the name is computed.
func (c *compiler) marksAbility(verb, name string) []string {
	var all []string
	for _, n := range slices.Sorted(maps.Keys(c.marked)) {
		if c.plan.Marks[name] != nil && n != name {
			continue
		}
		fields := []string{"claims", "file"}
		if verb == engine.Learns {
			fields = []string{"env"}
		}
		for _, f := range fields {
			if text, err := c.marked[n].LookupPath(cue.ParsePath(f)).String(); err == nil {
				all = append(all, text)
			}
		}
	}
	return all
}
