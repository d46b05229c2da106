package engine

import (
	"cmp"
	"sync"

	"bcrules.dev/engine/plan"
)

// A scope is what the expressions of hooks may call, each pack's apart: the facts, which are
// the same for all, and the settings, tables, queries and marks of the pack.
type scope struct {
	facts map[string]*memo
	bound map[string]any
	bases map[string]*Base
	marks func(name string) (*Register, error)
}

// scope returns that of a pack, "" for that of the author's own rules.
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

// settings returns what gives the settings of a pack. A closed hook fails where something
// stands in their file that isn't as they are to be.
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

// fact binds a fact in a scope. It is asked once an event: what it answered one hook it
// needn't be asked again, whosever that is.
func (r *Run) fact(n *scope, name string) {
	f := r.engine.Facts.Get(name)
	if f == nil || n.facts[name] != nil {
		return
	}
	a, known := r.asked[name]
	if !known {
		a.memo = &memo{}
		if f.private() {
			a.learned = func(v any) { r.learned.add(name, v) }
		}
		a.ask = f.Ask.bind(r.call, a.memo)
		r.asked[name] = a
	}
	n.facts[name], n.bound[name] = a.memo, a.ask
}

// An askable is a fact as conditions call it, with its answers.
type askable struct {
	*memo
	ask plan.Function
}
