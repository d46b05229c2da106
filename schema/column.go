package schema

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/table"

	"cuelang.org/go/cue"
)

// OneLine formats a value as CUE on one line.
func OneLine(v cue.Value) string {
	if data, err := v.MarshalJSON(); err == nil {
		return string(data)
	}
	return strings.Join(strings.Fields(fmt.Sprint(v)), " ")
}

// columns returns the columns of a row type, or the fields of an object in a row.
func columns(n Node) []table.Field {
	var all []table.Field
	fields, err := n.Fields(cue.Optional(true))
	for err == nil && fields.Next() {
		of := n.with(fields.Value())
		t, ok := column(of)
		if !ok {
			of.Faultf(CheckForm, "%s: found %s, want a type with bounds such as int & >=1, a choice of values, a list of those or {…}", fields.Selector(), OneLine(of.Value))
		}
		zero := t.Kind == "list" || t.Kind == "object" || t.Kind == "any"
		switch fields.Selector().ConstraintType() {
		case cue.RequiredConstraint:
			t.Needed, t.Default = true, nil
		case cue.OptionalConstraint:
		default:
			t.Needed = t.Default == nil && !zero
		}
		all = append(all, table.Field{Name: fields.Selector().Unquoted(), Type: t})
	}
	return all
}

// column converts a CUE type to a type that rows are checked against; ok is false if only CUE can
// check it.
func column(n Node) (t table.Type, ok bool) {
	if isPattern(n) {
		t.Kind = "pattern"
		if flags, ok := n.LookupPath(cue.MakePath(cue.Str("flags"))).Default(); ok {
			raw, err := flags.MarshalJSON()
			bound(&t, table.Flags, raw)
			return t, err == nil
		}
		return t, true
	}
	if d, ok := n.Default(); (ok || n.IsConcrete()) && d.IsConcrete() && d.IncompleteKind() != cue.StructKind {
		t.Default, _ = d.MarshalJSON()
	}
	t.Kind = shapeOf(n.Value).Kind
	switch {
	case t.Kind == "list":
		return listColumn(t, n)
	case t.Kind == "object":
		if t.Fields = columns(n); len(t.Fields) == 0 {
			t.Kind = "any"
		}
		return t, true
	case t.Kind == "any":
		return t, n.IncompleteKind() == cue.TopKind
	}
	return t, narrow(&t, n.Value)
}

// listColumn is column for lists of any length.
func listColumn(t table.Type, n Node) (table.Type, bool) {
	v := n.Value
	if _, ways := v.Expr(); len(ways) > 0 { // *["a"] | [...string]
		v = ways[len(ways)-1]
	}
	item := v.LookupPath(cue.MakePath(cue.AnyIndex))
	if !item.Exists() || v.LookupPath(cue.MakePath(cue.Index(0))).Exists() {
		return t, false
	}
	of, ok := column(n.with(item))
	t.Item = &of
	return t, ok
}

// isPattern reports whether a type is #Pattern, perhaps with default flags.
func isPattern(n Node) bool {
	def := n.src.schema.Def("#Pattern")
	if n.IncompleteKind() != cue.StructKind || def.Subsume(n.Value) != nil {
		return false
	}
	flags := n.LookupPath(cue.MakePath(cue.Str("flags")))
	_, given := flags.Default()
	return n.Subsume(def) == nil || given && flags.IncompleteKind() == cue.StringKind && n.LookupPath(cue.MakePath(cue.Str("source").Required())).Exists()
}

// narrow adds the bounds that a CUE type sets on values beyond their kind. It reports whether all
// bounds can be expressed.
func narrow(t *table.Type, v cue.Value) bool {
	op, args := v.Expr()
	switch op {
	case cue.NoOp:
		if len(args) == 1 { // a disjunction without its default
			if op, _ := args[0].Expr(); op != cue.NoOp {
				return narrow(t, args[0])
			}
		}
		if _, either := v.Default(); v.IsConcrete() && !either {
			return among(t, v)
		}
		return true
	case cue.SelectorOp, cue.IndexOp:
		if op, _ := v.Eval().Expr(); op == cue.SelectorOp || op == cue.IndexOp {
			return false
		}
		return narrow(t, v.Eval())
	case cue.AndOp:
		return !slices.ContainsFunc(args, func(a cue.Value) bool { return !narrow(t, a) })
	case cue.OrOp:
		return choice(t, args)
	case cue.GreaterThanOp, cue.GreaterThanEqualOp, cue.LessThanOp, cue.LessThanEqualOp, cue.NotEqualOp, cue.RegexMatchOp, cue.NotRegexMatchOp:
		raw, err := args[0].MarshalJSON()
		bound(t, op.String(), raw)
		return err == nil
	}
	return false
}

// choice is narrow for a disjunction: of values, or of one type and values of it. In the latter,
// any values beside the default become the known ones, and the type accepts others.
func choice(t *table.Type, ways []cue.Value) bool {
	var values, types []cue.Value
	for _, way := range leaves(ways) {
		switch {
		case way.IncompleteKind() == cue.NullKind: // reads as an absent field
		case way.IsConcrete():
			values = append(values, way)
		default:
			types = append(types, way)
		}
	}
	if len(types) == 0 {
		return among(t, values...)
	}
	for _, v := range values {
		if types[0].Subsume(v) != nil {
			return false
		}
	}
	if len(types) != 1 || !narrow(t, types[0]) {
		return false
	}
	if !slices.ContainsFunc(values, func(v cue.Value) bool { raw, _ := v.MarshalJSON(); return !bytes.Equal(raw, t.Default) }) {
		return true
	}
	raw, ok := listed(values)
	if t.Default != nil && !bytes.Contains(raw, t.Default) { // CUE lists the default separately
		raw = slices.Concat([]byte("["), t.Default, []byte(","), raw[1:])
	}
	bound(t, "known", raw)
	return ok
}

// leaves returns the alternatives of a disjunction, with nested disjunctions of values flattened.
func leaves(ways []cue.Value) (all []cue.Value) {
	for _, way := range ways {
		if op, in := way.Expr(); op == cue.OrOp && !way.IsConcrete() {
			all = append(all, leaves(in)...)
		} else {
			all = append(all, way)
		}
	}
	return all
}

// bound adds a bound to a type unless it is there: layers that embed the same pack repeat it.
func bound(t *table.Type, op string, value []byte) {
	if !slices.ContainsFunc(t.Bounds, func(b table.Bound) bool { return b.Op == op && bytes.Equal(b.Value, value) }) {
		t.Bounds = append(t.Bounds, table.Bound{Op: op, Value: value})
	}
}

// among restricts a type to some values.
func among(t *table.Type, values ...cue.Value) bool {
	raw, ok := listed(values)
	bound(t, "in", raw)
	return ok
}

// listed encodes values as a JSON list.
func listed(values []cue.Value) (list []byte, ok bool) {
	var all [][]byte
	for _, v := range values {
		raw, err := v.MarshalJSON()
		if err != nil {
			return nil, false
		}
		all = append(all, raw)
	}
	return slices.Concat([]byte("["), bytes.Join(all, []byte(",")), []byte("]")), true
}
