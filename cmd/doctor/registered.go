package doctor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// milliseconds is the timeout, in seconds, from which the author certainly meant milliseconds.
const milliseconds = 1000

// event returns the event of the table with a name, nil if there is none.
func (in *Installation) event(name string) *schema.Event {
	if i := slices.IndexFunc(in.Events, func(e schema.Event) bool { return e.Name == name }); i >= 0 {
		return &in.Events[i]
	}
	return nil
}

// served returns the plan of all that the entries serve.
func (in *Installation) served() *plan.Plan { return cmp.Or(in.Served, in.Plan) }

// entry checks how an entry is registered.
func (in *Installation) entry(r registered) {
	event := in.event(r.Event)
	switch {
	case event == nil:
		in.fault("unknown-event", r.Pos, fmt.Sprintf("found event %s, which the agent doesn't have (bcrules events lists them)", r.Event), r.init())
		return
	case r.site.Kind == "plugin" && !event.Plugin:
		in.fault("unknown-event", r.Pos, fmt.Sprintf("found %s in a plugin: agents that don't know it yet (before %s) drop all hooks of the plugin", r.Event, event.Since), r.init())
	case len(in.Faults) == 0 && !in.Gone && in.Plan.Events[r.Event] == nil && in.served().Events[r.Event] == nil:
		in.warn("idle-event", r.Pos, fmt.Sprintf("found %s, which no rule is on: a process is started each time for nothing", r.Event), r.init())
	}
	if !r.Exec {
		in.shell(r)
	}
	switch want := event.Waits(in.served()); {
	case r.Timeout >= milliseconds:
		in.fault("timeout", r.Pos, fmt.Sprintf("found timeout %v: these are seconds, want %d", r.Timeout, want), r.init())
	case r.Timeout > 0 && r.Timeout < min(float64(event.Timeout)/2, float64(want)):
		in.fault("timeout", r.Pos, fmt.Sprintf("found timeout %v: too short for the rules on it, want %d seconds", r.Timeout, want), r.init())
	}
	in.closed(r)
	if r.If != "" {
		in.fault("narrowed", r.Pos, fmt.Sprintf("found if %q: the agent keeps events from the rules that don't fit it; want none, rules have conditions", r.If), "take it out")
	}
	if r.Async {
		in.fault("async", r.Pos, "found async: the agent goes on without the answer, so that nothing can be refused; want none", "take it out")
	}
}

// shell reports that an entry starts a shell, and how to avoid it.
func (in *Installation) shell(r registered) {
	do := r.init()
	if program, args := r.Line(); !r.Managed() {
		do = fmt.Sprintf(`write "command": %s, "args": %s there: %s`, files.JSON(program), files.JSON(args), leaves)
	}
	in.fault("shell-form", r.Pos, fmt.Sprintf("found %q without args: a shell is started each time, and splits a path at its spaces; want \"args\": []", r.Command), do)
}

// closed checks that an entry is marked closed if its event has closed hooks: if the hook command
// finds no rules, it refuses only because of that mark.
func (in *Installation) closed(r registered) {
	if len(in.Faults) > 0 || !r.Managed() || !in.Plan.Refuses(r.Event) {
		return
	}
	names := hookNames(in.Plan.Events[r.Event], func(h plan.Hook) bool { return h.Closed })
	if in.Plan.Blocks(r.Event) && !r.Blocks && r.site.Kind != "plugin" { // a plugin's rules may be anybody's
		in.fault("open-entry", r.Pos, fmt.Sprintf("found no \"onFailure\": \"block\" for %s, where %s would refuse: without it the event goes on where the program doesn't start", r.Event, names), r.init())
	}
	private := r.site.Kind == "user" || r.site.Kind == "local"
	switch {
	case r.Closed() && private && in.Own != "" && r.Rules() == nil && r.RulesAt() != in.Own:
		in.fault("open-entry", r.Pos, fmt.Sprintf("found no --own=%s for %s, where %s would refuse: without it the event goes on when a variable leads away from your rules", in.Own, r.Event, names), r.init())
	case !r.Closed():
		in.fault("open-entry", r.Pos, fmt.Sprintf("found no --closed for %s, where %s would refuse: without it the event goes on when nothing says what the rules are", r.Event, names), r.init())
	}
}

// events compares the registered events with those that rules are on.
func (in *Installation) events() {
	all := in.entries()
	for _, name := range slices.Sorted(maps.Keys(in.Plan.Events)) {
		a := in.Plan.Events[name]
		at := slices.DeleteFunc(slices.Clone(all), func(r registered) bool { return r.Event != name })
		switch event := in.event(name); {
		case len(at) > 0:
		case !event.Plugin && !slices.ContainsFunc(all, func(r registered) bool { return r.site.Kind != "plugin" }):
			in.warn("unregistered-event", plan.Pos{}, fmt.Sprintf("found no entry for %s, which a plugin can't have: it never comes to %s", name, hookNames(a, nil)), "bcrules init --user, and no plugin, if they are to")
			continue
		default:
			in.fault("unregistered-event", plan.Pos{}, fmt.Sprintf("found no entry for %s: it never comes to %s", name, hookNames(a, nil)), "bcrules init"+all[0].site.Flag(""))
			continue
		}
		in.matchers(a, at)
		in.twice(at)
		in.race(name, a, at)
	}
}

// hookNames lists the names of an agenda's hooks; if chosen isn't nil, of those that it selects.
func hookNames(a *plan.Agenda, chosen func(plan.Hook) bool) string {
	var names []string
	for _, h := range a.Hooks {
		if chosen == nil || chosen(h) {
			names = append(names, h.Name)
		}
	}
	return strings.Join(names, ", ")
}

// everything reports whether a matcher accepts every value.
func everything(m plan.Matcher, match string) bool {
	return m.Field == "" || match == "" || match == "*"
}

// matchers checks that the registered matchers agree with those of the hooks: that these get all they
// match, and that what they don't is for others that the entries serve.
func (in *Installation) matchers(a *plan.Agenda, at []registered) {
	m, served, r := a.Matcher, in.served().Events[at[0].Event], at[0]
	if served == nil {
		served = a
	}
	wanted := settings.Matcher(served)
	all := slices.ContainsFunc(at, func(r registered) bool { return everything(m, r.Matcher) })
	found := fmt.Sprintf("found matcher %q for %s", r.Matcher, r.Event)
	switch {
	case m.Field == "" || all && wanted == "":
		return
	case all:
		in.warn("wide-matcher", r.Pos, fmt.Sprintf("found %s for everything: a process is started in vain for what no rule is about; want matcher %q", r.Event, wanted), r.init())
		return
	case settings.Matcher(a) == "":
		in.fault("narrow-matcher", r.Pos, fmt.Sprintf("%s: %s would take all, want none", found, hookNames(a, func(h plan.Hook) bool { return everything(m, h.Match) })), r.init())
		return
	}
	var missed, vain []string
	for _, value := range in.values(served, at) {
		gets := slices.ContainsFunc(at, func(r registered) bool { return m.Matches(r.Matcher, value) })
		wanted := func(h plan.Hook) bool { return m.Matches(h.Match, value) }
		switch {
		case !gets && slices.ContainsFunc(a.Hooks, wanted):
			missed = append(missed, value)
		case gets && !slices.ContainsFunc(served.Hooks, wanted):
			vain = append(vain, value)
		}
	}
	unsure := hookNames(a, func(h plan.Hook) bool { // hooks whose matcher is an expression that no sample decides
		_, names := m.Names(h.Match)
		return !names && !slices.ContainsFunc(at, func(r registered) bool { return r.Matcher == wanted || strings.Contains(r.Matcher, h.Match) })
	})
	switch {
	case len(missed) > 0:
		late := hookNames(a, func(h plan.Hook) bool { return m.Matches(h.Match, missed[0]) })
		in.fault("narrow-matcher", r.Pos, fmt.Sprintf("%s, which keeps %s from %s, want matcher %q", found, strings.Join(missed, ", "), late, wanted), r.init())
	case unsure != "":
		in.warn("other-matcher", r.Pos, fmt.Sprintf("%s: %s may not get all they match, want matcher %q", found, unsure, wanted), r.init())
	case len(vain) > 0:
		in.warn("wide-matcher", r.Pos, fmt.Sprintf("%s: a process is started in vain for %s, want matcher %q", found, strings.Join(vain, ", "), wanted), r.init())
	}
}

// values returns the values to try matchers with: all names in them, and the known tools.
func (in *Installation) values(a *plan.Agenda, at []registered) []string {
	values := slices.Clone(in.Tools)
	for _, h := range a.Hooks {
		names, _ := a.Matcher.Names(h.Match)
		values = append(values, names...)
	}
	for _, r := range at {
		names, _ := a.Matcher.Names(r.Matcher)
		values = append(values, names...)
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// twice checks that each event is answered once. The agent starts equal command lines once, except
// those of a plugin.
func (in *Installation) twice(at []registered) {
	keys := make([]string, len(at))
	for i, r := range at {
		keys[i] = strings.Join(append(r.line(), map[bool]string{true: r.site.File.Name}[r.site.Kind == "plugin"]), "\x00")
	}
	for i, r := range at {
		for k, before := range at[:i] {
			if keys[i] != keys[k] && (r.Managed() || before.Managed()) {
				in.fault("twice", r.Pos, fmt.Sprintf("found %s registered here and at %s with another command line: both run", r.Event, before.Pos),
					"bcrules uninstall"+r.site.Flag("")+", or take one of them out")
				return
			}
		}
	}
}

// race reports other programs' hooks that run beside this program's if both can change the same
// input: the last to finish wins.
func (in *Installation) race(event string, a *plan.Agenda, at []registered) {
	edits := false
	for _, o := range a.Outputs {
		edits = edits || o.Kind == "change"
	}
	if !edits {
		return
	}
	overlaps := map[string]bool{} // by matchers, which many entries may share
	for _, s := range in.Sites {
		if s.File == nil {
			continue
		}
		for _, e := range s.File.Entries() {
			if e.Event != event || e.Own() {
				continue
			}
			if _, known := overlaps[e.Matcher]; !known {
				overlaps[e.Matcher] = in.overlap(a, e, at)
			}
			if !overlaps[e.Matcher] {
				continue
			}
			in.warn("race", e.Pos, fmt.Sprintf("found %s beside bchook on %s: where both change the same input, the last to finish wins", cmp.Or(e.Command, "a hook of type "+e.Type), event),
				"leave such changes to one of them")
		}
	}
}

// overlap reports whether another program's entry and ours match a common value.
func (in *Installation) overlap(a *plan.Agenda, e settings.Entry, at []registered) bool {
	m := a.Matcher
	if everything(m, e.Matcher) {
		return true
	}
	other := slices.Concat(at, []registered{{Entry: e}})
	for _, value := range in.values(a, other) {
		ours := slices.ContainsFunc(at, func(r registered) bool { return m.Matches(r.Matcher, value) })
		if ours && m.Matches(e.Matcher, value) {
			return true
		}
	}
	return false
}
