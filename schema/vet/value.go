package vet

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"cuelang.org/go/cue"
	"github.com/expr-lang/expr/ast"
)

// checkValue is the name of the check for texts that the value beside them never equals.
const checkValue = "value"

// values checks the texts that expressions compare or pass to facts, and the literals of actions:
// some never equal the other side, some are useless to a fact or action.
func values(s *Subject, r *schema.Report) {
	crossed(s, r)
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			for _, c := range x.comparisons() {
				f := c.neverLike(s.Schema)
				f.at = s.given(f.at, c.with.Value)
				f.say(r)
			}
			x.shortened(h).say(r)
			x.unhanded(s.Schema.Library.Actions[x.given.step.Action]).say(r)
			s.idle(x, r)
			s.valuesIn(h, x, r)
		}
		s.changed(h, r)
		s.subscripts(h, r)
		s.checkMarks(h, r)
		s.checkNeeds(h, r)
		s.freely(h, r)
		for _, l := range h.literals {
			l.unhanded(s.Schema.Library.Actions[l.step.Action]).say(r)
			l.checkPath(s.Schema.Library.Actions[l.step.Action]).say(r)
		}
	}
}

// valuesIn checks the parts of an expression, each by itself.
func (s *Subject) valuesIn(h *Hook, x expression, r *schema.Report) {
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryNode:
			x.unbound(n).say(r)
			x.counted(s.Schema, n).say(r)
			x.empty(h, n).say(r)
			x.folded(n).say(r)
			x.parted(n).say(r)
			x.absent(s.Schema.Events, n).say(r)
			x.neverNil(n).say(r)
			x.needless(n).say(r)
			x.unlike(n).say(r)
			s.foldedSet(x, n).say(r)
			s.heldByNone(h, x, n).say(r)
			x.commanded(h, n).say(r)
		case *ast.MemberNode:
			x.selected(n).say(r)
			x.ungiven(n).say(r)
			s.noGroup(x, n).say(r)
			x.fixed(h, s.Schema.Events, tagOf(n).Get("field"), n).say(r)
			s.onlyStarted(h, x, n).say(r)
			s.withheld(h, x, n).say(r)
			if i, ok := n.Property.(*ast.IntegerNode); ok && i.Value == 0 {
				x.firstOnly(h, n.Node, n).say(r)
			}
		case *ast.BuiltinNode:
			x.wholeListPerItem(h, n).say(r)
			x.checkArgs(n).say(r)
			if n.Name == "first" {
				x.firstOnly(h, n.Arguments[0], n).say(r)
			}
		case *ast.UnaryNode:
			x.halfAsked(h, n).say(r)
		case *ast.CallNode:
			x.checkArgs(n).say(r)
			x.reversed(n).say(r)
			x.unkeyed(n).say(r)
			x.notReplaced(n).say(r)
			x.unreadFile(n).say(r)
			x.unzoned(n).say(r)
			x.unfilled(n).say(r)
			s.argued(x, n).say(r)
			if _, fact, ok := x.factOf(n); ok {
				x.fixed(h, s.Schema.Events, fact.Field, n).say(r)
			}
			x.queried(n, s.Set.Plan.Tables).say(r)
		}
	}))
}

// checkPath checks a literal path that an action gets, by itself or in a list.
func (l literal) checkPath(a engine.Action) finding {
	text, _ := l.String()
	for _, arg := range a.Places() {
		n := l.step.Node
		if arg != engine.Whole {
			n = l.step.Field(arg)
		}
		given := []schema.Node{n}
		if n.Exists() && n.IncompleteKind() == cue.ListKind {
			given = n.Items()
		}
		if !slices.ContainsFunc(given, func(n schema.Node) bool { return n.Exists() && n.Written() == l.Written() }) {
			continue
		}
		wrong := ""
		if text == l.text {
			wrong = astray(text, true)
		}
		if strings.HasSuffix(text, "/") && strings.HasSuffix(text, l.text) && arg != a.Folder && slices.Contains(a.Writes, arg) {
			wrong = "which is a folder, want a file in it"
		}
		if arg == a.Path && text == l.text && outside.MatchString(text) {
			wrong = "which is outside of the project, where alone it runs; want a folder in it"
		}
		if wrong != "" {
			return finding{at: l.Node.Written(), check: checkValue, text: l.step.Action + ": found " + text + ", " + wrong, mild: l.Open()}
		}
	}
	return finding{}
}

// outside matches a path that is not from the project.
var outside = regexp.MustCompile(`^(/|~|\.\.(/|$))`)

// value returns a finding at a part of the expression.
func (x expression) value(at ast.Node, format string, args ...any) finding {
	return finding{at: x.at(at), check: checkValue, text: fmt.Sprintf(format, args...), mild: x.open()}
}

// textsIn returns a literal text, or those in a literal list.
func textsIn(n ast.Node) (all []*ast.StringNode) {
	items := []ast.Node{n}
	if list, ok := n.(*ast.ArrayNode); ok {
		items = list.Nodes
	}
	for _, item := range items {
		if s, ok := item.(*ast.StringNode); ok {
			all = append(all, s)
		}
	}
	return all
}

// shapers are functions that change a text, with their implementation.
var shapers = map[string]func(string) string{"lower": strings.ToLower, "upper": strings.ToUpper, "trim": strings.TrimSpace}

// folded checks the texts that the result of lower(), upper() or trim() is compared with: it never
// has letters of the other case, or blanks around it.
func (x expression) folded(n *ast.BinaryNode) finding {
	left, _ := x.resolved(n.Left)
	f, ok := left.(*ast.BuiltinNode)
	if !ok || shapers[f.Name] == nil || !slices.Contains(textual, n.Operator) {
		return finding{}
	}
	change := shapers[f.Name]
	if f.Name == "trim" {
		change = func(text string) string { return trimmed(n.Operator, text) }
	}
	for _, s := range textsIn(n.Right) {
		if n.Operator == "matches" {
			if f.Name != "trim" && form.Capitals(s.Value, change) {
				return x.value(s, "%s: found the pattern %s, with letters that it never gives", f.Name, s.Value)
			}
		} else if want := change(s.Value); want != s.Value {
			return x.value(s, "%s: found %s, which it never gives, want %s", f.Name, quoted(s.Value), quoted(want)).instead(s.Value, want)
		}
	}
	return finding{}
}

// quoted quotes a text that begins or ends with a blank.
func quoted(text string) string {
	if strings.TrimSpace(text) != text || text == "" {
		return "'" + text + "'"
	}
	return text
}

// trimmed trims a text at the ends that an operator compares with those of a trimmed text.
func trimmed(op, text string) string {
	switch op {
	case "==", "!=", "in":
		return strings.TrimSpace(text)
	case "startsWith":
		return strings.TrimLeft(text, " \t\n")
	case "endsWith":
		return strings.TrimRight(text, " \t\n")
	}
	return text
}

// queried checks the texts by which rows of a table are looked up: values that the column never has
// find nothing.
func (x expression) queried(call *ast.CallNode, tables map[string]*plan.Table) finding {
	name, ok := call.Callee.(*ast.IdentifierNode)
	if !ok || tables[name.Value] == nil || len(call.Arguments) == 0 {
		return finding{}
	}
	query, _ := call.Arguments[0].(*ast.MapNode)
	if query == nil {
		return finding{}
	}
	for _, pair := range query.Pairs {
		key, isKey := pair.(*ast.PairNode).Key.(*ast.StringNode)
		if !isKey {
			continue
		}
		column := tables[name.Value].Column(key.Value)
		if f := x.otherKind(pair.(*ast.PairNode).Value, name.Value, key.Value, column); f.text != "" {
			return f
		}
		values := only(column)
		for _, s := range textsIn(pair.(*ast.PairNode).Value) {
			if len(values) > 0 && !slices.Contains(values, s.Value) {
				return x.value(s, "%s: found %s, which the column %s never is, want %s", name.Value, s.Value, key.Value, strings.Join(values, ", ")).instead(s.Value, schema.Likely(s.Value, values)...)
			}
		}
	}
	return finding{}
}

// otherKind finds a text or number used to look up a column of another kind.
func (x expression) otherKind(n ast.Node, table, name string, column *table.Type) finding {
	if column == nil {
		return finding{}
	}
	if column.Item != nil {
		column = column.Item
	}
	if list, ok := n.(*ast.ArrayNode); ok && len(list.Nodes) > 0 {
		n = list.Nodes[0]
	}
	_, text := n.(*ast.StringNode)
	_, counts := number(n)
	wants := map[string]string{"int": "a number", "number": "a number", "bool": "true or false", "string": "a text"}[column.Kind]
	if wants == "" || !text && !counts || text == (wants == "a text") {
		return finding{}
	}
	return x.value(n, "%s: found %s, which the column %s never is, want %s", table, n, name, wants)
}

// only returns the texts that a column, or the items of its lists, may have; none if all texts are
// allowed.
func only(column *table.Type) (values []string) {
	if column != nil && column.Item != nil {
		column = column.Item
	}
	if column == nil {
		return nil
	}
	for _, b := range column.Bounds {
		if b.Op == "in" && json.Unmarshal(b.Value, &values) != nil {
			return nil
		}
	}
	return values
}

var (
	variable = regexp.MustCompile(`\$(\w+)|\$\{\w+\}|%\w+%`)
	// dated matches a day or time in the notation of format().
	dated = regexp.MustCompile(`%[YmdFHMSjsT]([-_.:]?%[YmdHMS])*`)
	// braced matches a placeholder in templates of other programs.
	braced = regexp.MustCompile(`\{\{?[ .]?\w+ ?\}\}?|<[a-z_]+>`)
)

// astray says what is wrong with a literal path, "" if nothing is. looked says that the path is
// read or written.
func astray(text string, looked bool) string {
	clean := path.Clean(strings.ReplaceAll(text, `\`, "/"))
	switch v := variable.FindString(text); {
	case v == "$HOME" || v == "${HOME}":
		return "where variables are not filled in, want ~ for the home folder"
	case dated.MatchString(text):
		return "where a time is not filled in, want ${format(now(), '" + dated.FindString(text) + "')}"
	case braced.MatchString(text):
		return "where " + braced.FindString(text) + " is not filled in, want ${…}"
	case v != "":
		return fmt.Sprintf("where variables are not filled in, want env('%s') + …", strings.Trim(v, "${}%"))
	case looked && (clean == ".." || strings.HasPrefix(clean, "../")):
		return "which leads out of the project, want a path in it, from ~/ or from /"
	}
	return ""
}
