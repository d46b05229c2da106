package vet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"
)

// matchers finds values that the agent is not known to send, in matchers and in comparisons with
// the matcher's field.
func matchers(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		found := unmatched(s.Schema.Events, h.Bindings, h.Field("match"))
		for i, rule := range h.Rules {
			on := slices.DeleteFunc(slices.Clone(h.Bindings), func(b *Binding) bool { return b.Hook.Rules[i].Off })
			own := unmatched(s.Schema.Events, on, rule.Field("match"))
			if len(own) == 0 && len(on) > 0 {
				own = excludedByHook(s.Schema.Events, on[0], rule.Field("match"))
			}
			found = append(found, own...)
		}
		for _, f := range slices.Concat(found, h.misspelt, s.foreign(h)) {
			if f.at = s.given(f.at, f.found); s.own(f.at.Pos) || f.at.Pos.File == "" {
				f.say(r) // else a pack has it, whatever is set
			}
		}
	}
}

// unmatched finds parts of a matcher that match nothing the agent is known to send at the matcher's
// events. The agent doesn't report a matcher that never matches.
func unmatched(table *schema.EventTable, bindings []*Binding, n schema.Node) (found []finding) {
	match := n.Matcher()
	if match == "" || match == "*" || len(bindings) == 0 {
		return nil
	}
	var all schema.Known
	for _, b := range bindings {
		own := table.Known(b.Event, b.Agenda.Matcher)
		if len(own.Names) == 0 {
			return nil // any value is possible
		}
		own.Names, own.Older = slices.Concat(all.Names, own.Names), slices.Concat(all.Older, own.Older)
		if own.Tools == nil {
			own.Tools = all.Tools
		}
		all = own
	}
	names, exact := split(bindings[0].Agenda.Matcher, match)
	for _, name := range names {
		if is, _ := all.ByOtherName(name, exact); is != "" && slices.Contains(names, is) {
			continue // both names are listed, and the rules' own name matches
		}
		if m := all.Meant(name, exact); m.Text != "" {
			text := "match: found " + name + ", " + m.Text
			found = append(found, finding{at: n.Written(), check: schema.CheckMatcher, text: text, mild: !m.Sure || n.Open()}.instead(m.Found, m.Is...))
		}
	}
	if wrong := form.Of("pattern").Given(match); !exact && wrong.Text != "" && len(found) == 0 {
		found = append(found, finding{at: n.Written(), check: schema.CheckMatcher, text: "match: found " + match + ", " + wrong.Text, mild: true})
	}
	if f := loose(n, names, all.Names); !exact && len(found) == 0 && f.text != "" {
		found = append(found, f)
	}
	if len(found) > 0 || len(bindings) == 1 {
		return found
	}
	for _, b := range bindings {
		own := table.Known(b.Event, b.Agenda.Matcher)
		if !slices.ContainsFunc(names, func(n string) bool { return own.Meant(n, exact).Text == "" }) {
			text := "match: on " + b.Event + ": found " + match + ", which is none of " + strings.Join(own.Names, ", ")
			found = append(found, finding{at: n.Written(), check: schema.CheckMatcher, text: text, mild: true})
		}
	}
	return found
}

// repeated matches the * of a glob within a pattern, where it repeats the character before it.
var repeated = regexp.MustCompile(`_\*[\w.]`)

// loose finds a part of a pattern that fits more names than it says: a glob's * after _, or a name
// without anchors beside one that has them.
func loose(n schema.Node, parts, known []string) finding {
	find := func(text string, args ...any) finding {
		return finding{at: n.Written(), check: schema.CheckMatcher, text: "match: found " + fmt.Sprintf(text, args...), mild: true}
	}
	if !slices.ContainsFunc(parts, func(part string) bool {
		return strings.HasPrefix(part, "^") && strings.HasSuffix(part, "$") && len(part) > 2
	}) {
		parts = slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return !repeated.MatchString(part) })
	}
	for _, part := range parts {
		if repeated.MatchString(part) {
			return find("%s, where _* is any number of _, want %s", part, strings.ReplaceAll(part, "_*", "_.*"))
		}
		if slices.Contains(known, part) {
			return find("%s beside a pattern, so that it is one, too, and fits each name that has it; want ^%[1]s$, or names alone", part)
		}
	}
	return finding{}
}

// split splits a matcher at each | outside brackets, and within a group of names, and reports
// whether the parts are exact names.
func split(m plan.Matcher, match string) (all []string, exact bool) {
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
	for _, part := range append(parts, match[start:]) {
		all = append(all, alternatives(part)...)
	}
	return all, false
}

// alternatives returns a regular expression once for each alternative of its first group of names;
// the expression itself if there is no such group.
func alternatives(part string) (all []string) {
	m := ofNames.FindStringSubmatchIndex(part)
	if m == nil || m[1] < len(part) && strings.ContainsRune("*?{", rune(part[m[1]])) {
		return []string{part}
	}
	for one := range strings.SplitSeq(part[m[2]:m[3]], "|") {
		all = append(all, part[:m[0]]+one+part[m[1]:])
	}
	return all
}

// ofNames matches a group of names, or of parts of names.
var ofNames = regexp.MustCompile(`\((?:\?:)?([^()|\[\]\\]+(?:\|[^()|\[\]\\]+)+)\)`)

// excludedByHook finds a rule's matcher that matches values which the hook's own excludes.
func excludedByHook(table *schema.EventTable, b *Binding, n schema.Node) []finding {
	m, match, whole := b.Agenda.Matcher, n.Matcher(), b.Hook.Match
	if match == "" || match == "*" || m.Field == "" || m.Base {
		return nil
	}
	names, exact := m.Names(match)
	if known := table.Known(b.Event, m); !exact {
		if known.Tools != nil && strings.Contains(match, "mcp") {
			return nil // other tools may exist
		}
		for _, name := range known.Names {
			if m.Matches(match, name) {
				names = append(names, name)
			}
		}
	}
	var out []string
	for _, name := range names {
		if !m.Matches(whole, name) {
			out = append(out, name)
		}
	}
	switch none := len(out) == len(names); {
	case len(out) == 0, !none && !exact:
		return nil
	default:
		text := "match: found " + strings.Join(out, ", ") + ", which the hook's own match leaves out, want part of " + whole
		return []finding{{at: n.Written(), check: schema.CheckMatcher, text: text, mild: !none || n.Open()}}
	}
}
