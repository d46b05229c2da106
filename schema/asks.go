package schema

import (
	"maps"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
	"github.com/tidwall/gjson"
)

// recordUses records what a hook's expressions use: event fields, paths outside the project, facts,
// tables and stores, and whether a fact needs the full binary.
func (b *Binding) recordUses(e *env, shape *plan.Shape, lets []Let, listed Node) {
	b.Hook.Event = expr.Prune(shape, b.trees)
	b.Hook.Reach = b.outside(e.Library, lets, listed)
	used := map[string]bool{}
	for _, name := range e.placed {
		used[name] = true
	}
	for _, tree := range b.trees {
		for _, name := range expr.Names(tree) {
			used[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.Library.Facts)) {
		if used[name] || used["$env"] {
			f := e.Library.Facts[name]
			b.Hook.Facts = append(b.Hook.Facts, name)
			b.Hook.Full = b.Hook.Full || f.Full && (used["$env"] || slices.Contains(e.placed, name) || !slim(f, name, b.trees))
		}
	}
	b.Hook.Stores = e.storesOf(b, used)
	for _, name := range slices.Sorted(maps.Keys(e.plan.Tables)) {
		if used[name] || used["$env"] {
			b.Hook.Tables = append(b.Hook.Tables, name)
		}
	}
}

// slim reports whether every binary, not just the full one, can answer all calls of a fact in
// trees.
func slim(f engine.Fact, name string, trees []ast.Node) bool {
	for _, tree := range trees {
		for _, call := range expr.Calls(tree, nil) {
			if n := len(call.Args); call.Name == name && (n == 0 || !call.Args[n-1].Literal || !slices.Contains(f.Slim, call.Args[n-1].Text)) {
				return false
			}
		}
	}
	return f.Slim != nil
}

// outside returns the paths outside the project that a hook may use: those listed under
// reach and those its rules name.
func (b *Binding) outside(lib engine.Library, lets []Let, more Node) []string {
	var places [][]expr.Piece
	for i, r := range b.Hook.Rules {
		for _, step := range r.Do {
			args := gjson.ParseBytes(step.Args)
			for _, name := range lib.Actions[step.Action].Places() {
				switch v := args; {
				case name == engine.Whole && v.Type == gjson.String:
					places = append(places, b.Rules[i].Pieces(v.String()))
				case name != engine.Whole && v.IsObject():
					for _, path := range oneByOne(v.Get(gjson.Escape(name))) {
						places = append(places, b.Rules[i].Pieces(path.String()))
					}
				}
			}
		}
	}
	trees := map[string]ast.Node{}
	for _, l := range lets {
		trees[l.Name] = b.Scope.Parsed(l.Expr.Src)
	}
	all := expr.Reach(b.trees, places, lib.Facts, trees)
	for _, item := range more.Items() {
		path, _ := item.String()
		b.listed = append(b.listed, path)
	}
	all = append(all, b.listed...)
	slices.Sort(all)
	return slices.Compact(all)
}
