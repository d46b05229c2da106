package lsp

import (
	"reflect"
	"slices"
	"strings"
)

// A world is what an expression may ask at a cursor.
type world struct {
	*Reference
	files []*Text // of the folder, open ones as in the editor
	node  *Node
	hook  *Node
	rule  *Node
	depth int // nesting depth of lets

	closed   bool    // the schema says which labels the struct at the cursor may have
	users    []*Node // hooks that use the value that the cursor is in
	counted  []tier  // cached result of tiers
	*lookups         // shared with the worlds of the values that are looked at
}

// lookups caches what was found of declared names.
type lookups struct {
	infos  map[*Node]Info        // results of ofNode; empty while one is looked at
	others map[string][]Declared // declaredElsewhere by name, nil for not yet
}

func (r *Reference) world(files []*Text, n *Node) *world {
	w := &world{Reference: r, files: files, node: n, hook: n.within("hooks"), lookups: &lookups{infos: map[*Node]Info{}}}
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
		for _, d := range w.declaredElsewhere()[l.name] {
			if d.call == l.call {
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
