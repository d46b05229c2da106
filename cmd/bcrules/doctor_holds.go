package main

import (
	"os"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// holding says what holds while a rule set has faults, as the hook command finds it: the last good
// plan, or else the user's own rules, or else those of the organisation; "" without faults.
func holding(set layers.Set, faults []string, of func(rules []string) (*plan.Plan, bool)) string {
	if len(faults) == 0 {
		return ""
	}
	kept := func(set layers.Set) bool {
		store, err := cache.Open(host.Here(os.Getenv).Folders())
		if err != nil {
			return false
		}
		p, err := store.Read(set.Key())
		if err == nil {
			p.Close()
		}
		return err == nil
	}
	if kept(set) {
		return "the last good ones hold"
	}
	if less := set.Alone(); len(less.Layers) > 0 {
		if _, faulty := of(less.Layers); !faulty || kept(less) {
			return "your own rules hold alone"
		}
	}
	if above, why := layers.Organisation(set.Of); why == "" && len(above.Layers) > 0 {
		return "the organisation's rules hold alone"
	}
	return "no rule is in force"
}

// ofLog checks that decisions can be logged, if the rules want it. A folder that can't be written is
// a finding of its own (stored).
func ofLog(p *plan.Plan) []doctor.Finding {
	log, err := journal.Open(host.Here(os.Getenv).Folders())
	if err != nil || p.Log.Quiet {
		return nil
	}
	if err := log.Check(); err != nil {
		return []doctor.Finding{{Check: "log", Found: err.Error(), Do: "let bchook write it, or take it away: nothing is logged"}}
	}
	return nil
}
