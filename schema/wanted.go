package schema

import (
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue"
)

// wanted returns what definitions allow instead of the value found: the values of a closed choice,
// or types in words.
func wanted(found cue.Value, allowed cue.Value) (ways []string) {
	var types []cue.Value
	for _, way := range alternatives(allowed) {
		if !constant(way) {
			types = append(types, way)
		}
	}
	for _, way := range alternatives(allowed) {
		text := ""
		if !constant(way) {
			text = inWords(way, way.IncompleteKind()&found.IncompleteKind() != 0)
		} else if !slices.ContainsFunc(types, func(t cue.Value) bool { return t.Subsume(way) == nil }) {
			text = OneLine(way)
		}
		if text != "" && !slices.Contains(ways, text) {
			ways = append(ways, text)
		}
	}
	return ways
}

// alternatives returns the alternatives of a definition, in the order of writing.
func alternatives(v cue.Value) []cue.Value {
	op, args := v.Expr()
	if op == cue.NoOp && len(args) == 1 { // a disjunction without its default
		if op, _ := args[0].Expr(); op != cue.NoOp {
			return alternatives(args[0])
		}
	}
	switch op {
	case cue.OrOp:
		var all []cue.Value
		for _, way := range args {
			all = append(all, alternatives(way)...)
		}
		return all
	case cue.SelectorOp, cue.IndexOp:
		if of := v.Eval(); of.Err() == nil {
			if op, _ := of.Expr(); op != cue.SelectorOp && op != cue.IndexOp {
				return alternatives(of)
			}
		}
	}
	if v.Err() != nil { // such as error("want …")
		return nil
	}
	return []cue.Value{v}
}

// constant reports whether a value is a concrete scalar.
func constant(v cue.Value) bool {
	return v.IsConcrete() && v.IncompleteKind()&(cue.StructKind|cue.ListKind) == 0
}

// inWords describes a type, with its bounds if wanted.
func inWords(v cue.Value, bounds bool) string {
	text, known := kinds[v.IncompleteKind()], true
	switch v.IncompleteKind() {
	case cue.ListKind:
		if item := v.LookupPath(cue.MakePath(cue.AnyIndex)); item.Exists() && plurals[item.IncompleteKind()] != "" {
			text += " of " + plurals[item.IncompleteKind()]
		}
		if v.LookupPath(cue.MakePath(cue.Index(0))).Exists() {
			text += ", one at least"
		}
	case cue.StructKind:
		text = "{"
		for _, name := range requiredNames(v) {
			text += name + ": …, "
		}
		text += "…}"
	default:
		_, known = kinds[v.IncompleteKind()]
	}
	if !known {
		return OneLine(v)
	}
	all := boundsOf(v)
	if len(all) == 1 && strings.Contains(all[0], `\\$\\{`) { // a template that is an expression
		return `"${…}"`
	}
	if bounds && len(all) > 0 {
		text += " " + strings.Join(all, " and ")
	}
	return text
}

var kinds = map[cue.Kind]string{cue.StringKind: "a text", cue.IntKind: "a whole number", cue.NumberKind: "a number", cue.BoolKind: "true or false",
	cue.ListKind: "a list", cue.TopKind: "anything"}

var plurals = map[cue.Kind]string{cue.StringKind: "texts", cue.IntKind: "whole numbers", cue.NumberKind: "numbers", cue.StructKind: "{…}"}

// boundsOf returns the bounds of a type beyond its kind.
func boundsOf(v cue.Value) []string {
	op, args := v.Expr()
	switch op {
	case cue.AndOp:
		var all []string
		for _, part := range args {
			all = append(all, boundsOf(part)...)
		}
		return all
	case cue.NotEqualOp:
		return []string{"other than " + OneLine(args[0])}
	case cue.RegexMatchOp, cue.NotRegexMatchOp, cue.GreaterThanOp, cue.GreaterThanEqualOp, cue.LessThanOp, cue.LessThanEqualOp:
		return []string{fmt.Sprintf("%v %s", op, OneLine(args[0]))}
	}
	return nil
}
