package sql

import (
	"cmp"
	"slices"
	"strings"

	"bcrules.dev/engine/store"

	"modernc.org/sqlite"
)

// deeds names the actions that SQLite asks about while it compiles a statement. It also asks about
// what a trigger would do when it compiles the statement that fires it.
var deeds = map[sqlite.AuthorizerActionCode]store.Deed{
	sqlite.AuthRead: {Verb: "reads", To: "table"}, sqlite.AuthInsert: {Verb: "inserts into", To: "table"},
	sqlite.AuthUpdate: {Verb: "updates", To: "table"}, sqlite.AuthDelete: {Verb: "deletes from", To: "table"},
	sqlite.AuthCreateTable: {Verb: "creates", To: "table"}, sqlite.AuthDropTable: {Verb: "drops", To: "table"},
	sqlite.AuthCreateVTable: {Verb: "creates", To: "table"}, sqlite.AuthDropVTable: {Verb: "drops", To: "table"},
	sqlite.AuthCreateView: {Verb: "creates", To: "view"}, sqlite.AuthDropView: {Verb: "drops", To: "view"},
	sqlite.AuthCreateTrigger: {Verb: "creates", To: "trigger"}, sqlite.AuthDropTrigger: {Verb: "drops", To: "trigger"},
	sqlite.AuthCreateIndex: {Verb: "creates", To: "index"}, sqlite.AuthDropIndex: {Verb: "drops", To: "index"},
	sqlite.AuthCreateTempTable: {Verb: "creates", To: "table"}, sqlite.AuthDropTempTable: {Verb: "drops", To: "table"},
	sqlite.AuthCreateTempView: {Verb: "creates", To: "view"}, sqlite.AuthDropTempView: {Verb: "drops", To: "view"},
	sqlite.AuthCreateTempTrigger: {Verb: "creates", To: "trigger"}, sqlite.AuthDropTempTrigger: {Verb: "drops", To: "trigger"},
	sqlite.AuthCreateTempIndex: {Verb: "creates", To: "index"}, sqlite.AuthDropTempIndex: {Verb: "drops", To: "index"},
	sqlite.AuthAlterTable: {Verb: "alters", To: "table"},
}

// note records an action, except those of SQLite on its own tables.
func (l *lite) note(action sqlite.AuthorizerActionCode, first, second string) {
	d, ok := deeds[action]
	name := first
	if action == sqlite.AuthAlterTable { // the first is the database
		name = second
	}
	if d.To += " " + name; !ok || name == "" || strings.HasPrefix(name, "sqlite_") || slices.Contains(l.noted, d) {
		return
	}
	l.noted = append(l.noted, d)
}

// done returns the actions recorded since its last call, sorted.
func (l *lite) done() []store.Deed {
	all := l.noted
	l.noted = nil
	slices.SortFunc(all, func(a, b store.Deed) int { return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.Verb, b.Verb)) })
	return all
}
