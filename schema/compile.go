package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"
	"github.com/hashicorp/go-multierror"
)

// Compile returns the plan of the rule set in a folder, or of a pack of the
// binary as PackPath/NAME. If it fails, the error is a *multierror.Error with
// all faults, most of them an *engine.Error at its place.
func (s *Schema) Compile(dir string) (*engine.Plan, error) {
	c := &compiler{Schema: s, seen: map[string]bool{},
		plan: &engine.Plan{Events: map[string]*engine.Agenda{}}}
	inst, errs := s.load(dir)
	if len(errs) > 0 {
		for _, err := range errs {
			if inst == nil {
				c.fault(err)
				continue
			}
			for _, f := range c.cueFaults(errors.Promote(err, ""), token.NoPos) {
				c.fault(f)
			}
		}
		return nil, c.err()
	}
	v := s.ctx.BuildInstance(inst)
	c.root = v
	if err := v.Validate(); err != nil {
		for _, f := range c.cueFaults(err, v.Pos()) {
			c.fault(f)
		}
		return nil, c.err()
	}
	c.settingNames(v, inst)
	c.settings(v.LookupPath(cue.ParsePath("settings")))
	c.journal(v.LookupPath(cue.ParsePath("log")))
	c.hooks(v.LookupPath(cue.ParsePath("hooks")))
	return c.plan, c.err()
}

// A compiler turns one rule set into one plan.
type compiler struct {
	*Schema
	plan   *engine.Plan
	root   cue.Value // the rule set
	faults []error
	seen   map[string]bool
	hook   string // being compiled
	rule   int    // being compiled, from 1
}

func (c *compiler) err() error {
	if len(c.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(c.faults, func(a, b error) int {
		x, ok1 := a.(*engine.Error)
		y, ok2 := b.(*engine.Error)
		if !ok1 || !ok2 {
			return 0
		}
		if d := strings.Compare(x.File, y.File); d != 0 {
			return d
		}
		if d := x.Line - y.Line; d != 0 {
			return d
		}
		return x.Col - y.Col
	})
	return &multierror.Error{Errors: c.faults, ErrorFormat: func(all []error) string {
		lines := make([]string, len(all))
		for i, err := range all {
			lines[i] = err.Error()
		}
		return strings.Join(lines, "\n")
	}}
}

// settings compiles the shapes of settings files.
func (c *compiler) settings(v cue.Value) {
	if !v.Exists() {
		return
	}
	c.plan.Settings = map[string]*engine.Settings{}
	each(v, func(name string, v cue.Value) error {
		if !c.checked(v, c.def("#Settings")) {
			return nil
		}
		s := &engine.Settings{Shape: c.values(v.LookupPath(cue.ParsePath("values")))}
		s.File, _ = v.LookupPath(cue.ParsePath("file")).String()
		c.plan.Settings[name] = s
		return nil
	})
}

func (c *compiler) values(v cue.Value) *engine.Shape {
	leaf := v.LookupPath(cue.ParsePath("default"))
	if !leaf.Exists() {
		o := &engine.Shape{Kind: "object", Fields: map[string]*engine.Shape{}}
		each(v, func(name string, v cue.Value) error {
			o.Fields[name] = c.values(v)
			return nil
		})
		return o
	}
	leaf, _ = leaf.Default()
	s := shapeOf(leaf)
	s.Item = nil
	s.Default, _ = leaf.MarshalJSON()
	if min, err := v.LookupPath(cue.ParsePath("min")).Float64(); err == nil {
		s.Min = &min
	}
	s.Join, _ = v.LookupPath(cue.ParsePath("join")).Bool()
	return s
}

func (c *compiler) journal(v cue.Value) {
	if !v.Exists() || !c.checked(v, c.def("#Rules.log")) {
		return
	}
	c.plan.Log.File, _ = v.LookupPath(cue.ParsePath("file")).String()
	if level := v.LookupPath(cue.ParsePath("level")); level.Exists() {
		c.plan.Log.Level = c.expression(level, engine.LogScope(c.plan).Template)
	}
}

// A placed hook is a hook on one event with what its order depends on.
type placedHook struct {
	engine.Hook
	event    string
	order    int
	imported bool
}

// hooks compiles all hooks, in the order they run.
func (c *compiler) hooks(v cue.Value) {
	var all []placedHook
	each(v, func(name string, v cue.Value) error {
		c.hook, c.rule = name, 0
		all = append(all, c.oneHook(name, v)...)
		return nil
	})
	c.hook = ""
	slices.SortStableFunc(all, func(a, b placedHook) int {
		switch {
		case a.order != b.order:
			return a.order - b.order
		case a.imported != b.imported:
			return map[bool]int{true: -1, false: 1}[a.imported]
		case a.Pos.File != b.Pos.File:
			return strings.Compare(a.Pos.File, b.Pos.File)
		}
		return a.Pos.Line - b.Pos.Line
	})
	for _, h := range all {
		a := c.plan.Events[h.event]
		a.Hooks = append(a.Hooks, h.Hook)
	}
}

// oneHook compiles a hook for each of its events; none if it is switched off.
func (c *compiler) oneHook(name string, v cue.Value) []placedHook {
	events := c.events(v.LookupPath(cue.ParsePath("on")))
	shell := c.checked(v, c.def("#Hook"))
	whole := v.Unify(c.def("#Hook"))
	enabled, err := whole.LookupPath(cue.ParsePath("enabled")).Bool()
	on := enabled || err != nil
	var hooks []placedHook
	for _, event := range events {
		a := c.plan.Events[event]
		if a == nil {
			a = c.agenda(event)
		}
		h := placedHook{event: event}
		h.Name, h.Pos = name, placeOf(v.LookupPath(cue.ParsePath("on")))
		h.imported = strings.HasPrefix(h.Pos.File, PackPath+"/")
		c.compileHook(&h.Hook, event, a, v)
		if !shell || !on {
			continue
		}
		n, _ := whole.LookupPath(cue.ParsePath("order")).Int64()
		pick, _ := whole.LookupPath(cue.ParsePath("pick")).String()
		fail, _ := whole.LookupPath(cue.ParsePath("onError")).String()
		h.order, h.First, h.Closed = int(n), pick == "first", fail == "closed"
		if h.Closed && a.Refuse == "" {
			c.faultf(placeOf(v.LookupPath(cue.ParsePath("onError"))), "onError: %s can't be refused, want open", event)
		}
		c.plan.Events[event] = a
		hooks = append(hooks, h)
	}
	return hooks
}

// events returns the known events a hook is on, and notes misspelt ones.
func (c *compiler) events(v cue.Value) []string {
	var names []string
	for _, item := range items(v) {
		name, err := item.String()
		switch {
		case err != nil: // the schema says so
		case c.Schema.events[name] != nil:
			names = append(names, name)
		case nearest(name, slices.Collect(maps.Keys(c.Schema.events))) != "":
			c.faultf(placeOf(item), "on: %s", unknown("event", name, slices.Collect(maps.Keys(c.Schema.events))))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// items returns the elements of a list, or the one value that is none.
func items(v cue.Value) []cue.Value {
	if !v.Exists() {
		return nil
	}
	list, err := v.List()
	if err != nil {
		return []cue.Value{v}
	}
	var all []cue.Value
	for list.Next() {
		all = append(all, list.Value())
	}
	return all
}

// compileHook fills in a hook as it stands for one event.
func (c *compiler) compileHook(h *engine.Hook, event string, a *engine.Agenda, v cue.Value) {
	if match := v.LookupPath(cue.ParsePath("match")); match.Exists() {
		h.Match, _ = match.String()
		if err := a.Matcher.Check(h.Match); err != nil {
			c.faultf(placeOf(match), "match: %s: %w", event, err)
		}
	}
	var shape *engine.Shape
	h.Shape, shape = c.shape(event, a, h.Match)
	a.Shapes[h.Shape] = shape
	lets := map[string]cue.Value{}
	each(v.LookupPath(cue.ParsePath("let")), func(name string, v cue.Value) error {
		if src, ok := c.text(v); ok {
			h.Let = append(h.Let, engine.Let{Name: name, Expr: engine.Expression{Src: src, Pos: placeOf(v)}})
			lets[name] = v
		}
		return nil
	})
	var err error
	if h.Let, err = engine.SortLets(h.Let); err != nil {
		c.faultf(placeOf(v.LookupPath(cue.ParsePath("let"))), "let: %w", err)
	}
	c.rules(h, v)
	scope, faults := engine.NewScope(c.tables, c.plan, shape, h)
	for i, err := range faults {
		c.sourceFault(lets[h.Let[i].Name], err, scope, shape)
	}
	for _, name := range items(v.LookupPath(cue.ParsePath("prefetch"))) {
		n, _ := name.String()
		if _, ok := lets[n]; !ok {
			c.faultf(placeOf(name), "prefetch: unknown let %s, want one of this hook's", n)
		}
		h.Prefetch = append(h.Prefetch, n)
	}
	if when := v.LookupPath(cue.ParsePath("when")); when.Exists() {
		x := c.checkedExpression(when, scope, shape, scope.Condition)
		h.When = &x
	}
	c.ruleExpressions(h, event, a, shape, scope, v)
}

// rules compiles the rules of a hook without looking into their expressions, so
// that the names of steps are known before.
func (c *compiler) rules(h *engine.Hook, v cue.Value) {
	for i, r := range items(v.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		rule := engine.Rule{Pos: placeOf(r)}
		rule.Doc, _ = r.LookupPath(cue.ParsePath("doc")).String()
		for _, do := range items(r.LookupPath(cue.ParsePath("do"))) {
			rule.Do = append(rule.Do, c.steps(do)...)
		}
		h.Rules = append(h.Rules, rule)
	}
	c.rule = 0
}

// steps compiles the actions that one struct under do names.
func (c *compiler) steps(do cue.Value) []engine.Step {
	var steps []engine.Step
	as, _ := do.LookupPath(cue.ParsePath("as")).String()
	each(do, func(name string, args cue.Value) error {
		if name == "as" {
			if !validName.MatchString(as) {
				c.faultf(placeOf(args), "as: found %q, want a name such as started", as)
			}
			return nil
		}
		def := c.actions.LookupPath(cue.MakePath(cue.Def("Args"), cue.Str(name)))
		if !def.Exists() {
			var known []string
			for n := range c.tables.Actions {
				known = append(known, n)
			}
			c.faultf(place(args.Pos()), "%s", unknown("action", name, known))
			return nil
		}
		if !c.checked(args, def) {
			return nil
		}
		raw, err := args.MarshalJSON()
		if err != nil {
			for _, f := range c.cueFaults(err, args.Pos()) {
				c.fault(f)
			}
			return nil
		}
		steps = append(steps, engine.Step{Action: name, Pos: placeOf(args), As: as, Args: json.RawMessage(raw)})
		return nil
	})
	return steps
}

var validName = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*$`)

// ruleExpressions compiles conditions and checks templates.
func (c *compiler) ruleExpressions(h *engine.Hook, event string, a *engine.Agenda, shape *engine.Shape, scope *engine.Scope, v cue.Value) {
	for i, r := range items(v.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		if when := r.LookupPath(cue.ParsePath("when")); when.Exists() {
			x := c.checkedExpression(when, scope, shape, scope.Condition)
			h.Rules[i].When = &x
		}
		n := 0
		for _, do := range items(r.LookupPath(cue.ParsePath("do"))) {
			each(do, func(name string, args cue.Value) error {
				c.templates(args, scope, shape)
				if n < len(h.Rules[i].Do) && h.Rules[i].Do[n].Action == name {
					c.uses(event, a, shape, h.Rules[i].Do[n], args)
					n++
				}
				return nil
			})
		}
	}
	c.rule = 0
}

// templates checks all strings in a step's arguments.
func (c *compiler) templates(v cue.Value, scope *engine.Scope, shape *engine.Shape) {
	switch v.IncompleteKind() {
	case cue.StringKind:
		c.checkedExpression(v, scope, shape, scope.Template)
	case cue.ListKind:
		for _, item := range items(v) {
			c.templates(item, scope, shape)
		}
	case cue.StructKind:
		each(v, func(_ string, v cue.Value) error {
			c.templates(v, scope, shape)
			return nil
		})
	}
}

// expression returns a string value as an expression and notes what check says.
func (c *compiler) expression(v cue.Value, check func(string) error) engine.Expression {
	return c.checkedExpression(v, nil, nil, check)
}

func (c *compiler) checkedExpression(v cue.Value, scope *engine.Scope, shape *engine.Shape, check func(string) error) engine.Expression {
	src, ok := c.text(v)
	if !ok {
		return engine.Expression{}
	}
	if err := check(src); err != nil {
		c.sourceFault(v, err, scope, shape)
	}
	return engine.Expression{Src: src, Pos: placeOf(v)}
}

// text returns a string value, and notes why there is none.
func (c *compiler) text(v cue.Value) (string, bool) {
	src, err := v.String()
	if err != nil && v.IncompleteKind() == cue.StringKind { // of other kinds the schema has said so
		for _, f := range c.cueFaults(err, v.Pos()) {
			c.fault(f)
		}
	}
	return src, err == nil
}

// sourceFault places a fault inside the string v.
func (c *compiler) sourceFault(v cue.Value, err error, scope *engine.Scope, shape *engine.Shape) {
	se, ok := err.(*engine.SourceError)
	if !ok {
		c.faultf(placeOf(v), "%w", err)
		return
	}
	msg := se.Msg
	if name, ok := strings.CutPrefix(msg, "unknown name "); ok && scope != nil {
		if near := nearest(name, scope.Names()); near != "" {
			msg = fmt.Sprintf("%s, want %s?", msg, near)
		} else {
			msg += ", want event, a fact or a let"
		}
	}
	if name, ok := strings.CutPrefix(msg, "unknown field "); ok && shape != nil {
		if near := nearest(name, shape.Names()); near != "" {
			msg = fmt.Sprintf("%s, want %s?", msg, near)
		}
	}
	if m := noField.FindStringSubmatch(msg); m != nil {
		msg = unknown("field", m[2], c.tables.Fields(m[1]))
	}
	c.faultf(placeIn(v, se.Offset), "%s", msg)
}

// noField is what expr says of a Go struct without such a field.
var noField = regexp.MustCompile(`^type (\S+) has no field (\S+)$`)

// Display returns a file as people in folder dir call it.
func Display(file, dir string) string {
	if rel, err := filepath.Rel(dir, filepath.FromSlash(file)); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}
