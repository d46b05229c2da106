package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"

	"github.com/tidwall/gjson"
)

// A Matcher says what the matchers of an event's hooks are compared with and how they are read. The
// syntax is the agent's own: everything, a list of exact names, or else an unanchored JavaScript
// regular expression.
type Matcher struct {
	Field   string            // the event's field, "" if the event has no matcher
	Exact   string            // character class of matchers that are lists of exact names
	Aliases map[string]string // older names of values
	Base    bool              // Field is a path: its last element may match too, and files listed with | are watched
}

// DefaultExact is the character class of a list of exact names for events without their own (Claude
// Code 2.1.195 and later).
const DefaultExact = `A-Za-z0-9_ ,|-`

// Names returns the values of a list of exact names with aliases resolved, and whether the matcher
// is such a list; one for everything is not.
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

// Subject returns the event's value that matchers are compared with. It fails if the value is
// missing or not a text, because then it is unknown which matchers hold.
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

// Holds reports whether a hook is for an event with the given Subject. If the subject is unknown,
// it reports true for closed hooks, so that they can refuse.
func (m Matcher) Holds(h *Hook, subject string, unknown error) bool {
	return m.Matches(h.Match, subject) || unknown != nil && h.Closed
}

// Spellings returns a value and its other names.
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

// Matches reports whether the matcher accepts a value of the event's field. An invalid expression
// accepts nothing.
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
		return slices.ContainsFunc(spellings, func(s string) bool { return !inList(list, s) })
	}
	if names, ok := m.Names(match); ok {
		return slices.ContainsFunc(spellings, func(s string) bool { return slices.Contains(names, s) })
	}
	pattern, err := expression(match)
	return err == nil && slices.ContainsFunc(spellings, pattern.Match)
}

// listed reports whether an expression such as ^(Bash|mcp__.*)$ lists value or a prefix of it; ok
// is false if the expression is anything but such a list. It saves compiling the expressions of
// most hooks.
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

// Unlisted returns the names, joined by |, that an expression such as ^(?!(Read|Glob)$) excludes;
// ok is false if it is anything else.
func Unlisted(match string) (list string, ok bool) {
	list, open := strings.CutPrefix(match, "^(?!(")
	list, closed := strings.CutSuffix(list, ")$)")
	if !open || !closed {
		return "", false
	}
	for i := range len(list) {
		if c := list[i]; c-'a' >= 26 && c-'A' >= 26 && c-'0' >= 10 && c != '|' && c != '_' && c != '-' {
			return "", false
		}
	}
	return list, true
}

// inList reports whether name is in a list joined by |.
func inList(list, name string) bool {
	for more := true; more; {
		var one string
		if one, list, more = strings.Cut(list, "|"); one == name {
			return true
		}
	}
	return false
}

// lineEnd reports whether r is a character that . never matches in JavaScript.
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

// inlineFlags returns the first flags in the style of Go and PCRE, such as (?i), which JavaScript
// rejects; "" if there are none.
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

// expression compiles a matcher that is a JavaScript regular expression.
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
