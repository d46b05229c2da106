package lsp

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// An Info says what is known of a value.
type Info struct {
	Type   string
	Doc    string
	Form   string // as in package form
	Fields []Member
	List   bool
	data   bool // the author's own
}

// A Member is a field of a value.
type Member struct {
	Name string
	Of   func() Info
}

// ofData returns what is known of data from its form.
func ofData(n *Node) Info {
	of := Info{Fields: members(n), List: n.Form == List, data: true}
	switch {
	case n.Form == List:
		of.Type = "list"
		if len(n.Nodes) > 0 {
			of.Fields = members(n.Nodes[0])
		}
	case n.Form == Struct:
		of.Type = "object"
	case len(n.Texts) > 0:
		of.Type = "string"
	default:
		for _, is := range n.Idents {
			if slices.Contains([]string{"string", "bool", "int", "number"}, is) {
				of.Type = is
			}
		}
	}
	return of
}

// one returns what is known of an item of a list.
func (of Info) one() Info {
	if of.List = false; strings.HasPrefix(of.Type, "[") {
		of.Type = of.Type[1 : len(of.Type)-1]
	} else if of.Type == aList || of.Type == "rows" {
		of.Type = ""
	}
	return of
}

// outcome returns what is known of a step's outcome.
func outcome() Info { return ofFields(engine.FieldsOf(reflect.TypeFor[engine.OutcomeOf[string]]())) }

// outcomeOf returns what is known of the outcome of the step with a name: what a store is asked for
// is its value.
func (w *world) outcomeOf(as *Node) Info {
	of := outcome()
	asked := as.Parent.child("store").child("do")
	if asked == nil {
		return of
	}
	var value []Member
	for _, item := range append([]*Node{asked}, asked.Nodes...) {
		for _, n := range item.Nodes {
			if n.Label != "" {
				value = append(value, Member{n.Label, func() Info { info, _ := w.ofName(link{name: n.Label, call: true}); return info }})
			}
		}
	}
	for i, m := range of.Fields {
		if m.Name == "value" && len(value) > 0 {
			of.Fields[i] = Member{"value", func() Info { return Info{Fields: value, data: true} }}
		}
	}
	return of
}

// ofNode returns what is known of the value of a let or list.
func (w *world) ofNode(n *Node) Info {
	if len(n.Texts) == 0 || w.depth > 8 {
		return Info{}
	}
	if of, ok := w.infos[n]; ok {
		return of
	}
	w.infos[n] = Info{} // a name in its own value tells nothing
	inner := *w
	inner.depth++
	inner.node = n
	src := n.Texts[0].Value()
	of := inner.infoOf(src)
	if of.Type == "" && !of.List && len(of.Fields) == 0 {
		of.Type = inner.kindOfExpr(src)
	}
	w.infos[n] = of
	return of
}

// infoOf returns what is known of an expression, as far as its chain tells.
func (w *world) infoOf(src string) Info {
	all := wordsOf(src)
	links := chain(src, all)
	if len(links) == 0 || links[0].at > 0 && strings.TrimSpace(src[:links[0].at]) != "" {
		return Info{}
	}
	return w.follow(links, src, all)
}

// keysOf returns the keys of an object that an expression makes at its end.
func (w *world) keysOf(src string) (all []Member) {
	words := wordsOf(src)
	n := len(words)
	if n == 0 || words[n-1].is != "}" {
		return nil
	}
	open := opening(words, n-1)
	if open >= 0 && open+1 < n && words[open+1].is == "{" { // {{…}} is a predicate that gives an object
		open++
		n--
	}
	for i := max(open, 0) + 1; i+1 < n; i++ {
		if words[i+1].is == ":" && strings.Contains("{,", words[i-1].is) && words[i].kind != wordOther {
			all = append(all, Member{strings.Trim(words[i].is, "'\""), func() Info { return Info{} }})
		}
	}
	return all
}

// membersOf returns the members of a fact's answer.
func membersOf(f engine.Fact) []Member { return ofFields(f.Fields()).Fields }

// ofShape returns what is known of a part of an event.
func ofShape(s *plan.Shape) Info {
	of := Info{Type: s.Kind, List: s.Kind == "list"}
	if of.List && s.Item != nil {
		of.Fields = ofShape(s.Item).Fields
	}
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		of.Fields = append(of.Fields, Member{name, func() Info { return ofShape(s.Fields[name]) }})
	}
	return of
}

// ofFields returns what is known of a value with a fact's fields.
func ofFields(fields []engine.Field) (of Info) {
	for _, f := range fields {
		of.Fields = append(of.Fields, Member{f.Name, func() Info {
			in := ofFields(f.Fields)
			in.Type, in.Doc, in.Form, in.List = f.Type, f.Doc, f.Form, strings.HasPrefix(f.Type, "[")
			return in
		}})
	}
	return of
}
