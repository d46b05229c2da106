package expr

import (
	"bcrules.dev/engine"

	"github.com/expr-lang/expr/ast"
)

// itemName is a dissector's name for the item of a list in a condition. No rule can use this name.
const itemName = "__item"

// searches are expr's functions that apply a condition to each item of a list, with the result that
// ends the search.
var searches = map[string]bool{
	"any": true, "one": true, "none": true, "all": false, "filter": true, "count": true,
	"find": true, "findIndex": true, "findLast": true, "findLastIndex": true,
}

// mostItems limits how many items of a list are evaluated.
const mostItems = 200

// item returns the item of a list that decided the result, and the findings about it. That is the
// first item that ended the search, or else the one for which most of the condition held. It
// returns none if no item stands out, as when the condition holds for all of them or the list is
// empty.
func (d dissector) item(n *ast.BuiltinNode) []engine.Finding {
	end, known := searches[n.Name]
	if !known || len(n.Arguments) != 2 {
		return nil
	}
	asked, ok := n.Arguments[1].(*ast.PredicateNode)
	list, err := d.value(n.Arguments[0])
	if !ok || err != nil {
		return nil
	}
	var best any
	most := -1
	for _, item := range firstOf(engine.Listed(list)) {
		d := d.onItem(item)
		v, err := d.value(asked.Node)
		if err != nil || v == end {
			best, most = item, 0
			break
		}
		if held := d.heldOperands(asked.Node); end && held > most {
			best, most = item, held
		}
	}
	if most < 0 {
		return nil
	}
	return []engine.Finding{{Src: "#", Value: engine.Shown(best), Op: engine.Item, Parts: d.onItem(best).findings(asked.Node)}}
}

// left returns the objects of a list that a filter rejected, each with the first operand of the
// condition that is false.
func (d dissector) left(n *ast.BuiltinNode) (all []engine.Rejected) {
	if n.Name != "filter" || len(n.Arguments) != 2 {
		return nil
	}
	asked, ok := n.Arguments[1].(*ast.PredicateNode)
	list, err := d.value(n.Arguments[0])
	if !ok || err != nil {
		return nil
	}
	for _, item := range firstOf(engine.Listed(list)) {
		if _, object := item.(map[string]any); !object {
			continue
		}
		d := d.onItem(item)
		if v, err := d.value(asked.Node); err == nil && v == false {
			all = append(all, engine.Rejected{Item: engine.Shown(item), Why: text(d.failing(asked.Node)) + " is false"})
		}
	}
	return all
}

// failing returns the first operand of a chain of && that isn't true.
func (d dissector) failing(n ast.Node) ast.Node {
	if b, ok := n.(*ast.BinaryNode); ok && ops[b.Operator] == engine.And {
		if v, err := d.value(b.Left); err != nil || v != true {
			return d.failing(b.Left)
		}
		return d.failing(b.Right)
	}
	return n
}

// onItem returns a dissector for conditions on an item.
func (d dissector) onItem(item any) dissector {
	d = d.with(itemName, item)
	d.inside = true
	return d
}

// heldOperands returns how many operands of a chain of && held before one didn't.
func (d dissector) heldOperands(n ast.Node) int {
	b, ok := n.(*ast.BinaryNode)
	if ok && ops[b.Operator] == engine.And {
		if v, err := d.value(b.Left); err != nil || v != true {
			return d.heldOperands(b.Left)
		}
		return d.heldOperands(b.Left) + d.heldOperands(b.Right)
	}
	if v, err := d.value(n); err == nil && v == true {
		return 1
	}
	return 0
}

func firstOf(list []any) []any { return list[:min(len(list), mostItems)] }
