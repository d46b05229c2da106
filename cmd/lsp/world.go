package lsp

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// A world is what an expression may ask at a cursor.
type world struct {
	*Reference
	files []*Text // of the folder, open ones as in the editor
	node  *Node
	hook  *Node
	rule  *Node
	depth int // nesting depth of lets

	closed  bool           // the schema says which labels the struct at the cursor may have
	users   []*Node        // hooks that use the value that the cursor is in
	counted []tier         // cached result of tiers
	infos   map[*Node]Info // cached results of ofNode
}

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

func (r *Reference) world(files []*Text, n *Node) *world {
	w := &world{Reference: r, files: files, node: n, hook: n.within("hooks"), infos: map[*Node]Info{}}
	for up := n; w.hook == nil && up != nil && up.Parent != nil; up = up.Parent { // definitions that hooks are made of
		if up.child("on") != nil || up.child("rules") != nil {
			w.hook = up
		}
	}
	if n.within("hooks") == nil {
		w.users = usersOf(files, n.path())
	}
	for up := n; up != nil && up != w.hook; up = up.Parent {
		if up.Parent != nil && up.Parent.Label == "rules" && up.Parent.Parent == w.hook {
			w.rule = up
		}
	}
	return w
}

// usersOf returns the hooks that mention the value at a path, or the value it is a part of.
func usersOf(files []*Text, path []string) (all []*Node) {
	for n := len(path); n > 0; n-- {
		if n == 1 && !strings.HasPrefix(path[0], "_") {
			break
		}
		name := strings.Join(path[:n], ".")
		for _, t := range files {
			for _, hook := range t.tree.fields("hooks") {
				if strings.Contains(t.Data[hook.At:min(hook.To, len(t.Data))], name) {
					all = append(all, hook)
				}
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// on returns the events of the current rule, or else of its hook.
func (w *world) on() []string {
	if own := w.rule.child("on").texts(); len(own) > 0 {
		return own
	}
	if on := w.hook.child("on").texts(); len(on) > 0 || len(w.users) == 0 {
		return on
	}
	return w.users[0].child("on").texts()
}

// match returns the matcher of the current rule, or else of its hook.
func (w *world) match() string {
	if own := w.rule.child("match").texts(); len(own) > 0 {
		return strings.Join(own, "|")
	}
	return strings.Join(w.hook.child("match").texts(), "|")
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

// sifting are expr's functions that return items of their first argument, single those that return
// one.
var sifting = map[string]bool{"filter": true, "sort": true, "sortBy": true, "reverse": true, "uniq": true, "take": true, "concat": true, "flatten": true}
var single = map[string]bool{"find": true, "findLast": true, "first": true, "last": true, "min": true, "max": true}

// follow returns what a chain leads to. In a predicate, the calls open before it tell what # is.
func (w *world) follow(links []link, src string, before []word) Info {
	if len(links) == 0 {
		return Info{}
	}
	of, ok := w.root(links[0], src, before)
	if !ok {
		return Info{}
	}
	for _, l := range links[1:] {
		if l.name == "" {
			if !strings.Contains(l.args, ":") { // not a slice
				of = of.one()
			}
			continue
		}
		next, ok := Info{}, false
		for _, m := range of.Fields {
			if m.Name == l.name {
				in := m.Of()
				in.Fields = append(next.Fields, in.Fields...)
				next, ok = in, true
			}
		}
		if !ok {
			return Info{}
		}
		of = next
	}
	return of
}

// root returns what is known of the first link of a chain.
func (w *world) root(l link, src string, before []word) (Info, bool) {
	if l.name == "#" {
		return w.item(src, before, l.at)
	}
	if l.name == "event" && !l.call {
		return ofShape(w.shape(w.on(), w.match())), true
	}
	if of, ok := w.ofName(l); ok {
		return of, true
	}
	if f, ok := w.Library.Facts[l.name]; ok && l.call {
		of := ofFields(f.Fields())
		out := f.Ask.Type().Out(0)
		of.List, of.Form, of.Doc, of.Type = out.Kind() == reflect.Slice, f.Form, f.Doc, kindOfGo(out)
		if len(f.Gives) > 0 {
			of.Form = strings.Join(f.Gives, "|")
		}
		return of, true
	}
	if args := splitArgs(l.args); l.call && l.name == "map" && len(args) == 2 {
		return Info{List: true, Fields: w.keysOf(args[1])}, true
	} else if l.call && len(args) > 0 && (sifting[l.name] || single[l.name]) {
		of := w.infoOf(args[0])
		if of.List = true; single[l.name] {
			of = of.one()
		}
		return of, true
	}
	if of := w.gives(l.name); l.call && of != "" {
		return Info{Type: of}, true
	}
	return Info{}, false
}

// ofName returns what is known of an author's name. A value may be declared in parts and in several
// files. A name declared in no hook around is looked up elsewhere in the folder.
func (w *world) ofName(l link) (of Info, ok bool) {
	for _, d := range w.declared() {
		if d.Name != l.name || d.call != l.call {
			continue
		}
		if d.What != "value" || d.near {
			return d.of(), true
		}
		next := d.of()
		next.Fields = append(of.Fields, next.Fields...)
		of, ok = next, true
	}
	if !ok {
		for _, d := range w.declaredElsewhere() {
			if d.Name == l.name && d.call == l.call {
				if of = d.of(); len(of.Fields) > 0 {
					return of, true
				}
			}
		}
	}
	return of, ok
}

// item returns what # is at a position: an item of the list passed to the surrounding predicate.
func (w *world) item(src string, before []word, at int) (Info, bool) {
	open := calls(src, until(before, at))
	for _, c := range slices.Backward(open) {
		if c.name != "" && len(c.args) > 0 {
			of := w.infoOf(c.args[0])
			if !of.List && len(of.Fields) == 0 {
				continue
			}
			return of.one(), true
		}
	}
	return Info{}, false
}

// membersOf returns the members of a fact's answer.
func membersOf(f engine.Fact) []Member { return ofFields(f.Fields()).Fields }

// splitArgs returns the arguments of a call.
func splitArgs(src string) (all []string) {
	depth, from := 0, 0
	for _, w := range wordsOf(src) {
		switch w.is {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				all, from = append(all, strings.TrimSpace(src[from:w.at])), w.to
			}
		}
	}
	return append(all, strings.TrimSpace(src[from:]))
}

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
