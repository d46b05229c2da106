package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/codeindex"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/tidwall/gjson"
)

// A base is the location of a store, as templates.
type base struct{ file, url string }

// compileStores compiles the stores of a rule set. Vet checks their SQL, as only vet has databases
// to try it with.
func (e *env) compileStores(n Node) {
	if !n.Exists() {
		return
	}
	e.plan.Stores, e.bases = map[string]*plan.Store{}, map[string]base{}
	queries := map[string]bool{}
	for name, n := range n.Members() {
		s := &plan.Store{Statements: map[string]*plan.Statement{}}
		e.plan.Stores[name] = s // its name is known despite faults
		checkName(n.Report(), n.Label(), "store", name, nil)
		if !n.Is("#Store") {
			continue
		}
		at := e.base(s, n)
		for other, b := range e.bases {
			if at.file != "" && at.file == b.file && !s.ReadOnly && !e.plan.Stores[other].ReadOnly {
				n.Report().Faultf(n.Label(), CheckForm, "found the file of the store %s, want one of its own: a file has one version", other)
			}
		}
		e.bases[name] = at
		s.Schema = tables(s, n)
		for name, n := range n.Field("queries").Members() {
			taken := slices.Concat(reserved, slices.Collect(maps.Keys(e.Library.Facts)), slices.Collect(maps.Keys(e.plan.Tables)), slices.Collect(maps.Keys(queries)), []string{plan.Changed})
			checkName(n.Report(), n.Label(), "query", name, taken)
			queries[name] = true
			s.Statements[name] = query(n)
		}
		for name, n := range n.Field("statements").Members() {
			if s.Statements[name] != nil {
				n.Report().Faultf(n.Label(), CheckForm, "statement: %s means something else already, want another name", name)
				continue
			}
			s.Statements[name] = n.statement()
		}
	}
}

// base compiles the location of a store and its options for opening it.
func (e *env) base(s *plan.Store, n Node) (b base) {
	file, url, whole := n.Field("file"), n.Field("url"), n.Filled("#Store")
	if s.Index, _ = whole.Field("index").Bool(); !file.Exists() && !url.Exists() && !s.Index {
		n.Report().Faultf(n.Label(), CheckForm, "found neither a file nor a url, want one of them, or a url and a file for where it is empty")
	}
	if file.Exists() {
		s.File, b.file = e.filePath(file)
	}
	if url.Exists() {
		s.URL, b.url = e.filePath(url)
	}
	s.Namespace, _ = n.Field("namespace").String()
	s.ReadOnly, _ = whole.Field("readOnly").Bool()
	s.ReadOnly = s.ReadOnly || s.Index
	text, _ := whole.Field("within").Text()
	s.Within, _ = time.ParseDuration(text)
	return b
}

// tables compiles the statements that create a store's tables.
func tables(s *plan.Store, n Node) (all []plan.SQL) {
	if s.Index {
		for _, name := range []string{"file", "url", "namespace", "schema", "statements"} {
			if own := n.Field(name); own.Exists() {
				own.Report().Faultf(own.Label(), CheckForm, "%s: found one of the code index, which has its own; want queries alone", name)
			}
		}
		return []plan.SQL{{SQLite: codeindex.Tables, Postgres: codeindex.Tables}}
	}
	items := n.Field("schema").Items()
	if len(items) == 0 {
		n.Report().Faultf(n.Label(), CheckForm, "schema: found none, want what makes the tables")
	}
	for _, item := range items {
		all = append(all, item.sql())
	}
	return all
}

// query compiles a query.
func query(n Node) *plan.Statement {
	s := n.Field("sql").statement()
	s.Query, s.Row = true, columns(n.Field("row"))
	s.One, _ = n.Field("one").Bool()
	if len(s.Row) == 0 {
		n.Field("row").Faultf(CheckForm, "row: found no column, want those that the query gives")
	}
	return s
}

// sql reads SQL as written.
func (n Node) sql() (s plan.SQL) {
	if n.IncompleteKind() == cue.StringKind {
		s.SQLite, _ = n.Text()
		s.Postgres = s.SQLite
	} else {
		s.SQLite, _ = n.Field("sqlite").Text()
		s.Postgres, _ = n.Field("postgres").Text()
	}
	for _, text := range n.Dialects() {
		text.plain("sql")
	}
	return s
}

// Dialects returns the SQL as written: one text for both databases, or one for SQLite and one for
// PostgreSQL.
func (n Node) Dialects() []Node {
	if n.IncompleteKind() == cue.StringKind {
		return []Node{n}
	}
	return []Node{n.Field("sqlite"), n.Field("postgres")}
}

// statement reads SQL with arguments :NAME, and replaces these by numbers.
func (n Node) statement() *plan.Statement {
	text := n.sql()
	lite, postgres := scanSQL(text.SQLite), scanSQL(text.Postgres)
	args, clock := lite.args()
	if other, _ := postgres.args(); !slices.Equal(args, other) {
		n.Faultf(CheckForm, "found the arguments %s for SQLite and %s for PostgreSQL, want the same", orNone(args), orNone(other))
	}
	for i, text := range n.Dialects() {
		of := []scanned{lite, postgres}[i]
		if of.empty {
			text.Faultf(CheckForm, "found no statement, want one")
		}
		if of.second > 0 {
			text.Report().Faultf(text.Inside(of.second), CheckForm, "found a second statement, want one; an action does several in turn")
		}
	}
	return &plan.Statement{
		SQL:  plan.SQL{SQLite: lite.numbered("?", args, fmt.Sprint("?", len(args)+1)), Postgres: postgres.numbered("$", args, serverClock)},
		Args: args, Clock: clock,
	}
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// checkStore checks an action's use of a store: the store's name, the statements, and their
// arguments.
func (r *ruleReader) checkStore(in, do Node) {
	name, err := in.String()
	s := r.plan.Stores[name]
	if err != nil {
		return
	}
	if s == nil {
		in.Faultf(CheckName, "%w", Unknown("store", name, slices.Collect(maps.Keys(r.plan.Stores))))
		return
	}
	for _, step := range do.Items() {
		n := 0
		for name, args := range step.Members() {
			if n++; s.Statements[name] == nil {
				args.Report().Faultf(args.Label(), CheckName, "%w", Unknown("statement", name, slices.Collect(maps.Keys(s.Statements))))
				continue
			}
			if s.ReadOnly && !s.Statements[name].Query {
				args.Report().Faultf(args.Label(), CheckForm, "%s: found a statement of a store that is readOnly, want queries alone", name)
			}
			checkArgs(name, s.Statements[name], args)
		}
		if n != 1 {
			step.Faultf(CheckForm, "found %d statements in one, want {NAME: {argument: value}} each", n)
		}
	}
}

// checkArgs checks the names of a statement's arguments.
func checkArgs(name string, s *plan.Statement, args Node) {
	has, misnamed := map[string]bool{}, false
	for arg, n := range args.Members() {
		if has[arg] = true; !slices.Contains(s.Args, arg) {
			misnamed = true
			n.Report().Faultf(n.Label(), CheckName, "%w", Unknown("argument of "+name, arg, s.Args))
		}
	}
	for _, arg := range s.Args {
		if !has[arg] && !misnamed { // otherwise the misnamed one is meant
			args.Report().Faultf(args.Label(), CheckForm, "%s: found no argument %s, want one", name, arg)
		}
	}
}

// storesOf returns the stores that a hook uses, given the names in its expressions.
func (e *env) storesOf(b *Binding, used map[string]bool) []string {
	asked := map[string]bool{}
	for name, s := range e.plan.Stores {
		asked[name] = used["$env"] || slices.ContainsFunc(s.Queries(), func(query string) bool { return used[query] })
	}
	for _, rule := range b.Hook.Rules {
		for _, step := range rule.Do {
			if of := e.Library.Actions[step.Action].Store; of != "" {
				asked[gjson.GetBytes(step.Args, of).String()] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(asked)), func(name string) bool { return !asked[name] || e.plan.Stores[name] == nil })
}

// storeAbilities notes what a hook does with its stores.
func (d *abilityCollector) storeAbilities() {
	for _, name := range d.hook.Stores {
		at := d.bases[name]
		if d.plan.Stores[name].Index {
			d.note(engine.Reads, "the code index of the project")
		}
		for _, src := range slices.Concat(expr.Expressions(at.file), expr.Expressions(at.url)) {
			d.expression(d.scope.Parsed(src))
		}
		if at.url != "" {
			d.note(engine.Connects, d.scope.Filled(at.url))
		}
		verb := engine.Reads
		if !d.plan.Stores[name].ReadOnly {
			verb = engine.Writes
		}
		if at.file != "" {
			d.note(verb, fmt.Sprint(d.scope.Filled(at.file)))
		}
	}
}
