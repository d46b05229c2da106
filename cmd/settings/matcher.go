package settings

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
)

// Matcher returns the matcher that starts the program for what some hook of an
// agenda matches and nothing else, "" for everything: exact names as one list,
// regular expressions side by side. Expressions that refer to their own groups
// can't be put side by side; several of them, or one among others, give "". Where
// the agent watches the files that a matcher names, parted by |, these stand as they
// are, and the program is started for more than hooks match.
func Matcher(a *plan.Agenda) string {
	m := a.Matcher
	if m.Field == "" {
		return ""
	}
	var names, expressions []string
	for _, h := range a.Hooks {
		if h.Match == "" || h.Match == "*" {
			return ""
		}
		if list, ok := m.Names(h.Match); ok {
			names = append(names, list...)
		} else {
			expressions = append(expressions, h.Match)
		}
	}
	names, expressions = unique(names), unique(expressions)
	list := strings.Join(names, "|")
	switch {
	case len(expressions) == 0:
		return list
	case m.Base:
		return strings.Join(slices.Concat(names, expressions), "|")
	case len(expressions) == 1 && len(names) == 0:
		return expressions[0]
	case slices.ContainsFunc(expressions, refers):
		return ""
	}
	for i, e := range expressions {
		expressions[i] = "(?:" + e + ")"
	}
	if len(names) > 0 { // letters, digits, _ - and spaces mean themselves
		expressions = append(expressions, "^(?:"+list+")$")
	}
	return strings.Join(expressions, "|")
}

// refers reports whether a regular expression may refer to its groups.
func refers(expression string) bool {
	for i := 0; i+1 < len(expression); i++ {
		if expression[i] == '\\' {
			if c := expression[i+1]; c >= '1' && c <= '9' || c == 'k' {
				return true
			}
			i++
		}
	}
	return strings.Contains(expression, "(?<") // a name that another may have
}

// unique returns the values without repetitions, in their order.
func unique(all []string) []string {
	var kept []string
	for _, s := range all {
		if !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}
