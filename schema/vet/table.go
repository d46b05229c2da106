package vet

import (
	"errors"
	"maps"
	"slices"

	"bcrules.dev/engine"
	disk "bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"
	"bcrules.dev/schema"
)

// tables warns of parts of tables' files that are dropped or have no effect, if the files exist
// here.
func tables(s *Subject, r *schema.Report) {
	for _, name := range slices.Sorted(maps.Keys(s.Set.Plan.Tables)) {
		if t := s.Set.Plan.Tables[name]; t.File != nil && !s.Schema.Alone {
			atHand(s, r, t, s.Set.Source.Root.Field("tables", name, "file"))
		}
	}
}

// atHand checks the file of a table, if it exists here.
func atHand(s *Subject, r *schema.Report, t *plan.Table, n schema.Node) {
	file, faults, err := Table(s.Schema.Library, t, !s.Set.Source.Untrusted)
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

// maxShown limits the warnings about one file.
const maxShown = 50

// noting returns a library whose facts that read environment variables record each variable's name
// by its value.
func noting(lib engine.Library, variables map[string]string) engine.Library {
	lib.Facts = maps.Clone(lib.Facts)
	for name, f := range lib.Facts {
		ask, ok := f.Ask.(engine.Func1[string, string])
		if f.Learns == "" || !ok {
			continue
		}
		f.Ask = engine.Func1[string, string](func(c *engine.Call, variable string) (string, error) {
			value, err := ask(c, variable)
			if value != "" {
				variables[value] = variable
			}
			return value, err
		})
		lib.Facts[name] = f
	}
	return lib
}

// gone reports whether a file that the rules name doesn't exist.
func gone(h *host.Host, file string) bool {
	p, err := h.Named(file)
	if err == nil {
		_, err = disk.Read(p)
	}
	return disk.Absent(err)
}

// Table returns the path of a table's file in the project of this process, and the parts of the
// file that are dropped or have no effect. If the file doesn't exist, that is a fault only if an
// environment variable names it. An unknown column is reported only if its name resembles a column
// that the row lacks, as files have more columns than rules use. For untrusted rules no file
// outside the project is read.
func Table(lib engine.Library, t *plan.Table, trusted bool) (file string, faults []table.Fault, err error) {
	here := host.New(nil)
	defer here.Close()
	here.Blank = !trusted
	variables := map[string]string{}
	file, all, err := engine.CheckTable(t, noting(lib, variables), here)
	if errors.Is(err, host.ErrConfined) {
		return file, nil, nil
	}
	if name := variables[file]; name != "" && gone(here, file) {
		all = append(all, table.Fault{Row: -1, Why: "found no such file, which $" + name + " names"})
	}
	for _, f := range all {
		if f.Idle && f.Column != "" {
			if schema.Nearest(f.Column, f.Lacks) == "" {
				continue
			}
			f.Why = schema.Unknown("field", f.Column, f.Lacks).Error()
		}
		faults = append(faults, f)
	}
	return file, faults, err
}
