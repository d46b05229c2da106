package test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test/sandbox"

	"cuelang.org/go/cue"
)

// A RowsAfter is what a step expects of the rows of a table.
type RowsAfter struct {
	Store, Table string
	Want         *Constraint
}

// rows reads the rows that stores' tables have before an event.
func (r *reader) rows(n schema.Node) (all []sandbox.Rows) {
	for name, n := range n.Members() {
		name = r.store(name, n)
		for table, n := range n.Members() {
			of := sandbox.Rows{Store: name, Table: table}
			for _, row := range n.Items() {
				if data := row.JSON(); data != nil {
					of.Rows = append(of.Rows, data)
				}
			}
			all = append(all, of)
		}
	}
	return all
}

// rowsAfter reads what a step expects of rows after an event.
func (r *reader) rowsAfter(n schema.Node) (all []RowsAfter) {
	for name, n := range n.Members() {
		name = r.store(name, n)
		for table, n := range n.Members() {
			all = append(all, RowsAfter{name, table, r.constraint("rowsAfter: "+table, n, cue.ListKind)})
		}
	}
	return all
}

// store returns a store's full name; a test may omit the pack if only one has a store of that name.
// It notes an unknown store.
func (r *reader) store(name string, n schema.Node) string {
	all := slices.Sorted(maps.Keys(r.plan.Stores))
	if meant := plan.Called(name, all); len(meant) == 1 {
		name = meant[0]
	}
	if r.plan.Stores[name] == nil {
		n.Report().Faultf(n.Label(), schema.CheckName, "%w", schema.Unknown("store", name, all))
	}
	return name
}

// add adds rows to the stores of a plan, which are located from a host.
func (r Runner) add(p *plan.Plan, h *host.Host, all []sandbox.Rows, real func(string) string) error {
	for _, of := range all {
		for _, row := range of.Rows {
			var columns map[string]json.RawMessage
			if err := json.Unmarshal([]byte(real(string(row))), &columns); err != nil {
				return err
			}
			names := slices.Sorted(maps.Keys(columns))
			step, marks := store.Step{Name: "add"}, []string{}
			for i, name := range names {
				step.Args = append(step.Args, engine.Bindable(columns[name]))
				marks = append(marks, fmt.Sprintf("?%d", i+1))
				names[i] = identifier(name)
			}
			text := fmt.Sprintf("insert into %s (%s) values (%s)", identifier(of.Table), strings.Join(names, ", "), strings.Join(marks, ", "))
			if _, err := r.direct(p, h, of.Store, step, store.Statement{SQL: text}); err != nil {
				return fmt.Errorf("rows: %s: %w", of.Table, err)
			}
		}
	}
	return nil
}

// rowsAfter compares rows with what a step expects of them.
func (r Runner) rowsAfter(c *comparison, p *plan.Plan, s *Step) error {
	if len(s.RowsAfter) == 0 {
		return nil
	}
	h, err := c.box.Host(s.World, nil)
	if err != nil {
		return err
	}
	defer h.Close()
	for _, a := range s.RowsAfter {
		got, err := r.kept(p, h, a.Store, a.Table)
		if err != nil {
			return fmt.Errorf("rowsAfter: %s: %w", a.Table, err)
		}
		c.value("rowsAfter "+a.Store+" "+a.Table, a.Want, got)
	}
	return nil
}

// kept returns the rows of a table as JSON, in the order added.
func (r Runner) kept(p *plan.Plan, h *host.Host, name, table string) ([]byte, error) {
	a, err := r.direct(p, h, name, store.Step{Name: "all"}, store.Statement{SQL: "select * from " + identifier(table), Row: map[string]string{store.AllColumns: "any"}})
	if err != nil {
		return nil, err
	}
	return a.Rows[0], nil
}

// direct runs a statement that the rules don't have.
func (r Runner) direct(p *plan.Plan, h *host.Host, name string, step store.Step, s store.Statement) (store.Answer, error) {
	own := *p.Stores[name]
	own.ReadOnly = false // the test writes in place of another program
	o, err := engine.Opening(name, &own, r.Facts, h)
	if err != nil {
		return store.Answer{}, err
	}
	o.Statements = map[string]store.Statement{step.Name: s}
	keeper := r.Stores(h)
	defer keeper.Close()
	return keeper.Do(store.Request{Store: name, Open: o, Do: []store.Step{step}})
}

// identifier quotes a name for SQL.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
