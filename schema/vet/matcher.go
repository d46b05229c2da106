package vet

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// matchers looks for what the agent is not known to send: in what hooks match, and in
// what their conditions compare the matcher's field with.
func matchers(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		found := unmatched(s.Schema.Events, h.Bindings, h.Field("match"))
		for i, rule := range h.Rules {
			on := slices.DeleteFunc(slices.Clone(h.Bindings), func(b *Binding) bool { return b.Hook.Rules[i].Off })
			found = append(found, unmatched(s.Schema.Events, on, rule.Field("match"))...)
		}
		for _, f := range append(found, h.misspelt...) {
			f.say(r)
		}
	}
}

// unmatched looks at the matcher of a hook or rule: does it find anything that the agent
// is known to send at its events? The agent says nothing of one that never does.
func unmatched(table *schema.EventTable, bindings []*Binding, n schema.Node) (found []finding) {
	match := n.Matcher()
	if match == "" || match == "*" || len(bindings) == 0 {
		return nil
	}
	var all schema.Known
	for _, b := range bindings {
		own := table.Known(b.Event, b.Agenda.Matcher)
		if len(own.Names) == 0 {
			return nil // it may be anything
		}
		own.Names, own.Older = slices.Concat(all.Names, own.Names), slices.Concat(all.Older, own.Older)
		if own.Tools == nil {
			own.Tools = all.Tools
		}
		all = own
	}
	names, exact := split(bindings[0].Agenda.Matcher, match)
	for _, name := range names {
		if is, _ := all.Their(name, exact); is != "" && slices.Contains(names, is) {
			continue // both names stand there, and ours finds it
		}
		if want, sure := all.Meant(name, exact); want != "" {
			text := "match: found " + name + ", " + want
			found = append(found, finding{n.Written(), schema.CheckMatcher, text, !sure || n.Open()})
		}
	}
	if len(found) > 0 || len(bindings) == 1 {
		return found
	}
	for _, b := range bindings {
		own := table.Known(b.Event, b.Agenda.Matcher)
		if !slices.ContainsFunc(names, func(n string) bool { want, _ := own.Meant(n, exact); return want == "" }) {
			text := "match: on " + b.Event + ": found " + match + ", which is none of " + strings.Join(own.Names, ", ")
			found = append(found, finding{n.Written(), schema.CheckMatcher, text, true})
		}
	}
	return found
}

// split parts a matcher at the | outside of any brackets, and reports whether the
// parts are exact names.
func split(m plan.Matcher, match string) ([]string, bool) {
	if names, ok := m.Names(match); ok {
		return names, true
	}
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(match); i++ {
		switch match[i] {
		case '\\':
			i++
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '|':
			if depth == 0 {
				parts = append(parts, match[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, match[start:]), false
}
