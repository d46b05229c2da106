package vet

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
	"bcrules.dev/engine/table"
	"bcrules.dev/schema"
)

// stores tries the SQL of stores on an empty database: the schema, each statement after it, and
// whether queries return rows of their declared type. Texts for PostgreSQL are left to doctor,
// which has a server.
func stores(s *Subject, r *schema.Report) {
	for _, n := range s.Set.Source.Root.Field("stores").Members() {
		for _, n := range n.Field("queries").Members() {
			s.worded(n.Field("sql"), r)
		}
		for _, n := range n.Field("statements").Members() {
			s.worded(n, r)
		}
		s.emptied(n, r)
	}
	if len(s.Set.Plan.Stores) == 0 || s.Schema.Stores == nil {
		return
	}
	keeper := s.Schema.Stores()
	defer keeper.Close()
	for _, name := range slices.Sorted(maps.Keys(s.Set.Plan.Stores)) {
		st := s.Set.Plan.Stores[name]
		if st.File == nil && !st.Index {
			continue // no SQLite database is ever used
		}
		n := s.Set.Source.Root.Field("stores", name)
		a, err := keeper.Do(store.Request{Store: name, Open: engine.Blank(name, st), Try: true})
		switch fault, _ := err.(*store.Fault); {
		case a.Error != "":
			ofSchema(r, n, a.Error)
		case fault != nil:
			r.Warnf(n.Label(), schema.CheckStore, "SQL is not tried: %s", fault.Why)
			return // the other stores would fail alike
		default:
			ofStatements(r, n, st, a.Tried)
		}
	}
}

var (
	// inQuotes matches an argument in quotes.
	inQuotes = regexp.MustCompile(`'%?(:[A-Za-z_]\w*)%?'`)
	// fromClock matches a number that is added to the time or that an age is compared with.
	fromClock = regexp.MustCompile(`:clock\s*(?:[-+]|-\s*[\w.]+\s*\)?\s*[<>]=?)\s*(\d+(?:\s*\*\s*\d+)*)`)
)

// worded warns of SQL that a database accepts but that can't be meant.
func (s *Subject) worded(sql schema.Node, r *schema.Report) {
	for _, n := range sql.Dialects() {
		text, _ := n.String()
		if at := unixTime.FindStringSubmatchIndex(text); at != nil && at[4] < 0 && s.keepsNow() {
			r.Warnf(n.Inside(at[2]), schema.CheckStore, "SQL: found %s, in seconds, beside now() or :clock, which are milliseconds, want :clock", text[at[2]:at[3]])
		}
		for _, m := range inQuotes.FindAllStringSubmatchIndex(text, -1) {
			r.Warnf(n.Inside(m[0]), schema.CheckStore, "SQL: found %s, a text and no argument, want %s", text[m[0]:m[1]], unquoted(text[m[0]:m[1]]))
		}
		for _, m := range fromClock.FindAllStringSubmatchIndex(text, -1) {
			ms := 1
			for _, factor := range strings.Split(text[m[2]:m[3]], "*") {
				n, _ := strconv.Atoi(strings.TrimSpace(factor))
				ms *= n
			}
			if ms%1000 != 0 {
				r.Warnf(n.Inside(m[2]), schema.CheckStore, "SQL: found %s, want milliseconds, 1000 for a second, or an argument that is a duration", text[m[2]:m[3]])
			}
		}
	}
}

// ofSchema notes the text of a schema that the database rejects. Faults in later texts and in
// statements may only follow from it.
func ofSchema(r *schema.Report, n schema.Node, why string) {
	for i, item := range n.Field("schema").Items() {
		if of, ok := strings.CutPrefix(why, fmt.Sprintf("schema %d: ", i+1)); ok {
			misfit(r, item.Dialects()[0], of)
			return
		}
	}
	misfit(r, n.Field("schema"), why)
}

// ofStatements notes statements that the database rejects, and columns that queries don't return as
// declared.
func ofStatements(r *schema.Report, n schema.Node, s *plan.Store, tried map[string]store.Trial) {
	for name, n := range n.Field("statements").Members() {
		if why := tried[name].Error; why != "" {
			misfit(r, n.Dialects()[0], why)
		}
	}
	for name, n := range n.Field("queries").Members() {
		t := tried[name]
		if t.Error != "" {
			misfit(r, n.Field("sql").Dialects()[0], t.Error)
			continue
		}
		for _, f := range s.Statements[name].Row {
			fits(r, n.Field("row").Field(f.Name), f, t.Columns, t.Types)
		}
	}
}

// atFault matches the name in SQLite's messages.
var atFault = regexp.MustCompile(`(?:no such (?:table|column|function|module|index|view|collation sequence|trigger): |has no column named |ambiguous column name: |wrong number of arguments to function |near )"?([^\s"()]+)`)

// misfit notes why a database rejects a text, at the name that its message complains about, if
// there is one.
func misfit(r *schema.Report, n schema.Node, why string) {
	at := n.Written()
	if text, err := n.String(); err == nil {
		if found := atFault.FindStringSubmatch(why); found != nil {
			if i := schema.FindSQL(text, found[1]); i >= 0 {
				at = n.Inside(i)
			}
		}
	}
	r.Faultf(at, schema.CheckStore, "SQL: %s", why)
}

// fits notes a column of a row that the query doesn't return, or returns with another type.
func fits(r *schema.Report, n schema.Node, f table.Field, columns, types []string) {
	i := slices.Index(columns, f.Name)
	if i < 0 && len(columns) == 0 {
		return // the statement itself is faulty
	}
	if i < 0 {
		r.Faultf(n.Label(), schema.CheckStore, "%w", schema.Unknown("column of the query", f.Name, columns))
		return
	}
	if want := holding(types[i]); want != nil && !slices.Contains(want, f.Type.Kind) {
		r.Faultf(n.Label(), schema.CheckStore, "%s: found %s, and the column is %s, want %s", f.Name, f.Type.Kind, types[i], strings.Join(want, ", "))
	}
}

// holding returns the kinds that a column of a declared type holds, nil for any. SQLite's manual
// explains how it reads such a type ("Determination Of Column Affinity").
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
