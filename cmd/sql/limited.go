package sql

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"modernc.org/sqlite"
)

// limitAttached is SQLITE_LIMIT_ATTACHED (https://www.sqlite.org/c3ref/c_limit_attached.html).
const limitAttached = 7

// limit has SQL that rules bring stay in the store's file and in the transaction it is done
// in, by SQLite's own means: no other database is attached (VACUUM INTO attaches one, too),
// and each statement is asked of, as it is compiled, what it is about to do.
func (l *lite) limit() error {
	if _, err := sqlite.Limit(l.conn, limitAttached, 0); err != nil {
		return err
	}
	return l.conn.Raw(func(conn any) error { return conn.(sqlite.AuthorizerRegisterer).RegisterAuthorizer(l.may) })
}

// theirs does what rules bring, which may not do all that this package may. With reading it
// may read and nothing else.
func (l *lite) theirs(reading bool, do func() error) error {
	l.limited, l.reading, l.refused = true, reading, ""
	err := do()
	l.limited = false
	switch {
	case l.refused == "":
		return err
	case reading:
		return errors.New("found one that doesn't only read, want a select")
	}
	return fmt.Errorf("found %s, want SQL that stays in the store's own file and leaves transactions and settings alone", l.refused)
}

// modules are those of SQLite that keep a virtual table in tables of the store's own: others
// read or write what is none of it.
var modules = []string{"fts5", "fts5vocab", "rtree", "rtree_i32"}

// pages is the table that is the file as it lies there: who writes it spoils all others
// (https://www.sqlite.org/dbpage.html).
const pages = "sqlite_dbpage"

// may is SQLite's question about a statement that it compiles
// (https://www.sqlite.org/c3ref/set_authorizer.html).
func (l *lite) may(action sqlite.AuthorizerActionCode, first, second, _, _ string) sqlite.AuthorizerReturnCode {
	if !l.limited {
		return sqlite.AuthorizerOK
	}
	l.note(action, first, second)
	what := ""
	switch action {
	case sqlite.AuthRead, sqlite.AuthSelect, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthFunction:
		if !strings.EqualFold(second, "load_extension") {
			return sqlite.AuthorizerOK
		}
		what = "load_extension"
	case sqlite.AuthAttach:
		what = "attach"
	case sqlite.AuthDetach:
		what = "detach"
	case sqlite.AuthPragma:
		if first == "data_version" && second == "" { // which FTS5 asks
			return sqlite.AuthorizerOK
		}
		what = "pragma " + first
	case sqlite.AuthTransaction, sqlite.AuthSavepoint:
		what = strings.ToLower(first)
	default:
		switch {
		case strings.EqualFold(first, pages):
			what = "a change of the file's pages"
		case action == sqlite.AuthCreateVTable && !slices.Contains(modules, strings.ToLower(second)):
			what = "a table of the module " + second
		case !l.reading:
			return sqlite.AuthorizerOK
		default:
			what = "a change"
		}
	}
	l.refused = what
	return sqlite.AuthorizerDeny
}
