package schema

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
)

// faultf notes a fault that a check found at a place.
func (c *compiler) faultf(check string, at plan.Pos, format string, args ...any) {
	c.fault(&plan.Error{Pos: at, Hook: c.hook, Rule: c.rule, Check: check, Err: fmt.Errorf(format, args...)})
}

// warnf notes a warning, once.
func (c *compiler) warnf(check string, at plan.Pos, format string, args ...any) {
	w := &plan.Error{Pos: at, Hook: c.hook, Rule: c.rule, Check: check, Err: fmt.Errorf(format, args...)}
	if text := "warning " + w.Error(); !c.seen[text] {
		c.seen[text] = true
		c.warnings = append(c.warnings, w)
	}
}

// fault notes a fault. Of several at one place the first says it best.
func (c *compiler) fault(err error) {
	place := err.Error()
	if e, ok := err.(*plan.Error); ok && e.Line > 0 {
		place = e.Pos.String()
	}
	if !c.seen[place] {
		c.seen[place] = true
		c.faults = append(c.faults, err)
	}
}

// checked notes what keeps v from being a def, and reports whether nothing does.
// Fields that must be there are looked for on their own, as CUE stays silent
// about them beside any other fault.
func (c *compiler) checked(v, def cue.Value) bool {
	before := len(c.faults)
	c.base, c.want = pathOf(v), def
	defer func() { c.base, c.want = nil, cue.Value{} }()
	if err := c.loose(v).Unify(def).Validate(cue.Concrete(false), cue.Final()); err != nil {
		for _, f := range c.cueFaults(err, posOf(v)) {
			e := f.(*plan.Error)
			if strings.HasSuffix(e.Err.Error(), "required but not present") {
				continue
			}
			e.Rule, e.Check = c.rule, checkForm
			c.fault(e)
		}
	}
	if v.IncompleteKind() != cue.StructKind {
		return len(c.faults) == before
	}
	fields, err := def.Fields(cue.Optional(true))
	if err != nil {
		return len(c.faults) == before
	}
	for fields.Next() {
		if sel := fields.Selector(); sel.ConstraintType() == cue.RequiredConstraint && !v.LookupPath(cue.MakePath(cue.Str(sel.Unquoted()))).Exists() {
			c.faultf(checkForm, place(posOf(v)), "%s is missing, want it here", sel.Unquoted())
		}
	}
	return len(c.faults) == before
}

// loose returns a value without what stands around it. CUE's evaluator stumbles
// over a value with a definition around it when that was evaluated before.
func (c *compiler) loose(v cue.Value) cue.Value { return c.top.Unify(v) }

// pathOf returns the names that lead to a value, as CUE's errors have them.
func pathOf(v cue.Value) []string {
	var names []string
	for _, s := range v.Path().Selectors() {
		names = append(names, s.String())
	}
	return names
}

// structural notes that something is there and no struct.
func (c *compiler) structural(name string, v cue.Value) bool {
	if v.Exists() && v.IncompleteKind() != cue.StructKind {
		c.faultf(checkForm, placeOf(v), "%s: found %s, want {…}", name, v.IncompleteKind())
		return false
	}
	return true
}

// named notes that a name is none, or means something else already.
func (c *compiler) named(what, name string, taken []string, at plan.Pos) {
	switch {
	case !validName.MatchString(name):
		c.faultf(checkForm, at, "%s: found %q, want a name such as started", what, name)
	case slices.Contains(taken, name):
		c.faultf(checkForm, at, "%s: %s means something else already, want another name", what, name)
	}
}

// notAllowed says what may stand at a path in the place of a field that may not.
func (c *compiler) notAllowed(path []string) string {
	name := path[len(path)-1]
	var names []string
	if def, ok := lookup(c.want, path[:len(path)-1]); ok {
		names = fieldNames(def)
	}
	if unquoted, err := strconv.Unquote(name); err == nil {
		name = unquoted
	}
	return Unknown("field", name, names)
}

// fieldNames returns the names of the fields of a definition, or of all that it may
// be.
func fieldNames(def cue.Value) []string {
	var names []string
	if op, ways := cue.Dereference(def).Expr(); op == cue.OrOp {
		for _, way := range ways {
			names = append(names, fieldNames(way)...)
		}
		return names
	}
	each(def, func(n string, _ cue.Value) error {
		names = append(names, n)
		return nil
	})
	return names
}

// settingNames checks the names at the top of a rule set: a setting that nothing
// uses and that is almost the name of another is a misspelling.
func (c *compiler) settingNames(v cue.Value, insts []*build.Instance) {
	uses := map[string]bool{}
	for _, inst := range insts {
		used(inst, uses)
	}
	known := []string{"hooks", "settings", "tables", "marks", "log", "timeout"}
	var unused []string
	each(v, func(n string, _ cue.Value) error {
		switch {
		case uses[n]:
			known = append(known, n)
		case !slices.Contains(known, n):
			unused = append(unused, n)
		}
		return nil
	})
	for _, n := range unused {
		if nearest(n, known) != "" {
			c.faultf(checkName, place(posOf(v.LookupPath(cue.MakePath(cue.Str(n))))), "%s (nothing uses it)", Unknown("setting", n, known))
		}
	}
}

// uses checks that the event honours what a step wants to say.
func (c *compiler) uses(event string, a *plan.Agenda, shape *plan.Shape, step plan.Step, args cue.Value) {
	action := c.tables.Actions[step.Action]
	keys := map[string]cue.Value{}
	if args.IncompleteKind() == cue.StructKind {
		each(args, func(name string, v cue.Value) error {
			keys[name] = v
			return nil
		})
	}
	if action.Beside {
		c.reserved(step, keys)
	}
	for _, use := range action.Uses {
		arg := use.Arg
		switch v, given := keys[arg]; {
		case arg == engine.Named:
			for _, name := range slices.Sorted(maps.Keys(keys)) {
				c.answers(event, a, step, name, keys[name])
			}
		case arg == "":
			c.honoured(event, a, step.Action, use, step.Pos)
		case given:
			c.honoured(event, a, step.Action+" "+arg, use, place(posOf(v)))
		}
		out := a.Outputs[use.Output]
		from := shape.Fields[out.From]
		if arg != "" || out.Kind != "edit" || out.Field != "" || from == nil || from.Kind != "object" || from.Open {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(keys)) {
			if from.Fields[name] == nil {
				c.faultf(checkName, place(posOf(keys[name])), "%s", Unknown("field of "+out.From, name, slices.Collect(maps.Keys(from.Fields))))
			}
		}
	}
}

// reserved notes fields that a step adds to the reply and that the agent would take for
// its own: one that it doesn't like costs the whole reply.
func (c *compiler) reserved(step plan.Step, fields map[string]cue.Value) {
	taken := slices.Clone(c.replies)
	for _, e := range c.Schema.events {
		for _, out := range e.Outputs {
			for _, path := range []string{out.Path, out.Reason} {
				top, _, _ := strings.Cut(path, ".")
				taken = append(taken, top)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if slices.Contains(taken, name) {
			c.faultf(checkForm, place(posOf(fields[name])), "%s: found %s, which the agent reads itself, want another name, or an action that says it", step.Action, name)
		}
	}
}

func (c *compiler) honoured(event string, a *plan.Agenda, what string, use engine.Use, at plan.Pos) {
	out, ok := a.Outputs[use.Output]
	switch {
	case !ok:
		want := "none: it honours no output"
		if all := honours(c.tables.Actions, a); len(all) > 0 {
			want = strings.Join(all, ", ")
		}
		c.faultf(checkIgnored, at, "%s: %s ignores it, want %s", what, event, want)
	case use.Value != "" && !slices.Contains(out.Values, use.Value):
		c.faultf(checkIgnored, at, "%s: %s can't be answered so, want %s", what, event, strings.Join(out.Values, ", "))
	}
}

// answers checks one output that is set by its own name.
func (c *compiler) answers(event string, a *plan.Agenda, step plan.Step, name string, v cue.Value) {
	out, ok := a.Outputs[name]
	if !ok || out.Kind != "value" {
		var names []string
		for n, o := range a.Outputs {
			if o.Kind == "value" {
				names = append(names, n)
			}
		}
		c.faultf(checkName, place(posOf(v)), "%s: %s", step.Action, Unknown("output of "+event, name, names))
		return
	}
	kinds := map[string]cue.Kind{"string": cue.StringKind, "bool": cue.BoolKind, "object": cue.StructKind, "list": cue.ListKind}
	kind := v.IncompleteKind()
	text, _ := v.String()
	if template := kind == cue.StringKind && strings.HasPrefix(text, "${"); kind != kinds[out.Type] && !template {
		c.faultf(checkForm, place(posOf(v)), "%s: found %s for %s, want a %s", step.Action, kind, name, out.Type)
	}
}

// honours lists the actions whose outputs an event has.
func honours(actions map[string]engine.Action, a *plan.Agenda) []string {
	var names []string
	for name, action := range actions {
		for _, use := range action.Uses {
			if out, ok := a.Outputs[use.Output]; ok && (use.Value == "" || slices.Contains(out.Values, use.Value)) {
				names = append(names, strings.TrimSpace(name+" "+use.Arg))
			}
		}
	}
	slices.Sort(names)
	return names
}

// placeOf is where a value stands.
func placeOf(v cue.Value) plan.Pos {
	if x := expression(v); x != nil && own(x.Pos()) {
		return place(x.Pos())
	}
	return place(posOf(v))
}
