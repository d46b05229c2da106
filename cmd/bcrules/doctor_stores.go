package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
)

// ofStores checks the stores that hooks would ask here: it finds those that can't be opened or
// migrated to the rules' version, and statements that the database rejects. It creates and changes
// nothing. A store of untrusted rules starts empty in memory, and no server is asked.
func ofStores(p *plan.Plan, trusted bool) (all []doctor.Finding) {
	if len(p.Stores) == 0 {
		return nil
	}
	h := host.New(nil)
	defer h.Close()
	overlay, err := files.NewOverlay(h.Temp)
	if err != nil {
		return nil
	}
	defer overlay.Close()
	h.Overlay, h.Blank = overlay, !trusted
	h.Stores = compile.Stores(h)
	for _, name := range slices.Sorted(maps.Keys(p.Stores)) {
		o, err := engine.Opening(name, p.Stores[name], facts.All(), h)
		if errors.Is(err, engine.ErrUntrusted) {
			continue // reported elsewhere
		}
		if errors.Is(err, engine.ErrNowhere) {
			all = append(all, doctor.Finding{Check: "store", Warning: true, Found: fmt.Sprintf("store %s: %v", name, err), Do: "set the variable with its address, if its hooks should do something"})
			continue
		}
		var tried map[string]store.Trial
		if err == nil {
			var a store.Answer
			a, err = h.Stores.Do(store.Request{Store: name, Open: o, Try: true})
			if tried = a.Tried; err == nil && o.File != "" && !o.ReadOnly { // trying it has written nothing
				err = files.Appendable(o.File)
			}
			if a.Rights != nil && len(a.Rights.May) > 0 {
				all = append(all, doctor.Finding{Check: "role", Warning: true, Found: "store " + name + ": " + powerful(*a.Rights), Do: "give it a role of its own with fewer rights (bcrules docs stores)"})
			}
		}
		fault := func(what string) {
			all = append(all, doctor.Finding{Check: "store", Found: "store " + name + ": " + what, Do: "mend the store or its SQL (bcrules docs stores)"})
		}
		var said *store.Fault
		if errors.As(err, &said) {
			fault(said.Why)
		} else if err != nil {
			fault(err.Error())
		}
		for _, statement := range slices.Sorted(maps.Keys(tried)) {
			if why := tried[statement].Error; why != "" {
				fault(statement + ": " + why)
			}
		}
	}
	return all
}

// powerful says what a role may do beyond its database.
func powerful(r store.Rights) string {
	return fmt.Sprintf("found that the role %s may %s, want one limited to its database, as SQL of rules may do whatever it may", r.Role, strings.Join(r.May, ", "))
}

// roles returns, a line each, what roles of stores may do beyond their databases, and which servers
// don't tell. It asks for nothing but their rights.
func roles(p *plan.Plan) (may, unknown []string) {
	h := host.New(nil)
	defer h.Close()
	h.Stores = compile.Stores(h)
	for _, name := range slices.Sorted(maps.Keys(p.Stores)) {
		o, err := engine.Role(name, p.Stores[name], facts.All(), h)
		if o == nil && err == nil {
			continue
		}
		var a store.Answer
		if err == nil {
			a, err = h.Stores.Do(store.Request{Store: name, Open: o, Try: true})
		}
		switch {
		case err != nil:
			unknown = append(unknown, fmt.Sprintf("store %s: %v", name, err))
		case a.Rights != nil && len(a.Rights.May) > 0:
			may = append(may, "store "+name+": "+powerful(*a.Rights))
		}
	}
	return may, unknown
}
