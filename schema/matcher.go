package schema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// matcher looks at the matcher of a hook, given for each of its events: does it
// find anything that the agent is known to send there? The agent says nothing of
// one that never does.
func (c *compiler) matcher(scenes []*scene) {
	match := scenes[0].hook.Match
	if match == "" || match == "*" {
		return
	}
	var all values
	for _, s := range scenes {
		own := c.matched(s.event, s.agenda.Matcher)
		if len(own.names) == 0 {
			return // it may be anything
		}
		all.names, all.older, all.what = append(all.names, own.names...), append(all.older, own.older...), own.what
		if own.tools != nil {
			all.tools = own.tools
		}
	}
	v := scenes[0].value.LookupPath(cue.ParsePath("match"))
	at, faults := placeOf(v), 0
	names, exact := split(scenes[0].agenda.Matcher, match)
	for _, name := range names {
		want, sure := all.meant(name, exact)
		switch {
		case want == "":
			continue
		case sure && !open(v):
			c.faultf(checkMatcher, at, "match: found %s, %s", name, want)
		default:
			c.warnf(checkMatcher, at, "match: found %s, %s", name, want)
		}
		faults++
	}
	if faults > 0 || len(scenes) == 1 {
		return
	}
	for _, s := range scenes {
		own := c.matched(s.event, s.agenda.Matcher)
		if !slices.ContainsFunc(names, func(n string) bool { want, _ := own.meant(n, exact); return want == "" }) {
			c.warnf(checkMatcher, at, "match: on %s: found %s, which is none of %s", s.event, match, strings.Join(own.names, ", "))
		}
	}
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

// values are what the field that a matcher is compared with is known to be.
type values struct {
	names []string          // none if it may be anything
	older []string          // names that older clients sent
	tools map[string]string // tools, with the field of their input that says most
	what  string            // what one is called
}

// matched returns what the matchers of an event are compared with.
func (c *compiler) matched(event string, m plan.Matcher) values {
	e := c.Schema.events[event]
	if e.shape.Fields[inputField] == nil || m.Field == "" {
		return values{names: e.Values, what: m.Field}
	}
	v := values{older: c.older, tools: map[string]string{}, what: "tool"}
	for name, t := range c.Schema.tools {
		v.tools[name] = t.first
	}
	for old, now := range c.aliases {
		v.tools[old] = v.tools[now]
	}
	v.names = slices.Sorted(maps.Keys(v.tools))
	return v
}

// meant says what a part of a matcher that finds nothing known is meant to be, and
// whether it is sure that it is not meant so; "" if it finds something.
func (v values) meant(part string, exact bool) (want string, sure bool) {
	if exact {
		return v.name(part)
	}
	if pattern, err := ecma.Compile(part, ""); err == nil && slices.ContainsFunc(slices.Concat(v.names, v.older), pattern.Match) {
		return "", false
	}
	if v.tools != nil && strings.Contains(part, "mcp") {
		return "", false
	}
	if want := v.plain(part); want != "" {
		return fmt.Sprintf("which finds no %s known, want %s", v.what, want), true
	}
	return fmt.Sprintf("which finds no %s known", v.what), false
}

// name is meant for an exact name.
func (v values) name(name string) (want string, sure bool) {
	if slices.Contains(v.names, name) || slices.Contains(v.older, name) {
		return "", false
	}
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok && v.tools != nil {
		server, tool, _ := strings.Cut(rest, "__")
		if server != "" && tool != "" {
			return "", false
		}
		return fmt.Sprintf("which is no %s's whole name, want mcp__%s__.* for all of the server", v.what, server), true
	}
	if near := v.near(name); near != "" {
		return fmt.Sprintf("which is no %s known, want %s", v.what, near), true
	}
	var begin []string
	for _, n := range v.names {
		if len(name) > 1 && strings.HasPrefix(n, name) {
			begin = append(begin, n)
		}
	}
	if len(begin) > 0 {
		return fmt.Sprintf("which is no %s's whole name, want %s, or %s.* for all whose names begin so", v.what, strings.Join(begin, ", "), name), true
	}
	return fmt.Sprintf("which is no %s known", v.what), false
}

var (
	permission = regexp.MustCompile(`^(\w+)\(.+\)$`)
	wordlike   = regexp.MustCompile(`[A-Za-z_]{2,}`)
	flags      = regexp.MustCompile(`\(\?[a-z]+\)`)
)

// plain returns what a regular expression that finds nothing is meant to be, as
// far as its words tell; "" if they don't.
func (v values) plain(expression string) string {
	if m := permission.FindStringSubmatch(expression); m != nil && slices.Contains(v.names, m[1]) && v.tools != nil {
		input := "event." + inputField
		if first := v.tools[m[1]]; first != "" {
			input += "." + first
		}
		return fmt.Sprintf("match %s and a condition on %s", m[1], input)
	}
	without := flags.ReplaceAllString(expression, "")
	all := wordlike.FindAllString(without, -1)
	if len(all) != 1 {
		return ""
	}
	switch near := v.near(all[0]); {
	case slices.Contains(v.names, all[0]):
		return all[0]
	case near != "" && without == expression:
		return strings.Replace(expression, all[0], near, 1)
	default:
		return near
	}
}

// near returns the known name that differs so little that another can't be meant:
// by case, by one letter, or by two that changed places; "" if there is none.
func (v values) near(name string) string {
	for _, n := range v.names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	n := nearest(name, v.names)
	if n == "" || len(name) < 4 {
		return ""
	}
	a, b := strings.ToLower(name), strings.ToLower(n)
	if distance(a, b) == 1 || swapped(a, b) {
		return n
	}
	return ""
}

// swapped reports whether two letters side by side changed places.
func swapped(a, b string) bool {
	for i := 0; i+1 < len(a) && len(a) == len(b); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

// noPattern says what is wrong with a matcher that can't be read, with what is
// meant where that can be told.
func (c *compiler) noPattern(event string, a *plan.Agenda, match string, err error) string {
	text := err.Error()
	if want := c.matched(event, a.Matcher).plain(match); want != "" {
		text, _, _ = strings.Cut(text, "; want ")
		text += "; want " + want
	}
	return text
}
