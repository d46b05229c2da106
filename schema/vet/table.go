package vet

import (
	"maps"
	"os"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// tables warns of what is left out of the files of tables, as far as they are here.
func tables(s *Subject, r *schema.Report) {
	for _, name := range slices.Sorted(maps.Keys(s.Set.Plan.Tables)) {
		if t := s.Set.Plan.Tables[name]; t.File != nil {
			atHand(s, r, t, s.Set.Source.Root.Field("tables", name, "file"))
		}
	}
}

// atHand warns of what is left out of the file of a table, if there is one here.
func atHand(s *Subject, r *schema.Report, t *plan.Table, n schema.Node) {
	here, err := os.Getwd()
	if err != nil {
		return
	}
	host := host.New(nil)
	defer host.Close()
	host.Dir, host.Indexes.Dir = here, ""
	file, faults, err := engine.CheckTable(t, s.Schema.Library, host)
	if err != nil {
		r.Warnf(n.Written(), schema.CheckTable, "%s: %v", file, err)
	}
	for i, f := range faults {
		if i == maxShown {
			r.Warnf(n.Written(), schema.CheckTable, "%s: %d others", file, len(faults)-i)
			break
		}
		r.Warnf(n.Written(), schema.CheckTable, "%s: %s", file, f)
	}
}

// maxShown bounds the warnings of one file.
const maxShown = 50
