package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/sql"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// ofStores looks at the stores that hooks ask, as they would find them here: what can't
// be opened or brought to the version that the rules have, and statements that the
// database there doesn't take. Nothing is made or changed.
func ofStores(p *plan.Plan) (all []doctor.Finding) {
	h := host.New(nil)
	defer h.Close()
	overlay, err := files.NewOverlay()
	if err != nil {
		return nil
	}
	defer overlay.Close()
	h.Overlay = overlay
	for _, name := range slices.Sorted(maps.Keys(p.Stores)) {
		o, err := engine.Opening(name, p.Stores[name], facts.All(), h)
		if errors.Is(err, engine.ErrNowhere) {
			all = append(all, doctor.Finding{Check: "store", Warning: true, Found: fmt.Sprintf("store %s: %v", name, err), Do: "set the variable that has its address, where its hooks are to do something"})
			continue
		}
		found := []error{err}
		if err == nil {
			found = sql.Check(o)
		}
		for _, err := range found {
			all = append(all, doctor.Finding{Check: "store", Found: fmt.Sprintf("store %s: %v", name, err), Do: "mend the store or its SQL (bcrules docs stores)"})
		}
	}
	return all
}
