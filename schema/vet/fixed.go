package vet

import (
	"regexp"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
)

// fixed finds an expression that depends on whether the event has a field, if every event of the
// rule has it, or none, so that the result is always the same.
func (x expression) fixed(h *Hook, table *schema.EventTable, field string, n ast.Node) finding {
	if field == "" {
		return finding{}
	}
	_, part := n.(*ast.MemberNode)
	for _, b := range h.Bindings {
		if x.rule >= 0 && b.Hook.Rules[x.rule].Off {
			continue
		}
		has := table.Shape(b.Event, b.Agenda, b.Hook.Match).At([]string{field}) != nil
		optional := table.Traits(b.Event, b.Agenda.Matcher, b.Hook.Match).Optional[field]
		if part && (!has || optional) || !part && has {
			return finding{}
		}
	}
	f := x.value(n, "found %s on %s, which has no %s: it is always empty", n, x.binding.Event, field)
	if part {
		f = x.value(n, "found %s on %s, where it is always true, as each has an %s", n, x.binding.Event, field)
	}
	f.mild = true
	return f
}

// inMillis matches names that suggest values in milliseconds.
var inMillis = regexp.MustCompile(`(Ms|_ms|[mM]illis|[mM]illiseconds)$`)

// wrongArgument finds arguments that a fact can't use: a file's content instead of its path, or
// milliseconds instead of seconds.
func (x expression) wrongArgument(fact engine.Fact, i int, name string, arg ast.Node) finding {
	if or, ok := arg.(*ast.BinaryNode); ok && or.Operator == "??" {
		arg = or.Left
	}
	of, own := x.resolved(arg)
	if call, ok := of.(*ast.CallNode); ok && i == fact.Place() && fact.Reads != "" {
		if _, read, ok := own.factOf(call); ok && read.Long && read.Reads != "" {
			return x.value(arg, "%s: found %s, which is what stands in a file, want its path", name, arg)
		}
	}
	m, ok := of.(*ast.MemberNode)
	if !ok || !form.Of(fact.Takes(i)).Is("unix") && !form.Of(fact.Takes(i)).Is("seconds") {
		return finding{}
	}
	if key, ok := m.Property.(*ast.StringNode); ok && inMillis.MatchString(key.Value) {
		return x.value(arg, "%s: found %s, by its name milliseconds, want seconds: / 1000", name, m)
	}
	return finding{}
}
