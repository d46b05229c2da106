package engine

import (
	"cmp"
	"sync"

	"bcrules.dev/engine/plan"
)

// A scope is what expressions of a pack's hooks may call: the facts, which all packs share, and the
// pack's settings, tables, queries and marks.
type scope struct {
	facts map[string]*memo
	bound map[string]any
	bases map[string]*Base
	marks func(name string) (*Register, error)
}

// scope returns the scope of a pack, "" for the author's own rules.
func (r *Run) scope(pack string) *scope {
	if n := r.scopes[pack]; n != nil {
		return n
	}
	n := &scope{facts: map[string]*memo{}, bound: map[string]any{}}
	n.bound["settings"] = r.settings(pack)
	if len(r.plan.Tables) > 0 {
		for name, t := range plan.OfScope(pack, r.plan.Tables) {
			m := &memo{}
			n.facts[name], n.bound[name] = m, bindTable(t, name, r.call, m, func() (any, error) { return t.File.Fill(n.bound) })
		}
	}
	if len(r.plan.Stores) > 0 {
		n.bases = r.basesOf(pack, n)
	}
	if len(r.plan.Marks) > 0 {
		n.marks = r.registers(pack, n.bound)
	}
	r.scopes[pack] = n
	return n
}

// settings returns the function that reads a pack's settings. In a closed hook it fails if their
// file has a value of the wrong type.
func (r *Run) settings(pack string) plan.Function {
	var odd error
	read := sync.OnceValues(func() (any, error) {
		return r.host.Settings(r.plan, pack, func(err error) { odd = cmp.Or(odd, err) })
	})
	return func(...any) (any, error) {
		v, err := read()
		if r.call.closed {
			err = cmp.Or(err, odd)
		}
		return v, err
	}
}

// fact binds a fact in a scope. All scopes share its answers, so it is asked once an event.
func (r *Run) fact(n *scope, name string) {
	if n.facts[name] != nil {
		return
	}
	f := r.engine.Facts.Get(name)
	if f == nil {
		return
	}
	a, known := r.asked[name]
	if !known {
		a.memo = &memo{}
		if f.private() {
			a.onPrivate = func(v any) { r.privates.add(name, v) }
		}
		a.ask = f.Ask.bind(r.call, a.memo)
		r.asked[name] = a
	}
	n.facts[name], n.bound[name] = a.memo, a.ask
}

// An askable is a fact as conditions call it, with its cached answers.
type askable struct {
	*memo
	ask plan.Function
}
