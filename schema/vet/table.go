package vet

import (
	"maps"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"
	"bcrules.dev/schema"
)

// tables warns of what is left out of the files of tables or means nothing there, as far
// as they are here.
func tables(s *Subject, r *schema.Report) {
	for _, name := range slices.Sorted(maps.Keys(s.Set.Plan.Tables)) {
		if t := s.Set.Plan.Tables[name]; t.File != nil {
			atHand(s, r, t, s.Set.Source.Root.Field("tables", name, "file"))
		}
	}
}

// atHand warns of the file of a table, if there is one here.
func atHand(s *Subject, r *schema.Report, t *plan.Table, n schema.Node) {
	file, faults, err := Table(s.Schema.Library, t)
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

// Table returns the path of a table's file as it is in the project of this process, and
// what of it is left out or means nothing; none if there is no file. Names that no column
// has are only told where they resemble one that the row lacks: files have more in them
// than rules ask for.
func Table(lib engine.Library, t *plan.Table) (file string, faults []table.Fault, err error) {
	here := host.New(nil)
	defer here.Close()
	file, all, err := engine.CheckTable(t, lib, here)
	for _, f := range all {
		if f.Idle && f.Column != "" {
			if schema.Nearest(f.Column, f.Lacks) == "" {
				continue
			}
			f.Why = schema.Unknown("field", f.Column, f.Lacks)
		}
		faults = append(faults, f)
	}
	return file, faults, err
}
