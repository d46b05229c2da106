package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// A Matcher says what the matchers of an event's hooks are compared with and
// how they are read. The syntax is the agent's own: everything; a list of exact
// names; or else an unanchored JavaScript regular expression.
type Matcher struct {
	Field   string            `json:"field,omitempty"`   // the event's field, "" if the event has no matcher
	Exact   string            `json:"exact,omitempty"`   // character class of matchers that are lists of exact names
	Aliases map[string]string `json:"aliases,omitempty"` // older names of values
	Base    bool              `json:"base,omitempty"`    // the field is a path, and its last part may match as well
}

// DefaultExact is the character class of a list of exact names where an event
// has none of its own (Claude Code 2.1.195 and later).
const DefaultExact = `A-Za-z0-9_ ,|-`

// matchTime bounds one run of a regular expression.
const matchTime = 50 * time.Millisecond

// inlineFlags are Go and PCRE syntax that JavaScript refuses.
var inlineFlags = regexp.MustCompile(`\(\?[a-zA-Z]+\)`)

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

// Check returns what is wrong with a matcher, or nil.
func (m Matcher) Check(match string) error {
	if match == "" || match == "*" {
		return nil
	}
	if m.Field == "" {
		return fmt.Errorf("found a matcher, but the event has nothing to match; want none")
	}
	if names, ok := m.Names(match); ok && len(names) == 0 {
		return fmt.Errorf("found matcher %q, which names nothing; want names joined by |", match)
	} else if ok {
		return nil
	}
	_, err := pattern(match)
	return err
}

// Matches reports whether the matcher holds for a value of the event's field.
func (m Matcher) Matches(match, value string) bool {
	if match == "" || match == "*" || m.Field == "" {
		return true
	}
	spellings := []string{value}
	if m.Base {
		spellings = append(spellings, value[strings.LastIndexAny(value, `/\`)+1:])
	}
	for old, new := range m.Aliases {
		if value == new {
			spellings = append(spellings, old)
		} else if value == old {
			spellings = append(spellings, new)
		}
	}
	if names, ok := m.Names(match); ok {
		return slices.ContainsFunc(spellings, func(s string) bool { return slices.Contains(names, s) })
	}
	re, err := pattern(match)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(spellings, func(s string) bool {
		ok, err := re.MatchString(s)
		return ok && err == nil
	})
}

func pattern(match string) (*regexp2.Regexp, error) {
	if f := inlineFlags.FindString(match); f != "" {
		return nil, fmt.Errorf("found %s in matcher %q, which JavaScript's regular expressions lack; want [Bb]oth cases spelt out", f, match)
	}
	re, err := regexp2.Compile(match, regexp2.ECMAScript)
	if err != nil {
		return nil, fmt.Errorf("found matcher %q, which is no regular expression (%s); want names joined by | or a JavaScript regular expression", match, err)
	}
	re.MatchTimeout = matchTime
	return re, nil
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
