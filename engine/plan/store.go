package plan

import (
	"time"

	"bcrules.dev/engine/table"
	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// A Store is a database: the rules' own, or another program's that they query.
type Store struct {
	File       Template      // evaluates to the path of an SQLite file; nil for none
	URL        Template      // evaluates to the address of a PostgreSQL server, "" to use the file; nil for none
	Namespace  string        // the PostgreSQL schema, "" for the server's default
	ReadOnly   bool          // another program creates and fills it
	Index      bool          // it is the project's code index
	Within     time.Duration // time limit for opening it and for each transaction
	Schema     []SQL         // Schema[i] migrates version i to i+1
	Statements map[string]*Statement
}

// SQL is a statement in both dialects; "" for nothing to do.
type SQL struct{ SQLite, Postgres string }

// A Statement is a named statement of a store. Its placeholders are numbered, ?1 or $1 for the
// first of Args.
type Statement struct {
	SQL
	Args  []string
	Clock bool          // SQLite's text has one more, the last: the time of the event
	Query bool          // it returns rows, and is a fact
	One   bool          // the fact returns one row
	Row   []table.Field // columns
}

// Shape is the shape of a query's result: a list of rows, or the one row.
func (s *Statement) Shape() *Shape {
	row := shapeOfType(&table.Type{Kind: "object", Fields: s.Row})
	if s.One {
		return row
	}
	return &Shape{Kind: "list", Item: row}
}

// Queries returns the names of a store's queries.
func (s *Store) Queries() []string {
	var names []string
	for name, st := range s.Statements {
		if st.Query {
			names = append(names, name)
		}
	}
	return names
}

// Changed is the name of the number of changed rows in an outcome.
const Changed = "changed"

// Outcome is the shape of the result of a named step that runs a list of statements, {NAME:
// arguments} each: how it went, the number of changed rows, and the rows of each query by name.
func (s *Store) Outcome(do gjson.Result) *Shape {
	value := map[string]*Shape{Changed: {Kind: "int"}}
	do.ForEach(func(_, step gjson.Result) bool {
		step.ForEach(func(name, _ gjson.Result) bool {
			if st := s.Statements[name.String()]; st != nil && st.Query {
				value[name.String()] = st.Shape()
			}
			return true
		})
		return true
	})
	return &Shape{Kind: "object", Fields: map[string]*Shape{
		"ran": {Kind: "bool"}, "ok": {Kind: "bool"}, "error": {Kind: "string"},
		"value": {Kind: "object", Fields: value},
	}}
}

// Code codes a store.
func (s *Store) Code(c *wire.Coder) {
	codeTemplate(c, &s.File)
	codeTemplate(c, &s.URL)
	c.String(&s.Namespace)
	c.Bool(&s.ReadOnly)
	c.Bool(&s.Index)
	c.Int64((*int64)(&s.Within))
	wire.List(c, &s.Schema, codeSQL)
	wire.Map(c, &s.Statements, func(c *wire.Coder, s **Statement) { wire.Pointer(c, s, codeStatement) })
}

func codeSQL(c *wire.Coder, s *SQL) {
	c.String(&s.SQLite)
	c.String(&s.Postgres)
}

func codeStatement(c *wire.Coder, s *Statement) {
	codeSQL(c, &s.SQL)
	wire.Strings(c, &s.Args)
	c.Bool(&s.Clock)
	c.Bool(&s.Query)
	c.Bool(&s.One)
	table.CodeFields(c, &s.Row)
}
