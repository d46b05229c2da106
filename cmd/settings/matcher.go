package settings

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
)

// Matcher returns the matcher that starts the program for exactly what the hooks of an agenda match,
// "" for everything.
//
// Exact names become a plain list, as people write it, even if hooks list them in an expression;
// each name comes after its older ones. Otherwise names and regular expressions are joined by |. An
// expression that refers to its own groups can't be joined: with others beside it the matcher is "".
// If a hook is for all names but some, so is the matcher. If the agent watches the files that a
// matcher names, joined by |, they stay as they are, and the program starts for more than its hooks
// match.
//
// Copilot and Cursor read Claude Code's settings, too. The one asks for the whole name, so
// expressions match that. The other cuts at the bars, and drops all hooks if a piece is no
// expression; so each alternative stands between bars, and bars deeper within make the matcher "".
func Matcher(a *plan.Agenda) string {
	m := a.Matcher
	if m.Field == "" {
		return ""
	}
	var names, starts, expressions []string
	var out []string // names that every hook for all others leaves out
	some := false
	names = append(names, writing(a)...)
	for _, h := range a.Hooks {
		if h.Match == "" || h.Match == "*" {
			return ""
		}
		if list, ok := m.Names(h.Match); ok {
			names = append(names, list...)
		} else if list, open, ok := listed(m, h.Match); ok {
			names, starts = append(names, list...), append(starts, open...)
		} else if list, ok := plan.Unlisted(h.Match); ok && !m.Base {
			left := strings.Split(list, "|")
			if some {
				left = slices.DeleteFunc(left, func(name string) bool { return !slices.Contains(out, name) })
			}
			out, some = left, true
		} else {
			expressions = append(expressions, h.Match)
		}
	}
	if some {
		out = slices.DeleteFunc(out, func(name string) bool { return slices.Contains(writing(a), name) })
		return but(a, out)
	}
	names, expressions = older(m, unique(names)), unique(expressions)
	switch {
	case len(expressions) == 0 && len(starts) == 0:
		return strings.Join(names, "|")
	case m.Base:
		return strings.Join(slices.Concat(names, expressions), "|")
	}
	return oneMatcher(unique(slices.Concat(names, starts)), expressions)
}

// writing returns the tools that may write a file of commands, if a hook is asked about those.
func writing(a *plan.Agenda) (tools []string) {
	if a.Tools != nil && slices.ContainsFunc(a.Hooks, func(h plan.Hook) bool { return h.Written }) {
		tools, _ = a.Tools.With("content", "patch")
	}
	return tools
}

// oneMatcher joins names, with prefixes, and expressions to a matcher of whole names; "" if it
// can't.
func oneMatcher(names, expressions []string) string {
	if slices.ContainsFunc(expressions, refers.MatchString) && (len(names)+len(expressions) > 1 || strings.Contains(expressions[0], "|")) {
		return ""
	}
	var all []string
	for _, name := range names { // letters, digits, _, - and spaces stand for themselves
		all = append(all, "^"+name+"$")
	}
	for _, e := range expressions {
		for _, one := range alternatives(e) {
			if strings.Contains(one, "|") {
				return ""
			}
			all = append(all, anywhere(one))
		}
	}
	return strings.Join(unique(all), "|")
}

// alternatives splits an expression into several, of which one has to match. A bar in one of them
// is never cut at: it stands in a group or a class, or after a backslash.
func alternatives(expression string) []string {
	all := cut(expression)
	list, open := strings.CutPrefix(expression, "^(")
	list, closed := strings.CutSuffix(list, ")$")
	if open && closed && len(all) == 1 && !strings.HasPrefix(list, "?") && !strings.ContainsAny(list, `()[]\`) {
		all = strings.Split(list, "|")
		for i := range all {
			all[i] = "^" + all[i] + "$"
		}
	}
	return all
}

// cut cuts an expression at the bars outside of groups and classes.
func cut(expression string) (all []string) {
	deep, class, from := 0, false, 0
	for i := 0; i < len(expression); i++ {
		switch c := expression[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			deep++
		case c == ')':
			deep--
		case c == '|' && deep == 0:
			all, from = append(all, expression[from:i]), i+1
		}
	}
	return append(all, expression[from:])
}

// anywhere returns an expression that matches a whole name if the given one, which has no bars,
// matches a part of it.
func anywhere(expression string) string {
	start, end := ".*", ".*"
	if strings.HasPrefix(expression, "^") || strings.HasPrefix(expression, ".*") {
		start = ""
	}
	if said := strings.TrimSuffix(strings.TrimSuffix(expression, "$"), ".*"); said != expression && !escapes(said) {
		end = ""
	}
	return start + expression + end
}

// escapes reports whether an expression ends with a backslash that escapes what follows.
func escapes(expression string) bool {
	return (len(expression)-len(strings.TrimRight(expression, `\`)))%2 == 1
}

// but returns a matcher without those of the names that no hook matches, "" if there are none.
func but(a *plan.Agenda, names []string) string {
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(a.Hooks, func(h plan.Hook) bool { return a.Matcher.Matches(h.Match, name) })
	})
	if len(names) == 0 {
		return ""
	}
	return "^(?!" + strings.Join(unique(names), "$)(?!") + "$).*"
}

// older adds to names their older ones, for agents that don't know the new ones yet.
func older(m plan.Matcher, names []string) (all []string) {
	for _, name := range names {
		for _, old := range slices.Sorted(maps.Keys(m.Aliases)) {
			if m.Aliases[old] == name {
				all = append(all, old)
			}
		}
		all = append(all, name)
	}
	return all
}

// listed returns the names, and the prefixes with their .*, that an expression such as
// ^(Bash|mcp__.*)$ lists; not ok if it isn't such a list.
func listed(m plan.Matcher, expression string) (names, starts []string, ok bool) {
	list, open := strings.CutPrefix(expression, "^(")
	list, closed := strings.CutSuffix(list, ")$")
	if !open || !closed || m.Base {
		return nil, nil, false
	}
	for one := range strings.SplitSeq(list, "|") {
		start, any := strings.CutSuffix(one, ".*")
		is, plain := m.Names(start)
		switch {
		case !plain || len(is) != 1 || strings.ContainsAny(start, " ,"):
			return nil, nil, false
		case any:
			starts = append(starts, one)
		default:
			names = append(names, is[0])
		}
	}
	return names, starts, true
}

// refers matches an expression that may refer to its groups, by number or by name. Another
// expression may use the same name.
var refers = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\\[1-9k]|\(\?<`)

// unique returns the values without repetitions, in order.
func unique(all []string) []string {
	var kept []string
	for _, s := range all {
		if !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}
