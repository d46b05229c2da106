package schema

import (
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// A placed hook is a hook on one event with its place in the order.
type placedHook struct {
	plan.Hook
	event string
	turn  turn
}

// A turn is what the order of hooks depends on.
type turn struct {
	order int
	rank  int // 0 for packs, then the layers from 1
	at    plan.Pos
}

func (t turn) compare(u turn) int {
	return cmp.Or(cmp.Compare(t.order, u.order), cmp.Compare(t.rank, u.rank), cmp.Compare(t.at.File, u.at.File), cmp.Compare(t.at.Line, u.at.Line))
}

// hooks compiles all hooks, in the order they run.
func (c *compiler) hooks(v cue.Value) {
	var all []placedHook
	each(v, func(name string, v cue.Value) error {
		c.hook, c.rule = name, 0
		if !c.structural("hook", v) {
			return nil
		}
		all = append(all, c.oneHook(name, v)...)
		return nil
	})
	c.hook = ""
	slices.SortStableFunc(all, func(a, b placedHook) int { return a.turn.compare(b.turn) })
	slices.SortStableFunc(c.listed, func(a, b Listed) int { return a.turn.compare(b.turn) })
	for _, h := range all {
		a := c.plan.Events[h.event]
		a.Hooks = append(a.Hooks, h.Hook)
		c.able(&h.Hook)
	}
}

// oneHook compiles a hook for each of its events; none if it is switched off.
func (c *compiler) oneHook(name string, v cue.Value) []placedHook {
	before := len(c.faults)
	events := c.events(v.LookupPath(cue.ParsePath("on")))
	shell := c.checked(v, c.def("#Hook"))
	whole := c.loose(v).Unify(c.def("#Hook"))
	set := func(name string) cue.Value {
		path := cue.ParsePath(name)
		if own, _ := v.LookupPath(path).Default(); own.IsConcrete() {
			return own // of two defaults, a pack's and the schema's, CUE takes neither
		}
		return whole.LookupPath(path)
	}
	enabled, err := set("enabled").Bool()
	on := enabled || err != nil
	n, _ := set("order").Int64()
	pick, _ := set("pick").String()
	fail, _ := set("onError").String()
	input, _ := set("input").String()
	at := placeOf(v.LookupPath(cue.ParsePath("on")))
	t := turn{order: int(n), rank: c.ranks[at.File], at: at}
	c.list(name, v, Listed{On: events, Enabled: on, OnError: fail, At: at, turn: t})
	var hooks []placedHook
	var scenes []*scene
	for _, event := range events {
		a := c.plan.Events[event]
		if a == nil {
			a = c.agenda(event)
		}
		h := placedHook{event: event, turn: t}
		h.Name, h.Pos = name, at
		scope := c.compileHook(&h.Hook, event, a, v)
		if !on {
			continue
		}
		h.First, h.Closed = pick == "first", fail == "closed"
		h.Timeout = c.timeout(v.LookupPath(cue.ParsePath("timeout")))
		if input == "any" {
			c.takes(name, event)
		}
		if input == "any" && (h.Closed || len(events) > 1) {
			c.faultf(checkForm, placeOf(v.LookupPath(cue.ParsePath("input"))), "input: found any, want event where the hook is on several or is closed")
		}
		if h.Closed && a.Refuse == "" {
			c.faultf(checkIgnored, placeOf(v.LookupPath(cue.ParsePath("onError"))), "onError: %s can't be refused, want open", event)
		}
		c.plan.Events[event] = a
		hooks = append(hooks, h) // of one with faults, too: that it is closed is to be known
		if !shell {
			continue
		}
		scenes = append(scenes, newScene(c, event, a, h.Hook, v, scope))
	}
	if c.vet && len(c.faults) == before && len(scenes) > 0 {
		c.look(scenes)
	}
	return hooks
}

// takes notes that a hook takes any input for its event.
func (c *compiler) takes(hook, event string) {
	t := &c.plan.Takers
	if t.Events == nil {
		t.Events, t.Known = map[string]string{}, slices.Sorted(maps.Keys(c.Schema.events))
	}
	t.Events[hook] = event
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
			c.faultf(checkName, placeOf(item), "on: %s", Unknown("event", name, slices.Collect(maps.Keys(c.Schema.events))))
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

// compileHook fills in a hook as it stands for one event, and returns its names.
func (c *compiler) compileHook(h *plan.Hook, event string, a *plan.Agenda, v cue.Value) *expr.Scope {
	if match := v.LookupPath(cue.ParsePath("match")); match.Exists() {
		h.Match, _ = match.String()
		if err := a.Matcher.Check(h.Match); err != nil {
			c.faultf(checkMatcher, placeOf(match), "match: %s: %s", event, c.noPattern(event, a, h.Match, err))
		}
	}
	c.event, c.match = event, h.Match
	shape := c.shape(event, a, h.Match)
	lets := map[string]cue.Value{}
	each(v.LookupPath(cue.ParsePath("let")), func(name string, v cue.Value) error {
		c.named("let", name, reserved, place(posOf(v)))
		if src, ok := c.text(v); ok {
			h.Let = append(h.Let, plan.Let{Name: name, Expr: plan.Expression{Src: src, Pos: placeOf(v)}})
			lets[name] = v
		}
		return nil
	})
	var err error
	if h.Let, err = expr.SortLets(h.Let); err != nil {
		c.faultf(checkForm, placeOf(v.LookupPath(cue.ParsePath("let"))), "let: %w", err)
	}
	c.rules(h, v)
	scope := expr.NewScope(c.tables, c.plan, shape, h)
	for i := range h.Let {
		if err := scope.Let(&h.Let[i]); err != nil {
			c.sourceFault(lets[h.Let[i].Name], err, scope, shape)
		}
	}
	for _, name := range items(v.LookupPath(cue.ParsePath("prefetch"))) {
		n, _ := name.String()
		if _, ok := lets[n]; !ok {
			c.faultf(checkName, placeOf(name), "prefetch: %s", Unknown("let", n, slices.Collect(maps.Keys(lets))))
		}
		h.Prefetch = append(h.Prefetch, n)
	}
	if when := v.LookupPath(cue.ParsePath("when")); when.Exists() {
		h.When = c.condition(when, scope, shape)
		h.Early = h.When != nil && !slices.ContainsFunc(expr.Identifiers(h.When.Src), func(name string) bool { return lets[name].Exists() })
	}
	c.ruleExpressions(h, event, a, shape, scope, v)
	all := sources(h)
	h.Reach = c.reach(h, all, v.LookupPath(cue.ParsePath("reach")))
	h.Event = expr.Prune(shape, all)
	h.Tables = c.asked(all)
	h.Full = c.asks(all, func(f engine.Fact) bool { return f.Full })
	if c.asks(all, func(f engine.Fact) bool { return f.Tool }) {
		a.Tools = c.toolsOf(event)
	}
	return scope
}

// rules compiles the rules of a hook without looking into their expressions, so
// that the names of steps are known before.
func (c *compiler) rules(h *plan.Hook, v cue.Value) {
	c.outcomes = nil
	ids := map[string]bool{}
	for i, r := range items(v.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		rule := plan.Rule{Pos: placeOf(r)}
		id := r.LookupPath(cue.ParsePath("id"))
		if rule.ID, _ = id.String(); rule.ID != "" && ids[rule.ID] {
			c.faultf(checkForm, placeOf(id), "id: found a second rule called %s, want another name", rule.ID)
		}
		ids[rule.ID] = true
		rule.Doc, _ = r.LookupPath(cue.ParsePath("doc")).String()
		for _, do := range items(r.LookupPath(cue.ParsePath("do"))) {
			rule.Do = append(rule.Do, c.steps(do)...)
		}
		h.Rules = append(h.Rules, rule)
	}
	c.rule = 0
}

// steps compiles the actions that one struct under do names.
func (c *compiler) steps(do cue.Value) []plan.Step {
	var steps []plan.Step
	before := len(c.faults)
	as, _ := do.LookupPath(cue.ParsePath("as")).String()
	each(do, func(name string, args cue.Value) error {
		if name == "as" {
			clash := len(c.faults)
			c.named("as", as, slices.Concat(reserved, slices.Collect(maps.Keys(c.tables.Facts)), slices.Collect(maps.Keys(c.plan.Tables)), c.outcomes), placeOf(args))
			c.outcomes = append(c.outcomes, as)
			if len(c.faults) > clash { // said once is enough
				as = ""
				for i := range steps {
					steps[i].As = ""
				}
			}
			return nil
		}
		def := c.actions.LookupPath(cue.MakePath(cue.Def("Args"), cue.Str(name)))
		if !def.Exists() {
			var known []string
			for n := range c.tables.Actions {
				known = append(known, n)
			}
			c.faultf(checkName, place(posOf(args)), "%s", Unknown("action", name, known))
			return nil
		}
		if !c.checked(args, def) {
			return nil
		}
		c.marksNamed(name, args)
		raw, err := args.MarshalJSON()
		if err != nil {
			for _, f := range c.cueFaults(err, posOf(args)) {
				c.fault(f)
			}
			return nil
		}
		steps = append(steps, plan.Step{Action: name, Pos: placeOf(args), As: as, Args: json.RawMessage(raw)})
		return nil
	})
	if len(steps) == 0 && as != "" && len(c.faults) == before {
		c.faultf(checkForm, placeOf(do), "found a name and no action, want both")
	}
	return steps
}

// reserved are names of the language itself.
var reserved = []string{"event", "settings"}

var validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
