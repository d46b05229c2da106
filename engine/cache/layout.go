package cache

import (
	"maps"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// A root says what a plan was made from, and where its parts are.
type root struct {
	Rules  string
	Notice string
	Digest string
	Log    plan.Logging // needed at every event, even one without hooks
	Stamp  Stamp
	Common wire.Region // timeout, the rest of the log, settings and marks
	Names  wire.Region // a directory
	Shed   []string    // see Store.Shed
	Tables map[string]wire.Region
	Stores map[string]wire.Region
	Events map[string]wire.Region // the part of each
}

// A part is an event: its matcher, and where everything else it may need is.
type part struct {
	Matcher plan.Matcher
	Agenda  wire.Region
	Written bool                   // hooks are asked about events made from this one, if not about it
	Any     wire.Region            // the drawer of hooks that any value may match
	Named   map[string]wire.Region // the drawer of each exact name
}

// A drawer has the heads of hooks, each with its index among the event's hooks and where the rest
// of it is; and where those are that an event is looked up for.
type drawer struct {
	Hooks  []numbered
	Sought []sought
}

type numbered struct {
	N                 int
	Hook              plan.Hook
	Conditions, Steps wire.Region
	Rules             []table // of rules that Conditions leaves out
}

// A directory is what can be looked up by a hook's name alone.
type directory struct {
	Hooks  []string
	Takers plan.Takers
	Closed []string // what rules of closed hooks do
}

// layout lays out a plan. What most events need comes last, next to the root.
func layout(l *wire.Layout, rules string, p *plan.Plan, stamp Stamp, shed []string) *root {
	r := &root{Rules: rules, Shed: shed, Notice: p.Notice, Digest: p.Digest, Log: p.Log, Stamp: stamp, Tables: map[string]wire.Region{}, Stores: map[string]wire.Region{}, Events: map[string]wire.Region{}}
	names := directory{Takers: p.Takers, Closed: closed(p)}
	parts := map[string]*part{}
	events := slices.Sorted(maps.Keys(p.Events))
	for _, event := range events {
		parts[event] = hooks(l, p.Events[event])
		for _, h := range p.Events[event].Hooks {
			names.Hooks = append(names.Hooks, h.Name)
		}
	}
	r.Names = l.Put(names.code)
	for _, name := range slices.Sorted(maps.Keys(p.Tables)) {
		r.Tables[name] = l.Put(p.Tables[name].Code)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Stores)) {
		r.Stores[name] = l.Put(p.Stores[name].Code)
	}
	for _, event := range events {
		parts[event].Agenda = l.Put(p.Events[event].Code)
	}
	r.Common = l.Put(p.Code)
	for _, event := range events {
		r.Events[event] = l.Put(parts[event].code)
	}
	return r
}

// hooks lays out an event's hooks in drawers: one for hooks that any value may match, and one for
// each name in a list of exact names.
func hooks(l *wire.Layout, a *plan.Agenda) *part {
	every, byName := &drawer{}, map[string]*drawer{}
	for i, h := range a.Hooks {
		n := numbered{i, h, l.Put(h.Conditions), l.Put(h.Steps), apart(l, &h)}
		names, exact := a.Matcher.Names(h.Match)
		if !exact || a.Matcher.Field == "" || len(names) == 0 && h.Closed { // which is also for events without a name
			every.Hooks = append(every.Hooks, n)
			continue
		}
		for _, name := range names {
			if byName[name] == nil {
				byName[name] = &drawer{}
			}
			byName[name].Hooks = append(byName[name].Hooks, n)
		}
	}
	e := &part{Matcher: a.Matcher, Written: a.AsksWritten(), Named: map[string]wire.Region{}}
	if every.split(l); len(every.Hooks)+len(every.Sought) > 0 {
		e.Any = l.Put(every.code)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		byName[name].split(l)
		e.Named[name] = l.Put(byName[name].code)
	}
	return e
}
