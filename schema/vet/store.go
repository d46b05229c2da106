package vet

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"
	"bcrules.dev/schema"
)

// stores tries the SQL of stores on an empty database: whether it takes the schema, each
// statement by it, and whether what a query gives is what its rows are said to be. The
// texts for PostgreSQL are for doctor, which has a server to ask.
func stores(s *Subject, r *schema.Report) {
	for _, name := range slices.Sorted(maps.Keys(s.Set.Plan.Stores)) {
		st := s.Set.Plan.Stores[name]
		if st.File == nil && !st.Index || s.Schema.Bench == nil {
			continue // it is never one of SQLite
		}
		bench, err := s.Schema.Bench()
		if err != nil {
			continue
		}
		onBench(bench, r, st, s.Set.Source.Root.Field("stores", name))
		bench.Close()
	}
}

// onBench tries a store on a bench.
func onBench(bench schema.Bench, r *schema.Report, s *plan.Store, n schema.Node) {
	items := n.Field("schema").Items()
	for i, text := range s.Schema {
		if err := bench.Make(text.SQLite); err != nil {
			if i < len(items) {
				misfit(r, items[i].Dialects()[0], err)
			}
			return // what is wrong with the others comes of it
		}
	}
	for name, n := range n.Field("statements").Members() {
		if _, _, err := bench.Prepare(s.Statements[name].SQLite, false); err != nil {
			misfit(r, n.Dialects()[0], err)
		}
	}
	for name, n := range n.Field("queries").Members() {
		columns, types, err := bench.Prepare(s.Statements[name].SQLite, true)
		if err != nil {
			misfit(r, n.Field("sql").Dialects()[0], err)
			continue
		}
		for _, f := range s.Statements[name].Row {
			fits(r, n.Field("row").Field(f.Name), f, columns, types)
		}
	}
}

// misfit notes what a database doesn't take of a text.
func misfit(r *schema.Report, n schema.Node, err error) {
	at := n.Written()
	var said interface{ Word() string }
	if text, textErr := n.String(); textErr == nil && errors.As(err, &said) {
		if i := schema.FindSQL(text, said.Word()); i >= 0 {
			at = n.Inside(i)
		}
	}
	r.Faultf(at, schema.CheckStore, "SQL: %v", err)
}

// fits notes a column of a row that the query doesn't give, or gives of another type.
func fits(r *schema.Report, n schema.Node, f table.Field, columns, types []string) {
	i := slices.Index(columns, f.Name)
	if i < 0 && len(columns) == 0 {
		return // of a statement that is none
	}
	if i < 0 {
		r.Faultf(n.Label(), schema.CheckStore, "%s", schema.Unknown("column of the query", f.Name, columns))
		return
	}
	if want := holding(types[i]); want != nil && !slices.Contains(want, f.Type.Kind) {
		r.Faultf(n.Label(), schema.CheckStore, "%s: found %s, and the column is %s, want %s", f.Name, f.Type.Kind, types[i], strings.Join(want, ", "))
	}
}

// holding returns the kinds of what a column of a declared type holds, nil if it may be
// anything. How SQLite reads such a type is in its manual ("Determination Of Column
// Affinity").
func holding(declared string) []string {
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(strings.ToUpper(declared), part) })
	}
	switch {
	case has("INT"):
		return []string{"int", "number", "bool", "any"}
	case has("CHAR", "CLOB", "TEXT"):
		return []string{"string", "list", "object", "any"}
	case has("REAL", "FLOA", "DOUB"):
		return []string{"number", "any"}
	case has("BOOL"):
		return []string{"bool", "int", "any"}
	}
	return nil
}
