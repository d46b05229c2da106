package plan

import (
	"time"

	"bcrules.dev/engine/table"
	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// A Store is a database that rules keep rows in, or ask for those of another program.
type Store struct {
	File       Template      // gives the path of an SQLite file; nil for none
	URL        Template      // gives the address of a PostgreSQL server, "" where the file is to be; nil for none
	Namespace  string        // the schema that PostgreSQL has the tables in, "" for the server's default
	ReadOnly   bool          // another program makes and fills it
	Index      bool          // it is the code index of the project, wherever that is
	Within     time.Duration // in which it is opened, and each transaction done, ns
	Schema     []SQL         // the text at i brings version i to i+1
	Statements map[string]*Statement
}

// SQL is what stands for one thing in both dialects; "" where there is nothing to do.
type SQL struct{ SQLite, Postgres string }

// A Statement is one that rules name. Its arguments are placeholders by number, ?1 or $1
// for the first of Args.
type Statement struct {
	SQL
	Args  []string
	Query bool          // it gives rows, and is a fact
	One   bool          // what the fact gives is one row
	Row   []table.Field // the columns
}

// Shape is the shape of what a query gives: a list of rows, or the one row.
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

// Changed is the name under which an outcome has how many rows were changed.
const Changed = "changed"

// Outcome is the shape of what a step's name gives whose action does a list of
// statements, {NAME: arguments} each: how it went, and as its value how many rows were
// changed, and the rows of each query by its name.
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
	c.Bool(&s.Query)
	c.Bool(&s.One)
	table.CodeFields(c, &s.Row)
}
