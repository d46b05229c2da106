package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"

	"github.com/tidwall/gjson"
)

// A Matcher says what the matchers of an event's hooks are compared with and
// how they are read. The syntax is the agent's own: everything; a list of exact
// names; or else an unanchored JavaScript regular expression.
type Matcher struct {
	Field   string            // the event's field, "" if the event has no matcher
	Exact   string            // character class of matchers that are lists of exact names
	Aliases map[string]string // older names of values
	Base    bool              // the field is a path, its last part may match as well, and files named between | are watched
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

// Subject is the value of the event that matchers are compared with. It fails where there
// is none, or no text: nobody can tell then which matchers hold.
func (m Matcher) Subject(ev *Event) (string, error) {
	if m.Field == "" {
		return "", nil
	}
	v := ev.Field(m.Field)
	if v.Type != gjson.String {
		return "", fmt.Errorf("event.%s: found %s, want a text", m.Field, KindOf(v))
	}
	if v.Str == "" {
		return "", fmt.Errorf("event.%s: found an empty text, want a name", m.Field)
	}
	return v.Str, nil
}

// Holds reports whether a hook is for an event of which Subject gave this. One that is closed
// is also where that can't be told, so as to refuse it.
func (m Matcher) Holds(h *Hook, subject string, unknown error) bool {
	return m.Matches(h.Match, subject) || unknown != nil && h.Closed
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

// Matches reports whether the matcher holds for a value of the event's field. An
// expression that JavaScript would refuse holds for nothing.
func (m Matcher) Matches(match, value string) bool {
	if match == "" || match == "*" || m.Field == "" {
		return true
	}
	if strings.HasPrefix(match, "^(") && !m.Base && !strings.ContainsFunc(value, lineEnd) {
		if is, ok := listed(match, value); ok {
			for old, new := range m.Aliases {
				other := ""
				if value == new {
					other = old
				} else if value == old {
					other = new
				}
				also, _ := listed(match, other)
				is = is || other != "" && also
			}
			return is
		}
	}
	spellings := m.Spellings(value)
	if list, ok := Unlisted(match); ok {
		return slices.ContainsFunc(spellings, func(s string) bool { return !among(list, s) })
	}
	if names, ok := m.Names(match); ok {
		return slices.ContainsFunc(spellings, func(s string) bool { return slices.Contains(names, s) })
	}
	pattern, err := expression(match)
	return err == nil && slices.ContainsFunc(spellings, pattern.Match)
}

// listed reports whether an expression such as ^(Bash|mcp__.*)$ has a value among the
// names and beginnings of names that it lists; not ok if it is no more than such a list.
// It saves compiling those that most hooks have.
func listed(match, value string) (is, ok bool) {
	inner, closed := strings.CutSuffix(strings.TrimPrefix(match, "^("), ")$")
	for more := true; more; {
		var name string
		name, inner, more = strings.Cut(inner, "|")
		start, open := strings.CutSuffix(name, ".*")
		for i := range len(start) {
			if c := start[i]; c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
				return false, false
			}
		}
		is = is || value == name || open && strings.HasPrefix(value, start)
		closed = closed && start != ""
	}
	return is, closed
}

// Unlisted returns the names, with | between, that an expression such as ^(?!(Read|Glob)$)
// leaves out of all there are; not ok if it is more than that.
func Unlisted(match string) (list string, ok bool) {
	list, open := strings.CutPrefix(match, "^(?!(")
	list, closed := strings.CutSuffix(list, ")$)")
	if !open || !closed {
		return "", false
	}
	for i := range len(list) {
		if c := list[i]; c < '0' && c != '-' || c > 'z' && c != '|' || c > '9' && c < 'A' || c > 'Z' && c < '_' {
			return "", false
		}
	}
	return list, true
}

// among reports whether a name is among those that | is between.
func among(list, name string) bool {
	for more := true; more; {
		var one string
		if one, list, more = strings.Cut(list, "|"); one == name {
			return true
		}
	}
	return false
}

// lineEnd reports whether . stands for a character in no JavaScript expression.
func lineEnd(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }

// Check returns what is wrong with a matcher of the event, or nil.
func (m Matcher) Check(match string) error {
	if match == "" || match == "*" {
		return nil
	}
	if m.Field == "" {
		return errors.New("found a matcher, but the event has nothing to match; want none")
	}
	if names, ok := m.Names(match); ok && len(names) == 0 {
		return fmt.Errorf("found matcher %q, which names nothing; want names joined by |", match)
	} else if ok {
		return nil
	}
	if flags := inlineFlags(match); flags != "" {
		return fmt.Errorf("found %s in matcher %q, which JavaScript's regular expressions lack; want [Bb]oth cases spelt out", flags, match)
	}
	_, err := expression(match)
	return err
}

// inlineFlags returns flags in the way of Go and PCRE, such as (?i), which JavaScript
// refuses; "" if there are none.
func inlineFlags(match string) string {
	for rest := match; ; {
		_, after, found := strings.Cut(rest, "(?")
		if !found {
			return ""
		}
		flags := after[:len(after)-len(strings.TrimLeft(after, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
		if flags != "" && strings.HasPrefix(after[len(flags):], ")") {
			return "(?" + flags + ")"
		}
		rest = after
	}
}

// expression returns a matcher that is a JavaScript regular expression, ready to run.
func expression(match string) (*ecma.Pattern, error) {
	pattern, err := ecma.Compile(match, "")
	if err != nil {
		err = fmt.Errorf("found matcher %q, which is no regular expression (%w); want names joined by | or a JavaScript regular expression", match, err)
	}
	return pattern, err
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
