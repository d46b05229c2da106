package vet

import (
	"reflect"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
)

// functions describes functions of expr whose texts are easily mistaken, as facts describe
// themselves.
var functions = map[string]engine.Fact{
	"split":       {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"splitAfter":  {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"replace":     {Params: "text, part, with", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"indexOf":     {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"lastIndexOf": {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"hasPrefix":   {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"hasSuffix":   {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"trimPrefix":  {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"trimSuffix":  {Params: "text, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"join":        {Params: "list, part", Words: []engine.Word{{Param: "part", Form: "literal"}}},
	"date":        {Params: "text, layout", Words: []engine.Word{{Param: "layout", Form: "go-layout"}}},
}

// checkArgs checks the texts and numbers that are passed to a fact or function.
func (x expression) checkArgs(n ast.Node) finding {
	var name string
	var args []ast.Node
	var fact engine.Fact
	switch n := n.(type) {
	case *ast.CallNode:
		name, fact, _ = x.factOf(n)
		args = n.Arguments
	case *ast.BuiltinNode:
		name, fact, args = n.Name, functions[n.Name], n.Arguments
	}
	if name == "count" && len(args) == 1 && !truths(args[0]) {
		return x.value(n, "count: found no condition, and items that are neither true nor false, want len(%s)", oneLine(args[0]))
	}
	if fact.Params == "" {
		return finding{}
	}
	for i, arg := range args {
		is := form.Of(fact.Takes(i))
		if f := x.wrongArgument(fact, i, name, arg); f.text != "" {
			return f
		}
		if n, ok := number(arg); ok {
			if wrong := is.Counted(n); wrong.Text != "" {
				return x.value(arg, "%s: found %s, %s", name, arg, wrong.Text)
			}
		}
		for _, s := range textsIn(arg) {
			wrong := is.Given(s.Value)
			if is.Is("pattern") && form.Everything(s.Value) && fact.Ask.Type().Out(0).Kind() == reflect.Bool {
				wrong = form.Wrong{Text: "which fits every text", Mild: true}
			}
			if is.Is("pattern") && s.Value == "." && i+1 < len(args) && form.Of(fact.Takes(i+1)).Is("replacement") && spaced(args[i+1]) {
				wrong = form.Wrong{Text: `where the dot stands for any character, want \.`, Mild: true}
			}
			if i == fact.Place() && wrong.Text == "" {
				wrong.Text = astray(s.Value, fact.Reads != "")
			}
			if wrong.Text != "" && !(wrong.Mild && x.open()) {
				f := x.value(s, "%s: found %s, %s", name, s.Value, wrong.Text)
				f.mild = f.mild || wrong.Mild
				return f.instead(s.Value, append(schema.Likely(s.Value, is.Values), wrong.Is)...)
			}
		}
	}
	return finding{}
}

// truths reports whether a node is a list of truths, as far as its type says.
func truths(list ast.Node) bool {
	of := list.Type()
	return of == nil || of.Kind() != reflect.Slice || of.Elem().Kind() == reflect.Interface || of.Elem().Kind() == reflect.Bool
}

// spaced reports whether a node is a text that separates words, rather than letters to put in the
// place of others.
func spaced(n ast.Node) bool {
	s, ok := n.(*ast.StringNode)
	return ok && strings.Trim(s.Value, "-_/ ") == ""
}

// reversed finds a call whose arguments are swapped: a literal text stands where the searched text
// belongs, before an argument that depends on the event.
func (x expression) reversed(call *ast.CallNode) finding {
	name, fact, ok := x.factOf(call)
	if !ok || len(call.Arguments) < 2 {
		return finding{}
	}
	first, second := call.Arguments[0], call.Arguments[1]
	forms := [2]string{fact.Takes(0), fact.Takes(1)}
	turned := false
	switch forms {
	case [2]string{"text", "pattern"}:
		turned = plain(first) && dependsOnEvent(second)
	case [2]string{"pattern", "text"}, [2]string{"words", "text"}:
		turned = dependsOnEvent(first) && plain(second)
	case [2]string{"place", "words"}:
		turned = plain(first) && plain(second) && strings.Contains(textsIn(first)[0].Value, " ") && pathLike.MatchString(textsIn(second)[0].Value)
	case [2]string{"place", "glob"}, [2]string{"place", "name-glob"}:
		turned = plain(first) && plain(second) && starred(first) && !starred(second)
	case [2]string{"place", "place"}:
		turned = plain(first) && dependsOnEvent(second) && !strings.ContainsAny(textsIn(first)[0].Value[:1], "/~$.")
	}
	if !turned {
		return finding{}
	}
	f := x.value(call, "%s(%s): found %s and then %s, want them the other way round", name, fact.Params, first, second)
	f.mild = true
	return f
}

// plain reports whether a node is a literal text that isn't empty, or a list of such texts.
func plain(n ast.Node) bool {
	all := textsIn(n)
	return len(all) > 0 && all[0].Value != ""
}

// starred reports whether a literal text has a *.
func starred(n ast.Node) bool { return strings.Contains(textsIn(n)[0].Value, "*") }

// unkeyed finds keys that are not one for each item of the list beside them: a name, or the keys of
// more or fewer items.
func (x expression) unkeyed(call *ast.CallNode) finding {
	name, fact, ok := x.factOf(call)
	at := fact.Param(fact.Keys)
	if !ok || at < 0 || at >= len(call.Arguments) {
		return finding{}
	}
	list, keys := call.Arguments[0], call.Arguments[at]
	of, _ := x.resolved(keys)
	switch of := of.(type) {
	case *ast.StringNode:
		return x.value(keys, "%s: found %s, want a key for each item, map(%s, .%s)", name, quoted(of.Value), oneLine(list), of.Value)
	case *ast.BuiltinNode:
		if of.Name != "map" {
			break
		}
		items, _ := x.resolved(list)
		from, _ := x.resolved(of.Arguments[0])
		if items.String() != from.String() && x.narrowed(items).String() == x.narrowed(from).String() {
			return x.value(keys, "%s: found keys of %s for the items of %s, want those of one list", name, oneLine(of.Arguments[0]), oneLine(list))
		}
	}
	return finding{}
}

// narrowed returns the list from which a node takes some of the items, the node itself if it is none
// such.
func (x expression) narrowed(n ast.Node) ast.Node {
	for range maxLets {
		of, own := x.resolved(n)
		switch f := of.(type) {
		case *ast.SliceNode:
			n, x = f.Node, own
		case *ast.BuiltinNode:
			if f.Name != "filter" && f.Name != "take" && f.Name != "uniq" {
				return of
			}
			n, x = f.Arguments[0], own
		default:
			return of
		}
	}
	return n
}
