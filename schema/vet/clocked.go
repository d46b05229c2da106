package vet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

var (
	// unixTime matches a column that is compared with the time in seconds.
	unixTime = regexp.MustCompile(`(?i)[<>]=?\s*(strftime\('%s'[^)]*\)|unixepoch\([^)]*\))\s*(\*\s*1000)?`)
	// ofClock matches an argument that is added to the time.
	ofClock = regexp.MustCompile(`:clock\s*[-+]\s*:(\w+)`)
	// ofFile matches an argument that is compared with a file of the code index.
	ofFile = regexp.MustCompile(`\b(?:file|path)\s*(?:=|<>|!=)\s*:(\w+)`)
	// updates and inserts match the tables that a statement changes rows of, and adds rows to.
	updates = regexp.MustCompile(`(?i)\bupdate\s+(?:or\s+\w+\s+)?(\w+)\s+set\b`)
	inserts = regexp.MustCompile(`(?i)\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into)\s+(\w+)`)
)

// argued checks the arguments that a query is asked with: a number of seconds beside a time in
// milliseconds, and an absolute path where the code index has those of the project.
func (s *Subject) argued(x expression, call *ast.CallNode) finding {
	name, named := call.Callee.(*ast.IdentifierNode)
	if !named || len(call.Arguments) != 1 {
		return finding{}
	}
	given, written := call.Arguments[0].(*ast.MapNode)
	if !written {
		return finding{}
	}
	for of, st := range s.Set.Plan.Stores {
		if st.Statements[name.Value] == nil {
			continue
		}
		sql, _ := s.Set.Source.Root.Field("stores", of).Field("queries").Field(name.Value).Field("sql").String()
		for _, n := range given.Pairs {
			pair := n.(*ast.PairNode)
			if key, ok := pair.Key.(*ast.StringNode); ok {
				if f := x.argument(s, st, sql, name.Value, key.Value, pair.Value); f.text != "" {
					return f
				}
			}
		}
	}
	return finding{}
}

// argument checks one argument of a query.
func (x expression) argument(s *Subject, st *plan.Store, sql, query, name string, value ast.Node) finding {
	is := func(pattern *regexp.Regexp) bool {
		return slices.ContainsFunc(pattern.FindAllStringSubmatch(sql, -1), func(m []string) bool { return m[1] == name })
	}
	n, counts := number(value)
	if counts && is(ofClock) && int(n)%1000 != 0 {
		return x.value(value, "%s: found %s %s, beside :clock, which is in milliseconds, want a duration such as duration('5m')", query, name, value)
	}
	root, path, ok := x.trail(value)
	absolute := x.described(value, x.items()).form.Is("path")
	if ok && root == "event" {
		absolute = s.Schema.Events.Traits(x.binding.Event, x.binding.Agenda.Matcher, x.match()).Absolute[strings.Join(path, ".")]
	}
	if absolute && st.Index && is(ofFile) {
		return x.value(value, "%s: found %s %s, an absolute path, and the index has them from the project, want local(%[3]s)", query, name, value)
	}
	return finding{}
}

// keepsNow reports whether milliseconds are among what statements of the scope are given.
func (s *Subject) keepsNow() bool {
	for _, st := range s.Set.Plan.Stores {
		for _, one := range st.Statements {
			if one.Clock {
				return true
			}
		}
	}
	for t := range takings(s.Hooks...) {
		done := t.step.Field(s.Schema.Library.Actions[t.step.Action].Done)
		if s.Schema.Library.Actions[t.step.Action].Done != "" && strings.Contains(fmt.Sprint(done.Value), `"${now()}"`) {
			return true
		}
	}
	return false
}

// emptied warns of a statement that changes rows of a table of the store's own, to which no
// statement adds any.
func (s *Subject) emptied(st schema.Node, r *schema.Report) {
	var all, own strings.Builder
	for _, item := range st.Field("schema").Items() {
		for _, n := range item.Dialects() {
			text, _ := n.String()
			own.WriteString(strings.ToLower(text) + "\n")
		}
	}
	for _, n := range st.Field("statements").Members() {
		for _, n := range n.Dialects() {
			text, _ := n.String()
			all.WriteString(text + "\n")
		}
	}
	filled := inserts.FindAllStringSubmatch(all.String()+own.String(), -1)
	for name, n := range st.Field("statements").Members() {
		for _, n := range n.Dialects() {
			text, _ := n.String()
			m := updates.FindStringSubmatch(text)
			if m == nil || !strings.Contains(own.String(), "create table "+strings.ToLower(m[1])) {
				continue
			}
			if !slices.ContainsFunc(filled, func(f []string) bool { return strings.EqualFold(f[1], m[1]) }) {
				r.Warnf(n.Written(), schema.CheckStore, "SQL: %s: found update of %s, to which nothing here adds a row, want  insert … on conflict (…) do update set …", name, m[1])
			}
		}
	}
}

// unquoted returns the parts of a text in quotes, with an argument, joined.
func unquoted(text string) string {
	parts := strings.Split(strings.Trim(text, "'"), "%")
	for i, part := range parts {
		if part == "" {
			parts[i] = "'%'"
		}
	}
	return strings.Join(parts, " || ")
}
