package engine

import (
	"regexp"
	"slices"
	"strings"
)

// A Matcher says what the matchers of an event's hooks are compared with and
// how they are read. The syntax is the agent's own: everything; a list of exact
// names; or else an unanchored JavaScript regular expression.
type Matcher struct {
	Field   string            `json:"field,omitempty"`   // the event's field, "" if the event has no matcher
	Exact   string            `json:"exact,omitempty"`   // character class of matchers that are lists of exact names
	Aliases map[string]string `json:"aliases,omitempty"` // older names of values
	Base    bool              `json:"base,omitempty"`    // the field is a path, its last part may match as well, and files named between | are watched
}

// DefaultExact is the character class of a list of exact names where an event
// has none of its own (Claude Code 2.1.195 and later).
const DefaultExact = `A-Za-z0-9_ ,|-`

// Names returns the values a list of exact names stands for, aliases resolved,
// and whether the matcher is such a list; a matcher for everything is not.
func (m Matcher) Names(match string) ([]string, bool) {
	class := m.Exact
	if class == "" {
		class = DefaultExact
	}
	if match == "" || match == "*" || strings.IndexFunc(match, func(r rune) bool { return !inClass(class, r) }) >= 0 {
		return nil, false
	}
	var names []string
	for _, n := range strings.FieldsFunc(match, func(r rune) bool { return r == '|' || r == ',' }) {
		n = strings.TrimSpace(n)
		if new, ok := m.Aliases[n]; ok {
			n = new
		}
		if n != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names, true
}

// Subject is the value of the event that matchers are compared with.
func (m Matcher) Subject(ev *Event) string {
	if m.Field == "" {
		return ""
	}
	return ev.text(m.Field)
}

// Spellings returns a value and the other names it goes by.
func (m Matcher) Spellings(value string) []string {
	all := []string{value}
	if m.Base {
		all = append(all, value[strings.LastIndexAny(value, `/\`)+1:])
	}
	for old, new := range m.Aliases {
		if value == new {
			all = append(all, old)
		} else if value == old {
			all = append(all, new)
		}
	}
	return all
}

// A Pattern reports whether a JavaScript regular expression finds something in a
// value.
type Pattern func(expression, value string) bool

// Matches reports whether the matcher holds for a value of the event's field.
// pattern runs regular expressions that Go's would read otherwise (Plain); if it
// is nil they count as holding, for somebody else to decide.
func (m Matcher) Matches(match, value string, pattern Pattern) bool {
	if match == "" || match == "*" || m.Field == "" {
		return true
	}
	spellings := m.Spellings(value)
	if names, ok := m.Names(match); ok {
		return slices.ContainsFunc(spellings, func(s string) bool { return slices.Contains(names, s) })
	}
	switch {
	case Plain(match):
		re, err := regexp.Compile(match)
		return err == nil && slices.ContainsFunc(spellings, re.MatchString)
	case pattern == nil:
		return true
	}
	return slices.ContainsFunc(spellings, func(s string) bool { return pattern(match, s) })
}

// Simple reports whether Matches needs no pattern for a matcher.
func (m Matcher) Simple(match string) bool {
	_, exact := m.Names(match)
	return exact || match == "" || match == "*" || m.Field == "" || Plain(match)
}

// Plain reports whether a regular expression means the same to JavaScript and
// to Go: no lookaround, no references, no classes but those of both.
func Plain(match string) bool {
	for i := 0; i < len(match); i++ {
		rest := match[i+1:]
		switch c := match[i]; {
		case c >= 0x80, c < 0x20:
			return false
		case c == '\\':
			if rest == "" || !strings.ContainsRune(`dDwWbB.-/()[]{}|^$*+?\`, rune(rest[0])) {
				return false
			}
			i++
		case c == '(' && strings.HasPrefix(rest, "?") && !strings.HasPrefix(rest, "?:"):
			return false
		case c == '[' && (strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, "^]")):
			return false
		}
	}
	_, err := regexp.Compile(match)
	return err == nil
}

func inClass(class string, r rune) bool {
	c := []rune(class)
	for i := 0; i < len(c); i++ {
		if i+2 < len(c) && c[i+1] == '-' {
			if c[i] <= r && r <= c[i+2] {
				return true
			}
			i += 2
		} else if c[i] == r {
			return true
		}
	}
	return false
}
